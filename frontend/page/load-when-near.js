// Loads the scripts of widgets and explorer (a model of 300 kB) when they come near the window. A page lists them as
// <script type="text/plain" data-near="SELECTOR" src="…">; they are loaded in this order.

import { STATE_PREFIX } from "../core/share-link.js";

const WINDOWS = 2; // distance at which loading starts, in heights of the window

/**
 * Loads scripts that a page lists, in their order.
 * @param {Iterable<HTMLScriptElement>} listed
 * @returns {Promise<boolean>} whether all of them came
 */
export async function loadScripts(listed) {
  const loads = Array.from(listed, ({ src }) => {
    const script = Object.assign(document.createElement("script"), { async: false, src });
    document.head.append(script);
    return new Promise((resolve) => {
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
    });
  });
  return (await Promise.all(loads)).every(Boolean);
}

/** Watches the elements of all `data-near` selectors. */
export function loadWhenNear() {
  for (const selector of new Set(
    Array.from(document.querySelectorAll("script[data-near]"), (script) => script.dataset.near),
  )) {
    const load = () => {
      observer.disconnect();
      removeEventListener("hashchange", loadForLink);
      loadScripts(document.querySelectorAll(`script[data-near="${selector}"]`));
    };
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      rootMargin: `${100 * WINDOWS}% 0px`,
    });
    document.querySelectorAll(selector).forEach((element) => observer.observe(element));
    // For a link with a state: the widget's script scrolls to it.
    const loadForLink = () => location.hash.startsWith(STATE_PREFIX) && load();
    addEventListener("hashchange", loadForLink);
    loadForLink();
  }
}
