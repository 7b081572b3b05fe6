// What a block printed, in its place under the block, beside what the page shows.

import { interpolate, make, setText } from "../core/dom.js";
import { compareOutput, hasSameWords } from "./compare.js";

/** @typedef {import("./compare.js").Piece} Piece */
/** @typedef {import("./runner.js").PythonError} PythonError */
/**
 * What stands in the result when a run has ended.
 * @typedef {object} Ending
 * @property {"idle" | "done" | "error"} state
 * @property {string} label
 * @property {string} [said] beside the label
 * @property {Piece[][]} [lines] printed
 * @property {(string | Node)[]} [problem] below them
 * @property {boolean} [isError] whether what is shown is an error
 * @property {boolean} [isAsPrinted] whether it is what the page shows, and takes its place
 * @property {"" | "right" | "wrong"} [verdict] on an answer
 */

const LONG = 20; // lines of output that are no longer read out by themselves

export class Result {
  /**
   * @param {HTMLElement} block with an empty `[data-result]`
   * @param {Record<string, string>} words
   */
  constructor(block, words) {
    this.words = words;
    this.root = /** @type {HTMLElement} */ (block.querySelector("[data-result]"));
    const next = block.nextElementSibling;
    this.recorded = /** @type {HTMLElement | null} */ (next?.matches(".highlight.output") ? next : null);
    this.hasPicture = (this.recorded?.nextElementSibling ?? next)?.matches("figure.plot") ?? false;
    this.recordedText = this.recorded?.querySelector("code")?.textContent ?? "";
    this.recordedLabel = this.recorded?.dataset.label ?? words.output;
    this.isMeasured = this.recorded?.matches(".measured") ?? false;
    this.isFresh = true; // what is shown is of the run that is going on
  }

  get isRunning() {
    return this.root.dataset.state === "running";
  }

  /** As on the page. */
  clear() {
    this.root.replaceChildren();
    this.root.dataset.state = "idle";
    this.said = null;
    this.#judge("");
    this.#showRecorded(true);
  }

  /**
   * A run begins or goes on: what stood here stays until there is something new.
   * @param {(string | Node)[]} said nothing where nothing is to be said yet
   * @param {number} [part] of what has to come before it begins: shown as a bar while it is less than 1
   */
  progress(said, part = 1) {
    if (!this.isRunning) this.#begin();
    this.status.replaceChildren(...said);
    this.time.textContent = "";
    this.bar.hidden = part >= 1;
    this.problem.classList.remove("run-asks");
    if (part < 1) this.problem.replaceChildren();
    this.bar.value = part;
    if (said.length) setText(this.label, this.words.output);
    this.root.classList.toggle("run-old", said.length > 0 && !this.isFresh);
  }

  /** How long what is said has taken. */
  tell(time) {
    this.time.textContent = time;
  }

  /** A question during a run, with what answers it. */
  ask(question, control) {
    this.progress(question ? [question] : []);
    this.problem.classList.add("run-asks");
    this.problem.replaceChildren(control);
  }

  /** The block runs from its beginning: what it prints takes the place of what it has printed. */
  again() {
    this.isFresh = false;
  }

  /** A part of the output, while the block runs. */
  append(text) {
    if (!this.isRunning) return;
    if (!this.isFresh) {
      this.isFresh = true;
      this.root.classList.remove("run-old", "run-error");
      this.#write([]);
      this.problem.replaceChildren();
      this.#showRecorded(true);
    }
    this.code.parentElement.hidden = false;
    this.code.append(text);
  }

  /** What is shown was printed before something above was changed. */
  outdate() {
    if (this.root.dataset.state === "done" && !this.root.dataset.verdict) setText(this.status, this.words.outdated);
  }

