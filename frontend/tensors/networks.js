// What networks are made of: softmax, normalisation, activations, losses, convolution.

import { mode, track } from "./autograd.js";
import { DTYPES, isFloat } from "./dtypes.js";
import * as each from "./elementwise.js";
import { erf } from "./error-function.js";
import { pad } from "./gathering.js";
import { linear } from "./products.js";
import { mean, sum } from "./reductions.js";
import { largestOf, normalize, softmaxOf } from "./rows.js";
import { allocate, countOf, fail, fromData, toFlat, viewOf, wrapAxis } from "./tensor.js";
import { flatten, permute, reshape, transpose, unfold } from "./views.js";

const float = (number) => new each.Scalar(number, "float");

/** `change(row, start, length)` in place for the rows of a copy along an axis. */
function alongAxis(tensor, axis, change) {
  if (tensor.meta) return allocate(tensor.shape, tensor.dtype, true);
  const last = tensor.shape.length - 1;
  const turned = tensor.shape.length ? turn(tensor, axis, last) : tensor;
  const data = new Float64Array(toFlat(turned));
  const length = turned.shape[last] ?? 1;
  for (let start = 0; start < data.length; start += length) change(data, start, length);
  const kept = fromData(new DTYPES[tensor.dtype].Array(data), turned.shape, tensor.dtype);
  if (axis === last || !tensor.shape.length) return kept;
  const back = turn(kept, axis, last);
  return fromData(toFlat(back).slice(), back.shape, tensor.dtype);
}

function turn(tensor, first, second) {
  const order = tensor.shape.map((_, axis) => axis);
  [order[first], order[second]] = [order[second], order[first]];
  return viewOf(
    tensor,
    order.map((axis) => tensor.shape[axis]),
    order.map((axis) => tensor.strides[axis]),
  );
}

function logSoftmaxRow(data, start, length) {
  const most = largestOf(data, start, length);
  let total = 0;
  for (let i = start; i < start + length; i++) total += Math.exp(data[i] - most);
  const shift = most + Math.log(total);
  for (let i = start; i < start + length; i++) data[i] -= shift;
}

function needFloat(tensor, name) {
  if (!isFloat(tensor.dtype))
    fail(`"${name}" not implemented for '${DTYPES[tensor.dtype].label}'`, "NotImplementedError");
}

export function softmax(tensor, dim, dtype = null) {
  const input = dtype ? each.cast(tensor, dtype) : tensor;
  const axis = wrapAxis(dim, input.shape.length);
  needFloat(input, axis === input.shape.length - 1 ? "softmax_lastdim_kernel_impl" : "softmax_kernel_impl");
  const result = alongAxis(input, axis, softmaxOf);
  return track(result, "SoftmaxBackward0", [input], (grad) => {
    const shares = each.mul(grad, result);
    return [each.sub(shares, each.mul(result, sum(shares, input.shape.length ? [axis] : null, true)))];
  });
}

export function logSoftmax(tensor, dim, dtype = null) {
  const input = dtype ? each.cast(tensor, dtype) : tensor;
  const axis = wrapAxis(dim, input.shape.length);
  needFloat(input, "log_softmax_lastdim_kernel_impl");
  const result = alongAxis(input, axis, logSoftmaxRow);
  return track(result, "LogSoftmaxBackward0", [input], (grad) => [
    each.sub(grad, each.mul(each.exp(result), sum(grad, input.shape.length ? [axis] : null, true))),
  ]);
}

const lastAxes = (count) => Array.from({ length: count }, (_, i) => i - count);

function checkNormalized(input, shape) {
  if (!shape.length) {
    fail(
      "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got " +
        "normalized_shape = []",
    );
  }
  if (shape.some((size, i) => size !== input.shape[input.shape.length - shape.length + i])) {
    fail(
      `Given normalized_shape=[${shape.join(", ")}], expected input with shape [*, ${shape.join(", ")}], but got ` +
        `input of size[${input.shape.join(", ")}]`,
    );
  }
}

