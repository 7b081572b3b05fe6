// What Python's `torch` asks of JavaScript: operations by name, making tensors, random numbers, printing, gradients.

import { detached, gradients, mode, noteChange, withGrad } from "./autograd.js";
import { DTYPES, isFloat, promote, settings } from "./dtypes.js";
import { cast, Scalar } from "./elementwise.js";
import { fusedDouble } from "./float32.js";
import { changedPrintOptions, formatTensor, PRINT_OPTIONS } from "./format.js";
import { OPERATIONS } from "./operations.js";
import { adam } from "./optimizers.js";
import * as random from "./random.js";
import { checkFits } from "./selection.js";
import { bound, parsed } from "./signatures.js";
import {
  allocate,
  clock,
  fail,
  fromData,
  fromNumbers,
  isContiguous,
  noteTouch,
  Tensor,
  toFlat,
  viewOf,
  watch,
  write,
} from "./tensor.js";

const state = { generator: new random.Generator(67280421310721), print: PRINT_OPTIONS };

const SIGNATURES = new Map(
  Object.entries(OPERATIONS).map(([text, operation]) => {
    const { name, parameters } = parsed(text);
    return [name, { parameters, operation }];
  }),
);

/** What Python calls the type of a value that came over the border. */
function typeName(value) {
  if (value instanceof Scalar) return "float";
  if (value instanceof Tensor) return "Tensor";
  if (Array.isArray(value)) return value.isTuple ? "tuple" : "list";
  if (value === null) return "NoneType";
  return { number: "int", bigint: "int", boolean: "bool", string: "str" }[typeof value] ?? value.typeName ?? "object";
}

/**
 * An operation for Python: takes a list of places, a list of names and a list of the values with these names.
 * @param {string} name
 * @param {boolean} isMethod
 */
function operation(name, isMethod) {
  const { parameters, operation: run } = SIGNATURES.get(name);
  const label = name.replace(/_(all|at|rows|parts|constant|sizes)$/, "");
  return (given, names, values) => {
    const named = Object.fromEntries(names.map((key, i) => [key, values[i]]));
    return run(...bound(label, parameters, given, named, typeName, isMethod));
  };
}

const dtypeOf = (dtype) => dtype ?? settings.defaultDtype;

/**
 * @param {number[]} shape
 * @param {any[] | Float64Array} values of Python's lists, one after the other
 * @param {"bool" | "int" | "float"} kind
 * @param {string | null} dtype
 */
function fromLists(shape, values, kind, dtype) {
  const tensors = Array.isArray(values);
  const plain = { bool: "bool", int: "int64", float: settings.defaultDtype }[kind];
  const numbers = tensors ? values.map((value) => (value instanceof Tensor ? toFlat(value)[0] : value)) : values;
  const held = tensors
    ? values.reduce((sum, value) => (value instanceof Tensor ? promote(sum, value.dtype) : sum), "bool")
    : null;
  const wanted = dtype ?? (held && DTYPES[held].family === kind ? held : plain);
  if (DTYPES[wanted].family === "int") for (const number of numbers) checkFits({ number, family: kind }, wanted);
  const whole = DTYPES[wanted].family === "int" ? numbers.map(Math.trunc) : numbers;
  return fromNumbers(whole, shape, wanted);
}

function filled(shape, number, dtype, meta) {
  const tensor = allocate(shape, dtype, meta);
  if (!Object.is(number, 0) && !meta) write(tensor, [Number(number)]);
  return tensor;
}

/** Whole numbers begin with whole bounds; of the short ones, torch counts before it cuts. */
function range(from, to, by, dtype) {
  const { family } = DTYPES[dtype];
  if (family === "bool") fail(`"arange_cpu" not implemented for 'Bool'`, "NotImplementedError");
  const whole = [from, to, by].map(Math.trunc);
  const [start, end, step] = dtype === "int64" ? whole : [from, to, by];
  if (!(step > 0 || step < 0)) fail("step must be nonzero");
  if ((end - start) / step < 0) fail("upper bound and lower bound inconsistent with step sign");
  const count = Math.max(0, Math.ceil((end - start) / step));
  const [first, , apart] = family === "int" ? whole : [start, end, step];
  return fromNumbers(
    inLanes(count, dtype, (i) => fusedDouble(i, apart, first), apart),
    [count],
    dtype,
  );
}

