// A link that carries a state leads to its widget, and a link that can't be read says so there.

import { make } from "../core/dom.js";
import { STATE } from "../core/share-link.js";

/**
 * Whether the address speaks of the widget in `root`. What names none of the page's widgets is for the first to answer.
 */
export function isLinked(root) {
  if (!location.hash.startsWith(STATE)) return false;
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll("[data-widget]");
  const widgets = [...found];
  const named = widgets.find(({ dataset }) => location.hash.startsWith(`${STATE}${dataset.widget}.`));
  return root === (named ?? widgets[0]);
}

/**
 * Leads to the widget that the address speaks of, and says there if it can't be read (`problem`, else empty).
 * Not where the reader was on this page before: after a reload, on the way back, from another language
 * (reading-place.js).
 */
export function showLinked(root, problem, isFirst) {
  root.querySelector(".widget-link-problem")?.remove();
  if (problem)
    root
      .querySelector(".widget-about")
      .after(make("p", { class: "widget-problem widget-link-problem", role: "alert" }, problem));
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const arrives = navigation?.type === "navigate" && !("placed" in document.documentElement.dataset);
  if (arrives || !isFirst) root.scrollIntoView({ block: "start", behavior: "instant" });
}
