// Code blocks that run and can be edited. Loaded when a reader presses one of their buttons.

import { enableLiveBlocks } from "../live/blocks.js";
import { loadEngine } from "../live/load-engine.js";

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const styles = Object.assign(document.createElement("link"), {
  rel: "stylesheet",
  href: new URL("../stylesheets/run.css", home).href,
});
document.head.append(styles);
enableLiveBlocks(globalThis.codeWords, () => loadEngine(home));
