// The explorer's state in the page's address: for bookmarks, links, the page in other languages, and the way back.

import { isLinked, showLinked } from "../components/linked-widget.js";
import { copyText } from "../core/clipboard.js";
import { fromHash, STATE_PREFIX, toHash } from "../core/share-link.js";
import { cleanState } from "./explorer-state.js";

const NAME = "explorer";
const PAUSE = 250; // ms without a change until the address follows: browsers refuse hundreds of addresses

/** Writes and reads the address. */
export class Address {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    addEventListener("hashchange", () => this.load());
  }

  /**
   * Lets the address follow soon. On the explorer's own page each state gets an entry in the browser's history.
   * @param {string} [step] states of one step, such as letters typed one after the other, share an entry
   */
  follow(step = "") {
    const { explorer } = this;
    explorer.statusLine.textContent = ""; // a link that was copied is no longer the one to what is shown
    if (this.isLoading || !explorer.source || explorer.isFileOpen) return;
    // A page that was opened at a heading keeps that address until something is changed.
    if (!this.hasWritten && location.hash && !location.hash.startsWith(STATE_PREFIX)) {
      this.hasWritten = true;
      return;
    }
    this.isNew ||= step === "" || step !== this.step;
    this.step = step;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), PAUSE);
  }

  write() {
    clearTimeout(this.timer);
    const hash = toHash(NAME, this.explorer.state);
    if (hash === location.hash) return;
    const adds = this.isNew && this.hasWritten && this.explorer.isWhole;
    history[adds ? "pushState" : "replaceState"](history.state, "", hash);
    if (!this.hasWritten) this.step = undefined; // what comes next is a step of its own
    this.hasWritten = true;
    this.isNew = false;
  }

  copy() {
    const { explorer } = this;
    const { messages } = explorer;
    if (explorer.isFileOpen) return explorer.announce(messages.no_link);
    this.write();
    copyText(location.href).then((isCopied) =>
      explorer.announce(isCopied ? messages.link_copied : messages.cannot_copy),
    );
  }

  /**
   * Shows the state in the address.
   * @returns {boolean} false if there is none that the explorer can show
   */
  load(isFirst = false) {
    const { explorer } = this;
    const { root } = explorer;
    if (!explorer.source || !isLinked(root)) return false;
    const raw = fromHash(location.hash, NAME);
    const state = raw ? cleanState(raw, explorer) : null;
    if (state && !explorer.whatIf) state.changes = []; // nothing here could show them or take them back
    const isShown = explorer.reading && JSON.stringify(state) === JSON.stringify(explorer.state);
    if (state && !isShown) {
      this.isLoading = true;
      clearTimeout(this.timer);
      explorer.showState(state);
      this.isLoading = false;
      this.hasWritten = true;
    }
    const problem = state ? "" : explorer.messages.bad_link;
    // On the way back and forward the reader stays where they look.
    if (problem || isFirst || !explorer.isWhole) showLinked(root, problem, isFirst);
    return state !== null && explorer.reading !== null;
  }
}
