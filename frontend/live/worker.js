/** The Worker's side: one Python, which answers messages in the order in which they come. */

import "./before-pyodide.js";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { XzReadableStream } from "xz-decompress";
import { kernels } from "../tensors/kernels.js";
import { createOutput } from "./output.js";
import { createPython } from "./python-engine.js";
import { closeRealm } from "./realm.js";

const HERE = "https://python.invalid/"; // where Pyodide takes its files from, which the page has sent

addEventListener("message", ({ data, ports }) => begin(data, ports[0]).catch(reportError), { once: true });

/**
 * @param {object} parts
 * @param {ArrayBuffer} parts.program Python's, for WebAssembly
 * @param {ArrayBuffer} parts.library Python's, as a zip; without memory both are compressed
 * @param {ArrayBuffer} [parts.memory] of a Python that has begun
 * @param {boolean} [parts.isKept] whether the page wants what the next Python begins with
 * @param {number} parts.seed of what Python takes for chance: the same, where a run is repeated
 * @param {MessagePort} port to the page
 */
async function begin({ memory, isKept, seed, ...parts }, port) {
  const [program, library] = await Promise.all(
    [parts.program, parts.library].map((part) => (memory ? part : unpacked(part))),
  );
  const files = {
    [`${HERE}pyodide.asm.wasm`]: [program, "application/wasm"],
    [`${HERE}library.zip`]: [library, "application/zip"],
  };
  globalThis.fetch = async (address) => {
    const [body, type] = files[String(address)];
    return new Response(body, { headers: { "content-type": type } });
  };
  let current = 0; // the message that is being answered
  let typed = /** @type {string[]} */ ([]);
  const output = createOutput((text) => port.postMessage({ id: current, output: text }));
  const python = await createPython({
    config: { indexURL: HERE, stdLibURL: `${HERE}library.zip`, createPyodideModule },
    kernels,
    write: output.write,
    ask,
    memory: memory && new Uint8Array(memory),
    keep: isKept ? keep : undefined,
  });
  closeRealm(seed);

  function keep({ buffer }) {
    port.postMessage({ id: 0, begun: { program, library, memory: buffer } });
  }

  /** The next line that a reader has typed. Where there is none, the page ends this Worker and begins with one. */
  function ask() {
    const line = typed.shift();
    output.flush();
    if (line === undefined) {
      port.postMessage({ id: current, asks: true });
      for (;;);
    }
    output.write(`${line}\n`);
    return line;
  }

  const answers = {
    files({ files }) {
      python.addFiles(files);
      return {};
    },
    run: ({ name, source }) => timed(() => python.run(name, source)),
    parse: ({ name, source }) => python.parse(name, source),
    check: ({ name, source, assertions }) => timed(() => python.check(name, source, assertions)),
    reset() {
      python.reset();
      return {};
    },
  };

  function timed(act) {
    const started = performance.now();
    output.begin();
    const result = act();
    output.flush();
    return { ...result, cut: output.isCut(), milliseconds: performance.now() - started };
  }

  port.onmessage = ({ data }) => {
    current = data.id;
    typed = data.typed ?? [];
    port.postMessage({ id: data.id, done: answers[data.task](data) });
  };
  port.postMessage({ id: 0, done: {} });
}

/** What was compressed when the site was built. @returns {Promise<ArrayBuffer>} */
function unpacked(bytes) {
  return new Response(new XzReadableStream(new Blob([bytes]).stream())).arrayBuffer();
}
