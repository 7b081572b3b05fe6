// One code block of the page that a reader can run and edit: its buttons, its editor and its result.

import { interpolate, make } from "../core/dom.js";
import { markSolved } from "../page/solved-marks.js";
import { openEditor } from "./editor.js";
import { markLine, unmarkLine } from "./marked-line.js";
import { Result, sentenceWith } from "./result.js";
import { RunProgress } from "./run-progress.js";

/** @typedef {import("./runner.js").Report} Report */
/**
 * @typedef {object} Actions
 * @property {() => void} run
 * @property {() => void} stop
 * @property {(assertions: string) => void} check
 * @property {(code: string) => void} edit the code is another one now
 */

const LACKING = new Set(["NameError", "KeyError"]); // errors that something hasn't been made yet

export class LiveBlock {
  /**
   * @param {HTMLElement} root `[data-live]`, with its buttons
   * @param {number} number from 1, of readers
   * @param {Record<string, string>} words
   * @param {Actions} actions
   */
  constructor(root, number, words, actions) {
    this.root = root;
    this.number = number;
    this.words = words;
    this.actions = actions;
    this.shown = /** @type {HTMLElement} */ (root.querySelector("pre > code"));
    this.source = (this.shown.textContent ?? "").replace(/\n$/, "");
    this.assertions = root.dataset.check ?? "";
    this.raises = root.classList.contains("raises");
    this.takesLong = root.classList.contains("takes-long");
    this.seconds = Number(root.dataset.seconds ?? 0); // that it takes, roughly
    this.result = new Result(root, words);
    this.progress = new RunProgress(this.result, words);
    this.isLeft = false; // by a reader who wants the page's code back while it runs
    this.runButton = /** @type {HTMLButtonElement} */ (root.querySelector("[data-action=run]"));
    this.editButton = /** @type {HTMLButtonElement} */ (root.querySelector("[data-action=edit]"));
    this.resetButton = this.#button("reset");
    this.edited = make("span", { class: "run-edited" }, words.edited);
    /** @type {HTMLElement | null} */
    this.elsewhere = null;
    this.editButton.after(this.resetButton);
    root.prepend(this.edited);
    root.id ||= `block-${number}`;
    this.#showEdited();
  }

  get code() {
    return this.editor ? this.editor.code : this.source;
  }

  get isEdited() {
    return this.code !== this.source;
  }

