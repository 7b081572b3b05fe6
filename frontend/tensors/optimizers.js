// One step of Adam for one parameter, in place and in one walk: as eight operations it would cross to Python eight
// times.

import { noteChange } from "./autograd.js";
import { fused } from "./float32.js";
import { isContiguous, toFlat, write } from "./tensor.js";

const { fround, sqrt } = Math;

/**
 * Numbers of the step, which Python works out: `decay` is what the parameter is multiplied by first (weight decay),
 * `blend` 1 - beta1, `keep` beta2, `rest` 1 - beta2, `root` √(1 - beta2ᵗ), `size` minus the learning rate / (1 -
 * beta1ᵗ).
 * @typedef {{ decay: number, blend: number, keep: number, rest: number, root: number, eps: number, size: number }} Step
 */

/**
 * Rounded after each operation as torch does it with float32. (The root is the nearest number; in one of 160 cases
 * torch's is the one beside it.)
 * @type {(param: any, gradient: any, mean: any, square: any, step: Step) => void}
 */
function single(param, gradient, mean, square, step) {
  const [decay, blend, keep, rest, root, eps, size] = Float32Array.of(
    step.decay,
    step.blend,
    step.keep,
    step.rest,
    step.root,
    step.eps,
    step.size,
  );
  for (let i = 0; i < param.length; i++) {
    const slope = gradient[i];
    const way = fround(slope - mean[i]);
    const blended = blend < 0.5 ? fused(blend, way, mean[i]) : fused(blend - 1, way, slope);
    mean[i] = blended;
    const squared = fused(fround(rest * slope), slope, fround(square[i] * keep));
    square[i] = squared;
    const spread = fround(fround(fround(sqrt(squared)) / root) + eps);
    param[i] = fround(fround(param[i] * decay) + fround(fround(size * blended) / spread));
  }
}

/** The same in float64. @type {typeof single} */
function double(param, gradient, mean, square, { decay, blend, keep, rest, root, eps, size }) {
  for (let i = 0; i < param.length; i++) {
    const slope = gradient[i];
    mean[i] += blend * (slope - mean[i]);
    square[i] = square[i] * keep + rest * slope * slope;
    param[i] = param[i] * decay + (size * mean[i]) / (sqrt(square[i]) / root + eps);
  }
}

/** Numbers that may be changed: those of the storage where they stand row by row, else a copy. */
const numbersOf = (tensor) => (isContiguous(tensor) ? toFlat(tensor) : toFlat(tensor).slice());

/**
 * Changes `param`, `mean` and `square`.
 * @param {import("./tensor.js").Tensor} param
 * @param {import("./tensor.js").Tensor} gradient
 * @param {import("./tensor.js").Tensor} mean running mean of gradients
 * @param {import("./tensor.js").Tensor} square running mean of their squares
 * @param {Step} step
 */
export function adam(param, gradient, mean, square, step) {
  if (param.meta) return;
  const changed = [param, mean, square];
  const [numbers, means, squares] = changed.map(numbersOf);
  const walk = param.dtype === "float64" ? double : single;
  walk(numbers, toFlat(gradient), means, squares, step);
  changed.forEach((tensor, i) => {
    noteChange(tensor);
    // Half precision is rounded on the way in; a copy goes back.
    if (!isContiguous(tensor) || tensor.dtype.endsWith("float16")) write(tensor, [numbers, means, squares][i]);
  });
}
