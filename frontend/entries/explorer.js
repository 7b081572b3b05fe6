// The explorer in a page of the site: its model's weights come from a script of their own, read before this one.

import { Explorer } from "../explorer/explorer.js";
import { keepFocusInView } from "../page/keep-focus.js";

/** Runs pieces of work, each in a task of its own; at once where a browser is about to scroll to a place. */
function run(pieces) {
  keepFocusInView(() => {
    do if (pieces.next().done) return;
    while (location.hash);
    setTimeout(run, 0, pieces);
  });
}

for (const root of document.querySelectorAll('[data-widget="explorer"]'))
  run(new Explorer(root, globalThis.attentionModel).start());
