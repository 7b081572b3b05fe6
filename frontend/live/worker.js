/** The Worker's side: one Python, which answers messages in the order in which they come. */

import { kernels } from "../tensors/kernels.js";
import { createOutput } from "./output.js";
import { createPython } from "./python-engine.js";

const realm = globalThis;
const { send, listen } = realm.pythonDoor;
const { pythonModules: modules, pythonLater: later } = realm;
delete realm.pythonDoor;
delete realm.pythonModules;
delete realm.pythonLater;
const decoder = new TextDecoder();
let current = 0; // the message that is being answered
const output = createOutput((text) => send({ id: current, output: text }));
const python = createPython({
  brython: realm.__BRYTHON__,
  modules,
  later,
  kernels,
  write: output.write,
});

const answers = {
  modules(message) {
    python.addModules(message.modules);
    return {};
  },
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

/** Whether a text that is about to run names a module that isn't here yet: the page, which can load it, has to. */
function lacksModules({ source = "", assertions = "", files = {} }) {
  const ofPage = Object.entries(files).map(([name, bytes]) => (name.endsWith(".py") ? decoder.decode(bytes) : ""));
  return [source, assertions, ...ofPage].some(python.namesLater);
}

listen((message) => {
  current = message.id;
  send({ id: message.id, done: lacksModules(message) ? { lacksModules: true } : answers[message.task](message) });
});
send({ id: 0, done: {} });