export function layerNorm(input, shape, weight, bias, eps) {
  checkNormalized(input, shape);
  if (weight && weight.dtype !== input.dtype && !DTYPES[input.dtype].round)
    fail("mixed dtype (CPU): all inputs must share same datatype.");
  needFloat(input, "LayerNormKernelImpl");
  const length = countOf(shape);
  const spread = (data, start) => normalize(data, start, length, eps);
  const normal = normalized(input, shape, spread, (grad, result) => {
    const axes = lastAxes(shape.length);
    const away = each.sub(input, mean(input, axes, true));
    const scale = each.rsqrt(each.add(mean(each.mul(away, away), axes, true), float(eps)));
    const rest = each.sub(
      each.sub(grad, mean(grad, axes, true)),
      each.mul(result, mean(each.mul(grad, result), axes, true)),
    );
    return each.mul(rest, scale);
  });
  return scaled(normal, weight, bias, "NativeLayerNormBackward0");
}

export function rmsNorm(input, shape, weight, eps) {
  checkNormalized(input, shape);
  const length = countOf(shape);
  const added = eps ?? (input.dtype === "float64" ? 2 ** -52 : 2 ** -23);
  const spread = (data, start) => {
    let squares = 0;
    for (let i = start; i < start + length; i++) squares += data[i] ** 2;
    const scale = 1 / Math.sqrt(squares / length + added);
    for (let i = start; i < start + length; i++) data[i] *= scale;
  };
  const normal = normalized(input, shape, spread, (grad, result) => {
    const axes = lastAxes(shape.length);
    const scale = each.rsqrt(each.add(mean(each.mul(input, input), axes, true), float(added)));
    return each.mul(each.sub(grad, each.mul(result, mean(each.mul(grad, result), axes, true))), scale);
  });
  return scaled(normal, weight, null, weight ? "MulBackward0" : "FusedRmsNormBackward0");
}

function normalized(input, shape, spread, slope) {
  const flat = input.meta ? input : flatten(reshape(input, [-1, countOf(shape)]), 1);
  const result = input.meta
    ? allocate(input.shape, input.dtype, true)
    : fromData(alongAxis(flat, 1, spread).storage.data, input.shape, input.dtype);
  return track(result, "NativeLayerNormBackward0", [input], (grad) => [slope(grad, result)]);
}

function scaled(normal, weight, bias, name) {
  let result = weight ? each.mul(normal, weight) : normal;
  if (bias) result = each.add(result, bias);
  if (result.node) result.node.name = name;
  return result;
}

const BELL = 1 / Math.sqrt(2 * Math.PI);

/** x times the share of a normal distribution that lies below x, or its approximation by tanh. */
const GELU = {
  none: {
    value: (x) => x * 0.5 * (1 + erf(x * Math.SQRT1_2)),
    slope: (x) => 0.5 * (1 + erf(x * Math.SQRT1_2)) + x * Math.exp(-0.5 * x * x) * BELL,
  },
  tanh: {
    value: (x) => 0.5 * x * (1 + Math.tanh(bent(x))),
    slope: (x) => {
      const curve = Math.tanh(bent(x));
      return 0.5 * (1 + curve) + 0.5 * x * (1 - curve * curve) * Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * x * x);
    },
  },
};
const bent = (x) => Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x);

export function gelu(input, approximate) {
  needFloat(input, "GeluKernelImpl");
  const { value, slope } = GELU[approximate];
  return track(each.map(input, input.dtype, value), "GeluBackward0", [input], (grad) => [
    each.mul(grad, mode.enabled ? geluSlope(input, approximate === "none") : each.map(input, input.dtype, slope)),
  ]);
}

/** As operations that can be differentiated again. */
function geluSlope(input, erf) {
  if (erf) {
    const gate = each.mul(each.add(each.erf(each.mul(input, float(Math.SQRT1_2))), float(1)), float(0.5));
    const bell = each.mul(each.exp(each.mul(each.mul(input, input), float(-0.5))), float(1 / Math.sqrt(2 * Math.PI)));
    return each.add(gate, each.mul(input, bell));
  }
  const factor = Math.sqrt(2 / Math.PI);
  const cube = each.mul(each.mul(input, input), input);
  const curve = each.tanh(each.mul(each.add(input, each.mul(cube, float(0.044715))), float(factor)));
  const steep = each.mul(each.add(each.mul(each.mul(input, input), float(3 * 0.044715)), float(1)), float(factor));
  const gate = each.mul(each.add(curve, float(1)), float(0.5));
  const rest = each.mul(each.mul(input, float(0.5)), each.mul(each.sub(float(1), each.mul(curve, curve)), steep));
  return each.add(gate, rest);
}