  #button(action) {
    const name = `${this.words[action]}: ${this.words.block} ${this.number}`;
    return make("button", { type: "button", "data-action": action, "aria-label": name }, this.words[action]);
  }

  // editing

  /**
   * Opens the editor, and goes there if the reader asked for it.
   * @param {{ code?: string, isFocused?: boolean }} options
   */
  edit({ code = this.code, isFocused = true } = {}) {
    if (!this.editor) {
      unmarkLine(this.shown);
      this.editor = openEditor({
        code,
        label: interpolate(this.words.code, { number: this.number }),
        isWrapped: document.documentElement.classList.contains("code-wraps"),
        onChange: () => this.#changed(),
        onRun: () => this.actions.run(),
        onLeave: () => this.#leave(),
      });
      this.root.querySelector("pre").after(this.editor.container);
      this.root.classList.add("run-editing");
      this.#showEdited();
    }
    if (!isFocused) return;
    const gap = this.assertions && firstGap(this.source, this.code);
    if (gap) this.editor.goTo(gap);
    else this.editor.textarea.focus();
  }

  /**
   * The reader has edited this block in another language: what they have written there stays there.
   * @param {HTMLAnchorElement} page the link to this page in that language
   */
  editedIn(page) {
    const language = page.textContent.trim();
    const href = `${page.href.split("#")[0]}#block-${this.number}`;
    this.elsewhere = make("a", { class: "run-edited", href }, interpolate(this.words.edited_in, { language }));
    this.root.prepend(this.elsewhere);
    this.#showEdited();
  }

  /** Something above is another now than when this block ran. */
  outdate() {
    this.result.outdate();
  }

  /** The reader's answer is checked; where it is still to be written, the place is shown. */
  check() {
    const line = firstGap(this.source, this.code);
    if (!line) return this.actions.check(this.assertions);
    this.edit();
    this.editor.goTo(line);
    this.result.checked("", interpolate(this.words.gap, { number: line }));
  }

  /** The page's code again, and its output; what runs is stopped. */
  reset() {
    this.#close();
    this.isLeft = this.root.classList.contains("run-runs");
    if (this.isLeft) this.actions.stop();
    else this.result.clear();
    this.actions.edit(this.source);
    this.runButton.focus();
  }

  #changed() {
    this.editor?.mark();
    this.#showEdited();
    this.actions.edit(this.code);
  }

  #leave() {
    if (!this.isEdited) this.#close();
    this.runButton.focus();
  }

  #close() {
    this.editor?.container.remove();
    this.editor = null;
    this.root.classList.remove("run-editing");
    unmarkLine(this.shown);
    this.#showEdited();
  }

  #showEdited() {
    const { isEdited } = this;
    this.root.classList.toggle("run-is-edited", isEdited);
    this.edited.hidden = this.resetButton.hidden = !isEdited;
    if (this.elsewhere) this.elsewhere.hidden = isEdited;
    this.#fit();
    // What is copied is what is seen: the theme's button takes this text in place of the block's.
    const copy = this.root.querySelector("[data-clipboard-target]");
    if (isEdited) copy?.setAttribute("data-clipboard-text", this.code);
    else copy?.removeAttribute("data-clipboard-text");
  }

  // running

  /**
   * Shows what happens to the block.
   * @param {Report} report
   * @param {(number: number) => LiveBlock} blockAt the block of an index
   */
  show(report, blockAt) {
    const { words } = this;
    switch (report.state) {
      case "output":
        this.result.append(report.text);
        return;
      case "waiting":
        if (report.one === null || report.one === this.number - 1) this.#progress([words.waiting]);
        else this.#progress([`${words.waiting}: `, ...this.#stillRuns(blockAt(report.one))]);
        return;
      case "loading":
        this.#loads(report.loaded);
        return;
      case "asks":
        this.#asks(report.load);
        return;
      case "running":
        this.#progress([words.running], { isTimed: true, seconds: this.isEdited ? 0 : this.seconds });
        return;
      case "above":
        this.#progress([interpolate(words.above, { done: report.done, all: report.all })], {
          isTimed: true,
          more: [", ", ...this.#stillRuns(blockAt(report.one))],
        });
        return;
      case "input":
        this.#asksFor(report.type);
        return;
      case "again":
        this.result.again();
        return;
      case "done":
        this.#ended();
        this.result.done(report, this.#whyLeftOut(report, blockAt), report.isUnprinted && this.isEdited);
        return;
      case "error":
        this.#ended();
        this.#showError(report, blockAt);
        return;
      case "checked":
        this.#ended();
        if (!report.problem) markSolved(this.root);
        this.result.checked(report.output, report.problem, report.problem ? this.#whyAbove(report, blockAt) : []);
        return;
      case "failed":
        this.#ended();
        this.result.blocked([report.isBroken ? words.broken : words.failed]);
        return;
      case "stopped":
        this.#ended();
        if (this.isLeft) this.result.clear();
        else this.result.stopped();
        this.isLeft = false;
    }
  }

  /**
   * @param {(string | Node)[]} said
   * @param {import("./run-progress.js").About} [about]
   */
  #progress(said, about) {
    if (!this.root.classList.contains("run-runs")) {
      this.root.classList.add("run-runs");
      this.#showAction("stop");
      this.#mark(null);
      this.progress.begin();
    }
    this.progress.say(said, about);
  }

  /** Python comes from the site, or starts. */
  #loads(loaded) {
    if (loaded === undefined) return this.#progress([this.words.starting]);
    const [done, all] = [loaded, 1].map((part) => megabytes(part * Number(this.words.bytes)));
    const said = loaded < 1 ? interpolate(this.words.loading, { done, all }) : this.words.starting;
    this.#progress([said], { part: loaded });
  }

  /** Where a reader pays for what comes, it comes when they say so. */
  #asks(load) {
    const { words } = this;
    this.#progress([]);
    this.progress.end();
    const question = interpolate(words.asks, { all: megabytes(Number(words.bytes)) });
    this.result.ask(question, make("button", { type: "button", class: "run-line", onclick: load }, words.load));
  }

  /** The block wants a line: a field for it stands where its output ends. */
  #asksFor(type) {
    const { words } = this;
    this.progress.end();
    const field = make("input", { type: "text", autocomplete: "off", "aria-label": words.answer });
    const form = make("form", { class: "run-input" }, field, make("button", { type: "submit" }, words.enter));
    form.onsubmit = (event) => {
      event.preventDefault();
      for (const control of form.elements) control.disabled = true;
      type(field.value);
    };
    this.result.ask("", form);
    field.focus();
  }

  #ended() {
    this.progress.end();
    this.root.classList.remove("run-runs");
    this.#showAction("run");
  }

  /** Run is Stop while the block runs: the same button, so that it keeps the focus. */
  #showAction(action) {
    const { runButton, words, number } = this;
    runButton.dataset.action = action;
    runButton.ariaLabel = `${words[action]}: ${words.block} ${number}`;
    runButton.querySelector("span").textContent = words[action];
    this.#fit();
  }

  /** Words in the line of the buttons end before these. */
  #fit() {
    const buttons = [...this.editButton.parentElement.querySelectorAll("button:not([hidden])")];
    const width = buttons.reduce((sum, button) => sum + button.offsetWidth, 0);
    if (width) this.root.style.setProperty("--run-room", `${width}px`); // none in a box that is closed
  }

  #showError(report, blockAt) {
    const { words } = this;
    const { output, error } = report;
    const number = Number(error.block.replace(/^block /, "")); // of the block that raised it
    const problem = [make("span", { class: "run-raised" }, error.text), " "];
    if (error.lacks)
      problem.push(make("span", { class: "run-why" }, interpolate(words.lacks, { module: error.lacks })), " ");
    const traceback = tracebackOf(error, words.traceback);
    if (error.line && number === this.number) {
      this.#mark(error.line);
      problem.push(this.#lineButton(error.line));
    } else if (error.line && number) {
      const line = interpolate(words.line, { number: error.line });
      this.result.error(output, [...problem, "(", linkTo(blockAt(number - 1), words), `, ${line})`, ...traceback]);
      return;
    }
    this.result.error(output, [...problem, ...this.#whyAbove(report, blockAt), ...traceback]);
  }

  /** What above may be the reason: what was left out there, the first error, or the first change. */
  #whyAbove({ by, leftOut, error = null }, blockAt) {
    if (leftOut !== null && LACKING.has(error?.type)) return this.#whyLeftOut({ leftOut }, blockAt);
    if (by !== null) return this.#why(this.words.error_above, blockAt(by));
    for (let index = 0; index < this.number - 1; index += 1) {
      const block = blockAt(index);
      if (block.isEdited) return this.#why(this.words.edited_above, block);
    }
    return [];
  }

  #whyLeftOut({ leftOut }, blockAt) {
    return leftOut === null ? [] : this.#why(this.words.left_out, blockAt(leftOut));
  }

  #why(sentence, block) {
    return [make("span", { class: "run-why" }, ...sentenceWith(sentence, "block", linkTo(block, this.words)))];
  }

  /** The block that runs before this one, and whether what is running there isn't the page's. */
  #stillRuns(block) {
    const { words } = this;
    return sentenceWith(words.still_runs, "block", linkTo(block, words, block.isEdited ? ` (${words.edited})` : ""));
  }

  #mark(line) {
    if (this.editor) this.editor.mark(line);
    else if (line) markLine(this.shown, line);
    else unmarkLine(this.shown);
  }

  #lineButton(line) {
    const name = interpolate(this.words.line, { number: line });
    return make("button", { type: "button", class: "run-line", onclick: () => this.#goTo(line) }, name);
  }

  #goTo(line) {
    if (this.editor) this.editor.goTo(line);
    else {
      this.edit();
      this.editor.mark(line);
      this.editor.goTo(line);
    }
  }
}

/** A link to a block by its name, which is followed by `more`. */
export const linkTo = ({ root, number }, words, more = "") =>
  make("a", { href: `#${root.id}` }, `${words.block} ${number}${more}`);

/** How it came to an error, as Python writes it, where that is more than one step. */
function tracebackOf({ traceback }, label) {
  if (traceback.split("\n  File ").length <= 2) return [];
  const code = make("pre", {}, make("code", {}, traceback));
  return [make("details", { "data-traceback": "" }, make("summary", {}, label), code)];
}

const megabytes = (bytes) =>
  (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const GAP = "...";

/** The line, from 1, of the first gap of an exercise that stands in the answer as it stood; 0 where there is none. */
function firstGap(exercise, answer) {
  const gaps = new Set(exercise.split("\n").filter((line) => line.includes(GAP)));
  return answer.split("\n").findIndex((line) => gaps.has(line)) + 1;
}
