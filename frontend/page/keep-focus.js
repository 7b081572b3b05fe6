// A widget that starts grows by hundreds of pixels. Who has gone on by keyboard meanwhile is not left behind.

const isInView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** Runs `draw`; if that moves the element in focus out of the window, the window follows it. */
export function keepFocusInView(draw) {
  const focused = document.activeElement;
  const wasSeen = focused !== document.body && isInView(focused);
  draw();
  if (!wasSeen) return;
  const follow = () =>
    focused === document.activeElement &&
    !isInView(focused) &&
    focused.scrollIntoView({ block: "center", behavior: "instant" });
  requestAnimationFrame(() => requestAnimationFrame(follow));
}
