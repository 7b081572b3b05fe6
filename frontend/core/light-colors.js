// The light scheme's colors, whichever the reader sees.

import { make } from "./dom.js";

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
