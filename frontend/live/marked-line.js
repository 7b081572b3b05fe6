// A line of highlighted code, marked like the highlighted lines of pages.

const MARK = "hll run-fault";

/**
 * Takes the mark away.
 * @param {Element} code
 */
export function unmarkLine(code) {
  for (const mark of code.querySelectorAll(".run-fault")) mark.replaceWith(...mark.childNodes);
  code.normalize();
}

/**
 * Marks a line, from 1, of a block's code.
 * @param {Element} code
 * @param {number} line
 * @returns {Element | null} the line's element; null where there is no such line
 */
export function markLine(code, line) {
  unmarkLine(code);
  const lines = (code.textContent ?? "").split("\n");
  if (!(line >= 1 && line <= lines.length)) return null;
  const start = lines.slice(0, line - 1).reduce((length, { length: own }) => length + own + 1, 0);
  const end = Math.min(start + lines[line - 1].length + 1, (code.textContent ?? "").length); // with its line break
  const range = document.createRange();
  range.setStart(...placeAt(code, start, false));
  range.setEnd(...placeAt(code, end, true));
  const mark = document.createElement("span");
  mark.className = MARK;
  mark.append(range.extractContents());
  range.insertNode(mark);
  return mark;
}

/** The text node and the place in it of a letter of `code`; `isEnd` prefers a node's end to the start of the next. */
function placeAt(code, letter, isEnd) {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let passed = 0;
  let node = walker.nextNode();
  for (let next = node; next; next = walker.nextNode()) {
    node = next;
    const length = /** @type {Text} */ (node).length;
    if (isEnd ? letter <= passed + length : letter < passed + length) return [node, letter - passed];
    passed += length;
  }
  return [node, /** @type {Text} */ (node).length];
}
