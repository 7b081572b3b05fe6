// Puts the buttons Run and Edit at each code block. What they do is loaded when one of them is pointed at or pressed,
// or at once where the reader has edited this page's code before.

import { loadScripts } from "./load-when-near.js";
import { CODE, languageLinks, readText } from "./reader-state.js";

const TOUCHES = ["click", "pointerover", "focusin"];
/** Here, or on the same page in another language. */
const hasEdits = () => [location, ...languageLinks()].some(({ pathname }) => readText(`${CODE} ${pathname}`));

/** Adds the template #run to each live block. Its buttons are named by their blocks' numbers. */
export function addRunButtons() {
  const template = document.getElementById("run");
  if (!template) return;
  document.querySelectorAll("[data-live], [data-above]").forEach((block, index) => {
    if (!("live" in block.dataset)) return;
    block.append(template.content.cloneNode(true));
    if (!block.dataset.check) block.querySelector("[data-action=check]").remove();
    for (const button of block.querySelectorAll("[data-action]")) button.ariaLabel += index + 1;
  });
  document.querySelector("[data-live] [data-action=run]")?.classList.add("run-first");
  let pressed;
  let isLoading = false;
  const load = async ({ target, type }) => {
    const button = target.closest?.("[data-action]");
    if (type === "click") pressed = button ?? pressed;
    if (isLoading || !(button || hasEdits())) return;
    isLoading = true;
    const isLoaded = await loadScripts(document.querySelectorAll("script[data-run]"));
    if (isLoaded) {
      await globalThis.codeReady; // frontend/entries/code.js
      for (const name of TOUCHES) document.removeEventListener(name, load);
      if (pressed) pressed.click();
      else if (button) globalThis.preparePython();
    }
    pressed = null; // where nothing came, the next press tries again
    isLoading = false;
  };
  for (const name of TOUCHES) document.addEventListener(name, load);
  load({ target: document.body });
}
