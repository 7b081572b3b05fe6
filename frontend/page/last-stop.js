// Links to pages by their names, and to where the reader stopped.

import { make } from "../core/dom.js";
import { lastStop, PAGE_LINKS, pageName } from "./progress.js";
import { PLACE, write } from "./reader-state.js";

/** @returns {Map<string, HTMLAnchorElement>} the navigation's links by the names of their pages */
export const pageLinks = () =>
  new Map(
    Array.from(/** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(PAGE_LINKS)), (link) => [
      pageName(link),
      link,
    ]),
  );

/** @param {HTMLAnchorElement} link of the navigation */
const titleOf = (link) => link.querySelector(".md-ellipsis").textContent.trim();

/**
 * @param {string} name
 * @param {HTMLAnchorElement | undefined} link the navigation's; a page that is gone has none
 * @returns {HTMLElement | string} a link with the page's title, or its name
 */
export const linkTo = (name, link) => (link ? make("a", { href: link.href }, titleOf(link)) : name);

/**
 * A link to the block at which the reader stopped, in this page's language; undefined where that is nowhere. The
 * heading is named where it was read in this language.
 * @returns {HTMLAnchorElement | undefined}
 */
export function linkToStop() {
  const stop = lastStop();
  const link = stop && pageLinks().get(stop.page);
  if (!link) return undefined;
  const title = stop.lang === document.documentElement.lang ? `${titleOf(link)}: ${stop.title}` : titleOf(link);
  return make("a", { href: `${link.href}#${stop.id}`, onclick: () => write(PLACE, stop, "sessionStorage") }, title);
}
