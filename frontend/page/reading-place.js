// Another language or alphabet shows the place that was being read: the same block, and as far into it.

import { STATE } from "../core/share-link.js";
import { chooseAlphabet } from "./alphabet-preference.js";

const KEPT = "handbook.place"; // in the session's storage, from the press on a language to the page that it leads to
const HEADING = ":is(h1, h2, h3, h4)[id]";
const NEAR = 32; // pixels; a heading that a link has led to stands a little below the line where reading begins

/**
 * The article's blocks from top to bottom, the same in each language,
 * and the line where reading begins: the lower edge of the page's header.
 */
function blocksRead() {
  const blocks = [...document.querySelector("article").children].filter(
    (block) => !block.matches(".notice") && block.getClientRects().length > 0,
  );
  return { blocks, line: document.querySelector(".md-header").getBoundingClientRect().bottom };
}

/**
 * `{id, after, share}`: the heading above, how many blocks below it one is at the reading line, and how much of that
 * has gone by; null above the second heading.
 */
function placeRead() {
  const { blocks, line } = blocksRead();
  const at = blocks.findLastIndex((block) => block.getBoundingClientRect().top <= line + NEAR);
  const heading = blocks.slice(0, at + 1).findLastIndex((block) => block.matches(HEADING));
  if (heading < 0 || blocks[heading].matches("h1")) return null; // the title needs no address
  const { top, height } = blocks[at].getBoundingClientRect();
  return { id: blocks[heading].id, after: at - heading, share: Math.max(0, line - top) / height };
}

function goTo({ id, after, share }) {
  const { blocks, line } = blocksRead();
  const heading = blocks.findIndex((block) => block.id === id);
  if (heading < 0 || after + share === 0) return; // the address leads there
  const { top, height } = blocks[Math.min(heading + after, blocks.length - 1)].getBoundingClientRect();
  scrollTo({ top: scrollY + top + share * height - line, behavior: "instant" });
}

/** What the page before this one kept, once. */
function takeKept() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
    return kept && (location.hash === `#${kept.id}` || location.hash.startsWith(STATE)) ? kept : null;
  } catch {
    return null; // storage may be forbidden
  }
}

export function keepPlace() {
  for (const link of document.querySelectorAll("a[data-language]")) {
    link.addEventListener("click", () => {
      if (link.hasAttribute("data-alphabet")) chooseAlphabet(link.dataset.language);
      const place = placeRead();
      // A link to what a widget shows keeps that; where the reader is in the page is told besides.
      link.hash = location.hash.startsWith(STATE) ? location.hash : (place?.id ?? "");
      try {
        if (place) sessionStorage.setItem(KEPT, JSON.stringify(place));
      } catch {
        // then the section's beginning has to do
      }
    });
  }
  const kept = takeKept();
  if (!kept) return;
  // A widget that the address speaks of doesn't call the reader away: linked-widget.js.
  document.documentElement.dataset.placed = "";
  goTo(kept);
  const again = () => goTo(kept); // typefaces and pictures may have moved it
  const moved = () => removeEventListener("load", again);
  for (const sign of ["wheel", "pointerdown", "keydown"]) addEventListener(sign, moved, { once: true, passive: true });
  addEventListener("load", again);
}
