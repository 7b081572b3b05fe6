// All live blocks of a page: what is pressed, what runs, what is kept.

import { LiveBlock } from "./block.js";
import { readEdits, writeEdits } from "./edits.js";
import { Runner } from "./runner.js";

/** @typedef {import("./runner.js").Engine} Engine */

/**
 * A block that can't run here to its end, for want of a package. What it defines before is there for the blocks below.
 */
class SilentBlock {
  raises = true;
  isSilent = true;

  /** @param {HTMLElement} root `[data-above]` */
  constructor(root) {
    this.source = (root.querySelector("pre > code").textContent ?? "").replace(/\n$/, "");
    this.code = this.source;
  }

  show() {}
  outdate() {}
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
      ? new SilentBlock(root)
      : new LiveBlock(root, index + 1, words, {
          run: () => runner.run(index),
          check: (assertions) => runner.check(index, assertions),
          edit: (code) => changed(index, code),
        }),
  );
  const sources = blocks.map(({ source }) => source);
  const runner = new Runner(blocks, loadEngine, (index, report) =>
    blocks[index].show(report, (other) => blocks[other]),
  );
  const everything = runEverything(runner, words);

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
function runEverything(runner, words) {
  const button = document.querySelector("[data-action=all]");
  let isRunning = false;
  return {
    async press() {
      if (isRunning) return runner.stop();
      isRunning = true;
      const label = button.querySelector("span");
      label.textContent = words.stop;
      button.classList.add("run-all");
      await runner.runAll();
      label.textContent = words.all;
      button.classList.remove("run-all");
      isRunning = false;
    },
  };
}
