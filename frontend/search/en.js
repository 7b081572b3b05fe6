// English: plurals and the forms of verbs.
import { untilStable, withoutAccents, wordSet } from "./normalize.js";

const IRREGULAR = {
  __proto__: null,
  axes: "axis",
  matrices: "matrix",
  indices: "index",
  vertices: "vertex",
  summaries: "summary",
};

export const ignored = wordSet(
  "a an and are as at be by do does for from how in is it its of on or so that the this to was what which why with you",
);

const step = (word) => {
  word = IRREGULAR[word] ?? word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && /[^sui]s$/.test(word) && word !== "bias") return word.slice(0, -1);
  if (word.length > 6 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 5 && word.endsWith("ed")) return word.slice(0, -2);
  if (/..([bdgmnprt])\1$/.test(word)) return word.slice(0, -1); // dropped, embedding
  if (word.length > 4 && word.endsWith("e")) return word.slice(0, -1);
  return word;
};

export const fold = (word) => withoutAccents(word).replace(/is(?=(?:e[sd]?|ing|ation)$)/, "iz"); // normalise, normalize
export const stem = (word) => untilStable(step)(fold(word));
export const parts = () => [];
