// What a block printed, beside what the page shows: no page.

/** @typedef {{ text: string, differs: boolean }} Piece of a line */
/** @typedef {{ isSame: boolean, lines: Piece[][] }} Comparison of all lines that were printed */

// As in src/handbook/project/number_formats.py.
const NUMBER = /(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w)/g;
const WORDS = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[\p{L}\p{N}_]+|\s+|./gu;
const MOST_LINES = 400; // of which the longest common part is looked for

const linesOf = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
const wordsOf = (text) => text.replace(NUMBER, " # ").replace(/\s+/g, " ").trim();

/**
 * Compares by digits as printed.
 * @param {string} recorded on the page
 * @param {string} printed now
 * @returns {Comparison} in which what is not on the page is marked
 */
export function compareOutput(recorded, printed) {
  const [before, now] = [linesOf(recorded), linesOf(printed)];
  const partner = partnersOf(before, now);
  const lines = now.map((line, index) => markedLine(line, before[partner[index]]));
  const isSame = before.length === now.length && lines.every((line) => !line.some(({ differs }) => differs));
  return { isSame, lines };
}

/**
 * Whether both texts are the same but for their numbers: for output that depends on the machine.
 * @param {string} recorded
 * @param {string} printed
 */
export const hasSameWords = (recorded, printed) => wordsOf(recorded) === wordsOf(printed);

/** The line without a mark where it is the recorded one; else with marks at what is new, or all of it marked. */
function markedLine(line, recorded) {
  if (line === recorded) return [{ text: line, differs: false }];
  const [words, others] = [line, recorded ?? ""].map((text) => text.match(WORDS) ?? []);
  const isAlike = words.length > 0 && words.length === others.length;
  if (!isAlike || words.every((word, index) => word !== others[index])) return [{ text: line, differs: true }];
  const pieces = /** @type {Piece[]} */ ([]);
  words.forEach((word, index) => {
    const differs = word !== others[index];
    const last = pieces.at(-1);
    if (last?.differs === differs) last.text += word;
    else pieces.push({ text: word, differs });
  });
  return pieces;
}

/** For each line of `now`, the index of its line in `before`: equal ones first, those between them in order. */
function partnersOf(before, now) {
  const partner = new Array(now.length);
  let [last, next] = [-1, 0]; // behind the previous pair of equal lines
  for (const [from, to] of [...equalLines(before, now), [before.length, now.length]]) {
    const gap = to - next;
    for (let index = 0; index < gap && last + 1 + index < from; index += 1) partner[next + index] = last + 1 + index;
    if (to < now.length) partner[to] = from;
    [last, next] = [from, to + 1];
  }
  return partner;
}

/** The longest common sequence of lines, as pairs of indices. */
function equalLines(before, now) {
  if (before.length > MOST_LINES || now.length > MOST_LINES)
    return now.flatMap((line, index) => (line === before[index] ? [[index, index]] : []));
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i][j] = before[i] === now[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const pairs = [];
  for (let i = 0, j = 0; i < before.length && j < now.length; )
    if (before[i] === now[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  return pairs;
}
