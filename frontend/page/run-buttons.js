// Puts the buttons Run and Edit at each code block. What they do is loaded when one of them is pressed, or at once
// where the reader has edited this page's code before.

import { loadScripts } from "./load-when-near.js";
import { CODE, readText } from "./reader-state.js";

const hasEdits = () => readText(`${CODE} ${location.pathname}`);

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
  let pressed;
  let isLoading = false;
  const load = async ({ target }) => {
    pressed = target.closest("[data-action]") ?? pressed;
    if (isLoading || !(pressed || hasEdits())) return;
    isLoading = true;
    const isLoaded = await loadScripts(document.querySelectorAll("script[data-run]"));
    if (isLoaded) {
      await globalThis.codeReady; // frontend/entries/code.js
      document.removeEventListener("click", load);
      pressed?.click();
    }
    pressed = null; // where nothing came, the next press tries again
    isLoading = false;
  };
  document.addEventListener("click", load);
  load({ target: document.body });
}
