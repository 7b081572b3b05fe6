// The engine that runs the code of this page, with the files that the page's code reads.

import { createEngine } from "./engine.js";

/** @typedef {import("./runner.js").Engine} Engine */

/**
 * @param {string} home the address of the folder with the site's scripts
 * @returns {Promise<Engine>}
 */
export async function loadEngine(home) {
  return createEngine({ url: new URL("python.js", home).href, files: await dataFiles() });
}

/** The files that the page offers beside its code, by name. */
async function dataFiles() {
  const links = [...document.querySelectorAll(".downloads__needs a[download]")];
  const files = await Promise.all(
    links.map(async ({ href }) => [href.split("/").at(-1), new Uint8Array(await (await fetch(href)).arrayBuffer())]),
  );
  return Object.fromEntries(files);
}
