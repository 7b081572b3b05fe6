// Loads the model of the home page (300 kB) when somebody touches its part: by pointing, pressing or going there by
// keyboard. What was pressed meanwhile is done as soon as it is there. Without scripts its controls are disabled.

import { keepLines } from "../home/lines.js";
import { loadScripts } from "./load-when-near.js";

const TOUCHES = ["pointerenter", "pointerdown", "focusin", "input", "click"];

/** Wakes the part of the page that shows the model, if it has one. */
export function loadWhenTouched() {
  const root = document.querySelector("[data-model]");
  if (!root) return;
  keepLines();
  for (const control of root.querySelectorAll("[disabled]")) control.disabled = false;
  let pending = () => {};
  const listeners = new AbortController();
  const remember = (name, redo) =>
    root.addEventListener(
      name,
      (event) => {
        if (root.dataset.ready) return; // the model answers by itself
        if (name === "submit") event.preventDefault();
        pending = () => redo(event.target);
      },
      { signal: listeners.signal },
    );
  remember("click", (target) => target.click());
  remember("input", (target) => target.dispatchEvent(new Event("input")));
  remember("submit", (target) => target.requestSubmit());
  const load = async () => {
    for (const name of TOUCHES) root.removeEventListener(name, load);
    root.ariaBusy = "true";
    const isLoaded = await loadScripts(document.querySelectorAll("script[data-touched]"));
    root.ariaBusy = null;
    if (!isLoaded) return listenForTouches();
    listeners.abort();
    pending();
  };
  const listenForTouches = () => TOUCHES.forEach((name) => root.addEventListener(name, load));
  listenForTouches();
}
