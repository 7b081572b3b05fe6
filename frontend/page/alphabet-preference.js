// The reader's choice of alphabet.

import { ALPHABET, readText, write } from "./reader-state.js";

/** @returns {string} the code of the language in the chosen alphabet; "" for none, or if storage is blocked */
export const storedAlphabet = () => readText(ALPHABET) ?? "";

/** @param {string} code of the language in the chosen alphabet, as in `data-language` */
export const storeAlphabet = (code) => write(ALPHABET, code);
