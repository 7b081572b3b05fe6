// A figure of a page as one SVG file: all of its panels as they are arranged on the screen, with the values of the
// styles that the page has for them.

import { inLightColors } from "../core/light-colors.js";
import { resolveStyles } from "../core/resolved-styles.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 16; // pixels around the panels
const PAGE_ONLY = ["data-search-exclude", "role", "aria-labelledby"];

/**
 * @param {HTMLElement} figure on the page
 * @returns {string} the text of an SVG file in the light scheme's colors
 */
export function figureToSvg(figure) {
  const boxes = [...figure.querySelectorAll(".picture-panel")].map((panel) => panel.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)) - MARGIN;
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
  const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) + MARGIN - left);
  const height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) + MARGIN - top);
  return inLightColors(document.documentElement, (light) => {
    const copy = /** @type {HTMLElement} */ (figure.cloneNode(true));
    light.append(copy);
    const paper = getComputedStyle(copy).getPropertyValue("--picture-paper").trim();
    const panels = [...copy.querySelectorAll(".picture-panel")];
    panels.forEach((panel, index) => {
      resolveStyles(panel);
      PAGE_ONLY.forEach((name) => panel.removeAttribute(name));
      const { x, y, width, height } = boxes[index];
      setAttributes(panel, { x: x - left, y: y - top, width, height, overflow: "visible" });
    });
    const svg = svgElement("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
    svg.setAttribute("xml:lang", document.documentElement.lang);
    svg.append(
      svgElement("title", {}, copy.querySelector("figcaption").textContent),
      svgElement("desc", {}, copy.querySelector(".picture-table > p").textContent),
      svgElement("rect", { width: "100%", height: "100%", fill: paper }),
      ...panels,
    );
    return new XMLSerializer().serializeToString(svg);
  });
}

function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

const setAttributes = (element, attributes) =>
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
