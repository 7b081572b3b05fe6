// Code that is wider than its block scrolls; a button in the block breaks its lines instead,
// on all pages until it is pressed again.

const KEPT = "handbook.wrap"; // in the browser's storage
const WRAPS = "code-wraps"; // class of the page

function remember(wraps) {
  try {
    if (wraps) localStorage.setItem(KEPT, "1");
    else localStorage.removeItem(KEPT);
  } catch {
    // then it holds for this page
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function set(wraps) {
  document.documentElement.classList.toggle(WRAPS, wraps);
  for (const button of document.querySelectorAll(".code-wrap")) button.ariaPressed = String(wraps);
}

function press(button) {
  const before = button.getBoundingClientRect().top;
  const wraps = button.ariaPressed !== "true";
  set(wraps);
  remember(wraps);
  // Lines above it have broken, too.
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: "instant" });
}

/** A button beside each block's button for copying. */
export function offerToWrap(article) {
  const template = document.getElementById("code-wrap");
  for (const tools of article.querySelectorAll("nav.md-code__nav:not(:has(.code-wrap))")) {
    const button = template.content.firstElementChild.cloneNode(true);
    button.ariaPressed = String(document.documentElement.classList.contains(WRAPS));
    button.addEventListener("click", () => press(button));
    tools.prepend(button);
  }
}

export const restoreWrap = () => set(remembered());
