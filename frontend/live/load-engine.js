// The engine that runs the code of this page, with the files that the page's code reads.

import { loadScripts } from "../page/load-when-near.js";
import { createEngine } from "./engine.js";

/** @typedef {import("./runner.js").Engine} Engine */

/**
 * @param {string} home the address of the folder with the site's scripts
 * @returns {Promise<Engine>}
 * @throws where a script or a file doesn't come
 */
export async function loadEngine(home) {
  const isFolder = location.protocol === "file:";
  const script = new URL("python.js", home).href;
  const [source, files] = await Promise.all([isFolder ? scriptSource(script) : undefined, dataFiles(isFolder && home)]);
  return createEngine({ url: script, source, files, loadModules: () => moreModules(home) });
}

/** Python modules that few blocks need, in a script: pages in a folder can load it, too. */
async function moreModules(home) {
  await load(new URL("python-modules.js", home).href);
  return globalThis.pythonModules;
}

/** The files that the page offers beside its code, by name; `home`: of their scripts, where pages are files. */
async function dataFiles(home) {
  const addresses = Array.from(document.querySelectorAll(".downloads__needs a[download]"), ({ href }) => href);
  const read = home
    ? (address) => fileOfScript(new URL(`${nameOf(address)}.js`, home).href, nameOf(address))
    : fetchFile;
  const contents = await Promise.all(addresses.map(read));
  return Object.fromEntries(addresses.map((address, index) => [nameOf(address), contents[index]]));
}

const nameOf = (address) => decodeURIComponent(address.split("/").at(-1) ?? "");

async function fetchFile(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${address}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// Pages in a folder may neither start a Worker from a file nor fetch one. In the zip, these are scripts that hold the
// Worker's script as text and the data files (src/handbook/export/offline_zip.py).

async function scriptSource(address) {
  await load(address);
  return globalThis.pythonSource;
}

async function fileOfScript(address, name) {
  await load(address);
  return Uint8Array.from(atob(globalThis.pythonFiles[name]), (letter) => letter.charCodeAt(0));
}

async function load(src) {
  if (!(await loadScripts([/** @type {HTMLScriptElement} */ ({ src })]))) throw new Error(`${src} doesn't come`);
}
