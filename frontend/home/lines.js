// Lines from the chosen word to those that it looks at, as thick as the share of its attention. Drawn over the words
// wherever these are: nothing but their elements is needed, so that the first state has them before the model comes.

const SVG = "http://www.w3.org/2000/svg";
const MIN_SHARE = 0.02;
const GAP = 5; // pixels between a line's ends and the words
const MAX_RISE = 40; // of a line above its row

const round = (number) => Number(number.toFixed(1));

/** The path between two boxes: over the words of a row, or from the upper edge to the lower edge of a row above. */
function path(from, to) {
  const x = (box) => round(box.left + box.width / 2);
  const isSameRow = Math.abs(from.top - to.top) < from.height / 2;
  const start = round(from.top - GAP);
  if (isSameRow) {
    const length = x(to) - x(from);
    const peak = round(start - Math.min(MAX_RISE, 14 + 0.16 * Math.abs(length)) * (4 / 3)); // a curve rises to 3/4
    const [near, far] = [x(from) + 0.12 * length, x(to) - 0.12 * length].map(round);
    return `M${x(from)} ${start}C${near} ${peak} ${far} ${peak} ${x(to)} ${start}`;
  }
  const end = round(to.top + to.height + GAP);
  const middle = round((start + end) / 2);
  return `M${x(from)} ${start}C${x(from)} ${middle} ${x(to)} ${middle} ${x(to)} ${end}`;
}

/**
 * Draws the lines anew.
 * @param {Element} root the element around the words
 */
export function drawLines(root) {
  const row = root.querySelector(".live-words");
  const query = row.querySelector(".live-query");
  const base = row.getBoundingClientRect();
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - base.left, top: top - base.top, width, height };
  };
  const svg = root.querySelector(".live-lines") ?? document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "live-lines");
  svg.setAttribute("aria-hidden", "true");
  const lines = [...row.querySelectorAll(".live-word")].flatMap((word) => {
    const share = Number(word.style.getPropertyValue("--share"));
    if (word === query || share < MIN_SHARE) return [];
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path(box(query), box(word)));
    line.setAttribute("stroke-width", String(round(1 + 3.5 * share)));
    line.setAttribute("opacity", (0.35 + 0.5 * share).toFixed(2));
    return [line];
  });
  svg.replaceChildren(...lines);
  if (!svg.isConnected) row.before(svg);
}

/** Draws the lines of the first state, and again whenever the words move. */
export function keepLines() {
  const root = document.querySelector("[data-model]");
  if (!root) return;
  const draw = () => drawLines(root);
  new ResizeObserver(draw).observe(root.querySelector(".live-words"));
  document.fonts.ready.then(draw);
}
