// The row under a chapter's title: copy all of its code.

import { copyText } from "../core/clipboard.js";

/** Loads the page's code as a script: pages opened from a folder may not fetch other files. */
function loadCode(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    globalThis.handbookCode = resolve;
    script.src = `${address}.js`;
    script.onerror = reject;
    script.onload = () => script.remove();
    document.head.append(script);
  });
}

/** Lets the button copy the code of the page. */
export function enhanceCodeDownload() {
  const button = document.querySelector(".downloads__copy");
  if (!button) return;
  const status = button.parentElement.querySelector(".downloads__said");
  let code;
  const load = () => (code ??= loadCode(button.dataset.script));
  // Loads on hover or focus, so that the code is there on click.
  for (const event of ["pointerenter", "focus"])
    button.addEventListener(event, () => load().catch(() => (code = undefined)));
  button.addEventListener("click", async () => {
    const isCopied = await load()
      .then((script) => copyText(globalThis.handbookEdited?.(script) ?? script)) // live/blocks.js
      .catch(() => (code = undefined));
    status.textContent = "";
    status.textContent = isCopied ? button.dataset.copied : button.dataset.failed;
  });
}
