/** Makes the drawer of small screens usable by keyboard: Enter opens it and its sections, Escape closes it. */
export function enableDrawerKeyboard() {
  const toggle = document.getElementById("__drawer");
  const menu = document.querySelector(".md-sidebar--primary");
  const opener = document.querySelector(".md-header label[for=__drawer]");
  if (!toggle || !menu || !opener) return;
  // Material opens the drawer by labels, which the keyboard can't reach: their icons become buttons.
  const buttons = [opener, ...menu.querySelectorAll("label[for^=__]:not([for=__drawer])")].map((label) => {
    const button = label.querySelector("svg, .md-ellipsis, .md-nav__icon");
    button.dataset.name = label.dataset.label ?? label.textContent.trim();
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // Material handles Enter as a second click
      label.click();
      if (label === opener && toggle.checked)
        [...menu.querySelectorAll("a, [role=button]")]
          .find((element) => element.tabIndex === 0 && element.checkVisibility({ visibilityProperty: true }))
          ?.focus();
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
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !toggle.checked) return;
    toggle.click();
    buttons[0].focus();
  });
  toggle.addEventListener("change", update);
  smallScreen.addEventListener("change", update);
  update();
}
