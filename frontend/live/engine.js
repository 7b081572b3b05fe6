/**
 * Python as the page sees it: a Worker that is started, asked and ended.
 *
 * @typedef {object} PythonError
 * @property {string} type
 * @property {string} text the last line of a traceback
 * @property {number | null} line counted from 1 in `block`
 * @property {string} block where it was raised
 * @property {string[]} trace through the blocks, outermost first
 * @property {string} [missing] the module that an import didn't find
 * @typedef {{ output: string, error: PythonError | null, milliseconds: number, cut?: boolean, stopped?: false }} Done
 *   `cut` says that more was printed than is shown.
 * @typedef {{ stopped: true, output: string, error: null }} Stopped
 * @typedef {Done | Stopped} Result
 */

const STOPPED = { stopped: true, output: "", error: null };

/**
 * @param {object} options
 * @param {string} [options.url] of the Worker's script
 * @param {string} [options.source] of the Worker's script, where pages are files and may not load one
 * @param {Record<string, Uint8Array>} [options.files] that Python finds by their names
 */
export function createEngine({ url, source, files = {} }) {
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Promise<void> | null} */
  let ready = null;
  let asked = 0;
  /** @typedef {{ resolve: (answer: any) => void, reject: (error: Error) => void }} Promised */
  /** @type {Map<number, Promised & { output: string, onOutput?: (text: string) => void }>} */
  const waiting = new Map();

  function receive({ data }) {
    const question = waiting.get(data.id);
    if (!question) return;
    if (data.output) {
      question.output += data.output;
      question.onOutput?.(data.output);
    }
    if (!data.done) return;
    waiting.delete(data.id);
    question.resolve({ ...data.done, output: question.output });
  }

  function ask(message, onOutput) {
    if (!worker) return Promise.resolve(STOPPED); // while it started
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, output: "", onOutput });
      worker?.postMessage({ ...message, id });
    });
  }

  /** Python is there when this resolves; it rejects where the browser can't start it. */
  function start() {
    ready ??= begin();
    return ready;
  }

  function begin() {
    const address =
      source === undefined ? String(url) : URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    worker = new Worker(address);
    const started = new Promise((resolve, reject) => {
      waiting.set(0, { resolve, reject, output: "" });
    });
    worker.addEventListener("message", receive);
    worker.addEventListener("error", fail);
    return started
      .then(() => (Object.keys(files).length ? ask({ task: "files", files }) : undefined))
      .finally(() => source !== undefined && URL.revokeObjectURL(address));
  }

  function fail(event) {
    const error = new Error(event.message || "Python can't be started");
    const questions = [...waiting.values()];
    close();
    questions.forEach((question) => question.reject(error));
  }

  function close() {
    worker?.terminate();
    worker = null;
    ready = null;
    waiting.clear();
  }

  return {
    start,

    /** A fresh namespace, with torch's settings and random numbers as at the start. */
    async reset() {
      await start();
      await ask({ task: "reset" });
    },

    /**
     * @param {{ name: string, source: string, onOutput?: (text: string) => void }} block
     * @returns {Promise<Result>}
     */
    async run({ name, source: code, onOutput }) {
      await start();
      return ask({ task: "run", name, source: code }, onOutput);
    },

    /**
     * Run an answer and, if it raised nothing, assertions on it; they leave no names. An error in the block "check" is
     * that of an assertion.
     *
     * @param {{ name: string, source: string, assertions: string, onOutput?: (text: string) => void }} block
     * @returns {Promise<Result & { isChanged?: boolean }>}
     */
    async check({ name, source: code, assertions, onOutput }) {
      await start();
      return ask({ task: "check", name, source: code, assertions }, onOutput);
    },

    /** End at once, whatever runs. What was asked resolves with `stopped`; the next question starts anew. */
    stop() {
      const questions = [...waiting.values()];
      close();
      questions.forEach((question) => question.resolve({ stopped: true, output: question.output, error: null }));
    },
  };
}
