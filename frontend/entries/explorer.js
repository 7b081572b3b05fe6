// The explorer in a page of the site: its model's weights come from a script of their own, read before this one.

import { Explorer } from "../explorer/explorer.js";
import { keepFocusInView } from "../page/keep-focus.js";

/** Runs pieces of work, each in a task of its own. */
function inTasks(pieces) {
  keepFocusInView(() => pieces.next().done || setTimeout(inTasks, 0, pieces));
}

for (const root of document.querySelectorAll('[data-widget="explorer"]'))
  inTasks(new Explorer(root, globalThis.attentionModel).start());
