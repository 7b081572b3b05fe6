/** The Worker's side: one Python, which answers messages in the order in which they come. */

import * as kernels from "../tensors/kernels.js";
import { createPython } from "./python-engine.js";

const realm = globalThis;
const send = realm.postMessage.bind(realm);
let current = 0; // the message that is being answered
const python = createPython({
  brython: realm.__BRYTHON__,
  modules: realm.pythonModules,
  kernels,
  write: (text) => send({ id: current, output: text }),
});

const answers = {
  files({ files }) {
    python.addFiles(files);
    return {};
  },
  run({ name, source }) {
    const started = performance.now();
    const result = python.run(name, source);
    return { ...result, milliseconds: performance.now() - started };
  },
  reset() {
    python.reset();
    return {};
  },
};

realm.addEventListener("message", ({ data }) => {
  current = data.id;
  send({ id: data.id, done: answers[data.task](data) });
});
send({ id: 0, done: {} });
