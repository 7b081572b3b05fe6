// What a widget says of one number: a sentence and its formula, in view while the number is explained.

import { make, setText } from "../core/dom.js";

const HEADER = 64; // pixels at the top of the window that the page's head takes

/** The explanation below a widget's tables. */
export class Explanation {
  /**
   * @param {HTMLElement} grids the element around the tables
   * @param {string} hint what is said before any number is explained
   */
  constructor(grids, hint) {
    this.grids = grids;
    this.sentence = make("p", { class: "widget-words" }, hint);
    this.formula = make("p", { class: "widget-formula" });
    this.element = make("div", { class: "widget-explanation", role: "status" }, this.sentence, this.formula);
  }

  /**
   * @param {string} sentence
   * @param {(string | { role: string, text: string })[]} parts of the formula
   */
  show(sentence, parts) {
    setText(this.sentence, sentence);
    const key = JSON.stringify(parts);
    if (key === this.formulaKey) return;
    this.formulaKey = key;
    this.formula.replaceChildren(
      ...parts.map((part) =>
        typeof part === "string" ? part : make("span", { class: `role-${part.role}` }, part.text),
      ),
    );
  }

  /**
   * Keeps the explanation in the window while a number is explained. Not where it would lie over this number: a pointer
   * is about to press it, or has just gone down there.
   * @param {boolean} isNeeded a number is explained
   */
  keepInView(isNeeded) {
    const { classList } = this.element;
    this.isNeeded = isNeeded;
    classList.toggle("in-view", isNeeded);
    if (this.covered(this.boxes(".lit-self")) > 0) classList.remove("in-view");
  }

  /** Scrolls what is explained out from under the explanation: all of it, or only the number, as room allows. */
  uncover() {
    this.element.classList.toggle("in-view", Boolean(this.isNeeded));
    for (const which of [".lit", ".lit-self"]) {
      const boxes = this.boxes(which);
      const covered = this.covered(boxes);
      if (covered <= 0) return;
      if (Math.min(...boxes.map(({ top }) => top)) - covered < HEADER) continue;
      scrollBy({ top: covered, behavior: "instant" });
      return;
    }
  }

  boxes(which) {
    return Array.from(this.grids.querySelectorAll(which), (cell) => cell.getBoundingClientRect());
  }

  /** How far the explanation lies over these boxes, in pixels; 0 or less where it doesn't. */
  covered(boxes) {
    return Math.max(...boxes.map(({ bottom }) => bottom)) - this.element.getBoundingClientRect().top;
  }
}
