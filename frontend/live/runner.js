// Runs a page's blocks in the engine, one request after the other, and tells what happens. Knows nothing of the page.

import { Session } from "./session.js";

/** @typedef {import("./session.js").LiveSource} LiveSource */
/** @typedef {import("./python-engine.js").PythonError} PythonError */
/**
 * @typedef {{ output: string, error: PythonError | null, stopped?: boolean, isChanged?: boolean, cut?: boolean,
 *   isUnprinted?: boolean, asks?: boolean }} Result
 */
/**
 * Whom the loading of an engine tells: how much of it is there, from 0 to 1; and whom it asks whether it may come.
 * @typedef {{ report: (loaded: number) => void, ask: () => Promise<void> }} Loading
 */
/**
 * @typedef {object} Engine
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} reset
 * @property {(request: { name: string, source: string, typed?: string[], onOutput?: (text: string) => void }) =>
 *   Promise<Result>} run
 * @property {(request: Answer & { onOutput?: (text: string) => void }) => Promise<Result>} check
 * @property {() => void} stop
 */
/** @typedef {{ name: string, source: string, assertions: string }} Answer */
/** @typedef {{ by: number | null, leftOut: number | null }} Above */
/** @typedef {{ index: number, done: number, all: number }} Progress the block that runs, and how many have run */
/**
 * What happens to a block, in this order; the last five end it. `loaded` says how much of Python has come, if it comes
 * from the site; `load` lets it come where a reader has to pay for it. `type` takes a line that the block asks for: it
 * then runs "again" from its beginning, with that line. `one` is the block that runs now, before this one; `by` is the
 * first above that ended in an error, `leftOut` the first that takes long and hasn't run.
 * @typedef {{ state: "running" }
 *   | { state: "waiting", one: number | null }
 *   | { state: "loading", loaded?: number }
 *   | { state: "asks", load: () => void }
 *   | { state: "above", done: number, all: number, one: number }
 *   | { state: "output", text: string }
 *   | { state: "input", type: (line: string) => void }
 *   | { state: "again" }
 *   | { state: "done" | "error", output: string, error: PythonError | null, cut?: boolean, isUnprinted?: boolean }
 *     & Above
 *   | { state: "checked", output: string, problem: string } & Above
 *   | { state: "stopped" }
 *   | { state: "failed", isBroken: boolean }} Report
 */

/** @param {number} index from 0 */
export const nameOf = (index) => `block ${index + 1}`;
const CHECK = "check"; // the engine's name for the block of assertions

export class Runner {
  #engine = /** @type {Engine | null} */ (null);
  #isStarted = false;
  #stops = 0; // a request that was made before a stop is dropped
  #last = /** @type {Promise<unknown>} */ (Promise.resolve());
  #starting = 0; // the block for which Python starts
  #waiting = /** @type {Set<number>} */ (new Set()); // what was asked for behind what runs
  #running = /** @type {number | null} */ (null);
  #giveUp = () => {}; // waiting for a line that a block asks for
  #typed = /** @type {Map<number, string[]>} */ (new Map()); // the lines that were typed for blocks

  /**
   * @param {LiveSource[]} blocks of the page, from top to bottom
   * @param {(loading: Loading) => Promise<Engine>} loadEngine
   * @param {(index: number, report: Report) => void} report
   */
  constructor(blocks, loadEngine, report) {
    this.session = new Session(blocks);
    this.loadEngine = loadEngine;
    this.report = report;
  }

  /**
   * The reader has changed a block's text.
   * @param {number} index
   * @param {string} source
   */
  edit(index, source) {
    this.session.edit(index, source);
    this.#typed.delete(index);
  }

  /**
   * Runs a block, and before it those above it that have not run as they stand.
   * @param {number} index
   * @returns {Promise<boolean>} whether it ended as it should
   */
  run(index) {
    return this.#queue(index, () => this.#run(index, this.session.plan(index)));
  }

  /**
   * Checks the answer that stands in a block; it leaves nothing behind. Those above it run before.
   * @param {number} index
   * @param {string} assertions
   * @returns {Promise<boolean>} whether it is right
   */
  check(index, assertions) {
    return this.#queue(index, () => this.#check(index, assertions));
  }