const LANES = { float32: 8, float64: 4 };

/**
 * Numbers `step` apart, which torch makes with vector instructions, each product and sum rounded once: of each vector,
 * the first is what `first` says, and the others are counted on from it; where no two vectors are filled any more, each
 * is what `first` says.
 */
function inLanes(count, dtype, first, step) {
  const lanes = LANES[dtype] ?? 1;
  const fit = dtype === "float32" ? Math.fround : (x) => x;
  const full = count - (count % (2 * lanes));
  return Float64Array.from({ length: count }, (_, i) =>
    i < full ? fusedDouble(i % lanes, step, fit(first(i - (i % lanes)))) : first(i),
  );
}

/** As torch: the first half from the start, the second half from the end. */
function linspace(start, end, count, dtype) {
  if (count < 0) fail("number of steps must be non-negative");
  if (dtype === "bool" && count > 1) fail(`"linspace_cpu" not implemented for 'Bool'`, "NotImplementedError");
  const fit = dtype === "float32" ? Math.fround : (DTYPES[dtype].round ?? ((x) => x));
  const [low, high] = isFloat(dtype) ? [fit(start), fit(end)] : [start, end].map(Math.trunc);
  if (count === 1) return fromNumbers([dtype === "bool" ? start : low], [count], dtype);
  const step = fit(fit(high - low) / (count - 1));
  const place = (i) => (i < Math.floor(count / 2) ? low + i * step : high - (count - 1 - i) * step);
  return fromNumbers(inLanes(count, dtype, place, step), [count], dtype);
}

function eye(rows, columns, dtype) {
  const tensor = allocate([rows, columns], dtype);
  for (let i = 0; i < Math.min(rows, columns); i++) tensor.storage.data[i * columns + i] = 1;
  return tensor;
}

// -- random numbers

const pick = (generator) => generator ?? state.generator;

/** The axes in the order in which they stand in memory: what is drawn fills memory from its start. */
function inMemory(tensor) {
  const { shape, strides, offset } = tensor;
  const order = shape.map((_, axis) => axis).sort((a, b) => strides[b] - strides[a] || a - b);
  return viewOf(
    tensor,
    order.map((axis) => shape[axis]),
    order.map((axis) => strides[axis]),
    offset,
  );
}

/** New numbers into `tensor`, as they stand in memory. */
function drawInto(tensor, draw) {
  if (tensor.leafGrad && mode.enabled)
    fail("a leaf Variable that requires grad is being used in an in-place operation.");
  if (!tensor.meta)
    write(
      isContiguous(tensor) ? tensor : inMemory(tensor),
      draw(tensor.count, {
        dtype: tensor.dtype === "float64" ? "float64" : "float32",
        round: DTYPES[tensor.dtype].round,
      }),
    );
  noteChange(tensor);
  return tensor;
}

function onlyFloats({ dtype }, name) {
  if (!isFloat(dtype)) fail(`"${name}" not implemented for '${DTYPES[dtype].label}'`, "NotImplementedError");
}

