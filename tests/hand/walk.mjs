// A random walk of a hand through the site: presses, touches, wheel, keys, sizes, ways back, languages, colors, paper.
// node walk.mjs '{"browser": "chromium", "executable": path, "input": "mouse", "seed": 1, "steps": 300,
//                 "pages": [url, …]}' prints JSON.
// The same seed takes the same decisions; where a page answers at another moment, the walk may differ from there on.
import { EXCUSED, launch } from "./browser.mjs";
import { prepare } from "./seen.mjs";

const { browser: name, executable, input, seed, steps, pages } = JSON.parse(process.argv[2]);
const PATIENCE = 60_000; // milliseconds until a page counts as gone
const UNDER_WAY = 10_000; // milliseconds until another page must have come, where the focus went with the last one
const STAY = 25; // steps on a page and those that it leads to
const WIDTHS = [320, 360, 390, 600, 768, 1024, 1280, 1440];
const LONG = 200; // milliseconds in which a page does not answer a hand
const KEYS = [
  "Tab",
  "Tab",
  "Tab",
  "Tab",
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Enter",
  " ",
  "Escape",
  "Home",
  "End",
  "PageDown",
  "PageUp",
  "Backspace",
  "0",
  "7",
  "-",
  ".",
  ",",
  "a",
  "s",
  "/",
];
const TYPED = ["0.5", "-1", "1e6", "abc", "0,25", "dogs", "5e", "9".repeat(12)];
const WEIGHTS = {
  control: 34,
  twice: 5,
  anywhere: 6,
  drag: 4,
  wheel: 12,
  key: 22,
  type: 8,
  resize: 3,
  back: 1.5,
  forward: 1.5,
  language: 3,
  color: 2,
  paper: 0.6,
};

// Mulberry32, by Tommy Ettinger: 32 bits of state are enough to walk anew.
let state = seed >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = (count) => Math.floor(random() * count);
const pick = (choices) => choices[below(choices.length)];
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const browser = await launch(name, executable);
const told = { version: await browser.version(), steps: 0, done: {}, faults: [], long: [] };
const trail = [];
let page, step;
const fault = (what) => EXCUSED.test(what) || told.faults.push({ step, url: page.url(), what, trail: trail.slice(-4) });

async function open(url) {
  page = await browser.newPage();
  const own = page;
  page.setDefaultTimeout(PATIENCE);
  await page.evaluateOnNewDocument(prepare);
  page.on("error", (error) => (own.gone = String(error)));
  page.on("pageerror", (error) => fault(`error: ${error}`));
  page.on("console", (message) => message.type() === "error" && fault(`console: ${message.text()}`));
  page.on("response", (response) => response.status() >= 400 && fault(`${response.status()} ${response.url()}`));
  page.on("dialog", (dialog) => dialog.dismiss());
  await resize(input === "touch" ? 390 : 1280);
  await page.goto(url, { waitUntil: "load" });
}

const resize = (width) =>
  page.setViewport({
    width,
    height: width < 700 ? 780 : 900,
    ...(input === "touch" ? { hasTouch: true, isMobile: true } : {}),
  });
const press = ({ x, y }) => alive(input === "touch" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));

/** The answer, or an error where the page is gone or stays silent. */
async function alive(answer) {
  let timer;
  const own = page;
  const silence = new Promise(
    (_, fail) => (timer = setTimeout(() => fail(new Error("the page answers no more")), PATIENCE)),
  );
  try {
    return await Promise.race([answer, silence]);
  } catch (error) {
    throw new Error(own.gone ?? error.message);
  } finally {
    clearTimeout(timer);
  }
}

/** In the page; once more if a press has just led elsewhere. */
async function ask(expression, ...values) {
  try {
    return await alive(page.evaluate(expression, ...values));
  } catch (error) {
    if (page.gone || !/context|navigat|detached|discarded/i.test(error.message)) throw error;
    await pause(1000);
    return alive(page.evaluate(expression, ...values));
  }
}

const control = () => ask((share) => window.hand.control(share), random());

/**
 * Back or forward, as the browser's own buttons go:
 * pages that it kept whole are not loaded anew, so there is no event to wait for.
 */
async function travel(way) {
  await ask((way) => history.go(way), way);
  await pause(1000);
  return page.url();
}

