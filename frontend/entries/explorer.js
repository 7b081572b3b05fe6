// The explorer in a page of the site: its model's weights come from a script of their own, read before this one.

import { Explorer } from "../explorer/explorer.js";
import { keepFocusInView } from "../page/keep-focus.js";

keepFocusInView(() => {
  for (const root of document.querySelectorAll('[data-widget="explorer"]'))
    new Explorer(root, globalThis.attentionModel);
});
