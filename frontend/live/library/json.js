/** Python's module `json`, with CPython's texts. */

const ESCAPES = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\b": "\\b" };
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const CONSTANTS = { null: "None", true: true, false: false, NaN: Number.NaN, Infinity, "-Infinity": -Infinity };

/**
 * `loads` and `dumps` of the module; what takes files is Python (`json/__init__.py`).
 *
 * @param {any} brython
 */
export function jsonModule(brython) {
  const { builtins, $isinstance: isInstance, fast_float: float } = brython;
  const { None, dict } = builtins;

  /** The value and where it ends; or `{ wrong, at }`, from which Python makes its error. */
  function read(text, hook) {
    let at = 0;
    const fail = (wrong, place = at) => {
      throw { wrong, at: place };
    };
    const skip = () => {
      SPACE.lastIndex = at;
      SPACE.test(text);
      at = SPACE.lastIndex;
    };

    function value() {
      const letter = text[at];
      if (letter === '"') return string();
      if (letter === "{") return object();
      if (letter === "[") return array();
      for (const [word, constant] of Object.entries(CONSTANTS)) {
        if (text.startsWith(word, at)) {
          at += word.length;
          return constant === "None" ? None : typeof constant === "number" ? float(constant) : constant;
        }
      }
      NUMBER.lastIndex = at;
      const found = NUMBER.exec(text);
      if (!found) return fail("Expecting value");
      at = NUMBER.lastIndex;
      return found[1] || found[2] ? float(Number(found[0])) : builtins.int.$factory(found[0]);
    }

    function string() {
      const start = at;
      at += 1;
      let result = "";
      for (;;) {
        const plain = /(?:(?!["\\])[ -\uffff])*/y;
        plain.lastIndex = at;
        result += plain.exec(text)?.[0] ?? "";
        at = plain.lastIndex;
        const letter = text[at];
        if (letter === undefined) fail("Unterminated string starting at", start);
        if (letter === '"') break;
        if (letter !== "\\") fail("Invalid control character at");
        result += escaped(start);
      }
      at += 1;
      return brython.String(result);
    }

    function escaped(start) {
      const letter = text[at + 1];
      if (letter === undefined) fail("Unterminated string starting at", start);
      if (letter === "u") {
        const code = text.slice(at + 2, at + 6);
        if (!/^[\da-fA-F]{4}$/.test(code)) fail("Invalid \\uXXXX escape", at + 1);
        at += 6;
        return String.fromCharCode(Number.parseInt(code, 16));
      }
      const plain = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", "/": "/" }[letter];
      if (plain === undefined) fail("Invalid \\escape");
      at += 2;
      return plain;
    }

    function array() {
      const items = [];
      at += 1;
      skip();
      if (text[at] === "]") {
        at += 1;
        return brython.$list(items);
      }
      for (;;) {
        skip();
        items.push(value());
        skip();
        if (text[at] === "]") break;
        if (text[at] !== ",") fail("Expecting ',' delimiter");
        at += 1;
      }
      at += 1;
      return brython.$list(items);
    }

    function object() {
      const result = brython.empty_dict();
      at += 1;
      skip();
      if (text[at] === "}") {
        at += 1;
        return finished(result);
      }
      for (;;) {
        skip();
        if (text[at] !== '"') fail("Expecting property name enclosed in double quotes");
        const key = string();
        skip();
        if (text[at] !== ":") fail("Expecting ':' delimiter");
        at += 1;
        skip();
        dict.$setitem(result, key, value());
        skip();
        if (text[at] === "}") break;
        if (text[at] !== ",") fail("Expecting ',' delimiter");
        at += 1;
      }
      at += 1;
      return finished(result);
    }

    const finished = (result) => (hook === None ? result : brython.$call(hook)(result));

    skip();
    const result = value();
    skip();
    if (at < text.length) fail("Extra data");
    return result;
  }

  function loads(text, hook) {
    try {
      return brython.fast_tuple([read(String(text), hook), "", 0]);
    } catch (error) {
      if (error?.wrong === undefined) throw error;
      return brython.fast_tuple([None, error.wrong, error.at]);
    }
  }

  function quoted(text, ascii) {
    const outside = ascii ? /["\\]|[^ -~\x7f]/g : /["\\]|[^ -\uffff]/g;
    const code = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return `"${String(text).replace(outside, (letter) => ESCAPES[letter] ?? code(letter))}"`;
  }

  function number(value) {
    const plain = value.value ?? Number(value);
    if (Number.isNaN(plain)) return "NaN";
    if (!Number.isFinite(plain)) return plain > 0 ? "Infinity" : "-Infinity";
    return String(builtins.float.__repr__(value));
  }

  /** `other` is asked what stands for a value that JSON doesn't know. */
  function dumps(value, ascii, indent, item, key, sorted, other) {
    const style = {
      ascii,
      indent: indent === None ? null : String(indent),
      item: String(item),
      key: String(key),
      sorted,
      other,
    };
    return brython.String(written(value, style, "\n", []));
  }

  function written(value, style, line, outer) {
    if (value === None) return "null";
    if (typeof value === "boolean") return String(value);
    if (typeof value === "string" || isInstance(value, builtins.str)) return quoted(value, style.ascii);
    if (isInstance(value, builtins.int)) return String(builtins.int.__repr__(value));
    if (isInstance(value, builtins.float)) return number(value);
    if (outer.includes(value)) throw builtins.ValueError.$factory("Circular reference detected");
    const inner = style.indent === null ? line : line + style.indent;
    const within = [...outer, value];
    if (isInstance(value, dict)) {
      let entries = Array.from(dict.$iter_items(value), (entry) => [entry.key, entry.value]);
      if (style.sorted) entries = entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
      const parts = entries.map(
        ([name, one]) => `${quoted(keyText(name), style.ascii)}${style.key}${written(one, style, inner, within)}`,
      );
      return joined(parts, "{}", style, line, inner);
    }
    if (isInstance(value, builtins.list) || isInstance(value, builtins.tuple)) {
      const parts = Array.from(builtins.list.$factory(value), (one) => written(one, style, inner, within));
      return joined(parts, "[]", style, line, inner);
    }
    if (style.other !== None) return written(brython.$call(style.other)(value), style, line, within);
    const message = `Object of type ${brython.class_name(value)} is not JSON serializable`;
    throw builtins.TypeError.$factory(message);
  }

  function joined(parts, [open, close], style, line, inner) {
    if (parts.length === 0) return open + close;
    if (style.indent === null) return open + parts.join(style.item) + close;
    return open + inner + parts.join(style.item + inner) + line + close;
  }

  function keyText(key) {
    if (typeof key === "string" || isInstance(key, builtins.str)) return String(key);
    if (key === None) return "null";
    if (typeof key === "boolean") return String(key);
    if (isInstance(key, builtins.float)) return number(key);
    if (isInstance(key, builtins.int)) return String(builtins.int.__repr__(key));
    const kind = brython.class_name(key);
    throw builtins.TypeError.$factory(`keys must be str, int, float, bool or None, not ${kind}`);
  }

  return { loads, dumps };
}
