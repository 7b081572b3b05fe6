// A hand at the code blocks of a page, with Python itself: runs them all, edits one and stops another.
// node code.mjs '{"browser": "firefox", "executable": path, "url": …}' prints JSON.
import { EXCUSED, launch } from "./browser.mjs";

const { browser: name, executable, url } = JSON.parse(process.argv[2]);
const PATIENCE = 120_000;
const IMPORTING = "import statistics; print(statistics.mean([40, 44]))";
const browser = await launch(name, executable, 1280, 1000);
const told = { version: await browser.version(), faults: [], requests: [], took: {} };
const page = await browser.newPage();
page.on("pageerror", (error) => EXCUSED.test(error) || told.faults.push(String(error)));
page.on("console", (message) => message.type() === "error" && told.faults.push(message.text()));
page.on("request", (request) => told.requests.push(request.url().split("/").at(-1)));

const until = async (holds, ...given) => {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(holds, ...given)); )
    if (Date.now() > end) throw new Error(`waited in vain until ${holds}`);
    else await new Promise((done) => setTimeout(done, 20));
};
const press = async (block, action) => {
  const [x, y] = await page.evaluate(
    (block, action) => {
      const root = document.querySelectorAll("[data-live]")[block] ?? document;
      const button = root.querySelector(`[data-action=${action}]`);
      button.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    },
    block,
    action,
  );
  await page.mouse.click(x, y);
};
const ended = (block) =>
  until((block) => {
    const result = document.querySelectorAll("[data-live]")[block].querySelector("[data-result]");
    return ["done", "error"].includes(result.dataset.state);
  }, block);
const printed = async (block) => {
  await press(block, "run");
  await ended(block);
  return page.evaluate(
    (block) => document.querySelectorAll("[data-live]")[block].querySelector("[data-result] pre").textContent,
    block,
  );
};
const timed = async (step, task) => {
  const start = Date.now();
  await task();
  told.took[step] = Date.now() - start;
};
const write = async (block, text) => {
  await press(block, "edit");
  await until((block) => document.querySelectorAll("[data-live]")[block].querySelector("[data-code]") !== null, block);
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type(text);
};

try {
  await page.goto(url, { waitUntil: "load" });
  told.early = told.requests.filter((file) => /^(code|python|worker|library)\b/.test(file));
  await timed("first run", async () => {
    await press(0, "run");
    await ended(0);
  });
  await timed("all", async () => {
    await press(-1, "all");
    await until(() => [...document.querySelectorAll("[data-result]")].every(({ dataset }) => dataset.state === "done"));
  });
  told.blocks = await page.evaluate(() => document.querySelectorAll("[data-live]").length);
  told.same = await page.evaluate(() => document.querySelectorAll(".run-same").length);
  told.outputs = await page.evaluate(() => document.querySelectorAll("[data-live] + .output:not(.measured)").length);
  await write(1, IMPORTING);
  told.edited = await printed(1);
  await write(1, "while True: pass");
  await press(1, "run");
  await new Promise((done) => setTimeout(done, 1000));
  await timed("stop", async () => {
    await press(1, "stop");
    await until(
      () => document.querySelectorAll("[data-live]")[1].querySelector("[data-result]").dataset.state === "idle",
    );
  });
  await write(1, IMPORTING); // in a new Worker
  told.again = await printed(1);
  await write(1, 'import random; n = random.random(); a = input("One? "); b = input("Two? "); print(a + b, n == n)');
  await press(1, "run");
  for (const line of ["20", "22"]) {
    await until(() => document.querySelector(".run-input input:enabled:focus") !== null);
    told.shown = await page.evaluate(() => document.querySelector("[data-result]:has(.run-input) pre").textContent);
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
  await ended(1);
  told.typed = await page.evaluate(
    () => document.querySelectorAll("[data-live]")[1].querySelector("[data-result] pre").textContent,
  );
  await write(1, "import numpy");
  await press(1, "run");
  await ended(1);
  told.lacking = await page.evaluate(
    () => document.querySelectorAll("[data-live]")[1].querySelector("[data-result] .run-problem").textContent,
  );
  await press(1, "reset");
  await press(2, "run");
  await ended(2);
  told.after = await page.evaluate(
    () => document.querySelectorAll("[data-live]")[2].querySelector("[data-result]").dataset.state,
  );
} catch (error) {
  told.faults.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(told));
