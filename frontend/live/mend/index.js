/** Where Brython does otherwise than CPython, and what it takes to have it do the same. */

import { mendFormatting } from "./formatting.js";
import { mendNumbers } from "./numbers.js";

/** @param {any} brython before it runs any Python */
export function mend(brython) {
  mendNumbers(brython);
  mendFormatting(brython);
}
