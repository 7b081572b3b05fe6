// What a reader has read and solved and where they stopped, for a site with all its languages: pages have the same
// names and headings the same ids in each.

import { READ, readJson, SOLVED, STOPPED, write } from "./reader-state.js";

/**
 * @typedef {object} Stop where somebody stopped
 * @property {string} page its name
 * @property {string} id of the heading
 * @property {number} after how many blocks below it
 * @property {number} share of that block above the reading line
 * @property {string} title of the heading
 * @property {string} lang of this title
 * @property {string} when date and time, as ISO 8601 writes them
 */

/** The template #reader: signs in the page's language, the way to the site's folder, and what kind of page it is. */
export const reader = () => /** @type {HTMLTemplateElement} */ (document.getElementById("reader"));

/** The path of the site's folder: sites of one origin don't share what is kept. */
export const sitePath = () => new URL(reader().dataset.site ?? "", location.href).pathname;

/** Links of the navigation to pages, without the present page's contents. */
export const PAGE_LINKS = '.md-nav--primary a.md-nav__link:not([href^="#"])';

/**
 * The name of a page: the last folder of its address, also in a copy that is opened as files.
 * @param {URL | Location | HTMLAnchorElement} address
 */
export const pageName = ({ pathname }) => pathname.split("/").at(-2) ?? "";

const GIVEN = "\t"; // between the mark of what is solved and the answer that was given
const keyOf = (name) => `${name} ${sitePath()}`;
const isText = (value) => typeof value === "string";
const texts = (value) => (Array.isArray(value) ? value.filter(isText) : []);

/** @returns {string[]} the names of pages that have been read */
export const pagesRead = () => texts(readJson(keyOf(READ)));

/** @param {string} name of a page that has been read */
export function addRead(name) {
  const names = pagesRead();
  if (!names.includes(name)) write(keyOf(READ), [...names, name]);
}

/** @returns {Record<string, string[]>} the marks of what is solved, some with the answer, by the names of pages */
export function solved() {
  const kept = readJson(keyOf(SOLVED));
  if (typeof kept !== "object" || Array.isArray(kept)) return {};
  return Object.fromEntries(Object.entries(kept ?? {}).map(([name, marks]) => [name, texts(marks)]));
}

/** @returns {Map<string, string>} the answers that were given on this page, by marks; "" for one that isn't kept */
export function answersHere() {
  const marks = solved()[pageName(location)] ?? [];
  return new Map(marks.map((mark) => [...mark.split(GIVEN), ""]).map(([mark, answer]) => [mark, answer]));
}

/**
 * @param {string} mark of a question or an exercise on this page (solved-marks.js)
 * @param {string} [answer] that was given
 */
export function addSolved(mark, answer = "") {
  const marks = Array.from(answersHere().set(mark, answer), ([one, given]) => (given ? one + GIVEN + given : one));
  write(keyOf(SOLVED), { ...solved(), [pageName(location)]: marks });
}

/** @returns {Stop | null} */
export function lastStop() {
  const kept = readJson(keyOf(STOPPED));
  const { page, id, title, lang, when } = kept ?? {};
  return [page, id, title, lang, when].every(isText) && !Number.isNaN(Date.parse(when)) ? kept : null;
}

/** @param {Stop} stop */
export const keepStop = (stop) => write(keyOf(STOPPED), stop);
