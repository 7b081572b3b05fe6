// A reader's way through the site in Firefox: what each page did wrong, and what happened when it was used.
// node tour.mjs '{"firefox": …, "axe": …, "pages": {"en/home": url}, "languages": {"en": {…}}, "file": url}'
// prints JSON.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const plan = JSON.parse(process.argv[2]);
const axe = readFileSync(plan.axe, "utf8");
const LIMIT = 20_000;

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: plan.firefox,
  headless: true,
  defaultViewport: null, // setting it is refused: Firefox ESR does it by another command
  args: ["--width=1280", "--height=900"],
  // What Firefox itself asks the net for is no page's doing.
  // A mouse is said to be there: without one, code that is too wide is scrolled by hand, and gets no focus.
  extraPrefsFirefox: {
    "network.captive-portal-service.enabled": false,
    "ui.prefersReducedMotion": 1,
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
  },
});
const told = { pages: {}, used: {} };
try {
  told.version = await browser.version();
  const page = await browser.newPage();

  page.setDefaultTimeout(LIMIT);
  let seen;
  // No fault of a page: what was under way when it was left (2152398850 is NS_BINDING_ABORTED), and a formula of which
  // only the first half had come when Firefox drew it; what came in the end is counted below.
  const excused = /status=2152398850|NS_BINDING_ABORTED|Invalid markup: Incorrect number of children for/;
  const error = (text) => excused.test(text) || seen.errors.push(text);
  page.on("console", (message) => message.type() === "error" && error(message.text()));
  page.on("pageerror", (thrown) => error(String(thrown)));
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("response", (response) => response.status() >= 400 && error(`${response.status()} ${response.url()}`));
  page.on("requestfailed", (request) => error(`failed: ${request.url()} (${request.failure()?.errorText})`));
  const PARTS = { mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3, munderover: 3 };
  const badFormulas = (parts) =>
    Object.entries(parts).flatMap(([name, count]) =>
      [...document.querySelectorAll(name)]
        .filter((one) => one.children.length !== count)
        .map((one) => one.outerHTML.slice(0, 200)),
    );

  // Puppeteer's own waiting makes functions from text, which the pages' policy refuses.
  const until = async (holds) => {
    for (
      const end = Date.now() + LIMIT;
      !(await page.evaluate(holds));
      await new Promise((done) => setTimeout(done, 50))
    )
      if (Date.now() > end) throw new Error(`${page.url()}: waited in vain until ${holds}`);
  };
  // Its click looks at the page from a sandbox, whose observers Firefox reports as errors of the page.
  const press = async (selector) => {
    const [x, y] = await page.evaluate((selector) => {
      const box = document.querySelector(selector).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }, selector);
    await page.mouse.click(x, y);
  };
  // Scripts of widgets are loaded when one comes near: this goes to each, and is true when all have started.
  const nextWidget = () => {
    const one = document.querySelector("[data-widget]:not([data-ready])");
    one?.scrollIntoView({ behavior: "instant" });
    return one === null;
  };
  const start = () => (seen = { errors: [], requests: [] });
  for (const [name, { url, audit }] of Object.entries(plan.pages)) {
    start();
    await page.goto(url, { waitUntil: "load" });
    await until(nextWidget);
    const shown = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      title: document.querySelector("main h1, .hero h1")?.textContent ?? "",
      words: document.body.innerText.length,
    }));
    let violations = [];
    if (audit) {
      await page.evaluate(axe);
      violations = await page.evaluate(async () =>
        (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
          (found) =>
            `${found.id}: ${found.nodes
              .slice(0, 3)
              .map((node) => node.target)
              .join(", ")}`,
        ),
      );
    }
    seen.errors.push(...(await page.evaluate(badFormulas, PARTS)));
    const refused = await page.evaluate(() => window.refused);
    told.pages[name] = { ...shown, ...seen, refused, violations };
  }

  for (const [language, { home, chapter, query, other }] of Object.entries(plan.languages)) {
    start();
    const used = {};
    told.used[language] = used;
    await page.goto(chapter, { waitUntil: "load" });
    await until(nextWidget);
    used.recalculated = await page.evaluate(() => {
      const root = document.querySelector("[data-widget][data-ready]");
      const shown = () => [...root.querySelectorAll("[data-cell]")].map((cell) => cell.value ?? cell.textContent);
      const before = shown();
      const input = root.querySelector("td input[data-cell]");
      input.value = input.value === "0.25" ? "0.5" : "0.25";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return shown().filter((text, place) => text !== before[place]).length;
    });
    used.answer = await page.evaluate(() => {
      const quiz = [...document.querySelectorAll("form.quiz")].find((form) => form.querySelector("input[type=radio]"));
      const live = quiz.querySelector("[aria-live], [role=status]");
      const before = live.innerText;
      quiz.querySelector("input[type=radio]").click();
      quiz.querySelector("button").click();
      return live.innerText === before ? "" : live.innerText;
    });
    await press(".languages summary");
    await Promise.all([page.waitForNavigation({ waitUntil: "load" }), press(`.languages a[hreflang=${other}]`)]);
    used.switched = { url: page.url(), lang: await page.evaluate(() => document.documentElement.lang) };

    await page.goto(home, { waitUntil: "load" });
    await page.keyboard.press("/");
    await until(() => document.activeElement.matches("#search input"));
    await page.keyboard.type(query);
    await until(() => document.querySelector("#search a[role=option]")?.checkVisibility());
    used.found = await page.evaluate(() => document.querySelector("#search a[role=option]").href);
    used.errors = [...seen.errors, ...(await page.evaluate(() => window.refused))];
  }

  start();
  await page.goto(plan.file, { waitUntil: "load" });
  await until(nextWidget);
  told.file = await page.evaluate(() => ({
    title: document.querySelector("h1").innerText,
    formulas: document.querySelectorAll(".katex").length,
    ready: document.querySelectorAll("[data-widget][data-ready]").length,
    font: document.fonts.check("16px 'Source Sans 3'"),
  }));
  told.file.requests = seen.requests;
} finally {
  await browser.close();
}
console.log(JSON.stringify(told));
