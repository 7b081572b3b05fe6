// Scrolls to the widget whose state a link carries, and reports links that can't be read.

import { make } from "../core/dom.js";
import { STATE_PREFIX } from "../core/share-link.js";

/**
 * Whether the hash holds a state for this widget. The first widget of the page also answers for unknown names.
 * @param {HTMLElement} root the widget's
 */
export function isLinked(root) {
  if (!location.hash.startsWith(STATE_PREFIX)) return false;
  /** @type {NodeListOf<HTMLElement>} */
  const elements = document.querySelectorAll("[data-widget]");
  const widgets = [...elements];
  const named = widgets.find(({ dataset }) => location.hash.startsWith(`${STATE_PREFIX}${dataset.widget}.`));
  return root === (named ?? widgets[0]);
}

/**
 * Scrolls to the widget of a link, and shows the problem if the link can't be read. Doesn't scroll on the first call
 * after a reload, on the way back, and from another language (reading-position.js): the reader has a position there.
 * @param {HTMLElement} root the widget's
 * @param {string} problem "" for none
 * @param {boolean} isFirst the page has just loaded
 */
export function showLinked(root, problem, isFirst) {
  root.querySelector(".widget-link-problem")?.remove();
  const about = /** @type {HTMLElement} */ (root.querySelector(".widget-about"));
  if (problem) about.after(make("p", { class: "widget-problem widget-link-problem", role: "alert" }, problem));
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const arrives = navigation?.type === "navigate" && !("placed" in document.documentElement.dataset);
  if (arrives || !isFirst) root.scrollIntoView({ block: "start", behavior: "instant" });
}
