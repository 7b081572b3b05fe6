// What all views draw with: elements, labels, numbers as colours, lines, export, pointer and keyboard.
// Colours are the theme's variables, so a drawing fits light and dark pages; a saved picture gets their values.

import { resolveStyles } from "../core/resolved-styles.js";

const SVG = "http://www.w3.org/2000/svg";
export const FONT = "var(--font-text)";
export const NUMBER_FONT = "var(--font-code)";
const MAX_SHAPES = 3000; // cells from which an image is drawn instead of a shape for each

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} attributes null, undefined and false are left out
 * @param {(Node | string | null | undefined)[]} children
 */
export function svgElement(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A text at x and y, in units of the viewBox. */
export const label = (x, y, text, attributes = {}) =>
  svgElement("text", { x: round(x), y: round(y), "font-size": 13, fill: "var(--ink)", ...attributes }, text);

/** Two decimals, enough for coordinates. */
export const round = (number) => Math.round(number * 100) / 100;

/**
 * The <svg> of a view.
 * @param {number} width in CSS pixels, also the units of the viewBox
 * @param {number} height
 * @param {string} name for screen readers
 * @param {Node[]} children
 */
export function svgRoot(width, height, name, ...children) {
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const attributes = {
    xmlns: SVG,
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    "font-family": FONT,
    role: "group",
    "aria-label": name,
  };
  return svgElement("svg", attributes, ...children);
}

// -- text

const textContext = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");

/** The width of a text in pixels; `size` is that of the font. */
export function textWidth(text, size = 13) {
  textContext.font = `${size}px "Source Sans 3", sans-serif`;
  return textContext.measureText(text).width;
}

/** As much of `text` as fits into `width` pixels, with … for the rest. */
export function ellipsize(text, width, size = 13) {
  if (textWidth(text, size) <= width) return text;
  let characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > width)
    characters = characters.slice(0, -1);
  return `${characters.join("")}…`;
}

/** Breaks a text into lines of at most `width` pixels, between words. */
export function wrapText(text, width, size = 13) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const extended = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) === "" || textWidth(extended, size) <= width) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines;
}

/** The width of the widest text, in pixels. */
export const maxTextWidth = (texts, size = 13) =>
  texts.reduce((maximum, text) => Math.max(maximum, textWidth(text, size)), 0);

// -- numbers as colours

/**
 * The colour of a number and how strongly it covers the paper: weights are red, others blue above 0 and orange below.
 */
export function colorOf(number, largest, isWeight) {
  const role = isWeight ? "--role-weight" : number < 0 ? "--negative" : "--positive";
  return { role, share: largest > 0 ? Math.min(1, Math.abs(number) / largest) : 0 };
}

/** The largest absolute value of a table, −∞ left out. */
export const largestOf = (rows) =>
  rows.reduce(
    (maximum, row) =>
      row.reduce(
        (rowMaximum, number) => (Number.isFinite(number) ? Math.max(rowMaximum, Math.abs(number)) : rowMaximum),
        maximum,
      ),
    0,
  );

/**
 * A table of numbers as coloured cells of `cellWidth` × `cellHeight` pixels, rows `step` pixels apart.
 * Hidden ones (−∞) are hatched.
 * `root` gives an image its colours.
 */
export function cells(
  rows,
  { x, y, cellWidth, cellHeight, step = cellHeight, largest = largestOf(rows), isWeight = false, root, hatch },
) {
  const group = svgElement("g", { "aria-hidden": "true" });
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  if (count > MAX_SHAPES) {
    group.append(image(rows, { x, y, cellWidth, cellHeight: step, largest, isWeight, root }));
    return group;
  }
  const gap = cellWidth >= 6 ? 1 : 0;
  rows.forEach((row, r) =>
    row.forEach((number, c) => {
      const box = {
        x: round(x + c * cellWidth),
        y: round(y + r * step),
        width: round(cellWidth - gap),
        height: round(cellHeight - (gap && step === cellHeight ? 1 : 0)),
      };
      if (number === -Infinity) return group.append(svgElement("rect", { ...box, fill: `url(#${hatch})` }));
      const { role, share } = colorOf(number, largest, isWeight);
      if (share > 0.002)
        group.append(svgElement("rect", { ...box, fill: `var(${role})`, "fill-opacity": round(share) }));
    }),
  );
  return group;
}

function image(rows, { x, y, cellWidth, cellHeight, largest, isWeight, root }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [rows[0].length, rows.length];
  const context = canvas.getContext("2d");
  const pixels = context.createImageData(canvas.width, canvas.height);
  const colors = Object.fromEntries(
    ["--role-weight", "--positive", "--negative", "--line-strong"].map((name) => [name, rgb(root, name)]),
  );
  rows.forEach((row, r) =>
    row.forEach((number, c) => {
      const hidden = number === -Infinity;
      const { role, share } = hidden ? { role: "--line-strong", share: 0.25 } : colorOf(number, largest, isWeight);
      pixels.data.set([...colors[role], Math.round(255 * share)], 4 * (r * canvas.width + c));
    }),
  );
  context.putImageData(pixels, 0, 0);
  return svgElement("image", {
    x,
    y,
    width: cellWidth * canvas.width,
    height: cellHeight * canvas.height,
    href: canvas.toDataURL(),
    preserveAspectRatio: "none",
    style: "image-rendering: pixelated",
  });
}

