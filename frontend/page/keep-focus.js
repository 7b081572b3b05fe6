// Keeps the focused element in view while widgets above it start and grow by hundreds of pixels.

const isInView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/**
 * Runs `draw`, and scrolls back to the focused element if that moved it out of the window.
 * @param {() => void} draw
 */
export function keepFocusInView(draw) {
  const focused = document.activeElement;
  const wasInView = focused !== document.body && isInView(focused);
  draw();
  if (!wasInView) return;
  const restoreView = () =>
    focused === document.activeElement &&
    !isInView(focused) &&
    focused.scrollIntoView({ block: "center", behavior: "instant" });
  requestAnimationFrame(() => requestAnimationFrame(restoreView));
}
