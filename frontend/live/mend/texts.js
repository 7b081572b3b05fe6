/** Texts: what can't be printed, letters beyond 16 bits, encodings. */

/** @param {any} brython */
export function mendTexts(brython) {
  const { builtins } = brython;
  const { str } = builtins;
  const plain = (text) => str.$to_string(text).valueOf();

  const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };
  const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\\]|(?! )\p{Zs}/gu;

  function code(letter) {
    const point = letter.codePointAt(0);
    const digits = point.toString(16);
    if (point < 0x100) return `\\x${digits.padStart(2, "0")}`;
    return point < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  }

  str.__repr__ = (self) => {
    const text = plain(self);
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const shown = text.replace(HIDDEN, (letter) => SHORT[letter] ?? code(letter));
    return brython.String(quote + (quote === "'" ? shown.replaceAll("'", "\\'") : shown) + quote);
  };
  str.__str__ = (self) => str.$to_string(self);

  // Letters beyond 16 bits are two of JavaScript's.
  const slice = str.$getitem_slice;
  str.$getitem_slice = (self, part) => {
    if (self.surrogates === undefined) return slice(self, part);
    const letters = brython.$list([...self.valueOf()]);
    return brython.String(Array.from(builtins.list.$getitem(letters, part)).join(""));
  };

  const encode = str.encode;
  const LARGEST = { ascii: 0x7f, "us-ascii": 0x7f, "latin-1": 0xff, latin1: 0xff, "iso-8859-1": 0xff };
  str.encode = (self, ...given) => {
    const name = typeof given[0] === "string" ? given[0].toLowerCase() : "";
    const most = LARGEST[name];
    const errors = given[1] ?? given.at(-1)?.$kw?.[0]?.errors ?? "strict";
    if (most === undefined || errors !== "strict") return encode(self, ...given);
    const letters = [...plain(self)];
    const at = letters.findIndex((letter) => letter.codePointAt(0) > most);
    if (at < 0) return encode(self, ...given);
    const codec = most === 0x7f ? "ascii" : "latin-1";
    throw coding(builtins.UnicodeEncodeError, codec, self, at, at + 1, `ordinal not in range(${most + 1})`);
  };

  /** With its five arguments, as CPython makes it. */
  function coding(kind, codec, object, start, end, reason) {
    return kind.$factory(codec, object, start, end, reason);
  }

  function codingText(self) {
    const [codec, object, start, end, reason] = self.args;
    if (reason === undefined) return builtins.BaseException.__str__(self);
    const isText = typeof object === "string" || object.__class__ === str;
    const deed = isText ? "encode character" : "decode byte";
    if (end !== start + 1) return `'${codec}' codec can't ${deed}s in position ${start}-${end - 1}: ${reason}`;
    const one = isText
      ? `'${code([...plain(object)][start])}'`
      : `0x${object.source[start].toString(16).padStart(2, "0")}`;
    return `'${codec}' codec can't ${deed} ${one} in position ${start}: ${reason}`;
  }
  builtins.UnicodeError.__str__ = codingText;

  const decode = builtins.bytes.decode;
  builtins.bytes.decode = (self, ...given) => {
    const named = given.at(-1)?.$kw?.[0] ?? {};
    const [codec = named.encoding ?? "utf-8", errors = named.errors ?? "strict"] = given.filter((one) => !one?.$kw);
    if (!/^utf[-_]?8$/i.test(codec) || !/^(strict|replace)$/.test(errors)) return decode(self, ...given);
    const bytes = Uint8Array.from(self.source);
    try {
      const decoder = new TextDecoder("utf-8", { fatal: errors === "strict", ignoreBOM: true });
      return brython.String(decoder.decode(bytes));
    } catch {
      throw coding(builtins.UnicodeDecodeError, "utf-8", self, ...wrongUtf8(bytes));
    }
  };

  // Brython would ask the server for the names of letters.
  brython.unicodedb = "";

  const DIGITS = /^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u2468]+$/u;
  str.isdigit = (self) => DIGITS.test(plain(self));
  brython.set_func_names(str, "builtins");
}

/**
 * Where the first wrong byte is, where it ends and what is wrong.
 *
 * @param {Uint8Array} bytes
 * @returns {[number, number, string]}
 */
function wrongUtf8(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at];
    const length =
      first < 0x80
        ? 1
        : first >= 0xc2 && first < 0xe0
          ? 2
          : first >= 0xe0 && first < 0xf0
            ? 3
            : first >= 0xf0 && first < 0xf5
              ? 4
              : 0;
    if (length === 0) return [at, at + 1, "invalid start byte"];
    for (let index = 1; index < length; index++) {
      const byte = bytes[at + index];
      if (byte === undefined) return [at, at + index, "unexpected end of data"];
      const [low, high] = index > 1 ? [0x80, 0xbf] : (SECOND[first] ?? [0x80, 0xbf]);
      if (byte < low || byte > high) return [at, at + index, "invalid continuation byte"];
    }
    at += length;
  }
  return [0, 0, "invalid"];
}

const SECOND = { 224: [0xa0, 0xbf], 237: [0x80, 0x9f], 240: [0x90, 0xbf], 244: [0x80, 0x8f] };
