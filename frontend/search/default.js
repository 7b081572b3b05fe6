// A language that has no rules of its own yet: accents don't matter, and words are found by their beginning.
import { withoutAccents } from "./normalize.js";

export const ignored = new Set();
export const fold = withoutAccents;
export const stem = withoutAccents;
export const parts = () => [];
