// A hand at the model of the home page: presses, types and goes by keyboard, and tells what was shown after each.
// node live.mjs '{"browser": "chromium", "executable": path, "url": …, "type": …, "unknown": …}' prints JSON.
import { EXCUSED, launch } from "./browser.mjs";

const { browser: name, executable, url, type, unknown } = JSON.parse(process.argv[2]);
const PATIENCE = 20_000;
const browser = await launch(name, executable, 1280, 1000);
const told = { version: await browser.version(), faults: [], requests: [], seen: {} };
const page = await browser.newPage();
page.on("pageerror", (error) => EXCUSED.test(error) || told.faults.push(String(error)));
page.on("console", (message) => message.type() === "error" && told.faults.push(message.text()));
page.on("request", (request) => told.requests.push(request.url().split("/").at(-1)));

/** In the page: what a reader sees of the model. */
function look() {
  const root = document.querySelector("[data-model]");
  const all = (selector) => [...root.querySelectorAll(selector)];
  const { activeElement: focused } = document;
  return {
    words: all(".live-word:not(.live-start) > :first-child").map((one) => one.innerText),
    shares: all(".live-word .live-percent").map((one) => one.innerText.trim()),
    query: all(".live-query > :first-child")
      .map((one) => one.innerText)
      .join(" "),
    pressed: all("[aria-pressed=true] > :first-child")
      .map((one) => one.innerText)
      .join(" "),
    lines: all(".live-lines path").length,
    said: root.querySelector(".live-said").innerText,
    options: all(".live-option").map((one) => one.innerText.split(/\n/)[0]),
    typed: root.querySelector("input").value,
    problem: root.querySelector(".live-problem").innerText,
    invalid: root.querySelector("input").getAttribute("aria-invalid"),
    link: root.querySelector(".live-note a").hash,
    focus: focused.matches(".live-word") ? focused.firstChild.innerText : focused.className || focused.localName,
    ready: root.dataset.ready ?? "",
  };
}

const until = async (holds, argument) => {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(holds, argument)); )
    if (Date.now() > end) throw new Error(`waited in vain until ${holds}`);
    else await new Promise((done) => setTimeout(done, 30));
};
const see = async (step) => (told.seen[step] = await page.evaluate(look));
const middleOf = (selector, index) =>
  page.evaluate(
    (selector, index) => {
      const element = [...document.querySelectorAll(selector)].at(index);
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    },
    selector,
    index,
  );
const press = async (selector, index = 0) => page.mouse.click(...(await middleOf(selector, index)));

try {
  await page.goto(url, { waitUntil: "load" });
  await until(() => document.querySelector(".live-lines path") !== null);
  told.still = await page.evaluate(() => document.querySelector("[data-model]").innerText);
  await see("start");
  told.early = told.requests.filter((file) => file === "explorer-model.js" || file === "live.js");

  // The first press brings the model, and is answered when it is there.
  await press(".live-option");
  await until(() => document.querySelector("[data-model]").dataset.ready === "true");
  await until((text) => document.querySelector("[data-model] input").value !== text, told.seen.start.typed);
  await see("appended");
  await press(".live-option");
  await see("appended twice");

  await press(".live-word", 2);
  await see("word");
  await page.mouse.move(...(await middleOf(".live-word", 5)));
  await see("pointed");
  await page.mouse.move(5, 5);
  await see("left");

  await press(".live-word", 3);
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End"]) {
    await page.keyboard.press(key);
    await see(key);
  }
  await page.keyboard.press("Tab");
  await see("Tab");
  await page.keyboard.press("Enter");
  await see("Enter");

  await press(".live-example", 1);
  await see("example");

  const write = async (text) => {
    await press("#live-sentence");
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type(text);
  };
  await write(type);
  await see("typed");
  await write(unknown);
  await see("half a word");
  await page.keyboard.press("Enter");
  await see("unknown");
  await press(".live-near");
  await see("near");
  await write(" ");
  await page.keyboard.press("Enter");
  await see("empty");
  await press(".live-example", 0);
  await see("back");
} catch (error) {
  told.faults.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(told));
