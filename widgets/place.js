// Another language or alphabet shows the place that was being read: the same section, and as far into it.

import { chooseAlphabet } from "./choice.js";
import { STATE } from "./state.js";

const KEPT = "handbook.place"; // in the session's storage, from the press on a language to the page that it leads to
const NEAR = 32; // pixels; a heading that a link has led to stands a little below the line where reading begins

/** Headings with their upper edges, and the line where reading begins: the lower edge of the page's header. */
function sections() {
  const headings = [...document.querySelectorAll("article :is(h1, h2, h3, h4)[id]")].filter((heading) => heading.getClientRects().length > 0);
  const end = document.querySelector("article").getBoundingClientRect().bottom;
  const edges = [...headings.map((heading) => heading.getBoundingClientRect().top), end];
  return { headings, edges, line: document.querySelector(".md-header").getBoundingClientRect().bottom };
}

/** `{id, share}`: the section at the reading line, and how much of it has gone by; null above the second heading. */
function placeRead() {
  const { headings, edges, line } = sections();
  const at = headings.findLastIndex((_, place) => edges[place] <= line + NEAR);
  if (at < 1) return null; // the title needs no address
  return { id: headings[at].id, share: Math.max(0, line - edges[at]) / (edges[at + 1] - edges[at]) };
}

function goTo({ id, share }) {
  const { headings, edges, line } = sections();
  const at = headings.findIndex((heading) => heading.id === id);
  if (at < 0 || share === 0) return; // the address leads there
  scrollTo({ top: scrollY + edges[at] + share * (edges[at + 1] - edges[at]) - line, behavior: "instant" });
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
  document.documentElement.dataset.placed = ""; // a widget that the address speaks of doesn't call the reader away: state.js
  goTo(kept);
  const again = () => goTo(kept); // typefaces and pictures may have moved it
  const moved = () => removeEventListener("load", again);
  for (const sign of ["wheel", "pointerdown", "keydown"]) addEventListener(sign, moved, { once: true, passive: true });
  addEventListener("load", again);
}
