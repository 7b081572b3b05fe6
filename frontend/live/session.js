// What has run in the engine's namespace, and what must run before a block: no page, no engine.
//
// The namespace always holds what a reader sees: the blocks from the top of the page, each run once, with the text that
// stands there now. Where that can't be reached by going on, it begins anew. Blocks that take long only run when a
// reader runs them: most of what stands below doesn't need them. What they have made is kept as long as nothing above
// them changes: what stands below then runs again among its old names, as in a notebook.

/**
 * A block's text now; whether it is to raise an error; whether it only runs before others, or only by itself.
 * @typedef {{ source: string, raises: boolean, isSilent?: boolean, takesLong?: boolean }} LiveSource
 */
/** @typedef {{ reset: boolean, above: number[] }} Plan whether to begin anew, and which blocks to run first */

export class Session {
  /** @param {LiveSource[]} blocks of a page, from top to bottom */
  constructor(blocks) {
    this.blocks = blocks.map(({ source, raises, isSilent, takesLong }) => ({
      source,
      raises,
      isSilent,
      takesLong,
    }));
    this.restart();
  }

  /** A fresh namespace: nothing has run. */
  restart() {
    /** The texts that have run, those of the blocks 0, 1, 2 …, with holes where one was left out */
    this.texts = /** @type {string[]} */ ([]);
    this.isSpoiled = false;
  }

  /**
   * The reader has changed a block's text.
   * @param {number} index
   * @param {string} source
   */
  edit(index, source) {
    this.blocks[index].source = source;
  }

  /**
   * What to do before block `index` runs.
   * @param {number} index
   * @returns {Plan}
   */
  plan(index) {
    const isPrefix = !this.isSpoiled && this.texts.every((text, above) => text === this.blocks[above].source);
    const goesOn = isPrefix && this.texts.length <= index;
    const first = goesOn ? this.texts.length : this.#kept(index);
    const above = Array.from({ length: index - first }, (_, above) => first + above);
    return { reset: !goesOn && first === 0, above: above.filter((one) => !this.blocks[one].takesLong) };
  }

  /** The number of blocks that needn't begin anew because the last of them has taken long, and stands as it was. */
  #kept(index) {
    if (this.isSpoiled) return 0;
    const changed = this.blocks.findIndex(({ source }, at) => at in this.texts && this.texts[at] !== source);
    const unchanged = this.blocks.slice(0, changed < 0 ? index : Math.min(index, changed));
    return unchanged.findLastIndex(({ takesLong }, at) => takesLong && at in this.texts) + 1;
  }

  /**
   * The first block above that was left out because it takes long.
   * @param {number} index
   * @returns {number | null}
   */
  leftOut(index) {
    const first = this.blocks.findIndex(({ takesLong }, above) => takesLong && !(above in this.texts));
    return first >= 0 && first < index ? first : null;
  }

  /**
   * A block begins to run. Until it has ended, its namespace is neither that before nor that after it.
   * @param {number} index
   */
  begin(index) {
    this.isSpoiled = true;
    this.texts.length = Math.min(this.texts.length, index); // what ran below it ran among other names
    this.running = { index, source: this.blocks[index].source };
  }

  /** Something has changed what the blocks that have run had made: the namespace is none of the page's. */
  spoil() {
    this.isSpoiled = true;
  }

  /**
   * The block that began has ended, perhaps in an error: run anew, it would end there again.
   */
  end() {
    const { index, source } = this.running;
    this.isSpoiled = false;
    this.texts[index] = source;
  }

  /**
   * @param {number} index
   * @param {object | null} error
   * @returns {boolean} whether a block has ended in an error that nobody expects
   */
  isWrong(index, error) {
    return error !== null && !this.blocks[index].raises;
  }
}
