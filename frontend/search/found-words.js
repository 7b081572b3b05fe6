// Marks on a page what was searched for, by the browser's highlights: the page's elements stay as they are.

import { language } from "./language.js";
import { indexTerms, tokens, wholeTerm } from "./words.js";

export const PARAMETER = "h"; // of the address: the words that were found, with spaces between them
const NAME = "found"; // of the highlight, in search.css
const SKIPPED = "script, style, template, .katex, [aria-hidden=true], [hidden], .headerlink";

/** The elements of the section that the address leads to, or the whole article. */
function sectionElements() {
  const article = document.querySelector("article");
  const heading = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!heading || !/^H[1-6]$/.test(heading.tagName) || heading.tagName === "H1") return [article];
  const elements = [heading];
  for (
    let next = heading.nextElementSibling;
    next && !(next.tagName <= heading.tagName && /^H\d$/.test(next.tagName));
    next = next.nextElementSibling
  )
    elements.push(next);
  return elements;
}

/**
 * Marks words in the section that the address leads to.
 * @param {string[]} words in any of their forms
 */
export function markFound(words) {
  if (!globalThis.Highlight || !words.length) return; // an older browser, which shows the section without marks
  const terms = new Set(words.map((word) => wholeTerm(word, language)).filter(Boolean));
  const ranges = [];
  for (const element of sectionElements()) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { text, index } of tokens(node.data)) {
        if (!indexTerms(text, language).some((term) => terms.has(term))) continue;
        const range = new StaticRange({
          startContainer: node,
          startOffset: index,
          endContainer: node,
          endOffset: index + text.length,
        });
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
  addEventListener("keydown", clearOnEscape);
}

function clearOnEscape({ key }) {
  if (key !== "Escape") return;
  CSS.highlights.delete(NAME);
  removeEventListener("keydown", clearOnEscape);
}

/** Marks what the address of this page names. */
export function markFromAddress() {
  const words = new URLSearchParams(location.search).get(PARAMETER)?.split(" ") ?? [];
  markFound(words);
}
