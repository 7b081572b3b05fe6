// Code blocks that run and can be edited. Loaded when a reader presses one of their buttons.

import { enableLiveBlocks } from "../live/blocks.js";
import { loadEngine } from "../live/load-engine.js";

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const styles = Object.assign(document.createElement("link"), {
  rel: "stylesheet",
  href: new URL("../stylesheets/run.css", home).href,
});
// Without them a result would first take more room, and then less.
const areLoaded = new Promise((resolve) => {
  styles.onload = styles.onerror = resolve;
});
document.head.append(styles);
globalThis.codeReady = areLoaded.then(() => enableLiveBlocks(globalThis.codeWords, () => loadEngine(home)));
