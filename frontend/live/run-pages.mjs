/**
 * Runs pages as the Worker does, in node: `node run-pages.mjs PYTHON.js [SECONDS]`.
 *
 * On its input one page a line: `{ page, files: { name: base64 }, blocks: [{ name, source }], apart, task }`,
 * where `apart` says that each block begins anew, and `task` is "run" or "parse". It answers with one line for each:
 * `{ page, start, results: [{ output, error, milliseconds }], stopped }`. Each page has a realm of its own.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const [path, seconds = "60"] = process.argv.slice(2);
const script = new vm.Script(readFileSync(path, "utf8"), { filename: "python.js" });

/** A realm as a browser's Worker has it; what it sends ends up in `messages`. */
function workerRealm(messages) {
  const listeners = [];
  const silent = () => {};
  const realm = {
    location: new URL("https://example.org/assets/javascripts/python.js"),
    importScripts: silent,
    keepStacks: process.env.PYTHON_STACKS, // where JavaScript was when an error arose in a kernel
    WorkerGlobalScope: class {},
    XMLHttpRequest: class {},
    addEventListener: (type, listener) => type === "message" && listeners.push(listener),
    postMessage: (message) => messages.push(message),
    console: { log: silent, warn: silent, error: silent, info: silent, debug: silent, trace: silent },
    performance: { now: () => performance.now() },
    TextDecoder,
    TextEncoder,
    URL,
    Event,
    setTimeout,
    clearTimeout,
  };
  realm.WorkerNavigator = class {};
  realm.navigator = Object.assign(new realm.WorkerNavigator(), { language: "en", userAgent: "" });
  // A plain realm: in others, node looks up each global name in an object first, and all takes three times as long.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  Object.assign(context, realm, { self: context });
  return { context, listeners };
}

function runPage({ page, files = {}, blocks, apart = false, task = "run" }) {
  const messages = [];
  const { context, listeners } = workerRealm(messages);
  const started = performance.now();
  script.runInContext(context);
  const start = performance.now() - started;
  let id = 0;
  const ask = (message) => {
    id += 1;
    context.nextMessage = { data: { ...message, id } };
    context.listeners = listeners;
    const timeout = 1000 * Number(seconds);
    vm.runInContext("for (const listener of listeners) listener(nextMessage)", context, { timeout });
    const done = messages.find((answer) => answer.id === id && answer.done)?.done;
    const output = messages.filter((answer) => answer.id === id && "output" in answer).map((answer) => answer.output);
    messages.length = 0;
    return { output: output.join(""), ...done };
  };
  const decoded = ([name, text]) => [name, new Uint8Array(Buffer.from(text, "base64"))];
  const bytes = Object.fromEntries(Object.entries(files).map(decoded));
  ask({ task: "files", files: bytes });
  const results = [];
  for (const block of blocks) {
    try {
      if (apart) ask({ task: "reset" });
      results.push(ask({ task, ...block }));
    } catch (error) {
      const isLate = error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
      const stopped = isLate ? `not ready after ${seconds} s` : shortened(error);
      return { page, start, results, stopped };
    }
  }
  return { page, start, results, stopped: "" };
}

/** An error without the lines of a minified script. */
function shortened(error) {
  const lines = String(error?.stack ?? error).split("\n");
  return lines.map((line) => line.slice(0, 150)).slice(-12).join("\n");
}

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const question = JSON.parse(line);
  let answer;
  try {
    answer = runPage(question);
  } catch (error) {
    answer = { page: question.page, start: 0, results: [], stopped: shortened(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
