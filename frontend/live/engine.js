/**
 * Python as the page sees it: a Worker in a frame of its own, that is started, asked and ended.
 *
 * The frame has no origin, and a policy that forbids the network and code made of text: its Worker inherits both. All
 * that Python is made of is sent there.
 *
 * @typedef {import("./python-engine.js").PythonError} PythonError
 * @typedef {{ output: string, error: PythonError | null, milliseconds: number, cut?: boolean, stopped?: false,
 *   isUnprinted?: boolean }} Done
 *   `cut` says that more was printed than is shown, `isUnprinted` that the last line's value isn't printed.
 * @typedef {{ stopped: true, output: string, error: null }} Stopped
 * @typedef {{ asks: true, output: string, error: null }} Asks it wants a line that nobody has typed yet, and has ended
 * @typedef {Done | Stopped | Asks} Result
 * @typedef {{ program: ArrayBuffer, library: ArrayBuffer, memory?: ArrayBuffer, isKept: boolean }} Parts
 * @typedef {{ program: ArrayBuffer, library: ArrayBuffer, memory: ArrayBuffer }} Begun
 */

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const STOPPED = { stopped: true, output: "", error: null };

/**
 * @param {object} options
 * @param {string} options.frame the address of the frame's page
 * @param {(signal: AbortSignal, begin: (script: string) => Promise<void>) => Promise<Parts>} options.loadParts gives
 *   the Worker's script to `begin`, and then what Python is made of, and whether what it has begun with is wanted;
 *   nobody needs it any more after the signal
 * @param {(begun: Begun) => void} [options.keep] takes what the next one begins with
 * @param {Record<string, Uint8Array>} [options.files] that Python finds by their names
 */
export function createEngine({ frame: address, loadParts, keep = () => {}, files = {} }) {
  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  /** @type {MessagePort | null} */
  let port = null;
  /** @type {Promise<void> | null} */
  let ready = null;
  let loading = new AbortController();
  let seed = newSeed(); // another one after a reader has stopped it; where a run is repeated, it is to do the same
  let asked = 0;
  /** @typedef {{ resolve: (answer: any) => void, reject: (error: Error) => void }} Promised */
  /** @type {Map<number, Promised & { output: string, onOutput?: (text: string) => void }>} */
  const waiting = new Map();

  function receive({ data }) {
    if (data.begun) keep(data.begun);
    const question = waiting.get(data.id);
    if (!question) return;
    if (data.output) {
      question.output += data.output;
      question.onOutput?.(data.output);
    }
    if (data.asks) {
      close();
      question.resolve({ asks: true, output: question.output, error: null });
    }
    if (!data.done) return;
    waiting.delete(data.id);
    question.resolve({ ...data.done, output: question.output });
  }

  function ask(message, onOutput) {
    if (!port) return Promise.resolve(STOPPED); // while it started
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, output: "", onOutput });
      port?.postMessage({ ...message, id });
    });
  }

  /** Python is there when this resolves; it rejects where the browser can't start it. */
  function start() {
    ready ??= begin(loading.signal);
    return ready;
  }

  /** @param {AbortSignal} signal of its end: whatever it waits for then, it waits no longer */
  async function begin(signal) {
    const isEnded = new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => (signal.reason === STOPPED ? resolve(null) : reject(signal.reason)));
    });
    try {
      await Promise.race([started(signal), isEnded]);
    } catch (error) {
      if (!signal.aborted) fail(error);
      throw error;
    }
  }

  async function started(signal) {
    const own = document.createElement("iframe");
    frame = own;
    const isThere = new Promise((resolve) => {
      Object.assign(own, { hidden: true, src: address, onload: resolve, title: "Python" });
    });
    own.sandbox.add("allow-scripts");
    document.body.append(own);
    addEventListener("message", told);
    const send = (message, given = []) => own.contentWindow?.postMessage(message, "*", given);
    const { program, library, memory, isKept } = await loadParts(signal, async (script) => {
      await isThere;
      send({ script });
    });
    if (signal.aborted) return; // stopped meanwhile
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = receive;
    const isReady = new Promise((resolve, reject) => {
      waiting.set(0, { resolve, reject, output: "" });
    });
    const buffers = [program, library, memory].filter((part) => part !== undefined);
    send({ program, library, memory, isKept, seed }, [channel.port2, ...buffers]);
    await isReady;
    if (Object.keys(files).length) await ask({ task: "files", files });
  }

  function told({ source, data }) {
    if (frame && source === frame.contentWindow) fail(new Error(String(data)));
  }

  function fail(error) {
    const questions = [...waiting.values()];
    close(error);
    questions.forEach((question) => question.reject(error));
  }

  /** @param {any} reason an error, where it wasn't asked for */
  function close(reason = STOPPED) {
    loading.abort(reason);
    loading = new AbortController();
    removeEventListener("message", told);
    frame?.remove(); // and its Worker with it, whatever it does
    frame = null;
    port?.close();
    port = null;
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
     * @param {{ name: string, source: string, typed?: string[], onOutput?: (text: string) => void }} block and lines
     *   that were typed for it
     * @returns {Promise<Result>}
     */
    async run({ name, source: code, typed = [], onOutput }) {
      await start();
      return ask({ task: "run", name, source: code, typed }, onOutput);
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
      seed = newSeed();
      questions.forEach((question) => question.resolve({ stopped: true, output: question.output, error: null }));
    },
  };
}
