// All live blocks of a page: what is pressed, what runs, what is kept.

import { interpolate, make } from "../core/dom.js";
import { LiveBlock, linkTo } from "./block.js";
import { editsElsewhere, readEdits, writeEdits } from "./edits.js";
import { sentenceWith } from "./result.js";
import { Runner } from "./runner.js";

/** @typedef {import("./runner.js").Engine} Engine */

/**
 * A block that can't run here to its end, for want of a package. What it defines before is there for the blocks below.
 */
class SilentBlock {
  raises = true;
  isSilent = true;

  /**
   * @param {HTMLElement} root `[data-above]`
   * @param {number} number from 1, of readers
   */
  constructor(root, number) {
    this.root = root;
    this.number = number;
    root.id ||= `block-${number}`;
    this.source = (root.querySelector("pre > code").textContent ?? "").replace(/\n$/, "");
    this.code = this.source;
  }

  show() {}
  outdate() {}
  editedIn() {}
}

const REST = 400; // milliseconds after the last key until the text is kept

/**
 * Brings the page's live blocks to life.
 * @param {Record<string, any>} words and the bytes of what comes with the first run
 * @param {(loading: import("./runner.js").Loading) => Promise<Engine>} loadEngine
 */
export function enableLiveBlocks(words, loadEngine) {
  const roots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-live], [data-above]")]);
  const edits = keptEdits();
  const blocks = roots.map((root, index) =>
    "above" in root.dataset
      ? new SilentBlock(root, index + 1)
      : new LiveBlock(root, index + 1, words, {
          run: () => runner.run(index),
          stop: () => runner.stop(),
          check: (assertions) => runner.check(index, assertions),
          edit: (code) => changed(index, code),
        }),
  );
  const sources = blocks.map(({ source }) => source);
  const runner = new Runner(blocks, loadEngine, (index, report) =>
    blocks[index].show(report, (other) => blocks[other]),
  );
  const everything = runEverything(runner, blocks, words);

  function changed(index, code) {
    runner.edit(index, code);
    edits.set(index, code);
    for (const block of blocks.slice(index + 1)) block.outdate();
  }

  const presses = {
    run: (index) => runner.run(index),
    stop: () => runner.stop(),
    edit: (index) => blocks[index].edit(),
    reset: (index) => blocks[index].reset(),
    check: (index) => blocks[index].check(),
    all: () => everything.press(),
  };
  document.addEventListener("click", ({ target, detail }) => {
    const button = /** @type {Element} */ (target).closest("[data-action]");
    const press = presses[button?.dataset.action];
    if (!press) return;
    if (button.dataset.action === "stop" && detail > 1) return; // the second half of a double click on Run
    press(roots.indexOf(button.closest("[data-live]"))); // -1: the page's button
  });

  for (const [index, code] of edits.read(sources)) {
    if (blocks[index].isSilent) continue;
    blocks[index].edit({ code, isFocused: false });
    runner.edit(index, code);
  }
  for (const [index, link] of editsElsewhere()) blocks[index]?.editedIn(link);
  if (/^#block-\d+$/.test(location.hash)) document.querySelector(location.hash)?.scrollIntoView();
  globalThis.handbookEdited = (script) => withEdits(script, blocks);
}

/** The page's script with what the reader has changed: what is copied is what is seen. */
function withEdits(script, blocks) {
  let from = 0;
  for (const { source, code } of blocks) {
    const at = script.indexOf(source, from);
    if (at < 0) continue; // written otherwise in the script, such as a block with an error
    script = script.slice(0, at) + code + script.slice(at + source.length);
    from = at + code.length;
  }
  return script;
}

/** The texts that the reader has changed, written a moment after the last change. */
function keptEdits() {
  const path = location.pathname;
  let sources = /** @type {string[]} */ ([]);
  let edits = /** @type {Map<number, string>} */ (new Map());
  let timer = 0;
  const write = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    writeEdits(sources, path, edits);
  };
  addEventListener("pagehide", write);
  return {
    read(ofPage) {
      sources = ofPage;
      edits = readEdits(sources, path);
      return edits;
    },
    set(index, code) {
      if (code === sources[index]) edits.delete(index);
      else edits.set(index, code);
      clearTimeout(timer);
      timer = setTimeout(write, REST);
    },
  };
}

/** The page's button that runs all blocks, and stops while they run. */
function runEverything(runner, blocks, words) {
  const button = document.querySelector("[data-action=all]");
  const said = make("p", { class: "run-far", role: "status" });
  let isRunning = false;
  const say = (sentence, values, index) =>
    said.replaceChildren(...sentenceWith(interpolate(sentence, values), "block", linkTo(blocks[index], words)));
  return {
    async press() {
      if (isRunning) return runner.stop();
      isRunning = true;
      const label = button.querySelector("span");
      label.textContent = words.stop;
      button.classList.add("run-all");
      (button.parentElement.querySelector(".downloads__needs") ?? button.parentElement).append(said);
      said.ariaBusy = "true"; // only how it ends is read out
      const { isStopped, failed } = await runner.runAll(({ index, ...counts }) => say(words.all_runs, counts, index));
      said.ariaBusy = null;
      if (isStopped) said.remove();
      else if (failed === undefined) said.textContent = words.all_done;
      else say(words.all_ended, {}, failed);
      label.textContent = words.all;
      button.classList.remove("run-all");
      isRunning = false;
    },
  };
}
