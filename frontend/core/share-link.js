// What a reader has set, carried by a link: #state=by-hand.eyJ3b3…

export const STATE = "#state=";

/**
 * @param {string} name the widget's
 * @param {unknown} state
 */
export function toHash(name, state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const letters = btoa(String.fromCharCode(...bytes));
  return `${STATE}${name}.${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/**
 * The state that a link carries for the widget `name`: `null` if it is for another, `undefined` if it can't be read.
 * @param {string} hash
 * @param {string} name
 */
export function fromHash(hash, name) {
  const start = `${STATE}${name}.`;
  if (!hash.startsWith(start)) return null;
  try {
    const letters = atob(hash.slice(start.length).replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))),
    );
  } catch {
    return undefined;
  }
}
