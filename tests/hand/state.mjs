// A reader solves a question, stops, goes on from the home page, and erases what the browser has kept: real presses.
// node state.mjs '{"browser": "firefox", "executable": path, "address": url, "chapter": name}' prints JSON.
import { EXCUSED, launch } from "./browser.mjs";

const { browser: name, executable, address, chapter } = JSON.parse(process.argv[2]);
const browser = await launch(name, executable);
const page = await browser.newPage();
const told = { faults: [] };
page.on("pageerror", (error) => EXCUSED.test(error) || told.faults.push(String(error)));

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const open = async (path) => {
  await page.goto(address + path, { waitUntil: "load" });
  await pause(500);
};
/** Presses the middle of the first element that fits. */
async function press(selector) {
  const { x, y } = await page.evaluate((selector) => {
    const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    element.scrollIntoView({ behavior: "instant", block: "center" });
    const { left, top, width, height } = element.getClientRects()[0];
    return { x: left + width / 2, y: top + height / 2 };
  }, selector);
  await pause(100);
  await page.mouse.click(x, y);
  await pause(200);
}
/** How far the sixth section is from the window's upper edge. */
const topOfSection = () =>
  page.evaluate(() => document.querySelectorAll("article > h2")[5].getBoundingClientRect().top);
const kept = () =>
  page.evaluate(() => [...document.querySelectorAll("[data-kept]:not(.kept--nothing)")].map((row) => row.dataset.kept));

await open(`${chapter}/`);
const field = "form.quiz[data-quiz=number] input[type=text]";
const right = await page.$eval("form.quiz[data-quiz=number]", (form) => form.dataset.answer);
await press(field);
await page.keyboard.type(right);
await page.keyboard.press("Enter");
await pause(200);
await page.reload({ waitUntil: "load" });
told.solved = await page.$eval("form.quiz[data-quiz=number] > .solved", (sign) => sign.textContent.trim());

await page.evaluate(() => {
  const section = document.querySelectorAll("article > h2")[5];
  scrollTo({ top: section.getBoundingClientRect().top + scrollY + 350, behavior: "instant" });
});
await pause(300);
told.stoppedAt = await topOfSection();
await open("");
told.goOn = await page.$eval(".hero__go-on a", (link) => link.textContent.trim());
await Promise.all([page.waitForNavigation({ waitUntil: "load" }), press(".hero__go-on a")]);
await pause(700);
told.wentTo = await topOfSection();

await open("your-data/");
told.keptBefore = await kept();
await press(".kept__all");
told.said = await page.$eval(".kept [role=status]", (status) => status.textContent);
told.focus = await page.evaluate(() => document.activeElement.getAttribute("role"));
told.keptAfter = await kept();
told.left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
await browser.close();
console.log(JSON.stringify(told));
