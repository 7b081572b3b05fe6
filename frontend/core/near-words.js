// Which words are nearly the same: for what was mistyped.

const MAX_NEAR = 4;

const withoutMarks = (word) =>
  word.toLowerCase().replace(/đ/g, "dj").replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "");

/** Words of the vocabulary that take few changes of letters. Marks above letters count less than letters. */
export function nearest(word, vocabulary) {
  if (!/\p{L}/u.test(word)) return []; // a sign is no slip
  const maxChanges = Math.max(1, Math.floor(word.length / 3));
  return [...vocabulary]
    .filter((other) => /\p{L}/u.test(other) && Math.abs(other.length - word.length) <= maxChanges + 1) // dj, ss
    .map((other) => ({
      other,
      changes: distance(withoutMarks(word), withoutMarks(other)),
      exact: distance(word.toLowerCase(), other.toLowerCase()),
    }))
    .filter(({ changes }) => changes <= maxChanges)
    .sort((a, b) => a.changes - b.changes || a.exact - b.exact || a.other.localeCompare(b.other))
    .slice(0, MAX_NEAR)
    .map(({ other }) => other);
}

/** How many letters must be put in, taken out, changed, or swapped with the next one. */
export function distance(left, right) {
  const [a, b] = [[...left], [...right]];
  let rowBeforeLast = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, c) => c);
  for (let r = 1; r <= a.length; r += 1) {
    const row = [r];
    for (let c = 1; c <= b.length; c += 1) {
      row[c] = Math.min(lastRow[c] + 1, row[c - 1] + 1, lastRow[c - 1] + (a[r - 1] === b[c - 1] ? 0 : 1));
      if (r > 1 && c > 1 && a[r - 1] === b[c - 2] && a[r - 2] === b[c - 1])
        row[c] = Math.min(row[c], rowBeforeLast[c - 2] + 1);
    }
    [rowBeforeLast, lastRow] = [lastRow, row];
  }
  return lastRow[b.length];
}
