// Marks on a page what was searched for, by the browser's highlights: the page's elements stay as they are.

import { language } from "./language.js";
import { indexTerms, tokens, wholeTerm } from "./words.js";

export const PARAMETER = "h"; // of the address: the words that were found, with spaces between them
const NAME = "found"; // of the highlight, in search.css
const SKIPPED = "script, style, template, .katex, [aria-hidden=true], [hidden], .headerlink";

/** The elements of the section that the address leads to, or the whole article. @returns {Element[]} */
function sectionElements() {
  const heading = document.querySelector(":is(h2, h3, h4):target");
  if (!heading) return [...document.querySelectorAll("article")];
  const isNext = ({ tagName }) => /^H\d$/.test(tagName) && tagName <= heading.tagName;
  const elements = [heading];
  for (let next = heading.nextElementSibling; next && !isNext(next); next = next.nextElementSibling)
    elements.push(next);
  return elements;
}

/** The texts in an element that a reader sees. @returns {Text[]} */
function textsIn(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(/** @type {Text} */ (node));
  return texts.filter((text) => !text.parentElement?.closest(SKIPPED));
}

/** A part of a text, which the browser needn't keep up to date while the page changes. */
const rangeOf = (node, { index, text }) =>
  new StaticRange({ startContainer: node, startOffset: index, endContainer: node, endOffset: index + text.length });

/**
 * Marks words in the section that the address leads to.
 * @param {string[]} words in any of their forms
 */
export function markFound(words) {
  if (!globalThis.Highlight || !words.length) return; // an older browser, which shows the section without marks
  const terms = new Set(words.map((word) => wholeTerm(word, language)).filter(Boolean));
  const isFound = ({ text }) => indexTerms(text, language).some((term) => terms.has(term));
  const ranges = sectionElements()
    .flatMap(textsIn)
    .flatMap((node) =>
      tokens(node.data)
        .filter(isFound)
        .map((token) => rangeOf(node, token)),
    );
  CSS.highlights.set(NAME, new Highlight(...ranges));
  addEventListener("keydown", clearOnEscape);
}

function clearOnEscape({ key }) {
  if (key !== "Escape") return;
  CSS.highlights.delete(NAME);
  removeEventListener("keydown", clearOnEscape);
}

/** Marks what the address of this page names. */
export const markFromAddress = () => markFound(new URLSearchParams(location.search).get(PARAMETER)?.split(" ") ?? []);
