// The model on the home page: its weights come from a script of their own, read before this one.

import { markReady } from "../core/dom.js";
import { LiveModel } from "../home/live-model.js";

for (const root of document.querySelectorAll("[data-model]")) {
  new LiveModel(root, globalThis.attentionModel);
  markReady(root);
}
