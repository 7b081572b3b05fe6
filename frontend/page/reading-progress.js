// Notes what a reader has read and where they stopped, and shows signs at the links to what is read.

import { make } from "../core/dom.js";
import { addRead, keepStop, PAGE_LINKS, pageName, pagesRead, reader } from "./progress.js";
import { readingPosition } from "./reading-position.js";

const DWELL = 2000; // milliseconds that a heading stands in the window until its section counts as seen
const ENOUGH = 0.5; // of a page's sections, with the last, make it read

/** Shows a sign at each link to a page that is read, in the navigation and on the home page, and at its title. */
export function showReadMarks() {
  const names = new Set(pagesRead());
  for (const link of document.querySelectorAll(`${PAGE_LINKS}, .door a, li > a:first-child:has(~ .length)`))
    mark(link, names.has(pageName(/** @type {HTMLAnchorElement} */ (link))));
  const place = document.querySelector(".kicker > .reading") ?? document.querySelector(".kicker");
  if (place) mark(place, names.has(pageName(location)));
}

function mark(element, isRead) {
  element.classList.toggle("is-read", isRead);
  element.querySelector(".read")?.remove();
  if (!isRead) return;
  const how = element.matches("a") ? "read visually-hidden" : "read"; // at a link, the sign is drawn
  element.append(make("span", { class: how }, ` ${reader().dataset.read}`));
}

/**
 * A page is read when its last section and half of all have been seen: who jumps to its end hasn't read it.
 * @param {NodeListOf<Element>} headings
 */
function watchSections(headings) {
  const last = headings[headings.length - 1];
  const seen = new Set();
  const timers = new Map();
  const see = (heading) => {
    observer.unobserve(heading);
    seen.add(heading);
    if (!seen.has(last) || seen.size < ENOUGH * headings.length) return;
    observer.disconnect();
    addRead(pageName(location));
    showReadMarks();
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target));
      if (isIntersecting) timers.set(target, setTimeout(see, DWELL, target));
    }
  });
  headings.forEach((heading) => observer.observe(heading));
}

/** Keeps where the reader is; at the top of a page nothing, so that a look at a chapter doesn't lose the place. */
function noteStop() {
  const position = document.visibilityState === "hidden" && readingPosition();
  if (!position) return;
  const heading = document.getElementById(position.id).cloneNode(true);
  heading.querySelector(".headerlink")?.remove();
  keepStop({
    page: pageName(location),
    ...position,
    title: heading.textContent.trim(),
    lang: document.documentElement.lang,
    when: new Date().toISOString(),
  });
}

/** Watches this page, unless it is none of those that are read from top to bottom. */
export function watchReading() {
  showReadMarks();
  const { kind } = reader().dataset;
  const headings = document.querySelectorAll("article h2[id]");
  if (kind && headings.length > 0 && !pagesRead().includes(pageName(location))) watchSections(headings);
  if (kind === "chapter") document.addEventListener("visibilitychange", noteStop);
}
