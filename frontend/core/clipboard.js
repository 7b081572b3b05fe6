/**
 * Copies text to the clipboard. Pages opened from a folder may not use navigator.clipboard: then by execCommand.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed"; // in the window, so that nothing scrolls there
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    focused?.focus({ preventScroll: true });
    return isCopied;
  }
}
