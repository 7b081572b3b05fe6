// Writes into a picture where it comes from and how it may be used: as its last line, and as metadata.

import { interpolate } from "./dom.js";
import { inLightColors } from "./light-colors.js";

const SVG = "http://www.w3.org/2000/svg";

const SIZE = 11; // of the line's letters
const LINE_HEIGHT = 15;
const MARGIN = 12; // around the line
const FONT = '"Source Sans 3", sans-serif';

/** @typedef {{ address: string, source: string, licence: string, license: [name: string, address: string] }} Share */

/**
 * Adds the source to a picture, below what is drawn. Without an address of the page it stays as it is.
 * @param {Element} svg the root of an SVG file
 * @param {string} hash of the picture on its page, with "#"
 */
export function addSource(svg, hash) {
  const template = document.getElementById("share");
  /** @type {Share | null} */
  const share = template && JSON.parse(/** @type {string} */ (template.dataset.words));
  if (!share?.address) return;
  const address = share.address + hash;
  const text = [interpolate(share.source, { address }), share.licence].filter(Boolean).join(" · ");
  const size = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  const [left, top, width, height] = svg.getAttribute("viewBox")?.split(" ").map(Number) ?? [0, 0, ...size];
  const lines = wrap(text, width - 2 * MARGIN);
  const added = lines.length * LINE_HEIGHT + MARGIN;
  svg.setAttribute("height", String(Math.ceil(height + added)));
  svg.setAttribute("width", String(width));
  svg.setAttribute("viewBox", [left, top, width, Math.ceil(height + added)].join(" "));
  const color = inLightColors(document.documentElement, (light) =>
    getComputedStyle(light).getPropertyValue("--ink-soft").trim(),
  );
  const place = { x: left + width / 2, "text-anchor": "middle" };
  const font = { "font-family": FONT, "font-size": SIZE, "font-weight": 400, fill: color };
  svg.append(
    ...lines.map(({ line, length }, index) => {
      const y = top + height + SIZE + index * LINE_HEIGHT;
      // Where the typeface is missing, a wider one is shrunk.
      const fit = { textLength: Math.round(Math.min(length, width - 2 * MARGIN)), lengthAdjust: "spacingAndGlyphs" };
      return element(svg, "text", { ...place, y, ...font, ...fit }, line);
    }),
  );
  const forPrograms = [text, share.licence && share.license[1]].filter(Boolean).join(" · ");
  svg.querySelector("title")?.after(element(svg, "metadata", {}, forPrograms));
}

/** Lines of at most `width` pixels, divided at spaces and within addresses behind slashes. */
function wrap(/** @type {string} */ text, /** @type {number} */ width) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  context.font = `${SIZE}px ${FONT}`;
  const measure = (/** @type {string} */ line) => context.measureText(line.trimEnd()).width;
  const lines = [""];
  for (const piece of text.split(/(?<=\s|[^:/]\/)/)) {
    if (lines[lines.length - 1] === "" || measure(lines[lines.length - 1] + piece) <= width) {
      lines[lines.length - 1] += piece;
    } else lines.push(piece);
  }
  return lines.map((line) => ({ line: line.trimEnd(), length: measure(line) }));
}

/**
 * @param {Element} svg
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
function element(svg, name, attributes = {}, ...children) {
  const made = svg.ownerDocument.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
