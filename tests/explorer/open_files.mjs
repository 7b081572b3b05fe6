// Opens attention files in the explorer's page for them, in a real browser, and looks at every view.
// node open_files.mjs '{"browser", "executable", "page", "files": [path]}'

import { EXCUSED, launch } from "../hand/browser.mjs";

const plan = JSON.parse(process.argv[2]);
const browser = await launch(plan.browser, plan.executable, 1100, 900);
const told = { version: await browser.version(), faults: [], files: {} };
const page = await browser.newPage();
page.on("pageerror", (error) => EXCUSED.test(error) || told.faults.push(String(error)));
for (const file of plan.files) {
  await page.goto(plan.page);
  await page.waitForSelector("[data-ready]");
  await page.evaluate(() => (document.querySelector(".explorer-open").open = true));
  const input = await page.$("input[type=file]");
  await input.uploadFile(file);
  await page.waitForFunction(
    () =>
      document.querySelector(".explorer-file span").textContent ||
      document.querySelector(".explorer-open + .explorer-problem").textContent,
  );
  const views = {};
  for (const tab of await page.$$("[role=tab]")) {
    if (!(await tab.isVisible())) continue;
    await tab.click();
    const name = await tab.evaluate((element) => element.id.replace(/.*tab-/, ""));
    views[name] = await page.evaluate(() => document.querySelectorAll(".explorer-stage svg *").length);
  }
  told.files[file] = {
    views,
    opened: await page.evaluate(() => document.querySelector(".explorer-file span").textContent),
    problem: await page.evaluate(() => document.querySelector(".explorer-open + .explorer-problem").textContent),
  };
}
await browser.close();
console.log(JSON.stringify(told));
