// The drawer of small screens: usable by keyboard, and opened at the page's contents by the bar at the bottom.

/** Enter opens the drawer and its sections, Escape closes it, the bar opens it at the page's contents. */
export function enableDrawer() {
  const toggle = document.getElementById("__drawer");
  const menu = document.querySelector(".md-sidebar--primary");
  const opener = document.querySelector(".md-header label[for=__drawer]");
  const bar = document.querySelector(".page-bar button");
  if (!toggle || !menu || !opener) return;
  const focusFirst = () =>
    [...menu.querySelectorAll("a, [role=button]")]
      .find((element) => element.tabIndex === 0 && element.checkVisibility({ visibilityProperty: true }))
      ?.focus({ preventScroll: true }); // its parts are still sliding in
  // Material opens the drawer by labels, which the keyboard can't reach: their icons become buttons.
  const buttons = [opener, ...menu.querySelectorAll("label[for^=__]:not([for=__drawer])")].map((label) => {
    const button = label.querySelector("svg, .md-ellipsis, .md-nav__icon");
    button.dataset.name = label.dataset.label ?? label.textContent.trim();
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // Material handles Enter as a second click
      label.click();
      if (label === opener && toggle.checked) focusFirst();
    });
    return button;
  });
  const smallScreen = matchMedia("(max-width: 76.234375em)"); // Material's breakpoint of the sidebar
  const update = () => {
    for (const button of buttons) {
      if (smallScreen.matches)
        Object.assign(button, {
          tabIndex: 0,
          role: "button",
          ariaLabel: button.textContent.trim() ? null : button.dataset.name,
        });
      else ["tabindex", "role", "aria-label"].forEach((name) => button.removeAttribute(name));
    }
    if (smallScreen.matches) buttons[0].ariaExpanded = toggle.checked;
    else buttons[0].removeAttribute("aria-expanded");
  };
  const pageContents = document.getElementById("__toc"); // Material's last level; a page without sections has none
  let returnTo = buttons[0];
  bar?.addEventListener("click", () => {
    if (pageContents) pageContents.checked = true;
    returnTo = bar;
    toggle.click();
    focusFirst();
  });
  // Material closes it when the address changes, which it doesn't for the section that was chosen last.
  menu.addEventListener("click", ({ target }) => {
    if (toggle.checked && /** @type {Element} */ (target).closest("a[href^='#']")) toggle.click();
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !toggle.checked) return;
    const last = returnTo;
    toggle.click();
    last.focus();
  });
  toggle.addEventListener("change", () => {
    update();
    if (toggle.checked) return;
    returnTo = buttons[0];
    if (pageContents) pageContents.checked = false; // the header's button opens all pages
  });
  smallScreen.addEventListener("change", update);
  update();
}
