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
  /** @type {ArrayBuffer} */
  let script;

  async function loadParts(signal) {
    const begun = await store.kept(python.begun);
    if (begun) return started(begun);
    if (isDear() && !(await store.keepsAll(python.parts.map(({ name }) => name)))) await ask();
    if (ahead) {
      ahead.report = (loaded) => signal.aborted || report(loaded);
      await ahead.parts;
    }
    return started(await store.load(python.parts, report, signal));
  }

  function started([own, program, library, memory]) {
    script = own;
    return { script: new TextDecoder().decode(script), program, library, memory, isKept: !memory && store.keeps };
  }

  /** In place of the parts it was made of. */
  async function keep({ program, library, memory }) {
    if (await store.keep(python.begun, [script, program, library, memory])) store.forget(python.parts);
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
    if (!(await store.keepsAll([python.begun]))) await store.load(python.parts, (loaded) => coming.report(loaded));
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
  let begun; // for as long as the page stands
  return {
    keeps: true,
    keepsAll: async () => true,
    kept: async () => begun?.map((bytes) => bytes.slice(0)),
    async keep(_name, buffers) {
      begun = buffers;
      return true;
    },
    async forget() {},
    load: (parts) => Promise.all(parts.map(async ({ name }) => unpacked(name, await fileOfScript(home, name)))),
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
