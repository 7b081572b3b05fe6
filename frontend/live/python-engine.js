/**
 * Python as the page has it: CPython by Pyodide, our torch on our tensors, and nothing that leads out.
 *
 * Pyodide is taken as it is. It gets no object of JavaScript that Python could reach (`jsglobals` is empty), and
 * Python's own side of it is taken away before a reader's code runs (`python/_walls.py`).
 */

import { loadPyodide } from "pyodide";
import { openBorder } from "./border.js";

const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};
const ENVIRONMENT = { HOME: "/home/reader", PYTHONHASHSEED: "0" }; // the same order of sets each time

/**
 * @typedef {object} PythonError
 * @property {string} type
 * @property {string} text the last line of a traceback
 * @property {number | null} line counted from 1 in `block`
 * @property {string} block where it was raised
 * @property {string[]} trace through the blocks, outermost first
 * @property {string} traceback as CPython writes it
 * @property {string} lacks the module that isn't there, if that is the error
 * @typedef {{ error: null | PythonError, isUnprinted?: boolean, isChanged?: boolean, fault?: string }} Done
 */

/**
 * @param {object} options
 * @param {object} options.config where Pyodide finds itself, as for `loadPyodide`
 * @param {Record<string, any>} options.kernels
 * @param {(text: string) => void} options.write takes what is printed
 * @param {() => string | null} [options.ask] gives a line of what is typed, or null where nobody types any
 * @param {Uint8Array} [options.memory] of a Python that has begun, as `keep` was given one
 * @param {(memory: Uint8Array) => void} [options.keep] takes Python's memory, with which the next one begins sooner
 */
export async function createPython({ config, kernels, write, ask = () => null, memory, keep }) {
  const pyodide = await loadPyodide({
    ...config,
    lockFileContents: NO_PACKAGES,
    jsglobals: Object.create(null),
    env: ENVIRONMENT,
    ...(memory && { _loadSnapshot: memory }),
    ...(!memory && keep && { _makeSnapshot: true }),
  });
  const { FS } = pyodide;
  const border = openBorder(FS, kernels);
  pyodide.setStdin({ stdin: ask });
  for (const stream of [pyodide.setStdout, pyodide.setStderr]) stream.call(pyodide, printing(write));
  if (!memory) {
    pyodide.runPython("import _driver\n_driver.load()");
    keep?.(pyodide.makeMemorySnapshot());
  }
  const driver = pyodide.pyimport("_driver");
  const [run, parse, check, reset] = [driver.run, driver.parse, driver.check, driver.reset];
  driver.begin();
  /** @type {Record<string, Uint8Array>} */
  const given = {};

  function putFiles() {
    for (const name of FS.readdir(ENVIRONMENT.HOME))
      if (!/^\.\.?$/.test(name)) remove(FS, `${ENVIRONMENT.HOME}/${name}`);
    for (const [name, bytes] of Object.entries(given)) FS.writeFile(`${ENVIRONMENT.HOME}/${name}`, bytes);
  }

  /** What Python said; and where an error arose in JavaScript that isn't torch's. @returns {Done} */
  function answered(act, ...given) {
    border.fault = null;
    const done = JSON.parse(act(...given));
    return border.fault && done.error ? { ...done, fault: String(border.fault.stack) } : done;
  }

  return {
    run: (name, source) => answered(run, name, source),

    /** What is wrong with a block's text, without running it. */
    parse: (name, source) => answered(parse, name, source),

    /** An answer and assertions on it, in a copy of the namespace; whether it has changed one of the tensors there. */
    check: (name, source, assertions) => answered(check, name, source, assertions),

    /** A fresh namespace, and all modules and files as at the start. */
    reset() {
      kernels.restart();
      reset(); // and with it the folder that Python is in, which may be one to remove
      putFiles();
    },

    /** @param {Record<string, Uint8Array>} files by the name under which Python opens them */
    addFiles(files) {
      Object.assign(given, files);
      putFiles();
    },
  };
}

/** What Pyodide calls with the bytes of a stream. */
function printing(write) {
  const decoder = new TextDecoder();
  return {
    write(bytes) {
      write(decoder.decode(bytes, { stream: true }));
      return bytes.length;
    },
  };
}

function remove(FS, path) {
  if (!FS.isDir(FS.lstat(path).mode)) return FS.unlink(path);
  for (const name of FS.readdir(path)) if (!/^\.\.?$/.test(name)) remove(FS, `${path}/${name}`);
  FS.rmdir(path);
}
