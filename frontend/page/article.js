// What the article needs beside html and css: mends of what Material's script makes, and tables of numbers.

import { offerToWrap } from "./code-wrap.js";
import { measureWithTypefaces, watchScrollers } from "./scroll-focus.js";

/** Mends what Material's script makes, now and later. */
export function mendArticle(article) {
  const mend = () => {
    // A <nav> for the copy button of each block: as many landmarks as there are blocks.
    for (const tools of article.querySelectorAll("nav.md-code__nav:not([role])")) tools.setAttribute("role", "none");
    offerToWrap(article);
    watchScrollers(article);
  };
  new MutationObserver(mend).observe(article, { childList: true, subtree: true });
  mend();
  measureWithTypefaces(article);
}

const CALCULATION = /^(?=.*\d)[\d\s.,;:+\-−·×=/%()[\]]{1,32}$/;

/** A calculation in a cell stays on one line; on a small screen the table scrolls instead. */
export function keepCalculations(article) {
  for (const cell of article.querySelectorAll("td")) {
    if (CALCULATION.test(cell.textContent.trim())) cell.classList.add("numbers");
  }
}