const draws = {
  normal: (tensor, mean, std, generator) => {
    if (!(std >= 0)) fail(`normal expects std >= 0.0, but found std ${std}`);
    if (tensor.count) onlyFloats(tensor, "normal_kernel_cpu");
    return drawInto(tensor, (count, kind) =>
      random.normal(pick(generator), count, { mean, std, serial: !isContiguous(tensor), ...kind }),
    );
  },
  uniform: (tensor, from, to, generator) => {
    onlyFloats(tensor, "check_uniform_bounds");
    if (!(from <= to)) {
      fail(`uniform_ expects to return a [from, to) range, but found from=${from} > to=${to}`);
    }
    return drawInto(tensor, (count, kind) => random.uniform(pick(generator), count, { from, to, ...kind }));
  },
  exponential: (tensor, rate, generator) => {
    if (!isFloat(tensor.dtype) && tensor.count) {
      fail(
        "Exponential distribution is a continuous probability distribution. dtype must be a floating point but you " +
          `specified ${DTYPES[tensor.dtype].label}`,
      );
    }
    return drawInto(tensor, (count, kind) => random.exponential(pick(generator), count, { rate, ...kind }));
  },
  bernoulli: (tensor, probability, generator) =>
    drawInto(tensor, (count) => random.bernoulli(pick(generator), count, probability)),
  bernoulliOf: (tensor, generator) =>
    fromNumbers(random.bernoulliOf(pick(generator), toFlat(tensor), tensor.dtype), tensor.shape, tensor.dtype),
  integers: (low, high, shape, dtype, generator) => {
    if (low >= high) fail(`random_ expects 'from' to be less than 'to', but got from=${low} >= to=${high}`);
    return fromNumbers(
      random.integers(
        pick(generator),
        shape.reduce((a, b) => a * b, 1),
        low,
        high,
      ),
      shape,
      dtype ?? "int64",
    );
  },
  integersInto: (tensor, low, high, generator) =>
    drawInto(tensor, (count) => {
      if (low >= high) fail(`random_ expects 'from' to be less than 'to', but got from=${low} >= to=${high}`);
      return random.integers(pick(generator), count, low, high);
    }),
  permutation: (count, generator) => fromData(random.permutation(pick(generator), count), [count], "int64"),
  multinomial: (tensor, samples, replacement, generator) => {
    if (![1, 2].includes(tensor.shape.length)) fail("prob_dist must be 1 or 2 dim");
    if (!isFloat(tensor.dtype)) {
      fail(`multinomial only supports floating-point dtypes for input, got: ${DTYPES[tensor.dtype].label}`);
    }
    if (samples <= 0) fail("cannot sample n_sample <= 0 samples");
    const columns = tensor.shape.at(-1);
    const flat = toFlat(tensor);
    if (flat.some((x) => !(x >= 0) || x === Number.POSITIVE_INFINITY))
      fail("probability tensor contains either `inf`, `nan` or element < 0");
    if (!replacement && samples > columns)
      fail("cannot sample n_sample > prob_dist.size(-1) samples without replacement");
    const rows = flat.length / columns;
    for (let row = 0; row < rows; row++) {
      if (flat.subarray(row * columns, (row + 1) * columns).some((x) => x > 0)) continue;
      fail("invalid multinomial distribution (sum of probabilities <= 0)");
    }
    const drawn = random.multinomial(pick(generator), flat, {
      rows,
      columns,
      samples,
      replacement,
      dtype: tensor.dtype,
    });
    return fromData(drawn, [...tensor.shape.slice(0, -1), samples], "int64");
  },
};

const generators = {
  create: (seed) => new random.Generator(seed),
  seed: (generator, seed) => pick(generator).manualSeed(seed),
  seedOf: (generator) => pick(generator).seed,
  getState: (generator) => pick(generator).getState(),
  setState: (generator, saved) => pick(generator).setState(saved),
};

// -- what Python asks about a tensor

const about = {
  shape: (tensor) => tensor.shape,
  strides: (tensor) => tensor.strides,
  dtype: (tensor) => tensor.dtype,
  requiresGrad: (tensor) => tensor.requiresGrad,
  isLeaf: (tensor) => tensor.node === null,
  gradName: (tensor) => tensor.gradName,
  grad: (tensor) => tensor.grad,
  setGrad: (tensor, grad) => {
    noteTouch(tensor.storage);
    tensor.grad = grad;
  },
  isMeta: (tensor) => tensor.meta,
  isContiguous,
  address: (tensor) => tensor.storage.id * 2 ** 32 + tensor.offset * DTYPES[tensor.dtype].size,
  storageBytes: (tensor) => tensor.storage.bytes,
  offset: (tensor) => tensor.offset,
  count: (tensor) => tensor.count,
  base: (tensor) => tensor.base,
  item: (tensor) => {
    if (tensor.count !== 1) fail(`a Tensor with ${tensor.count} elements cannot be converted to Scalar`);
    return inPython(toFlat(tensor)[0], tensor.dtype);
  },
  /** `tensor.data`: what is written there, gradients don't notice. */
  data: (tensor) => Object.assign(detached(tensor), { silent: true }),
  flat: (tensor) => Float64Array.from(toFlat(tensor)),
  /** `tensor.data = other`: other numbers in the same tensor. */
  setData: (tensor, other) => {
    noteTouch(tensor.storage);
    Object.assign(tensor, {
      storage: other.storage,
      shape: other.shape,
      strides: other.strides,
      offset: other.offset,
      dtype: other.dtype,
    });
  },
  /** `tensor.detach_()`: without its history from now on. */
  cut: (tensor) => {
    if (tensor.base) fail("Can't detach views in-place. Use detach() instead.");
    Object.assign(tensor, { node: null, leafGrad: false });
  },
  /** What torch makes in one step has the step's name. */
  named: (tensor, name) => {
    if (tensor.node) tensor.node.name = name;
    return tensor;
  },
  /** From now on the way back asks `hook`, a number, about the gradient. */
  hook: (tensor, hook) => {
    if (!tensor.requiresGrad) fail("cannot register a hook on a tensor that doesn't require gradient");
    if (tensor.node) tensor.node.hooks.push(hook);
    else {
      tensor.hooks ??= [];
      tensor.hooks.push(hook);
    }
  },
  retainGrad: (tensor) => {
    if (!tensor.requiresGrad) fail("can't retain_grad on Tensor that has requires_grad=False");
    if (tensor.node) tensor.node.retained = tensor;
  },
};

