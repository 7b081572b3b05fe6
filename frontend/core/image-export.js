// Pictures to take away: SVG and PNG, in light colors whatever the page has: they go into papers and slides.

import { make } from "./dom.js";
import { save } from "./download.js";

const SHARPNESS = 2; // pixels of the file for each of the page
const LARGEST = 16000; // pixels that browsers still draw on one side

/** What `draw(element)` makes, where `element` has the light scheme's colors. */
export function inLightColors(root, draw) {
  const light = make("div", { "data-md-color-scheme": "default", hidden: true });
  root.append(light);
  try {
    return draw(light);
  } finally {
    light.remove();
  }
}

export const saveSvg = (text, name) => save(`${name}.svg`, text, "image/svg+xml");

export async function savePng(text, name) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const factor = Math.min(SHARPNESS, LARGEST / Math.max(width, height));
  const sheet = make("canvas", { width: Math.round(width * factor), height: Math.round(height * factor) });
  sheet.getContext("2d").drawImage(picture, 0, 0, sheet.width, sheet.height);
  const blob = await new Promise((done) => sheet.toBlob(done, "image/png"));
  save(`${name}.png`, blob, "image/png");
}
