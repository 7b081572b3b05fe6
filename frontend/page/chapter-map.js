// On wide windows, a small copy of the chapter's map stands below the contents, and moves on with the reader: lit is
// what the section in view is about. Each part of the map names such sections (content/diagrams/decoder_map.py).

import { make } from "../core/dom.js";

const LINE = 0.4; // of the window's height: a heading above it is the one that is read

/** The id of the last heading above the reader's line that the map knows; a subsection is part of its section. */
function sectionInView(map, headings) {
  const passed = headings.filter((one) => one.getBoundingClientRect().top < LINE * innerHeight).reverse();
  const section = passed.findIndex(({ localName }) => localName === "h2");
  return passed.slice(0, section + 1).find(({ id }) => map.querySelector(`.at-${CSS.escape(id)}`))?.id;
}

/** Its name as the map has it, in one line. */
const nameOf = (part) => Array.from(part.querySelectorAll("text"), (line) => line.textContent).join(" ");

/** Puts the small map where there is room for it. */
export function showChapterMap() {
  const figure = document.querySelector("article .picture svg:has(.map-part[class*=at-])");
  const sidebar = document.querySelector(".md-sidebar--secondary .md-sidebar__scrollwrap");
  if (!figure || !sidebar) return;
  const copy = /** @type {SVGElement} */ (figure.cloneNode(true));
  for (const one of copy.querySelectorAll("title, desc")) one.remove();
  for (const name of ["role", "aria-labelledby"]) copy.removeAttribute(name);
  const caption = make("p");
  const map = make("div", { class: "chapter-map", "aria-hidden": "true" }, copy, caption);
  sidebar.append(map);
  const room = innerHeight - document.querySelector(".md-header").getBoundingClientRect().bottom;
  if (sidebar.scrollHeight > room) return map.remove(); // the contents need it
  const headings = [...document.querySelectorAll("article :is(h2, h3)[id]")];
  let last = /** @type {string | undefined} */ (undefined);
  const follow = () => {
    const id = sectionInView(map, headings);
    if (id === last) return;
    last = id;
    const here = new Set();
    for (const part of map.querySelectorAll(".map-part")) {
      const isHere = Boolean(id) && part.classList.contains(`at-${id}`);
      part.classList.toggle("is-here", isHere);
      if (isHere) here.add(nameOf(part));
    }
    map.classList.toggle("chapter-map--here", here.size > 0);
    caption.textContent = [...here].filter(Boolean).join(", ");
  };
  addEventListener("scroll", follow, { passive: true }); // which comes once a frame
  follow();
}
