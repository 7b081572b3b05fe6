// Widgets calculate as soon as their script runs, most of them far below the first view, and the explorer brings a
// model of 300 kB along. A page keeps the addresses in <script type="text/plain" data-near="SELECTOR" src="…">; they
// are loaded, in their order, when such a part comes near.

import { STATE } from "../core/share-link.js";

const WINDOWS = 2; // how near, in heights of the window

export function loadWhenNear() {
  for (const selector of new Set(
    Array.from(document.querySelectorAll("script[data-near]"), (kept) => kept.dataset.near),
  )) {
    const load = () => {
      observer.disconnect();
      removeEventListener("hashchange", loadForLink);
      for (const { src } of document.querySelectorAll(`script[data-near="${selector}"]`))
        document.head.append(Object.assign(document.createElement("script"), { async: false, src }));
    };
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      rootMargin: `${100 * WINDOWS}% 0px`,
    });
    document.querySelectorAll(selector).forEach((part) => observer.observe(part));
    // A link with numbers leads to its part by the part's own script.
    const loadForLink = () => location.hash.startsWith(STATE) && load();
    addEventListener("hashchange", loadForLink);
    loadForLink();
  }
}
