// "Translate this page": copies the English text before the browser goes to GitHub's empty editor.

import { copyText } from "../core/clipboard.js";

/** Lets the link of a page that isn't translated bring the English text along. */
export function copyEnglishFirst() {
  const link = document.querySelector("a[data-english]");
  link?.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.dataset.english);
      if (answer.ok) await copyText(await answer.text());
    } finally {
      location.href = link.href; // also from a folder, where nothing can be fetched
    }
  });
}
