/**
 * Runs pages as the Worker does, in node: `node run-pages.mjs LIBRARY.zip [SECONDS]`.
 *
 * On its input one page a line: `{ page, files: { name: base64 }, blocks: [{ name, source }], apart, task }`,
 * where `apart` says that each block begins anew, and `task` is "run", "parse" or "check"; a block may have a task of
 * its own, and assertions. It answers with one line for each:
 * `{ page, start, results: [{ output, error, milliseconds }], stopped }`. Each page has a thread of its own, whose
 * Python begins with the memory of the first one.
 */

import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { kernels } from "../tensors/kernels.js";
import { createOutput } from "./output.js";
import { createPython } from "./python-engine.js";

const PYODIDE = fileURLToPath(new URL("./", import.meta.resolve("pyodide")));

async function inThread({ library, memory, question }) {
  const started = performance.now();
  let printed = "";
  const output = createOutput((text) => {
    printed += text;
  });
  const python = await createPython({
    config: { indexURL: PYODIDE, stdLibURL: library },
    kernels,
    write: output.write,
    memory,
    keep: (kept) => parentPort.postMessage({ memory: kept }),
  });
  const { files = {}, blocks, apart = false, task = "run" } = question;
  python.addFiles(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, "base64")])));
  parentPort.postMessage({ start: performance.now() - started });
  for (const { task: own = task, name, source, assertions } of blocks) {
    const begun = process.cpuUsage();
    if (apart) python.reset();
    printed = "";
    output.begin();
    const done = python[own](name, source, assertions);
    output.flush();
    const { user, system } = process.cpuUsage(begun); // however busy the machine is
    const milliseconds = (user + system) / 1000;
    parentPort.postMessage({ result: { output: printed, ...done, cut: output.isCut(), milliseconds } });
  }
  parentPort.postMessage({ end: true });
}

const [library, seconds = "60"] = process.argv.slice(2);
let memory = null;

/** What a thread answers to a question. */
function runPage(question) {
  return new Promise((resolve) => {
    const answer = { page: question.page, start: 0, results: [], stopped: "" };
    const thread = new Worker(new URL(import.meta.url), { workerData: { library, memory, question }, stdout: true });
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(`not ready after ${seconds} s`), 1000 * Number(seconds));
    };
    function end(stopped) {
      clearTimeout(timer);
      thread.terminate();
      resolve({ ...answer, stopped });
    }
    wait();
    thread.on("message", (message) => {
      wait();
      if (message.memory) memory = message.memory;
      if (message.start) answer.start = message.start;
      if (message.result) answer.results.push(message.result);
      if (message.end) end("");
    });
    thread.on("error", (error) => end(shortened(error)));
  });
}

/** An error without the lines of a minified script. */
function shortened(error) {
  const lines = String(error?.stack ?? error).split("\n");
  return lines.map((line) => line.slice(0, 150)).slice(-12).join("\n");
}

if (isMainThread) {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim()) process.stdout.write(`${JSON.stringify(await runPage(JSON.parse(line)))}\n`);
  }
} else await inThread(workerData);
