// Code blocks that run and can be edited. Loaded when a reader presses one of their buttons.

import { enableLiveBlocks } from "../live/blocks.js";
import { fetchEngine, loadEngine } from "../live/load-engine.js";

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
const { codePython: python, codeWords: words } = globalThis;
const bytes = python.parts.reduce((sum, { size }) => sum + size, 0);
globalThis.codeReady = areLoaded.then(() =>
  enableLiveBlocks({ ...words, bytes }, (loading) => loadEngine(home, python, loading)),
);
globalThis.preparePython = () => fetchEngine(home, python);
