/** f-strings, format() and the % of texts, as CPython has them. */

import { formatFloat, formatInteger, formatText, parseSpec, SpecError } from "./format-spec.js";

/** @param {any} brython */
export function mendFormatting(brython) {
  const { builtins, $isinstance: isInstance, ast } = brython;
  const { str, int, float, bool, complex, object } = builtins;
  const type = (value) => brython.class_name(value);
  const specText = (spec) => (typeof spec === "string" ? spec : str.$to_string(spec));

  /** @param {() => string} make */
  function withErrors(make) {
    try {
      return make();
    } catch (error) {
      if (error instanceof SpecError) throw builtins.ValueError.$factory(error.message);
      throw error;
    }
  }

  const big = (value) =>
    typeof value === "object" && value.value !== undefined ? BigInt(value.value) : BigInt(Number(value));
  const integer = (value) => {
    if (typeof value === "number" || typeof value === "boolean") return BigInt(value);
    if (value.__class__ === brython.long_int) return value.value;
    return big(value.$brython_value ?? value);
  };

  function formatInt(value, spec) {
    if (spec === "") return str.$factory(value);
    return withErrors(() => formatInteger(integer(value), parseSpec(spec, "int")));
  }

  int.__format__ = (self, spec) => formatInt(self, specText(spec));
  brython.long_int.__format__ = int.__format__;
  bool.__format__ = (self, spec) => (specText(spec) === "" ? str.$factory(self) : formatInt(self, specText(spec)));
  float.__format__ = (self, spec) => {
    const text = specText(spec);
    if (text === "") return str.$factory(self);
    return withErrors(() => formatFloat(self.value, parseSpec(text, "float")));
  };
  str.__format__ = (self, spec) => {
    const [text, form] = [str.$to_string(self), specText(spec)];
    if (form === "") return text;
    return withErrors(() => brython.String(formatText(text, parseSpec(form, "str"))));
  };
  object.__format__ = (self, spec) => {
    if (specText(spec) === "") return str.$factory(self);
    const name = self.$is_class ? "type" : type(self);
    throw builtins.TypeError.$factory(`unsupported format string passed to ${name}.__format__`);
  };
  for (const kind of [builtins.type, builtins.set, builtins.frozenset, builtins.list, builtins.tuple, builtins.dict]) {
    kind.__format__ = object.__format__;
  }
  builtins.None.__class__.__format__ = object.__format__;
  complex.__format__ = (self, spec) => {
    const text = specText(spec);
    if (text === "") return str.$factory(self);
    const part = (number, sign) =>
      withErrors(() => formatFloat(number.value ?? number, { ...parseSpec(text, "complex"), sign, width: 0 }));
    return `${part(self.$real, "")}${part(self.$imag, "+")}j`;
  };

  /** What f-strings call. @param {any} value @param {any} spec */
  function format(value, spec) {
    if (typeof value === "string" && spec === "") return value;
    if (value?.__class__ === float) return float.__format__(value, spec);
    if (typeof value === "number") return formatInt(value, specText(spec));
    const method = brython.$getattr(brython.get_class(value), "__format__");
    const result = brython.$call(method)(value, specText(spec));
    if (!isInstance(result, str)) {
      throw builtins.TypeError.$factory(`__format__ must return a str, not ${type(result)}`);
    }
    return result;
  }

  brython.$format = format;
  brython.$joined = (...parts) =>
    parts.length === 1 ? parts[0] : brython.String(parts.map((part) => str.$to_string(part)).join(""));
  builtins.format = Object.assign((value, spec = "") => format(value, spec), builtins.format);

  const CONVERSIONS = { 114: "_b_.repr", 115: "_b_.str.$factory", 97: "_b_.ascii" };
  ast.FormattedValue.prototype.to_js = function (scopes) {
    const value = brython.js_from_ast(this.value, scopes);
    const convert = CONVERSIONS[this.conversion];
    const spec = this.format_spec ? brython.js_from_ast(this.format_spec, scopes) : "''";
    return `$B.$format(${convert ? `${convert}(${value})` : value}, ${spec})`;
  };
  ast.JoinedStr.prototype.to_js = function (scopes) {
    if (this.values.length === 0) return "''";
    return `$B.$joined(${this.values.map((value) => brython.js_from_ast(value, scopes)).join(", ")})`;
  };

  // {x=} shows what repr gives, unless it says how.
  const parser = brython._PyPegen;
  const formattedValue = parser.formatted_value;
  parser.formatted_value = (state, expression, debug, conversion, spec, ...rest) => {
    const made = formattedValue(state, expression, debug, conversion, spec, ...rest);
    const value = made.values?.at(-1) ?? made;
    if (debug && !conversion && !spec) value.conversion = "r".charCodeAt(0);
    return made;
  };

  mendPercent(brython, format);
}