function inPython(number, dtype) {
  const { family } = DTYPES[dtype];
  return family === "float" ? new Scalar(number, "float") : family === "bool" ? Boolean(number) : number;
}

/** A tensor's numbers from a file's bytes, as safetensors has them. */
function fromBytes(bytes, dtype, shape) {
  const buffer = bytes.slice().buffer;
  if (dtype === "float16" || dtype === "bfloat16")
    return fromData(halves(new Uint16Array(buffer), dtype), shape, dtype);
  if (dtype === "int64") return fromNumbers(Array.from(new BigInt64Array(buffer), Number), shape, dtype);
  return fromData(new DTYPES[dtype].Array(buffer), shape, dtype);
}

function halves(words, dtype) {
  const one = new Float32Array(1);
  const bits = new Uint32Array(one.buffer);
  return Float32Array.from(words, (word) => {
    if (dtype === "bfloat16") {
      bits[0] = word << 16;
      return one[0];
    }
    const [sign, exponent, rest] = [word & 0x8000 ? -1 : 1, (word >> 10) & 31, word & 1023];
    if (exponent === 31) return rest ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return exponent ? sign * (1 + rest / 1024) * 2 ** (exponent - 15) : sign * rest * 2 ** -24;
  });
}

export const kernels = {
  operation,
  operation_names: () => [...SIGNATURES.keys()],
  ...Object.fromEntries(Object.entries(draws).map(([name, draw]) => [`draw_${name}`, draw])),
  ...Object.fromEntries(Object.entries(generators).map(([name, act]) => [`generator_${name}`, act])),
  ...Object.fromEntries(Object.entries(about).map(([name, ask]) => [`tensor_${name}`, ask])),
  from_lists: fromLists,
  from_bytes: fromBytes,
  filled: (shape, number, dtype, meta) => filled(shape, number, dtypeOf(dtype), meta),
  range,
  linspace: (start, end, count, dtype) => linspace(start, end, count, dtypeOf(dtype)),
  eye: (rows, columns, dtype) => eye(rows, columns, dtypeOf(dtype)),
  cast,
  to_meta: (tensor) => allocate(tensor.shape, tensor.dtype, true),
  format: (tensor) =>
    formatTensor(tensor, tensor.meta ? [] : toFlat(tensor), { ...state.print, defaultDtype: settings.defaultDtype }),
  print_options: (precision, threshold, edgeitems, linewidth, profile, sciMode) => {
    state.print = changedPrintOptions(state.print, { precision, threshold, edgeitems, linewidth, profile, sciMode });
  },
  default_dtype: () => settings.defaultDtype,
  set_default_dtype: (dtype) => {
    settings.defaultDtype = dtype;
  },
  grad_enabled: () => mode.enabled,
  set_grad_enabled: (enabled) => {
    mode.enabled = enabled;
  },
  gradients,
  adam: (param, gradient, mean, square, decay, blend, keep, rest, root, eps, size) =>
    adam(param, gradient, mean, square, { decay, blend, keep, rest, root, eps, size }),
  promote,
  is_float: isFloat,
  dtype_size: (dtype) => DTYPES[dtype].size,
  /** From now on it is noted whether a tensor that there is already is changed. */
  watch: () => Object.assign(watch, { since: clock.now, isChanged: false }),
  is_changed: () => watch.isChanged,
  /** Everything as it is at the start. */
  restart: () => {
    state.generator = new random.Generator(67280421310721);
    state.print = PRINT_OPTIONS;
    settings.defaultDtype = "float32";
    mode.enabled = true;
  },
};
export { withGrad };
