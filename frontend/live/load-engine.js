// The engine that runs the code of this page: what it is made of, fetched once and kept on the reader's device, and the
// files that the page's code reads.

import { loadScripts } from "../page/load-when-near.js";
import { createEngine } from "./engine.js";
import { createStore, unpacked } from "./python-store.js";

/** @typedef {import("./runner.js").Engine} Engine */
/** @typedef {import("./python-store.js").Part} Part */
/**
 * What Python is made of: its script, its program and its library; the name under which it is kept when it has begun,
 * and that of its frame.
 * @typedef {{ parts: Part[], begun: string, frame: string }} Python
 */

/**
 * @param {string} home the address of the folder with the site's scripts
 * @param {Python} python
 * @param {import("./runner.js").Loading} loading
 * @returns {Promise<Engine>}
 * @throws where a file doesn't come
 */
export async function loadEngine(home, python, { report, ask }) {
  const isFolder = location.protocol === "file:";
  const store = isFolder ? folderStore(home) : createStore(home);
  const files = await dataFiles(isFolder && home);
  const textOf = (bytes) => new TextDecoder().decode(bytes);

  async function loadParts(signal, begin) {
    const [{ name: script }] = python.parts;
    if (await store.keepsAll([script, python.begun])) {
      const starting = store.kept(script).then(([bytes]) => begin(textOf(bytes)));
      const [[program, library, memory]] = await Promise.all([store.kept(python.begun), starting]);
      return { program, library, memory, isKept: false };
    }
    if (!isFolder && isDear() && !(await store.keepsAll(python.parts.map(({ name }) => name)))) await ask();
    if (ahead) {
      ahead.report = (loaded) => signal.aborted || report(loaded);
      await ahead.parts;
    }
    const loading = store.load(python.parts, report, signal);
    const starting = loading[0].then((bytes) => begin(textOf(bytes)));
    const [[, program, library]] = await Promise.all([Promise.all(loading), starting]);
    return { program, library, isKept: store.keeps };
  }

  /** In place of program and library, as they came. */
  async function keep({ program, library, memory }) {
    if (await store.keep(python.begun, [program, library, memory])) store.forget(python.parts.slice(1));
  }
  return createEngine({ frame: new URL(python.frame, home).href, loadParts, keep, files });
}

/** What comes before it is needed. @type {{ report: (loaded: number) => void, parts?: Promise<unknown> } | null} */
let ahead = null;

/** Lets what Python is made of come to the reader's device before it is needed, where the line is free. */
export function fetchEngine(home, python) {
  const store = createStore(home);
  if (location.protocol === "file:" || isDear() || ahead || !store.keeps) return;
  const coming = { report(_loaded) {} };
  const load = async () => {
    if (await store.keepsAll([python.begun])) return;
    await Promise.all(store.load(python.parts, (loaded) => coming.report(loaded)));
  };
  ahead = Object.assign(coming, { parts: load().catch(() => {}) }); // it is asked for again
}

/** Whether a reader pays for what comes, or waits long for it. */
function isDear() {
  const { saveData = false, effectiveType = "4g" } = /** @type {any} */ (navigator).connection ?? {};
  return saveData || effectiveType !== "4g";
}

/** The files that the page offers beside its code, by name; `home`: of their scripts, where pages are files. */
async function dataFiles(home) {
  const addresses = Array.from(document.querySelectorAll(".downloads__needs a[download]"), ({ href }) => href);
  const read = home ? (address) => fileOfScript(home, nameOf(address)) : fetchFile;
  const contents = await Promise.all(addresses.map(read));
  return Object.fromEntries(addresses.map((address, index) => [nameOf(address), contents[index]]));
}

const nameOf = (address) => decodeURIComponent(address.split("/").at(-1) ?? "");

async function fetchFile(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${address}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// Pages in a folder may not fetch files. In the zip, scripts hold them (src/handbook/export/offline_zip.py).

function folderStore(home) {
  const held = new Map(); // for as long as the page stands
  return {
    keeps: true,
    keepsAll: async (names) => names.every((name) => held.has(name)),
    kept: async (name) => held.get(name)?.map((bytes) => bytes.slice(0)),
    async keep(name, buffers) {
      held.set(name, buffers);
      return true;
    },
    async forget() {},
    load: (parts) =>
      parts.map(async ({ name }, index) => {
        const bytes = await unpacked(name, await fileOfScript(home, name));
        if (index === 0) held.set(name, [bytes.slice(0)]);
        return bytes;
      }),
  };
}

async function fileOfScript(home, name) {
  await load(new URL(`${name}.js`, home).href);
  const text = globalThis.pythonFiles[name];
  delete globalThis.pythonFiles[name];
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

async function load(src) {
  if (!(await loadScripts([/** @type {HTMLScriptElement} */ ({ src })]))) throw new Error(`${src} doesn't come`);
}
