// The explorer alone, in a page that needs no network: a file's attention stands in the page itself.

import { Explorer } from "../explorer/explorer.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => (document.body.dataset.mdColorScheme = dark.matches ? "slate" : "default");
dark.addEventListener("change", follow);
follow();

const text = document.getElementById("attention").textContent;
const root = document.querySelector('[data-widget="explorer"]');
const explorer = new Explorer(root, null);
[...explorer.start(text.trim() === "null" ? null : text)];
explorer.fileDialog.dialog.open ||= explorer.reading === null;
