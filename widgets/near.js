// Parts that calculate come with scripts of their own, most of them far below the first view: a page keeps the addresses
// in <script type="text/plain" data-near="SELECTOR" src="…">, and they are loaded, in their order, when such a part comes near.

import { STATE } from "./state.js";

const WINDOWS = 2; // how near, in heights of the window

export function loadWhenNear() {
  const kept = {};
  for (const script of document.querySelectorAll("script[data-near]")) (kept[script.dataset.near] ??= []).push(script);
  for (const [selector, scripts] of Object.entries(kept)) {
    const load = () => {
      observer.disconnect();
      removeEventListener("hashchange", loadForLink);
      loadStyles();
      scripts.splice(0).forEach(run);
    };
    // A link with numbers leads to its part by the part's own script.
    const loadForLink = () => location.hash.startsWith(STATE) && load();
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), { rootMargin: `${100 * WINDOWS}% 0px` });
    document.querySelectorAll(selector).forEach((part) => observer.observe(part));
    addEventListener("hashchange", loadForLink);
    loadForLink();
  }
}

/** What such parts look like: it is there with the first touch (touch.js), before one can be seen. */
export function loadStyles() {
  for (const kept of document.querySelectorAll("script[data-styles]")) kept.replaceWith(Object.assign(document.createElement("link"), { rel: "stylesheet", href: kept.src }));
}

/** The script that is loaded in the place of one that was kept. */
export function run({ src }) {
  const script = document.createElement("script");
  script.async = false;
  script.src = src;
  document.head.append(script);
  return script;
}
