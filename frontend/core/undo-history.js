// Undo and redo.

const MAX_HISTORY = 200;

/**
 * States in the order they were made, at most 200. Changes with the same `step` (one number being typed) count as one.
 * @template State
 */
export class History {
  /** @param {State} start */
  constructor(start) {
    this.start = start;
    this.states = [start];
    this.steps = [""];
    this.index = 0;
  }

  get current() {
    return this.states[this.index];
  }

  get canUndo() {
    return this.index > 0;
  }

  get canRedo() {
    return this.index < this.states.length - 1;
  }

  get isStart() {
    return JSON.stringify(this.current) === JSON.stringify(this.start);
  }

  push(/** @type {State} */ state, step = "") {
    const continuesStep = step !== "" && this.steps[this.index] === step;
    const keptCount = continuesStep ? this.index : this.index + 1;
    this.states = [...this.states.slice(0, keptCount), state].slice(-MAX_HISTORY);
    this.steps = [...this.steps.slice(0, keptCount), step].slice(-MAX_HISTORY);
    this.index = this.states.length - 1;
  }

  undo() {
    if (this.canUndo) this.index -= 1;
  }

  redo() {
    if (this.canRedo) this.index += 1;
  }

  /** Removes the newest state if it belongs to `step`: an edit that was canceled. */
  discard(/** @type {string} */ step) {
    if (step === "" || this.steps[this.index] !== step) return;
    this.states = this.states.slice(0, this.index);
    this.steps = this.steps.slice(0, this.index);
    this.index -= 1;
  }

  reset() {
    if (!this.isStart) this.push(this.start);
  }
}
