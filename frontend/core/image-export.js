// Saves pictures as SVG and PNG, with their source and their typefaces: they go into papers and slides.

import { make } from "./dom.js";
import { saveFile } from "./download.js";
import { fontRules } from "./picture-fonts.js";
import { addSource } from "./picture-source.js";

const PIXEL_RATIO = 2; // pixels of the file for each of the page
const MAX_SIDE = 16000; // pixels that browsers still draw on one side

/**
 * @param {"svg" | "png"} kind
 * @param {string} text of an SVG file with a width and a height, in the light scheme's colors
 * @param {string} name of the file without its ending
 * @param {{ hash?: string, isOurs?: boolean }} options the picture's hash on its page; whether the page is its source,
 *   and not the reader
 * @returns {Promise<void>}
 * @throws {DOMException} if the browser can't draw the SVG
 */
export async function savePicture(kind, text, name, { hash = "", isOurs = true } = {}) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (isOurs) addSource(svg, hash);
  const rules = await fontRules(svg);
  // As text: the page's policy forbids styles in elements, also in those of a file to be.
  const file = `${new XMLSerializer().serializeToString(svg).replace("</title>", `</title><style>${rules}</style>`)}\n`;
  if (kind === "svg") saveFile(`${name}.svg`, file, "image/svg+xml");
  else await savePng(file, name);
}

/**
 * @param {string} text of an SVG file
 * @param {string} name of the file without its ending
 */
async function savePng(text, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const factor = Math.min(PIXEL_RATIO, MAX_SIDE / Math.max(width, height));
  const canvas = make("canvas", { width: Math.round(width * factor), height: Math.round(height * factor) });
  await fontsDrawn(image);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  saveFile(`${name}.png`, blob, "image/png");
}

const SAME = 3; // drawings after which nothing is expected to come
const PAUSE = 40; // milliseconds between them

/** Browsers read a picture's typefaces when they first draw it, and leave out the words until then. */
async function fontsDrawn(/** @type {HTMLImageElement} */ image) {
  const canvas = make("canvas", { width: 400, height: Math.ceil((400 * image.naturalHeight) / image.naturalWidth) });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let last = "";
  for (let same = 0, round = 0; same < SAME && round < 30; round += 1) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const now = canvas.toDataURL();
    same = now === last ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
