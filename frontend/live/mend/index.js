/** Where Brython does otherwise than CPython, and what it takes to have it do the same. */

import { mendBuiltins } from "./builtins.js";
import { mendComprehensions } from "./comprehensions.js";
import { mendErrors } from "./errors.js";
import { mendFormatting } from "./formatting.js";
import { mendLines } from "./lines.js";
import { mendNumbers } from "./numbers.js";
import { mendTexts } from "./texts.js";

/** @param {any} brython before it runs any Python */
export function mend(brython) {
  mendNumbers(brython);
  mendFormatting(brython);
  mendComprehensions(brython);
  mendErrors(brython);
  mendLines(brython);
  mendTexts(brython);
  mendBuiltins(brython);
}
