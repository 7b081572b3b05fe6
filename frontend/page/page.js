// What html and css can't do for a page. Everything works without it.

import { offerToWrap, restoreWrap } from "./code-wrap.js";
import { keepPlace } from "./reading-place.js";

/** The list of languages closes as a menu does. */
function closeLanguages() {
  const languages = document.querySelector(".languages");
  if (!languages) return; // a copy for reading without a network has one language
  document.addEventListener("click", ({ target }) => {
    if (!languages.contains(target)) languages.open = false;
  });
  languages.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !languages.open) return;
    languages.open = false;
    languages.querySelector("summary").focus();
  });
}

/** The menu of small screens by keyboard: Enter opens it and its parts, Escape closes it. */
function openMenu() {
  const toggle = document.getElementById("__drawer");
  const menu = document.querySelector(".md-sidebar--primary");
  const opener = document.querySelector(".md-header label[for=__drawer]");
  if (!toggle || !menu || !opener) return;
  // A label is nothing that could be pressed by keyboard; what is drawn in it is made so.
  const buttons = [opener, ...menu.querySelectorAll("label[for^=__]:not([for=__drawer])")].map((label) => {
    const button = label.querySelector("svg, .md-ellipsis, .md-nav__icon");
    button.dataset.name = label.dataset.label ?? label.textContent.trim();
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // Material would take Enter for a second click
      label.click();
      if (label === opener && toggle.checked)
        [...menu.querySelectorAll("a, [role=button]")]
          .find((part) => part.tabIndex === 0 && part.checkVisibility({ visibilityProperty: true }))
          ?.focus();
    });
    return button;
  });
  const small = matchMedia("(max-width: 76.234375em)"); // Material's width: above it, the menu stands beside the page
  const adapt = () => {
    for (const button of buttons) {
      if (small.matches)
        Object.assign(button, {
          tabIndex: 0,
          role: "button",
          ariaLabel: button.textContent.trim() ? null : button.dataset.name,
        });
      else ["tabindex", "role", "aria-label"].forEach((name) => button.removeAttribute(name));
    }
    if (small.matches) buttons[0].ariaExpanded = toggle.checked;
    else buttons[0].removeAttribute("aria-expanded");
  };
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !toggle.checked) return;
    toggle.click();
    buttons[0].focus();
  });
  toggle.addEventListener("change", adapt);
  small.addEventListener("change", adapt);
  adapt();
}

/**
 * What scrolls sideways can be reached by keyboard, and only then.
 * Where there is no mouse, the theme takes that back: the class stays.
 */
function reachable(wide) {
  const goesOn = wide.scrollWidth > wide.clientWidth;
  wide.classList.toggle("goes-on", goesOn);
  if (goesOn) wide.tabIndex = 0;
  else if (wide !== document.activeElement) wide.removeAttribute("tabindex"); // else the focus would be lost
}

const WIDE = "div.arithmatex, .md-typeset__scrollwrap:not(.md-typeset__table *), .picture-wide, .highlight pre > code";
const known = new WeakSet();
const scrollers = new ResizeObserver((entries) => entries.forEach(({ target }) => reachable(target)));

function watch(wide) {
  if (known.has(wide)) return;
  known.add(wide);
  scrollers.observe(wide);
}

/** Mends what Material's script makes, now and later. */
function tame(article) {
  const mend = () => {
    // A <nav> for the copy button of each block: as many landmarks as there are blocks.
    for (const tools of article.querySelectorAll("nav.md-code__nav:not([role])")) tools.setAttribute("role", "none");
    offerToWrap(article);
    article.querySelectorAll(WIDE).forEach(watch);
  };
  new MutationObserver(mend).observe(article, { childList: true, subtree: true });
  mend();
  // Formulas get wider when their typeface arrives, and nobody is told of a change inside a box.
  const again = () => article.querySelectorAll(WIDE).forEach(reachable);
  document.fonts.ready.then(again);
  document.fonts.addEventListener("loadingdone", again);
}

const CALCULATION = /^(?=.*\d)[\d\s.,;:+\-−·×=/%()[\]]{1,32}$/;

/** A calculation in a cell stays on one line; on a small screen the table scrolls instead. */
function keepCalculations(article) {
  for (const cell of article.querySelectorAll("td")) {
    if (CALCULATION.test(cell.textContent.trim())) cell.classList.add("numbers");
  }
}

export function improvePage() {
  closeLanguages();
  openMenu();
  const article = document.querySelector("article");
  keepCalculations(article);
  restoreWrap();
  tame(article);
  keepPlace();
}
