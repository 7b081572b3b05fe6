// A widget's state in the hash of a link, as JSON in URL-safe base64: #state=by-hand.eyJ3b3…

export const STATE_PREFIX = "#state=";

/**
 * @param {string} name the widget's
 * @param {unknown} state as JSON can hold
 * @returns {string} the hash, with "#"
 */
export function toHash(name, state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `${STATE_PREFIX}${name}.${base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/**
 * @param {string} hash of the page's address, with "#"
 * @param {string} name the widget's
 * @returns {unknown} its state; null if the hash is for another widget, undefined if it can't be read
 */
export function fromHash(hash, name) {
  const prefix = `${STATE_PREFIX}${name}.`;
  if (!hash.startsWith(prefix)) return null;
  try {
    const binary = atob(hash.slice(prefix.length).replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
    );
  } catch {
    return undefined;
  }
}
