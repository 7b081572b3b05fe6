// A figure of a page as one SVG file: all of its panels as they are arranged on the screen, with the values of the styles
// that the page has for them.

import { inLightColors } from "../core/light-colors.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 16; // pixels around the panels
// Of a picture's shapes and words, what style sheets set. `opacity` isn't inherited.
const PROPERTIES = [
  ..."fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin".split(" "),
  ..."opacity paint-order text-anchor font-family font-size font-style font-weight".split(" "),
];
const FEATURES = "font-feature-settings"; // no attribute of SVG, but a style
const PAGE_ONLY = ["class", "style", "data-search-exclude", "role", "aria-labelledby"];

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

/** Writes what style sheets say of a panel and its elements into their attributes. */
function resolveStyles(panel) {
  const elements = [panel, ...panel.querySelectorAll("*:not(title, desc)")];
  const styles = new Map(elements.map((element) => [element, valuesOf(element)]));
  for (const [element, values] of styles) {
    const inherited = { ...styles.get(element.parentElement), opacity: "1" };
    PAGE_ONLY.forEach((name) => element.removeAttribute(name));
    for (const name of PROPERTIES) if (values[name] !== inherited[name]) element.setAttribute(name, values[name]);
    if (values[FEATURES] !== inherited[FEATURES]) element.setAttribute("style", `${FEATURES}: ${values[FEATURES]}`);
  }
}

function valuesOf(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    [...PROPERTIES, FEATURES].map((name) => [name, style.getPropertyValue(name).replace(/url\("(#.*?)"\)/, "url($1)")]),
  );
}

function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

const setAttributes = (element, attributes) =>
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