  /**
   * The block has ended as it should.
   * @param {{ output: string, error: PythonError | null, cut?: boolean }} report with an error that was expected
   * @param {(string | Node)[]} [why] the reason, if other numbers are printed than on the page
   * @param {boolean} [isUnprinted] whether the last line has a value that nothing prints
   */
  done({ output, error, cut = false }, why = [], isUnprinted = false) {
    const { words, recorded, recordedText } = this;
    const printed = error ? `${output}${error.text}\n` : output;
    const { isSame, lines } = compareOutput(recordedText, printed);
    const verdict = this.#verdict(printed, isSame, error !== null);
    const more = [this.hasPicture && words.picture, cut && words.cut];
    const isLikePage = recorded && !this.isMeasured && !recorded.matches(".error");
    this.#end({
      state: "done",
      label: error ? words.error : isLikePage ? this.recordedLabel : words.output,
      said: [words[verdict], ...more].filter(Boolean).join(", "),
      lines: verdict === "differs" ? lines : plain(lines),
      problem: [
        ...(["differs", "same_words"].includes(verdict) ? why : []),
        ...(isUnprinted ? [make("span", { class: "run-why" }, words.unprinted)] : []),
      ],
      isError: error !== null,
      isAsPrinted: isSame && recorded !== null,
    });
  }

  /**
   * The answer in the block has been checked.
   * @param {string} output
   * @param {string} problem what isn't right yet; nothing where all is
   * @param {(string | Node)[]} [why] what else may be the reason
   */
  checked(output, problem, why = []) {
    const { words } = this;
    this.#end({
      state: "done",
      label: problem ? words.not_yet : words.right,
      said: problem,
      lines: linesOf(output),
      problem: why,
      verdict: problem ? "wrong" : "right",
    });
  }

  /**
   * The block has ended in an error.
   * @param {string} output what it printed before
   * @param {(string | Node)[]} problem
   */
  error(output, problem) {
    this.#end({ state: "error", label: this.words.error, lines: linesOf(output), problem, isError: true });
  }

  /** The block hasn't run because of something else. */
  blocked(problem) {
    this.#end({ state: "error", label: this.words.error, problem, isError: true });
  }

  /** The reader has stopped the block. */
  stopped() {
    const lines = this.isFresh ? linesOf(this.code?.textContent ?? "") : [];
    this.#end({ state: "idle", label: this.words.output, said: this.words.stopped, lines });
  }

  #verdict(printed, isSame, hasError) {
    if (!this.recorded) return printed.trim() || this.hasPicture ? "" : "silent";
    if (isSame) return "same";
    if (this.recorded.matches(".error") && !hasError) return "no_error";
    return this.isMeasured && hasSameWords(this.recordedText, printed) ? "same_words" : "differs";
  }

  /** Takes the place of what the page shows, with the same text, so that nothing moves. */
  #begin() {
    this.root.dataset.state = "running";
    this.root.ariaBusy = "true"; // what is old isn't read out
    this.isFresh = false;
    if (!this.said) {
      this.#build();
      this.label.textContent = this.recordedLabel;
      this.#write(linesOf(this.recordedText));
      this.root.classList.toggle("run-error", this.recorded?.matches(".error") ?? false);
      this.#showRecorded(false);
    }
  }

  #build() {
    this.label = make("span");
    this.status = make("span", { class: "run-status" });
    this.time = make("span", { class: "run-time" });
    this.bar = make("progress", { max: 1, hidden: true });
    this.said = make("p", { class: "run-said" }, this.label, " ", this.status, " ", this.time, " ", this.bar);
    this.code = make("code");
    this.problem = make("div", { class: "run-problem" });
    this.root.replaceChildren(this.said, make("pre", {}, this.code), this.problem);
  }

  /** @param {Ending} ending */
  #end({ state, label, said = "", lines = [], problem = [], isError = false, isAsPrinted = false, verdict = "" }) {
    if (!this.said) this.#build();
    this.root.classList.remove("run-old");
    this.root.classList.toggle("run-error", isError);
    this.root.classList.toggle("run-same", isAsPrinted);
    this.#judge(verdict);
    this.label.textContent = label;
    setText(this.status, said);
    this.time.textContent = "";
    this.#write(lines);
    this.bar.hidden = true;
    this.problem.replaceChildren(...problem);
    this.#showRecorded(!isAsPrinted);
    this.root.ariaBusy = null;
    this.root.dataset.state = state;
  }

  /** @param {Piece[][]} lines */
  #write(lines) {
    const pre = this.code.parentElement;
    pre.hidden = !lines.some((line) => line.some(({ text }) => text));
    pre.ariaLive = lines.length > LONG ? "off" : null;
    this.code.replaceChildren(
      ...lines.flatMap((line) => [...line.map(({ text, differs }) => (differs ? make("mark", {}, text) : text)), "\n"]),
    );
  }

  #judge(verdict) {
    if (verdict) this.root.dataset.verdict = verdict;
    else delete this.root.dataset.verdict;
  }

  #showRecorded(isShown) {
    if (!this.recorded) return;
    this.recorded.hidden = !isShown;
    this.recorded.dataset.label = this.said && !this.isMeasured ? this.words.recorded : this.recordedLabel;
  }
}

const plain = (lines) => lines.map((line) => [{ text: line.map(({ text }) => text).join(""), differs: false }]);
const linesOf = (text) => plain(compareOutput("", text).lines);

/** A sentence in parts, with an element in the place of `{name}`. */
export function sentenceWith(sentence, name, element) {
  const [before, after] = interpolate(sentence, { [name]: "\n" }).split("\n");
  return [before, element, after];
}