  /**
   * Runs all blocks from top to bottom, until one of them ends as it shouldn't.
   * @param {(progress: Progress) => void} tell
   * @returns {Promise<{ isStopped: boolean, failed?: number }>} and the block that didn't end as it should
   */
  async runAll(tell) {
    const stops = this.#stops;
    const all = [...this.session.blocks.keys()].filter((index) => !this.session.blocks[index].isSilent);
    for (const [done, index] of all.entries()) {
      tell({ index, done, all: all.length });
      const plan = () => (done === 0 ? { reset: true, above: [...Array(index).keys()] } : this.session.plan(index));
      const isDone = await this.#queue(index, () => this.#run(index, plan()));
      if (stops !== this.#stops) return { isStopped: true };
      if (!isDone) return { isStopped: false, failed: index };
    }
    return { isStopped: false };
  }

  /** Ends what is running, and drops what waits. */
  stop() {
    this.#stops += 1;
    this.#waiting.clear();
    this.#isStarted = false;
    this.#giveUp();
    this.#engine?.stop();
  }

  #queue(index, task) {
    const stops = this.#stops;
    const isStopped = () => stops !== this.#stops;
    this.#waiting.add(index);
    this.report(index, { state: "waiting", one: this.#running });
    const answer = this.#last.then(async () => {
      this.#waiting.delete(index);
      if (!isStopped()) this.#runs(index);
      const isDone = !isStopped() && (await task().catch(() => this.#fail(index, isStopped)));
      this.#running = null;
      if (isStopped()) this.report(index, { state: "stopped" });
      return isDone && !isStopped();
    });
    this.#last = answer;
    return answer;
  }

  /** The engine doesn't come, or has broken down: the next request begins anew. */
  #fail(index, isStopped) {
    const isBroken = this.#isStarted;
    this.#isStarted = false;
    this.#engine?.stop();
    this.#engine = null;
    if (!isStopped()) this.report(index, { state: "failed", isBroken });
    return false;
  }

  async #start(index) {
    if (this.#isStarted) return;
    const stops = this.#stops;
    this.#starting = index;
    this.report(index, { state: "loading" });
    this.#engine ??= await this.loadEngine({
      report: (loaded) => this.report(this.#starting, { state: "loading", loaded }),
      ask: () => new Promise((load) => this.report(this.#starting, { state: "asks", load })),
    });
    if (stops !== this.#stops) return;
    await this.#engine.start();
    this.session.restart();
    this.#isStarted = stops === this.#stops;
  }

  async #check(index, assertions) {
    const stops = this.#stops;
    const above = await this.#runAbove(index, this.session.plan(index));
    if (!above) return false;
    const source = this.session.blocks[index].source;
    const answer = { name: nameOf(index), source, assertions, onOutput: this.#toOutput(index) };
    const { output, error, stopped, isChanged } = await /** @type {Engine} */ (this.#engine).check(answer);
    if (stopped || stops !== this.#stops) return false;
    if (isChanged) this.session.spoil();
    if (error && error.block !== CHECK) this.report(index, { state: "error", output, error, ...above });
    else {
      const problem = error?.text.replace(/^AssertionError: /, "") ?? "";
      this.report(index, { state: "checked", output, problem, ...above });
    }
    return error === null;
  }

  async #run(index, plan) {
    const stops = this.#stops;
    this.#typed.set(index, []);
    let above = await this.#runAbove(index, plan);
    if (!above) return false;
    let result = await this.#runOne(index, this.#toOutput(index));
    for (let isRepeated = false; result.asks && stops === this.#stops; isRepeated = true) {
      // Python can't wait for a line: it has ended, and does the same again up to there. What is shown when a reader
      // types the first one is of such a run, too, so that chance is the same in all.
      this.#isStarted = false;
      if (isRepeated) await this.#type(index, index);
      if (stops !== this.#stops) return false;
      above = await this.#runAbove(index, this.session.plan(index));
      if (!above) return false;
      this.report(index, { state: "again" });
      result = await this.#runOne(index, this.#toOutput(index));
    }
    if (result.stopped || stops !== this.#stops) return false;
    this.session.end();
    const { output, error, cut, isUnprinted } = result;
    const isWrong = this.session.isWrong(index, error);
    this.report(index, { state: isWrong ? "error" : "done", output, error, cut: cut === true, isUnprinted, ...above });
    return !isWrong;
  }

  /** Waits for a line that the block `one` asks for; the field for it is shown at the block `index`. */
  async #type(one, index) {
    const line = await new Promise((type) => {
      this.#giveUp = () => type("");
      this.report(index, { state: "input", type });
    });
    this.#typed.set(one, [...(this.#typed.get(one) ?? []), line]);
  }

  #toOutput(index) {
    const stops = this.#stops;
    return (text) => {
      if (stops === this.#stops) this.report(index, { state: "output", text });
    };
  }

  /**
   * Runs what must run before a block. What ends in an error there may have nothing to do with the block.
   * @returns {Promise<Above | null>} nothing where all is stopped
   */
  async #runAbove(index, { reset, above }) {
    const stops = this.#stops;
    const wasStarted = this.#isStarted;
    let by = null;
    await this.#start(index);
    if (stops !== this.#stops) return null;
    if (!wasStarted) above = this.session.plan(index).above;
    else if (reset) await this.#reset();
    for (const [done, one] of above.entries()) {
      this.report(index, { state: "above", done, all: above.length, one });
      const result = await this.#runOne(one);
      if (result.stopped || stops !== this.#stops) return null;
      if (result.asks) {
        this.#isStarted = false;
        await this.#type(one, index);
        return stops === this.#stops ? this.#runAbove(index, this.session.plan(index)) : null;
      }
      this.session.end();
      if (this.session.isWrong(one, result.error)) by ??= one;
    }
    this.report(index, { state: "running" });
    return { by, leftOut: this.session.leftOut(index) };
  }

  /** What waits is told for which block. */
  #runs(index) {
    if (index === this.#running) return;
    this.#running = index;
    for (const one of this.#waiting) this.report(one, { state: "waiting", one: index });
  }

  #runOne(index, onOutput) {
    this.#runs(index);
    this.session.begin(index);
    return /** @type {Engine} */ (this.#engine).run({
      name: nameOf(index),
      source: this.session.blocks[index].source,
      typed: this.#typed.get(index) ?? [],
      onOutput,
    });
  }

  async #reset() {
    await /** @type {Engine} */ (this.#engine).reset();
    this.session.restart();
  }
}
