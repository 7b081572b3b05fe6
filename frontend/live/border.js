/**
 * What passes between Python and the kernels: messages of bytes, as python/_kernels.py describes them.
 *
 * A kernel that fails throws an error with `kind`, the name of Python's exception ("RuntimeError"; the TensorError of
 * frontend/tensors has it), and Python raises that with the error's message. Any other error of JavaScript becomes a
 * RuntimeError that says it is ours.
 */

import { Scalar } from "../tensors/elementwise.js";
import { Tensor } from "../tensors/tensor.js";

const MISSING = "this doesn't work in the page's stand-in for torch";
const DEVICE = "/dev/kernels";
const NUMBER = Symbol("number"); // of an object that Python knows: a map of them would keep the garbage collector busy
const ANSWER = 2 ** 30; // from here on, what writing returns is the length of an answer

/** An object of Python that is none of those that cross: only what its class is called is known. */
export class Foreign {
  /** @param {string} typeName */
  constructor(typeName) {
    this.typeName = typeName;
  }
}

/**
 * Opens the way to the kernels: a device in Python's file system.
 *
 * @param {any} FS Emscripten's file system
 * @param {Record<string, Function>} kernels by name; `operation` makes those on tensors, of `operation_names`
 */
export function openBorder(FS, kernels) {
  const border = new Border(kernels);
  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    open() {},
    close() {},
    write: (_stream, memory, offset, length) => border.receive(memory.slice(offset, offset + length)),
    read(_stream, memory, offset, length) {
      memory.set(border.answer.subarray(0, length), offset);
      return Math.min(length, border.answer.length);
    },
  });
  FS.mkdev(DEVICE, 0o666, device);
  return border;
}

class Border {
  /** The last error that isn't one of torch's. @type {any} */
  fault = null;
  #kept = new Map(); // by the number under which Python knows it
  #count = 0;
  #waiting = []; // ways back through operations, each of which waits for what a hook says
  #hooks = 0;
  answer = new Int8Array();

  constructor(kernels) {
    const { operation, operation_names: operationNames, tensor_hook: addHook, ...plain } = kernels;
    const operations = operationNames();
    const own = {
      names: () => [names, operations],
      resume: (gradient) => this.#goOn(this.#waiting.pop(), gradient),
      abandon: () => this.#waiting.pop().return(null),
      tensor_again: (tensor) => this.#keep(tensor),
      tensor_hook: (tensor) => {
        this.#hooks += 1;
        addHook(tensor, this.#hooks);
        return this.#hooks;
      },
    };
    const all = { ...own, ...plain };
    const names = Object.keys(all);
    /** Their places are the numbers that Python calls them by: first the kernels, then operations by their names */
    this.functions = Object.values(all);
    this.operationsFrom = this.functions.length;
    for (const name of operations) this.functions.push(operation(name, false), operation(name, true));
  }

  /** @param {Int8Array} message @returns {number} what writing it returns in Python */
  receive(message) {
    try {
      const { buffer } = message;
      const [number, gone, count, letters] = new Uint32Array(buffer, 0, 4);
      const numbers = new Float64Array(buffer, 16, gone + count);
      for (let place = 0; place < gone; place++) this.#kept.delete(numbers[place]);
      const start = 16 + 8 * (gone + count);
      const code = text(message.subarray(start, start + letters));
      const bytes = message.subarray(start + letters);
      const reader = new Reader(code, numbers.subarray(gone), bytes, this.#kept, number >= this.operationsFrom);
      return this.#returned(this.functions[number](...reader.all()));
    } catch (error) {
      if (!error?.kind) this.fault = error;
      return this.#written("!", [
        error?.kind ?? "RuntimeError",
        error?.kind ? error.message : `${MISSING}: ${error?.message}`,
      ]);
    }
  }

  #returned(value) {
    if (value === null || value === undefined) return 0;
    if (value instanceof Tensor) return this.#numberOf(value);
    if (typeof value.next === "function" && typeof value.return === "function")
      return this.#returned(this.#goOn(value));
    return value instanceof Asked ? this.#written("?", [value.hook, value.gradient]) : this.#written("", [value]);
  }

  /** The way back goes on, up to its end or to a hook. */
  #goOn(way, gradient) {
    const { done, value } = way.next(gradient);
    if (done) return value;
    this.#waiting.push(way);
    return new Asked(value.hook, value.gradient);
  }

  #numberOf(object) {
    const number = object[NUMBER];
    return number && this.#kept.has(number) ? number : this.#keep(object);
  }

  #keep(object) {
    this.#count += 1;
    this.#kept.set(this.#count, object);
    object[NUMBER] = this.#count;
    return this.#count;
  }

  #written(sign, values) {
    const writer = new Writer((object) => this.#numberOf(object));
    for (const value of values) writer.put(value);
    this.answer = writer.message(sign);
    return ANSWER + this.answer.length;
  }
}