const FIELD = /%(?:\(([^)]*)\))?([-#0 +]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?(.)?/gsu;

/** `"%d" % value` */
function mendPercent(brython, format) {
  const { builtins, $isinstance: isInstance } = brython;
  const { str, tuple, dict, float, int } = builtins;
  const wrong = (message) => builtins.TypeError.$factory(message);

  function field(letter, value, flags, width, precision) {
    const align = flags.includes("-") ? "<" : flags.includes("0") && !"rsac".includes(letter) ? "=" : ">";
    const fill = align === "=" ? "0" : " ";
    const sign = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
    const before = `${fill}${align}`;
    const digits = precision === undefined ? "" : `.${precision || 0}`;
    const alternate = flags.includes("#") ? "#" : "";
    switch (letter) {
      case "s":
        return format(str.$factory(value), `${before}${width}${digits}s`);
      case "r":
        return format(builtins.repr(value), `${before}${width}${digits}s`);
      case "a":
        return format(builtins.ascii(value), `${before}${width}${digits}s`);
      case "c":
        return format(isInstance(value, str) ? value : builtins.chr(value), `${before}${width}s`);
      case "d":
      case "i":
      case "u": {
        if (!isInstance(value, [int, float])) {
          throw wrong(`%${letter} format: a real number is required, not ${brython.class_name(value)}`);
        }
        return format(isInstance(value, int) ? value : int.$factory(value), `${before}${sign}${width}d`);
      }
      case "o":
      case "x":
      case "X": {
        if (!isInstance(value, int)) {
          throw wrong(`%${letter} format: an integer is required, not ${brython.class_name(value)}`);
        }
        return format(value, `${before}${sign}${alternate}${width}${letter}`);
      }
      default: {
        if (isInstance(value, str)) throw wrong(`must be real number, not ${brython.class_name(value)}`);
        return format(float.$factory(value), `${before}${sign}${alternate}${width}${digits}${letter}`);
      }
    }
  }

  function percent(template, given) {
    const isTuple = isInstance(given, tuple);
    const values = isTuple ? Array.from(builtins.list.$factory(given)) : [given];
    let used = 0;
    let isNamed = false;
    const next = () => {
      if (used >= values.length) throw wrong("not enough arguments for format string");
      used += 1;
      return values[used - 1];
    };
    const text = template.replace(FIELD, (whole, name, flags, width, precision, letter) => {
      if (letter === "%") return "%";
      if (letter === undefined) throw builtins.ValueError.$factory("incomplete format");
      if (!"diouxXeEfFgGcrsa".includes(letter)) {
        const code = letter.codePointAt(0).toString(16);
        const place = template.indexOf(whole) + whole.length - 1;
        throw builtins.ValueError.$factory(`unsupported format character '${letter}' (0x${code}) at index ${place}`);
      }
      if (name !== undefined) {
        isNamed = true;
        return field(letter, brython.$getitem(given, name), flags, width ?? "", precision);
      }
      const size = width === "*" ? next() : (width ?? "");
      const digits = precision === "*" ? next() : precision;
      return field(letter, next(), flags, size, digits);
    });
    if (!isNamed && used < values.length && (isTuple || !isInstance(given, dict))) {
      throw wrong("not all arguments converted during string formatting");
    }
    return brython.String(text);
  }

  // Bytes come as texts, too.
  brython.printf_format = (template, _type, given) => percent(template, given);
}
