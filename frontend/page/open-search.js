// Opens the search: by its button, by / and by Ctrl+K. What it needs is loaded when it is opened for the first time.

import { loadScripts } from "./load-when-near.js";

const SCRIPTS = "script[data-search-script]";
const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Lets the page's dialog search. */
export function enableSearch() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("search"));
  if (!dialog) return;
  const input = dialog.querySelector("input");
  let loading;
  const open = (query = "") => {
    if (dialog.open) return;
    if (query) input.value = query;
    dialog.showModal();
    input.select();
    loading ??= start(dialog).catch(() => (loading = undefined));
  };
  document.querySelector("[data-search]").addEventListener("click", () => open());
  addEventListener("keydown", (event) => {
    // Just after the dialog was closed, a key may still come from its field.
    const isTyping = event.target !== input && event.target.closest?.(TYPING);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !dialog.open && !isTyping;
    const isControlK = event.key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.defaultPrevented || !(isControlK || isSlash)) return;
    event.preventDefault();
    open();
  });
  const address = new URLSearchParams(location.search);
  if (address.has("q")) open(address.get("q"));
  // What was found on another page is marked on this one: the first script does that.
  else if (address.has("h")) loadScripts([document.querySelector(SCRIPTS)]);
}

async function start(dialog) {
  const state = dialog.querySelector("[role=status]");
  const { loading, failed } = JSON.parse(dialog.dataset.words);
  state.textContent = loading;
  if (!(await loadScripts(document.querySelectorAll(SCRIPTS)))) {
    state.textContent = failed;
    throw new Error(failed);
  }
  await globalThis.startSearch(dialog);
}
