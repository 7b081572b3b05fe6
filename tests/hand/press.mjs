// Presses on each kind of control, and then on the text beside it: as a mouse and as a finger do.
// node press.mjs '{"browser": "chromium", "executable": path, "input": "mouse", "width": 1280,
//                  "pages": {"en/by-hand": url}, "only": kinds of controls, or null for all}' prints JSON.
import { EXCUSED, launch } from "./browser.mjs";

const { browser: name, executable, input, width, pages, only } = JSON.parse(process.argv[2]);
const PATIENCE = 20_000;

/** In the page: what can have the focus, one of each kind, and where the words beside it are. */
function listControls() {
  const BOX =
    "form.quiz, [data-widget], [data-model], details, .tabbed-set, .highlight, figure, article, header, footer, nav";
  const CONTROL = "a[href], button, input, select, textarea, summary, [tabindex]";
  const kindOf = (control) => {
    const box = control.closest(BOX);
    const { act = "", cell = "" } = control.dataset;
    const role = control.closest("td, th")?.className.match(/role-\w+/)?.[0] ?? "";
    // What each widget has at its foot is one kind.
    const where = act ? "widget" : (box?.dataset.widget ?? box?.className.split?.(" ")[0] ?? "");
    return [where, control.localName, control.type ?? "", control.getAttribute("role") ?? "", act, cell && "cell", role]
      .filter(Boolean)
      .join(" ");
  };
  // A finger that comes down near a link is taken to mean it.
  addEventListener("click", (event) => event.target.closest?.("a[href]") && event.preventDefault(), { capture: true });
  const middle = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.disabled;
  /** What is seen of it: some are drawn by their label. */
  const drawn = (control) => (control.checkVisibility() ? [control, ...(control.labels ?? [])].find(shown) : undefined);
  const textsIn = (box) => {
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const found = [];
    while (words.nextNode()) {
      const { currentNode: node } = words;
      if (!node.data.trim() || node.parentElement.closest(CONTROL)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getClientRects()[0];
      if (!rect || rect.width < 4) continue;
      const { x, y } = middle(rect);
      const top = document.elementFromPoint(x, y); // null outside the window
      const free =
        top !== null && (top.contains(node) || node.parentElement.contains(top)) && top.closest(CONTROL) === null;
      if (free) found.push({ x, y });
    }
    return found;
  };

  window.kinds = () => [...new Set([...document.querySelectorAll(CONTROL)].filter(drawn).map(kindOf))];
  window.reach = (kind) => {
    window.control = [...document.querySelectorAll(CONTROL)].find(
      (control) => drawn(control) && kindOf(control) === kind,
    );
    if (!window.control) return null;
    const seen = drawn(window.control);
    seen.scrollIntoView({ behavior: "instant", block: "center" });
    const { x, y } = middle(seen.getClientRects()[0]);
    const top = document.elementFromPoint(x, y);
    // A link leads away, and a list of choices opens a window of its own: these get the focus without a press.
    return { x, y, pressed: !window.control.matches("a, select") && seen.contains(top) };
  };
  window.focusIt = () => window.control.isConnected && window.control.focus({ preventScroll: true });
  /** The two nearest words beside it, and the first, which often are a title. */
  window.beside = () => {
    const { control } = window;
    const at = middle((drawn(control) ?? control).getBoundingClientRect());
    let found = [];
    for (let box = control; found.length === 0; ) {
      box = box.parentElement?.closest(BOX) ?? document.body;
      found = textsIn(box);
      if (box === document.body) break;
    }
    const far = ({ x, y }) => Math.hypot(x - at.x, y - at.y);
    const nearest = found.toSorted((one, other) => far(one) - far(other)).slice(0, 2);
    // The same object twice is nothing that Firefox sends.
    return [...nearest, ...found.slice(0, 1).map((first) => ({ ...first }))];
  };
}

const browser = await launch(name, executable, width, 900);
const told = { version: await browser.version(), kinds: {}, presses: 0, faults: [] };

async function open(url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (input === "touch") await page.setViewport({ width, height: 800, hasTouch: true, isMobile: true });
  page.on("error", (error) => (page.gone = String(error)));
  page.on("pageerror", (error) => EXCUSED.test(error) || told.faults.push(`${url}: ${error}`));
  page.on("dialog", (dialog) => dialog.dismiss());
  await page.goto(url, { waitUntil: "load" });
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const ready = await page.evaluate(() => {
      const next = document.querySelector("[data-widget]:not([data-ready])");
      next?.scrollIntoView({ behavior: "instant" });
      return next === null;
    });
    if (ready) break;
  }
  await page.evaluate(listControls);
  return page;
}

/** The answer, or a fault where the page is gone or stays silent. */
async function alive(page, answer) {
  let timer;
  const silence = new Promise(
    (_, fail) => (timer = setTimeout(() => fail(new Error("the page answers no more")), PATIENCE)),
  );
  try {
    return await Promise.race([answer, silence]);
  } catch (error) {
    throw new Error(page.gone ?? error.message);
  } finally {
    clearTimeout(timer);
  }
}

const press = (page, { x, y }) => (input === "touch" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));

for (const [path, url] of Object.entries(pages)) {
  let page = await open(url);
  const kinds = (await page.evaluate(() => window.kinds())).filter(
    (kind) => !Object.hasOwn(told.kinds, kind) && (only?.includes(kind) ?? true),
  );
  for (const kind of kinds) {
    told.kinds[kind] = 0;
    try {
      const where = await alive(
        page,
        page.evaluate((kind) => window.reach(kind), kind),
      );
      if (where === null) continue; // a press before this one has put it away
      const ways = [where.pressed && (() => press(page, where)), () => page.evaluate(() => window.focusIt())].filter(
        Boolean,
      );
      for (const focus of ways) {
        for (const point of await alive(
          page,
          page.evaluate(() => window.beside()),
        )) {
          await alive(page, focus());
          await alive(page, press(page, point));
          await alive(
            page,
            page.evaluate(() => document.readyState),
          );
          told.presses += 1;
          told.kinds[kind] += 1;
        }
      }
      // A dialog that a press has opened fills a phone, and hides all other kinds.
      if (await page.evaluate(() => document.querySelector("dialog[open]") !== null))
        await page.keyboard.press("Escape");
      if (page.url().replace(/#.*/, "") !== url) throw new Error(`left for ${page.url()}`);
    } catch (error) {
      told.faults.push(`${path}: ${kind}: ${error.message}`);
      await page.close().catch(() => {});
      page = await open(url);
    }
  }
  await page.close();
}
await browser.close();
console.log(JSON.stringify(told));
