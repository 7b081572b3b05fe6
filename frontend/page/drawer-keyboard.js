/** The menu of small screens by keyboard: Enter opens it and its parts, Escape closes it. */
export function openMenu() {
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
