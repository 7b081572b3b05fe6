// The theme's script is a third of what a first view loads, and a page can be read without it. On a small screen it waits for
// the first sign of a hand: a touch, a key, a scroll. What it alone can do then (the search, the colors) is done when it is there.

import { loadStyles, run } from "./near.js";

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "focusin", "hashchange"];
const COLORS = "[data-md-component=palette]";

export function loadWhenTouched() {
  const kept = document.querySelector("script[data-touched]");
  const sidebars = matchMedia("(min-width: 60em)"); // Material's width; it measures them
  const dark = matchMedia("(prefers-color-scheme: dark)"); // it follows the system
  const held = []; // what is done again when it is there

  const holdKey = ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (target === document.body && key.length === 1 && !ctrlKey && !metaKey && !altKey) held.push(() => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
  };
  const holdColors = (event) => {
    const label = event.target.closest(`${COLORS} label`);
    if (!label) return;
    event.preventDefault();
    held.push(() => label.click());
  };
  const load = () => {
    SIGNS.forEach((sign) => removeEventListener(sign, load, true));
    for (const media of [sidebars, dark]) media.removeEventListener("change", load);
    loadStyles();
    const script = run(kept);
    const release = () => {
      removeEventListener("keydown", holdKey, true);
      removeEventListener("click", holdColors, true);
      kept.remove();
    };
    script.addEventListener("error", release);
    script.addEventListener("load", () => {
      release();
      document.dispatchEvent(new Event("DOMContentLoaded")); // it waits for this, which is long past
      held.forEach((again) => again());
    });
  };

  addEventListener("keydown", holdKey, true);
  addEventListener("click", holdColors, true);
  if (sidebars.matches || location.hash || /[?&][hq]=/.test(location.search) || scrollY > 0) return load();
  showColors();
  SIGNS.forEach((sign) => addEventListener(sign, load, { capture: true, passive: true }));
  for (const media of [sidebars, dark]) media.addEventListener("change", load);
}

/** Of the buttons for colors, each of which leads to the next, the one that follows what was chosen. */
function showColors() {
  const chosen = document.querySelectorAll(`${COLORS} input`)[Math.max(0, window.__md_get("__palette")?.index ?? 0)];
  if (chosen) chosen.nextElementSibling.hidden = false;
}
