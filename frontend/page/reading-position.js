// Keeps the reading position when the reader changes language or alphabet: the same block, as far into it.

import { STATE_PREFIX } from "../core/share-link.js";
import { storeAlphabet } from "./alphabet-preference.js";
import { erase, PLACE, readJson, write } from "./reader-state.js";

const HEADING = ":is(h1, h2, h3, h4)[id]";
const TOLERANCE = 32; // pixels; scroll-margin puts the target of a link a little below the reading line

/**
 * The article's blocks from top to bottom, the same in each language; and the reading line: the lower edge of the
 * header, in pixels of the window.
 */
function visibleBlocks() {
  const blocks = [...document.querySelector("article").children].filter(
    (block) => !block.matches(".notice") && block.getClientRects().length > 0,
  );
  return { blocks, line: document.querySelector(".md-header").getBoundingClientRect().bottom };
}

/**
 * The block at the reading line: `id` of the heading above it, `after` how many blocks below that, and the `share` of
 * its height above the line, from 0 to 1. Null above the second heading.
 */
export function readingPosition() {
  const { blocks, line } = visibleBlocks();
  const index = blocks.findLastIndex((block) => block.getBoundingClientRect().top <= line + TOLERANCE);
  const heading = blocks.slice(0, index + 1).findLastIndex((block) => block.matches(HEADING));
  if (heading < 0 || blocks[heading].matches("h1")) return null; // the top of the page
  const { top, height } = blocks[index].getBoundingClientRect();
  return { id: blocks[heading].id, after: index - heading, share: Math.max(0, line - top) / height };
}

/** The block of a stored position; undefined where the page has no such heading. */
function blockAt({ id, after }) {
  const { blocks } = visibleBlocks();
  const heading = blocks.findIndex((block) => block.id === id);
  return heading < 0 ? undefined : blocks[Math.min(heading + after, blocks.length - 1)];
}

function scrollToPosition(position) {
  const block = blockAt(position);
  if (!block || position.after + position.share === 0) return; // the browser has scrolled there
  const { top, height } = block.getBoundingClientRect();
  scrollTo({ top: scrollY + top + position.share * height - visibleBlocks().line, behavior: "instant" });
}

/** Reads the position that the previous page stored, and removes it. */
function takeStoredPosition() {
  const stored = readJson(PLACE, "sessionStorage");
  erase(PLACE, "sessionStorage");
  return stored && (location.hash === `#${stored.id}` || location.hash.startsWith(STATE_PREFIX)) ? stored : null;
}

/** Stores the position on a click on another language, and restores one that the previous page stored. */
export function keepReadingPosition() {
  for (const link of document.querySelectorAll("a[data-language]")) {
    link.addEventListener("click", () => {
      if (link.hasAttribute("data-alphabet")) storeAlphabet(link.dataset.language);
      const position = readingPosition();
      // A hash with a widget's state stays; the position is stored separately.
      link.hash = location.hash.startsWith(STATE_PREFIX) ? location.hash : (position?.id ?? "");
      if (position) write(PLACE, position, "sessionStorage"); // else the hash leads to the section
    });
  }
  const stored = takeStoredPosition();
  if (!stored) return;
  // linked-widget.js doesn't scroll to its widget then.
  document.documentElement.dataset.placed = "";
  scrollToPosition(stored);
  const rescroll = () => scrollToPosition(stored);
  addEventListener("load", rescroll); // typefaces and images may have moved it
  const observer = new ResizeObserver(rescroll); // a widget grows when it starts, which may be after `load`
  const block = blockAt(stored);
  if (block) observer.observe(block);
  const stopRescrolling = () => {
    removeEventListener("load", rescroll);
    observer.disconnect();
  };
  for (const eventType of ["wheel", "pointerdown", "keydown"])
    addEventListener(eventType, stopRescrolling, { once: true, passive: true });
}