/** A colour of the theme as red, green and blue. */
function rgb(root, name) {
  textContext.fillStyle = getComputedStyle(root).getPropertyValue(name).trim();
  const hex = textContext.fillStyle;
  return [1, 3, 5].map((box) => parseInt(hex.slice(box, box + 2), 16));
}

/** The pattern of what the mask hides. */
export const hatchPattern = (id) =>
  svgElement(
    "defs",
    {},
    svgElement(
      "pattern",
      { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svgElement("rect", { width: 6, height: 6, fill: "var(--paper-sunk)" }),
      svgElement("rect", { width: 1.5, height: 6, fill: "var(--line-strong)", "fill-opacity": 0.55 }),
    ),
  );

// -- lines

/** The path of a curve from a query at the left to a key at the right. */
export function curvePath(x1, y1, x2, y2) {
  const middle = round((x1 + x2) / 2);
  const start = round(y1);
  const end = round(y2);
  return `M${round(x1)} ${start}C${middle} ${start} ${middle} ${end} ${round(x2)} ${end}`;
}

const LEVELS = 12;
const FAINTEST = 0.02; // lines below are not seen

/** Draws lines of one colour as one path for each of twelve strengths: thousands of elements would be slow. */
export function curvesByWeight(lines, color, { width = 2.5 } = {}) {
  const levels = Array.from({ length: LEVELS }, () => []);
  for (const { weight, path } of lines) {
    if (weight >= FAINTEST) levels[Math.min(LEVELS - 1, Math.floor(weight * LEVELS))].push(path);
  }
  return levels.flatMap((paths, level) => {
    const strength = (level + 0.5) / LEVELS;
    const style = {
      stroke: color,
      "stroke-opacity": round(0.08 + 0.92 * strength),
      "stroke-width": round(0.8 + (width - 0.8) * strength),
      fill: "none",
    };
    return paths.length ? [svgElement("path", { d: paths.join(""), ...style })] : [];
  });
}

/** The colour of a head; its number always stands beside it. */
export const headColor = (position) => `var(--head-${(position % 8) + 1})`;

// -- export

/**
 * A picture as the text of an SVG file, without attributes and elements (`data-page`) that only the page needs.
 * @param {SVGSVGElement} svg
 * @param {Element} root an element of the page, whose style sheets and CSS variables give the colours
 * @param {string} title
 */
export function svgFile(svg, root, title) {
  const copy = svg.cloneNode(true);
  copy.querySelectorAll("[data-page]").forEach((element) => element.remove());
  root.append(copy);
  resolveStyles(copy);
  copy.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of ["tabindex", "role", "aria-label", "aria-pressed", "aria-hidden"]) element.removeAttribute(name);
  copy.prepend(
    svgElement("title", {}, title),
    svgElement("rect", { width: "100%", height: "100%", fill: "var(--paper-raised)" }),
  );
  const style = getComputedStyle(root);
  const text = new XMLSerializer().serializeToString(copy);
  return `${text.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim().replace(/"/g, "'"))}\n`;
}

// -- pointer and keyboard

/**
 * Where a pointer event is in the SVG.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 * @returns {[x: number, y: number]} in units of its viewBox
 */
export function pointIn(svg, event) {
  const box = svg.getBoundingClientRect();
  const factor = svg.viewBox.baseVal.width / box.width;
  return [(event.clientX - box.left) * factor, (event.clientY - box.top) * factor];
}

const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/**
 * Lets the arrow keys walk over stops, of which Tab reaches one: `stops[row][column]` are elements (or gaps).
 * `start`: the stop of Tab.
 */
export function addArrowKeys(svg, controls, [startRow, startColumn] = [0, 0]) {
  const positions = new Map();
  controls.forEach((row, r) => row.forEach((control, c) => control && positions.set(control, [r, c])));
  const focusable = [...positions.keys()];
  const controlAt = ([row, column]) => {
    const r = Math.max(0, Math.min(row, controls.length - 1));
    return controls[r][Math.max(0, Math.min(column, controls[r].length - 1))];
  };
  const setRovingTabindex = (control) =>
    focusable.forEach((element) => element.setAttribute("tabindex", element === control ? 0 : -1));
  setRovingTabindex(controlAt([startRow, startColumn]) ?? focusable[0]);
  svg.addEventListener("focusin", ({ target }) => positions.has(target) && setRovingTabindex(target));
  svg.addEventListener("keydown", (event) => {
    const position = positions.get(event.target);
    if (!position || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = position;
    const ends = { Home: [0, column], End: [controls.length - 1, column] };
    const step = STEPS[event.key];
    const target = step ? [row + step[0], column + step[1]] : ends[event.key];
    if (target) {
      event.preventDefault();
      controlAt(target)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  });
}
