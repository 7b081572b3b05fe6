// The home page's overview: how much of each chapter is solved, how much of all is read, and where to go on.

import { interpolate, make, readMessages } from "../core/dom.js";
import { lastStop, pageName, pagesRead, solved } from "../page/progress.js";

/** @typedef {{ item: HTMLElement, place: HTMLElement, name: string, minutes: string, tasks: number }} Row */

/** @returns {Row[]} the pages of the overview */
const rows = () =>
  Array.from(document.querySelectorAll("li > .length"), (/** @type {HTMLElement} */ place) => ({
    item: place.parentElement,
    place,
    name: pageName(place.parentElement.querySelector("a")),
    minutes: place.textContent,
    tasks: Number(place.dataset.tasks ?? 0),
  }));

/** Where to go on: the page at which the reader stopped or, where that is read, the next one that isn't. */
function pageToGoOn(all, read) {
  const stopped = all.findIndex(({ name }) => name === lastStop()?.page);
  return stopped < 0 ? undefined : all.slice(stopped).find(({ name, minutes }) => minutes && !read.has(name));
}

function showRow({ item, place, minutes, tasks }, done, isHere, words) {
  item.classList.toggle("is-here", isHere);
  place.replaceChildren(
    isHere ? make("span", { class: "length__here" }, words.here) : make("span", {}, minutes),
    done ? make("span", {}, interpolate(words.solved, { solved: done, tasks })) : "",
  );
}

/** Fills what the page keeps free for it; a function that does so again when something has changed. */
export function showChapters() {
  const progress = /** @type {HTMLElement | null} */ (document.querySelector(".progress"));
  if (!progress) return () => {};
  const words = readMessages(progress);
  const all = rows();
  const chapters = all.filter(({ minutes }) => minutes);
  const tasks = all.reduce((sum, row) => sum + row.tasks, 0);
  const show = () => {
    const [read, marks] = [new Set(pagesRead()), solved()];
    const doneOf = (row) => Math.min(marks[row.name]?.length ?? 0, row.tasks);
    const here = pageToGoOn(all, read);
    for (const row of all) showRow(row, doneOf(row), row === here, words);
    const count = chapters.filter(({ name }) => read.has(name)).length;
    const done = all.reduce((sum, row) => sum + doneOf(row), 0);
    const said = interpolate(words.total, { read: count, chapters: chapters.length, solved: done, tasks });
    progress.replaceChildren(
      ...(count || done
        ? [make("span", {}, said), make("progress", { value: count, max: chapters.length, "aria-hidden": "true" })]
        : []),
    );
  };
  show();
  return show;
}
