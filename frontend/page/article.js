// Fixes what Material's script adds to the article, and marks calculations in tables.

import { addWrapButtons } from "./code-wrap.js";
import { updateOnFontLoad, watchScrollers } from "./scroll-focus.js";

/**
 * Fixes what Material's script adds, now and later.
 * @param {HTMLElement} article
 */
export function fixArticle(article) {
  const fix = () => {
    // Material adds a <nav> to each code block: too many landmarks for screen readers.
    for (const tools of article.querySelectorAll("nav.md-code__nav:not([role])")) tools.setAttribute("role", "none");
    addWrapButtons(article);
    watchScrollers(article);
  };
  new MutationObserver(fix).observe(article, { childList: true, subtree: true });
  fix();
  updateOnFontLoad(article);
}

const CALCULATION = /^(?=.*\d)[\d\s.,;:+\-−·×=/%()[\]]{1,32}$/;

/**
 * Marks table cells that hold a calculation, which the styles keep on one line: on small screens the table scrolls.
 * @param {HTMLElement} article
 */
export function markCalculations(article) {
  for (const cell of article.querySelectorAll("td")) {
    if (CALCULATION.test(cell.textContent.trim())) cell.classList.add("numbers");
  }
}