/** Each does one thing and returns what a reader of the trail wants to know; "" where there was nothing to do. */
const ACTIONS = {
  async control() {
    const where = await control();
    if (!where || (where.leaves && random() < 0.7)) return "";
    await press(where);
    return where.name;
  },
  async twice() {
    const where = await control();
    if (!where || where.leaves) return "";
    await press(where);
    await press(where);
    return where.name;
  },
  async anywhere() {
    const [width, height] = await ask(() => [innerWidth, innerHeight]);
    const where = { x: 1 + below(width - 2), y: 60 + below(height - 62) };
    await press(where);
    return `${where.x} ${where.y}`;
  },
  async drag() {
    const where = await control();
    if (!where || where.leaves || input === "touch") return "";
    await page.mouse.move(where.x, where.y);
    await page.mouse.down();
    await page.mouse.move(where.x + below(120) - 60, where.y + below(60) - 30, { steps: 3 });
    await page.mouse.up();
    return where.name;
  },
  async wheel() {
    const far = (random() < 0.65 ? 1 : -1) * (100 + below(1800));
    const width = await ask(() => innerWidth);
    await page.mouse.move(1 + below(width - 2), 400); // over the article, or over a menu beside it
    await alive(page.mouse.wheel({ deltaY: far }));
    return String(far);
  },
  async key() {
    const key = pick(KEYS);
    const back = key === "Tab" && random() < 0.3;
    const before = await ask(() => window.hand.focus());
    const url = page.url();
    if (back) await page.keyboard.down("Shift");
    for (let left = 1 + below(3); left > 0; left--) await alive(page.keyboard.press(key));
    if (back) await page.keyboard.up("Shift");
    await pause(50);
    // A link within the page takes the focus along; Escape may put away what had it.
    const lost = before && !/^(Tab|Escape)$/.test(key) && page.url() === url && !(await ask(() => window.hand.focus()));
    // Comma, dot and Enter may lead to another page, which is under way when the focus is gone already.
    for (const end = Date.now() + UNDER_WAY; lost && page.url() === url && Date.now() < end; ) await pause(50);
    if (lost && page.url() === url) fault(`${key} lost the focus from ${before}`);
    return `${back ? "Shift+" : ""}${key}`;
  },
  async type() {
    const text = pick(TYPED);
    await alive(page.keyboard.type(text));
    return text;
  },
  async resize() {
    const width = pick(WIDTHS);
    await alive(resize(width));
    return String(width);
  },
  back: () => travel(-1),
  forward: () => travel(1),
  async language() {
    const opener = await ask(() => window.hand.box(".languages summary"));
    if (!opener) return "";
    await press(opener);
    const link = await ask((share) => window.hand.box(".languages[open] a, a.alphabet", share), random());
    if (!link) return "";
    await Promise.all([
      page.waitForNavigation({ waitUntil: "load", timeout: PATIENCE / 2 }).catch(() => {}),
      press(link),
    ]);
    return page.url();
  },
  async color() {
    const button = await ask(() => window.hand.box("[data-md-component=palette] label"));
    if (!button) return "";
    await press(button);
    return "next";
  },
  async paper() {
    await alive(page.pdf({ timeout: PATIENCE * 3 }));
    return page.url();
  },
};

function chosen() {
  let left = random() * Object.values(WEIGHTS).reduce((sum, weight) => sum + weight);
  return Object.keys(WEIGHTS).find((action) => {
    left -= WEIGHTS[action];
    return left < 0;
  });
}

/** Another page, at one of its parts that calculate or ask as often as at its top. In a tab of its own: in an old one,
 * Firefox's driver now and then waits for the load of a page that has long been loaded. */
async function visit(url) {
  await page?.close();
  await open(url);
  trail.push(`goto ${url}`);
  await ask((share) => window.hand.jump(share), random() * 2);
  await pause(300);
}

for (step = 0; step < steps; step++) {
  told.steps += 1;
  try {
    if (step % STAY === 0) await visit(pages[(seed + step / STAY) % pages.length]);
    const action = chosen();
    const what = await ACTIONS[action]();
    trail.push(`${action} ${what}`);
    if (what !== "") told.done[action] = (told.done[action] ?? 0) + 1;
    await pause(30);
    const [first, long] = await ask((limit) => [window.hand.overlaps(), window.hand.long(limit)], LONG);
    // Until the theme's script has measured it, the menu of a page that opens at its end lies over the foot.
    if (first.length > 0) await pause(1000);
    const overlaps = first.length > 0 ? await ask(() => window.hand.overlaps()) : [];
    for (const pair of overlaps) fault(`overlap: ${pair}`);
    if (action !== "paper")
      told.long.push(...long.map((milliseconds) => ({ step, milliseconds, did: trail.at(-1), url: page.url() })));
  } catch (error) {
    fault(error.message);
    if (EXCUSED.test(error.message)) continue;
    await page.close().catch(() => {});
    await open(pages[step % pages.length]);
  }
}
await browser.close();
console.log(JSON.stringify(told));
