// What scrolls sideways can be reached by keyboard.

const WIDE = "div.arithmatex, .md-typeset__scrollwrap:not(.md-typeset__table *), .picture-wide, .highlight pre > code";
const known = new WeakSet();
const scrollers = new ResizeObserver((entries) => entries.forEach(({ target }) => reachable(target)));

/**
 * Only what does scroll is a stop. Where there is no mouse, the theme takes that back: the class stays.
 */
function reachable(wide) {
  const goesOn = wide.scrollWidth > wide.clientWidth;
  wide.classList.toggle("goes-on", goesOn);
  if (goesOn) wide.tabIndex = 0;
  else if (wide !== document.activeElement) wide.removeAttribute("tabindex"); // else the focus would be lost
}

function watch(wide) {
  if (known.has(wide)) return;
  known.add(wide);
  scrollers.observe(wide);
}

/** Looks after all in `article` that may scroll, also what has come since the last time. */
export const watchScrollers = (article) => article.querySelectorAll(WIDE).forEach(watch);

/** Formulas get wider when their typeface arrives, and nobody is told of a change inside a box. */
export function measureWithTypefaces(article) {
  const again = () => article.querySelectorAll(WIDE).forEach(reachable);
  document.fonts.ready.then(again);
  document.fonts.addEventListener("loadingdone", again);
}
