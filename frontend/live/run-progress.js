// What a run is doing: said only of runs that take a while, and of those that take longer, for how long they do it.

import { interpolate } from "../core/dom.js";

const PATIENCE = 200; // milliseconds after which it is said what a run is doing
const SECOND = 1000;
const LONG = 2 * SECOND; // after which it is said for how long

/**
 * @typedef {object} About
 * @property {number} [part] how much has come of what has to come before
 * @property {boolean} [isTimed] whether to say how long it takes
 * @property {number} [seconds] that it may take, where that is known
 * @property {(string | Node)[]} [more] what is also said as soon as it takes long
 */

export class RunProgress {
  /**
   * @param {import("./result.js").Result} result
   * @param {Record<string, string>} words
   */
  constructor(result, words) {
    this.result = result;
    this.words = words;
  }

  /** A run begins. */
  begin() {
    this.result.progress([]);
    this.shownFrom = performance.now() + PATIENCE;
  }

  /** What was to be said isn't said any more. */
  end() {
    clearTimeout(this.timer);
  }

  /**
   * @param {(string | Node)[]} said
   * @param {About} [about]
   */
  say(said, { part = 1, isTimed = false, seconds = 0, more = [] } = {}) {
    this.end();
    const begun = performance.now();
    const show = () => {
      this.result.progress(said, part);
      if (isTimed) this.timer = setTimeout(count, begun + LONG - performance.now());
    };
    const count = () => {
      const passed = performance.now() - begun;
      if (more.length) this.result.progress([...said, ...more.splice(0)]);
      this.result.tell(this.#timeOf(Math.round(passed / SECOND), seconds));
      this.timer = setTimeout(count, SECOND - (passed % SECOND));
    };
    const rest = this.shownFrom - begun;
    if (rest > 0) this.timer = setTimeout(show, rest);
    else show();
  }

  #timeOf(passed, all) {
    const done = clock(passed);
    return all ? interpolate(this.words.of_about, { done, all: clock(all) }) : done;
  }
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
