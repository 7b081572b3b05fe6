// The row under a chapter's title: copy all of its code.

import { copy } from "../core/clipboard.js";

/** The page's script. It comes as a script of its own: a page that is opened from a disk may not read other files. */
function codeOf(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    globalThis.handbookCode = resolve;
    script.src = `${address}.js`;
    script.onerror = reject;
    script.onload = () => script.remove();
    document.head.append(script);
  });
}

export function enhanceCodeDownload() {
  const button = document.querySelector(".downloads__copy");
  if (!button) return;
  const said = button.parentElement.querySelector(".downloads__said");
  let code;
  const load = () => (code ??= codeOf(button.dataset.code));
  // On the way to the button, so that the code is there when it is pressed.
  for (const event of ["pointerenter", "focus"])
    button.addEventListener(event, () => load().catch(() => (code = undefined)));
  button.addEventListener("click", async () => {
    const done = await load()
      .then(copy)
      .catch(() => (code = undefined));
    said.textContent = "";
    said.textContent = done ? button.dataset.copied : button.dataset.failed;
  });
}
