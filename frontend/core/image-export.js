// Saves pictures as SVG and PNG, always in the light color scheme: they go into papers and slides.

import { make } from "./dom.js";
import { saveFile } from "./download.js";

const PIXEL_RATIO = 2; // pixels of the file for each of the page
const MAX_SIDE = 16000; // pixels that browsers still draw on one side

/**
 * @template Result
 * @param {HTMLElement} root
 * @param {(element: HTMLElement) => Result} draw gets a temporary element in `root` with the light scheme's colors
 * @returns {Result} what `draw` returns
 */
export function inLightColors(root, draw) {
  const light = make("div", { "data-md-color-scheme": "default", hidden: true });
  root.append(light);
  try {
    return draw(light);
  } finally {
    light.remove();
  }
}

/**
 * @param {string} text of an SVG file
 * @param {string} name of the file without its ending
 */
export const saveSvg = (text, name) => saveFile(`${name}.svg`, text, "image/svg+xml");

/**
 * @param {string} text of an SVG file
 * @param {string} name of the file without its ending
 * @returns {Promise<void>}
 * @throws {DOMException} if the browser can't draw the SVG
 */
export async function savePng(text, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const factor = Math.min(PIXEL_RATIO, MAX_SIDE / Math.max(width, height));
  const canvas = make("canvas", { width: Math.round(width * factor), height: Math.round(height * factor) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  saveFile(`${name}.png`, blob, "image/png");
}
