// Regular expressions for Python's `re`: JavaScript's own, after what the two write differently.

/** Python's names for flags are single bits of `re`. */
const FLAGS = { 2: "i", 8: "m", 16: "s" };
const VERBOSE = 64;
const ASCII = 256;

/** What stands in a pattern as one piece: an escape, a class of characters, a comment, or one character. */
const PIECE = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?P<|\(\?P=\w+\)|\(\?#[^)]*\)|[\s\S]/gu;
const CLASSES = { w: "\\p{L}\\p{N}_", d: "\\p{Nd}" };

/** @param {string} pattern @param {number} flags */
function translated(pattern, flags) {
  const verbose = flags & VERBOSE;
  const source = verbose ? pattern.replace(/(\\.|\[(?:\\.|[^\]\\])*\])|\s+|#.*/gu, "$1") : pattern;
  return source.replace(PIECE, (piece) => {
    if (piece === "(?P<") return "(?<";
    if (piece.startsWith("(?P=")) return `\\k<${piece.slice(4, -1)}>`;
    if (piece.startsWith("(?#")) return "";
    if (piece === "\\Z") return "$(?![\\s\\S])";
    if (piece === "\\A") return "(?<![\\s\\S])";
    if (piece === "\\b" && !(flags & ASCII)) return WORD_EDGE;
    if (piece.startsWith("[")) return characters(piece, flags);
    if (/^\\[wdWD]$/u.test(piece)) return outside(piece[1], flags);
    if (/^\\[^\w\s^$.*+?()[\]{}|/\\-]$/u.test(piece)) return piece[1]; // needless escapes are errors in JavaScript
    return piece;
  });
}

/** A class of characters: in the mode `v`, which allows classes in classes, more has to be escaped. */
function characters(piece, flags) {
  const start = piece.startsWith("[^") ? 2 : 1;
  const inside = piece.slice(start, -1).replace(/\\.|^-|-$|[()[\]{}/|]/gu, (part) => {
    if (/^\\[wdWD]$/u.test(part)) return outside(part[1], flags);
    if (/^\\[^\w\s^$.*+?()[\]{}|/\\-]$/u.test(part)) return part[1];
    return part.length === 1 ? `\\${part}` : part;
  });
  return `${piece.slice(0, start)}${inside}]`;
}

const WORD = "[\\p{L}\\p{N}_]";
const WORD_EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;

function outside(kind, flags) {
  if (flags & ASCII) return `\\${kind}`;
  const inside = CLASSES[kind.toLowerCase()];
  return kind === kind.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
}

/**
 * The module `_regex`.
 * @param {any} brython
 */
export function regexModule(brython) {
  const list = (items) => brython.$list(items);
  const compiled = [];
  return {
    /** Raises ValueError with JavaScript's message; returns a number that stands for the expression. */
    compile(pattern, flags) {
      const letters = Object.entries(FLAGS).map(([bit, letter]) => (flags & Number(bit) ? letter : ""));
      try {
        compiled.push(new RegExp(translated(String(pattern), flags), `dgv${letters.join("")}`));
      } catch (error) {
        const message = String(error.message).replace(/^Invalid regular expression: \/.*\/\w*: /su, "");
        throw brython.builtins.ValueError.$factory(message);
      }
      return compiled.length - 1;
    },
    /**
     * From where on, and whether there only (1) or there and to the end (2): starts and ends of all groups, -1 where
     * none.
     */
    search(number, text, from, how) {
      const regex = compiled[number];
      const whole = String(text);
      const one = how
        ? new RegExp(how === 2 ? `(?:${regex.source})(?![\\s\\S])` : regex.source, `${regex.flags.replace("g", "")}y`)
        : regex;
      one.lastIndex = from;
      const found = one.exec(whole);
      return found ? list(found.indices.flatMap((pair) => pair ?? [-1, -1])) : list([]);
    },
    names(number) {
      const groups = new RegExp(`${compiled[number].source}|`, compiled[number].flags).exec("").groups;
      return list(Object.keys(groups ?? {}));
    },
    count: (number) => new RegExp(`${compiled[number].source}|`, compiled[number].flags).exec("").length - 1,
    /** Which number each name has. */
    places(number) {
      const names = [
        ...compiled[number].source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|(\()(?:\?<(?![=!])(\w+)>|(?!\?))/gu),
      ].filter((one) => one[1]);
      return list(names.map((one) => one[2] ?? ""));
    },
  };
}
