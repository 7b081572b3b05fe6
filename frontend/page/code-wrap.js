// A button in each code block wraps long lines, on all pages until it is pressed again.

import { erase, readText, WRAP, write } from "./reader-state.js";

const PAGE_CLASS = "code-wraps"; // of <html>

function applyWrap(isWrapped) {
  document.documentElement.classList.toggle(PAGE_CLASS, isWrapped);
  for (const button of document.querySelectorAll(".code-wrap")) button.ariaPressed = String(isWrapped);
}

function toggleWrap(button) {
  const previousTop = button.getBoundingClientRect().top;
  const isWrapped = button.ariaPressed !== "true";
  applyWrap(isWrapped);
  if (isWrapped) write(WRAP, "1");
  else erase(WRAP);
  // Lines above the button have wrapped, too: it stays where it was.
  scrollBy({ top: button.getBoundingClientRect().top - previousTop, behavior: "instant" });
}

/**
 * Adds the button beside each block's copy button, from the template #code-wrap.
 * @param {HTMLElement} article
 */
export function addWrapButtons(article) {
  const template = document.getElementById("code-wrap");
  for (const tools of article.querySelectorAll("nav.md-code__nav:not(:has(.code-wrap))")) {
    const button = template.content.firstElementChild.cloneNode(true);
    button.ariaPressed = String(document.documentElement.classList.contains(PAGE_CLASS));
    button.addEventListener("click", () => toggleWrap(button));
    tools.prepend(button);
  }
}

/** Wraps long lines if the reader chose so on an earlier page. */
export const restoreWrap = () => applyWrap(readText(WRAP) !== null);
