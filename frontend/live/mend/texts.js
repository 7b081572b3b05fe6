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
    const kind = most === 0x7f ? "ascii" : "latin-1";
    throw builtins.UnicodeEncodeError.$factory(
      `'${kind}' codec can't encode character '${code(letters[at])}' in position ${at}: ordinal not in range(${most + 1})`,
    );
  };
  builtins.UnicodeError.__str__ = builtins.BaseException.__str__;

  // Brython would ask the server for the names of letters.
  brython.unicodedb = "";

  const DIGITS = /^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u2468]+$/u;
  str.isdigit = (self) => DIGITS.test(plain(self));
  brython.set_func_names(str, "builtins");
}
