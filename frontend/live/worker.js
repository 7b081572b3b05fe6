/** The Worker's side: one Python, which answers messages in the order in which they come. */

import { kernels } from "../tensors/kernels.js";
import { createOutput } from "./output.js";
import { createPython } from "./python-engine.js";

const realm = globalThis;
const { send, listen } = realm.pythonDoor;
const modules = realm.pythonModules;
delete realm.pythonDoor;
delete realm.pythonModules;
let current = 0; // the message that is being answered
const output = createOutput((text) => send({ id: current, output: text }));
const python = createPython({
  brython: realm.__BRYTHON__,
  modules,
  kernels,
  write: output.write,
});

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

listen((message) => {
  current = message.id;
  send({ id: message.id, done: answers[message.task](message) });
});
send({ id: 0, done: {} });