/**
 * The negative log-probability of each target, from log-probabilities (rows, classes).
 * @param {string} reduction mean, sum or none
 */
export function nllLoss(logs, targets, { weight, ignored, reduction }) {
  const [rows, classes] = logs.shape;
  const [flat, wanted] = [toFlat(logs), toFlat(targets)];
  const weights = weight ? toFlat(weight) : null;
  const factors = new Float64Array(rows);
  wanted.forEach((target, row) => {
    if (target === ignored) return;
    if (target < 0 || target >= classes) fail(`Target ${target} is out of bounds.`, "IndexError");
    factors[row] = weights ? weights[target] : 1;
  });
  const all = factors.reduce((a, b) => a + b, 0);
  const each_ = Float64Array.from(factors, (factor, row) => (factor ? -factor * flat[row * classes + wanted[row]] : 0));
  const total = each_.reduce((a, b) => a + b, 0);
  const none = reduction === "none";
  const scale = reduction === "mean" ? 1 / all : 1;
  const result = none
    ? fromData(new DTYPES[logs.dtype].Array(each_), [rows], logs.dtype)
    : fromData(new DTYPES[logs.dtype].Array([total * scale]), [], logs.dtype);
  return track(result, "NllLossBackward0", [logs], (grad) => {
    const zeros = allocate(logs.shape, logs.dtype);
    const shares = toFlat(grad);
    for (let row = 0; row < rows; row++) {
      if (factors[row])
        zeros.storage.data[row * classes + toFlat(targets)[row]] = -factors[row] * scale * shares[none ? row : 0];
    }
    return [zeros];
  });
}

/** A filter moved over images (batch, channels, height, width): patches as rows, times the filters as a matrix. */
export function conv2d(input, weight, bias, { stride, padding, dilation, groups }) {
  if (groups !== 1) return grouped(input, weight, bias, { stride, padding, dilation, groups });
  if (dilation.some((step) => step !== 1))
    fail(
      "convolution with dilation is not in this small stand-in for torch; in torch itself it works",
      "NotImplementedError",
    );
  const [filters, channels, height, width] = weight.shape;
  if (input.shape.at(-3) !== channels) {
    fail(
      `Given groups=1, weight of size [${weight.shape.join(", ")}], expected input[${input.shape.join(", ")}] to ` +
        `have ${channels} channels, but got ${input.shape.at(-3)} channels instead`,
    );
  }
  const single = input.shape.length === 3;
  const batch = single ? reshape(input, [1, ...input.shape]) : input;
  const [down, right] = padding;
  const padded = down || right ? pad(batch, [right, right, down, down], 0) : batch;
  // (batch, channels, rows, columns, height, width)
  const windows = unfold(unfold(padded, 2, height, stride[0]), 3, width, stride[1]);
  const rows = flatten(permute(windows, [0, 2, 3, 1, 4, 5]), 3); // (batch, rows, columns, channels · height · width)
  const result = permute(linear(rows, reshape(weight, [filters, -1]), bias), [0, 3, 1, 2]);
  const dense = each.map(result, result.dtype, (x) => x);
  track(dense, "ConvolutionBackward0", [result], (grad) => [grad]);
  return single ? reshape(dense, dense.shape.slice(1)) : dense;
}

function grouped(input, weight, bias, { stride, padding, dilation, groups }) {
  const axis = input.shape.length - 3;
  const part = (tensor, dim, index) => {
    const size = tensor.shape[dim] / groups;
    const view = viewPart(tensor, dim, index * size, size);
    return view;
  };
  const parts = Array.from({ length: groups }, (_, i) =>
    conv2d(part(input, axis, i), part(weight, 0, i), bias && part(bias, 0, i), {
      stride,
      padding,
      dilation,
      groups: 1,
    }),
  );
  return joined(parts, axis);
}

let viewPart;
let joined;
/** @type {(narrow: Function, cat: Function) => void} */
export const setParts = (narrow, cat) => {
  viewPart = narrow;
  joined = cat;
};

export { transpose };
