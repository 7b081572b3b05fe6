// Makes elements that scroll sideways reachable by keyboard.

const SCROLLERS =
  "div.arithmatex, .md-typeset__scrollwrap:not(.md-typeset__table *), .picture-wide, .highlight pre > code";
const observed = new WeakSet();
const resizeObserver = new ResizeObserver((entries) => updateTabStops(entries.map(({ target }) => target)));

/** All are measured before one is changed: else the page is laid out again for each. */
function updateTabStops(scrollers) {
  const measured = scrollers.map((scroller) => [scroller, scroller.scrollWidth > scroller.clientWidth]);
  for (const [scroller, overflows] of measured) updateTabStop(scroller, overflows);
}

/** Puts an element into the tab order while it overflows. On touch devices Material removes that; the class stays. */
function updateTabStop(scroller, overflows) {
  scroller.classList.toggle("goes-on", overflows);
  if (overflows) scroller.tabIndex = 0;
  else if (scroller !== document.activeElement) scroller.removeAttribute("tabindex"); // else the focus would be lost
}

function watch(scroller) {
  if (observed.has(scroller)) return;
  observed.add(scroller);
  resizeObserver.observe(scroller);
}

/**
 * Watches all elements of the article that may overflow. May be called again after changes.
 * @param {HTMLElement} article
 */
export const watchScrollers = (article) => article.querySelectorAll(SCROLLERS).forEach(watch);

/**
 * Checks again when fonts have loaded: formulas get wider inside a box whose size stays, which no observer reports.
 * @param {HTMLElement} article
 */
export function updateOnFontLoad(article) {
  const updateAll = () => updateTabStops([...article.querySelectorAll(SCROLLERS)]);
  document.fonts.ready.then(updateAll);
  document.fonts.addEventListener("loadingdone", updateAll);
}
