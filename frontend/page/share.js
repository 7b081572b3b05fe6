// Links to headings and figures, copied by one press, and figures as files. What makes files is loaded at the first
// press.

import { copyText } from "../core/clipboard.js";
import { interpolate, make } from "../core/dom.js";
import { loadScripts } from "./load-when-near.js";

const SHOWN = 2000; // milliseconds

/** Lets presses on the signs of headings and on the buttons of figures copy and save. */
export function enableSharing() {
  const words = JSON.parse(document.getElementById("share").dataset.words);
  const message = make("p", { class: "share-message", role: "status" });
  document.body.append(message);
  let timer;
  const say = (text) => {
    clearTimeout(timer);
    message.textContent = "";
    // Screen readers repeat a text only if it was gone for a moment.
    requestAnimationFrame(() => (message.textContent = text));
    timer = setTimeout(() => (message.textContent = ""), SHOWN);
  };
  const copyLink = async (hash) => say((await copyText(addressOf(hash))) ? words.copied : words.cannot_copy);
  let isSaving = false;
  const save = async (figure, kind) => {
    if (isSaving) return;
    isSaving = true;
    const name = `${pageName()}-${figure.id}`;
    try {
      if (!globalThis.saveFigure) await loadScripts(document.querySelectorAll("script[data-pictures]"));
      await globalThis.saveFigure(figure, kind, name);
      say(interpolate(words.saved, { name: `${name}.${kind}` }));
    } catch {
      say(words.cannot_save);
    } finally {
      isSaving = false;
    }
  };
  document.addEventListener("click", (event) => {
    const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
    const pressed = target.closest?.(".headerlink, [data-share]");
    if (!pressed || ctrlKey || metaKey || shiftKey || altKey) return;
    if (!pressed.dataset.share) return copyLink(pressed.hash); // and the browser goes there
    const figure = pressed.closest("figure");
    if (pressed.dataset.share === "link") copyLink(`#${figure.id}`);
    else save(figure, pressed.dataset.share);
  });
}

/** This page's address with another hash, without what the search has added. */
function addressOf(hash) {
  const address = new URL(location.href);
  for (const name of ["q", "h"]) address.searchParams.delete(name);
  address.hash = hash;
  return address.href;
}

const pageName = () => {
  const folders = location.pathname
    .replace(/index\.html$/, "")
    .split("/")
    .filter(Boolean);
  return folders.at(-1) ?? "index";
};
