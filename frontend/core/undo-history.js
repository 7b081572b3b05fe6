// What a reader has set, remembered for undo.

const MAX_HISTORY = 200;

/**
 * States in the order they were made. Changes with the same `step` (one number being typed) count as one.
 * @template State
 */
export class History {
  /** @param {State} start */
  constructor(start) {
    this.start = start;
    this.states = [start];
    this.steps = [""];
    this.at = 0;
  }

  get now() {
    return this.states[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  get isStart() {
    return JSON.stringify(this.now) === JSON.stringify(this.start);
  }

  push(/** @type {State} */ state, step = "") {
    const goesOn = step !== "" && this.steps[this.at] === step;
    const keep = goesOn ? this.at : this.at + 1;
    this.states = [...this.states.slice(0, keep), state].slice(-MAX_HISTORY);
    this.steps = [...this.steps.slice(0, keep), step].slice(-MAX_HISTORY);
    this.at = this.states.length - 1;
  }

  undo() {
    if (this.canUndo) this.at -= 1;
  }

  redo() {
    if (this.canRedo) this.at += 1;
  }

  /** Forgets the newest state if `step` made it: an edit that was broken off. */
  drop(/** @type {string} */ step) {
    if (step === "" || this.steps[this.at] !== step) return;
    this.states = this.states.slice(0, this.at);
    this.steps = this.steps.slice(0, this.at);
    this.at -= 1;
  }

  reset() {
    if (!this.isStart) this.push(this.start);
  }
}