/** A hook that has to say something about a gradient before the way back goes on. */
class Asked {
  constructor(hook, gradient) {
    Object.assign(this, { hook, gradient });
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const text = (bytes) => (bytes.length > 64 ? decoder.decode(bytes) : String.fromCharCode(...bytes));

/** A whole number as one: else V8 counts all that is made of it, such as the sizes of matrices, with doubles. */
const whole = (number) => ((number | 0) === number ? number | 0 : number);

class Reader {
  constructor(code, numbers, bytes, kept, isOperation) {
    Object.assign(this, { code, numbers, bytes, kept, isOperation, at: 0, next: 0, from: 0 });
  }

  all() {
    return this.#until(this.code.length);
  }

  #until(end) {
    const values = [];
    while (this.at < this.code.length && this.code[this.at] !== end) values.push(this.#value());
    this.at += 1;
    return values;
  }

  #value() {
    switch (this.code[this.at++]) {
      case "T":
      case "H":
        return this.kept.get(this.numbers[this.next++]);
      case "i":
        return whole(this.numbers[this.next++]);
      case "d":
        return this.isOperation ? new Scalar(this.numbers[this.next++], "float") : this.numbers[this.next++];
      case "n":
        return null;
      case "t":
        return true;
      case "f":
        return false;
      case "e":
        return "...";
      case "[":
        return this.#until("]");
      case "(":
        return this.isOperation ? Object.assign(this.#until(")"), { isTuple: true }) : this.#until(")");
      case "S":
        return { start: this.#value(), stop: this.#value(), step: this.#value() };
      case "s":
        return decoder.decode(this.#part());
      case "b":
        return new Uint8Array(this.#part());
      case "A":
        return new Float64Array(this.#part().slice().buffer);
      case "I":
        return BigInt(decoder.decode(this.#part()));
      case "o":
        return new Foreign(decoder.decode(this.#part()));
      default:
        throw new Error("a message from Python isn't one");
    }
  }

  #part() {
    const size = this.numbers[this.next++];
    this.from += size;
    return this.bytes.subarray(this.from - size, this.from);
  }
}

class Writer {
  numbers = [];
  letters = [];
  parts = [];

  constructor(numberOf) {
    this.numberOf = numberOf;
  }

  put(value) {
    if (value === null || value === undefined) this.letters.push("n");
    else if (typeof value === "boolean") this.letters.push(value ? "t" : "f");
    else if (typeof value === "number")
      this.#number(Number.isSafeInteger(value) && !Object.is(value, -0) ? "i" : "d", value);
    else if (value instanceof Scalar) this.#number("d", value.number);
    else if (typeof value === "string") this.#bytes("s", encoder.encode(value));
    else if (typeof value === "bigint") this.#bytes("I", encoder.encode(String(value)));
    else if (value instanceof Tensor) this.#number("T", this.numberOf(value));
    else if (value instanceof Uint8Array) this.#bytes("b", value);
    else if (ArrayBuffer.isView(value)) this.#bytes("A", new Uint8Array(Float64Array.from(value).buffer));
    else if (Array.isArray(value)) {
      this.letters.push("[");
      for (const one of value) this.put(one);
      this.letters.push("]");
    } else this.#number("H", this.numberOf(value));
  }

  #number(letter, number) {
    this.letters.push(letter);
    this.numbers.push(number);
  }

  #bytes(letter, bytes) {
    this.#number(letter, bytes.length);
    this.parts.push(bytes);
  }

  /** @returns {Int8Array} */
  message(sign) {
    const { numbers, parts } = this;
    const letters = encoder.encode(sign + this.letters.join(""));
    const start = 8 + 8 * numbers.length;
    const message = new Uint8Array(start + letters.length + parts.reduce((sum, part) => sum + part.length, 0));
    new Uint32Array(message.buffer, 0, 2).set([numbers.length, letters.length]);
    new Float64Array(message.buffer, 8, numbers.length).set(numbers);
    message.set(letters, start);
    let at = start + letters.length;
    for (const part of parts) {
      message.set(part, at);
      at += part.length;
    }
    return new Int8Array(message.buffer);
  }
}
