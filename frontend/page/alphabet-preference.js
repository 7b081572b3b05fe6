// The reader's choice of alphabet, in the browser's storage.

const STORAGE_KEY = "handbook.alphabet";

/** @returns {string} the code of the language in the chosen alphabet; "" for none, or if storage is blocked */
export function storedAlphabet() {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} code of the language in the chosen alphabet, as in `data-language` */
export function storeAlphabet(code) {
  try {
    localStorage.setItem(STORAGE_KEY, code);
  } catch {
    // Storage is blocked: the choice holds for this link only.
  }
}
