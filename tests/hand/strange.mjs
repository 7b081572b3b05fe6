// A page in which a stranger has written, in a browser: what of it ran, and whether it can send.
import { launch } from "./browser.mjs";

const { browser: name, executable, url, other } = JSON.parse(process.argv[2]);
const browser = await launch(name, executable);
try {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: "load" });
  const told = await page.evaluate(async (address) => {
    const fetched = await fetch(`${address}/fetch`, { mode: "no-cors" }).then(
      () => true,
      () => false,
    );
    const before = document.title;
    document.querySelector("#send").click();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { fetched, title: before, ready: document.querySelectorAll("[data-action]").length > 0 };
  }, other);
  const end = await fetch(`${other}/end`); // the host hears who asks
  await end.text();
  console.log(JSON.stringify(told));
} finally {
  await browser.close();
}
