// Order and counts: sort, topk, unique, histograms, medians.

import { track, withGrad } from "./autograd.js";
import { DTYPES, isFloat } from "./dtypes.js";
import { isnan, map, number, Scalar } from "./elementwise.js";
import { gather, stack } from "./gathering.js";
import { axesOf, reducedShape, shared } from "./reductions.js";
import { largestOf } from "./rows.js";
import { lerp, where } from "./selection.js";
import { countOf, fail, fromData, fromNumbers, toFlat, wrapAxis } from "./tensor.js";
import { clone, narrow, reshape, squeeze } from "./views.js";

/** Places along an axis in order: stable, NaN as the largest. */
export function argsort(tensor, dim = -1, descending = false) {
  const axis = wrapAxis(dim, tensor.shape.length);
  const size = tensor.shape[axis] ?? 1;
  const flat = toFlat(tensor);
  const inner = countOf(tensor.shape.slice(axis + 1));
  const data = new Float64Array(flat.length);
  const sign = descending ? -1 : 1;
  const compare = (a, b) => {
    if (Number.isNaN(a) || Number.isNaN(b)) return sign * (Number.isNaN(a) - Number.isNaN(b));
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  };
  for (let start = 0; start < flat.length; start += size * inner) {
    for (let rest = 0; rest < inner; rest++) {
      const order = Array.from({ length: size }, (_, i) => i);
      order.sort((a, b) => compare(flat[start + a * inner + rest], flat[start + b * inner + rest]));
      for (let i = 0; i < size; i++) data[start + i * inner + rest] = order[i];
    }
  }
  return fromData(data, tensor.shape, "int64");
}

export function sort(tensor, dim = -1, descending = false) {
  const indices = argsort(tensor, dim, descending);
  const values = tensor.shape.length ? gather(tensor, dim, indices) : clone(tensor);
  if (values.node) values.node.name = "SortBackward0";
  return [values, indices];
}

export function topk(tensor, k, dim = -1, largest = true) {
  if (tensor.dtype === "bool") fail("topk does not support bool dtypes on CPU");
  const axis = wrapAxis(dim, tensor.shape.length);
  if (k < 0 || k > (tensor.shape[axis] ?? 1)) fail("selected index k out of range");
  const indices = tensor.shape.length ? narrow(argsort(tensor, axis, largest), axis, 0, k) : argsort(tensor, axis);
  const values = tensor.shape.length ? gather(tensor, axis, indices) : clone(tensor);
  if (values.node) values.node.name = "TopkBackward0";
  return [values, indices];
}

function renamed(tensor, name) {
  if (tensor.node) tensor.node.name = name;
  return tensor;
}

/** The lower of the two in the middle, and where it stands. */
export function median(tensor, dim = null, keep = false) {
  if (tensor.dtype === "bool") fail(`"median_out" not implemented for 'Bool'`, "NotImplementedError");
  if (dim === null) {
    if (!tensor.count) return [fromNumbers([Number.NaN], [], tensor.dtype)];
    const found = withGrad(false, () => median(reshape(tensor, [-1]), 0)[0]);
    return [track(found, "MedianBackward0", [tensor], shared(tensor, found, axesOf(tensor, null)))];
  }
  const axis = wrapAxis(dim, tensor.shape.length);
  if (!tensor.shape.length) return sort(tensor);
  const size = tensor.shape[axis];
  const [values, places] = sort(tensor, axis);
  // NaN stands at the end of a row and wins.
  const last = toFlat(narrow(values, axis, size - 1, 1));
  const middle = map(narrow(places, axis, 0, 1), "int64", () => Math.floor((size - 1) / 2));
  middle.storage.data.forEach((_, i, data) => {
    if (Number.isNaN(last[i])) data[i] = size - 1;
  });
  const parts = [values, places].map((part) => gather(part, axis, middle));
  return (keep ? parts : parts.map((part) => squeeze(part, [axis]))).map((part) => renamed(part, "MedianBackward1"));
}

/** The most frequent number, the smallest of several, and where it stands last. */
export function mode(tensor, dim = -1, keep = false) {
  const axis = wrapAxis(dim, tensor.shape.length);
  const [values, indices] = sort(tensor, axis);
  const size = tensor.shape[axis] ?? 1;
  const inner = countOf(tensor.shape.slice(axis + 1));
  const [numbers, where] = [toFlat(values), toFlat(indices)];
  const [best, at] = [[], []];
  for (let start = 0; start < numbers.length; start += size * inner) {
    for (let rest = 0; rest < inner; rest++) {
      let [most, end, run] = [0, 0, 0];
      for (let i = 0; i < size; i++) {
        const here = start + i * inner + rest;
        run = i && numbers[here] === numbers[here - inner] ? run + 1 : 1;
        if (run > most) [most, end] = [run, here];
      }
      best.push(numbers[end]);
      at.push(where[end]);
    }
  }
  const shape = reducedShape(tensor.shape, [axis], keep);
  const chosen = fromNumbers(at, reducedShape(tensor.shape, [axis], true), "int64");
  const found = tensor.shape.length
    ? reshape(gather(tensor, axis, chosen), shape)
    : fromNumbers(best, shape, tensor.dtype);
  return [renamed(found, "ModeBackward0"), fromNumbers(at, shape, "int64")];
}

/** Different numbers in order, where each went, and how often it came. */
export function unique(tensor) {
  const flat = toFlat(tensor);
  const order = toFlat(argsort(reshape(tensor, [-1])));
  const [different, counts, numbers] = [[], [], new Float64Array(flat.length)];
  for (const place of order) {
    // NaN is equal to nothing, and stands there as often as it comes.
    if (!different.length || flat[place] !== different.at(-1)) {
      different.push(flat[place]);
      counts.push(0);
    }
    counts[counts.length - 1]++;
    numbers[place] = counts.length - 1;
  }
  return [
    fromNumbers(different, [different.length], tensor.dtype),
    fromData(numbers, tensor.shape, "int64"),
    fromNumbers(counts, [different.length], "int64"),
  ];
}

export function histc(tensor, bins, least, most) {
  if (!isFloat(tensor.dtype)) {
    fail(`"histogram_cpu" not implemented for '${DTYPES[tensor.dtype].label}'`, "NotImplementedError");
  }
  if (bins <= 0) fail(`torch.histogram(): bins must be > 0, but got ${bins} for dimension 0`);
  const flat = toFlat(tensor);
  let [low, high] = [least, most];
  if (low === high && flat.length)
    [low, high] = [
      -largestOf(
        flat.map((x) => -x),
        0,
        flat.length,
      ),
      largestOf(flat, 0, flat.length),
    ];
  if (![low, high].every(Number.isFinite)) fail(`torch.histc: range of [${low}, ${high}] is not finite`);
  if (low > high) fail("torch.histc: max must be larger than min");
  if (low === high) [low, high] = [low - 1, high + 1];
  const counts = new Float64Array(bins);
  for (const value of flat) {
    if (!(value >= low && value <= high)) continue;
    counts[Math.min(Math.floor(((value - low) * bins) / (high - low)), bins - 1)]++;
  }
  return fromNumbers(counts, [bins], tensor.dtype);
}

export function bincount(tensor, weights, least = 0) {
  if (isFloat(tensor.dtype) || tensor.dtype === "bool") {
    fail(`"bincount_cpu" not implemented for '${DTYPES[tensor.dtype].label}'`, "NotImplementedError");
  }
  if (least < 0) fail("minlength should be >= 0");
  const flat = toFlat(tensor);
  if (tensor.shape.length !== 1 || flat.some((value) => value < 0)) {
    fail("bincount only supports 1-d non-negative integral inputs.");
  }
  if (weights && weights.shape.join() !== tensor.shape.join()) {
    fail("weights should be 1-d and have the same length as input");
  }
  const counts = new Float64Array(Math.max(least, flat.length ? largestOf(flat, 0, flat.length) + 1 : 0));
  const shares = weights && toFlat(weights);
  flat.forEach((value, i) => {
    counts[value] += shares ? shares[i] : 1;
  });
  return fromNumbers(
    counts,
    [counts.length],
    weights ? (weights.dtype === "float32" ? "float32" : "float64") : "int64",
  );
}

export function searchsorted(sorted, values, right = false) {
  const [edges, flat] = [toFlat(sorted), toFlat(values)];
  const size = sorted.shape.at(-1);
  const many = sorted.shape.length > 1;
  const per = many ? values.shape.at(-1) : flat.length;
  const data = Float64Array.from(flat, (value, i) => {
    const start = many ? Math.floor(i / per) * size : 0;
    let place = 0;
    while (place < size && (right ? edges[start + place] <= value : edges[start + place] < value)) place++;
    return place;
  });
  return fromData(data, values.shape, "int64");
}

function checkQuantile(tensor, shares, isNumber) {
  if (!["float32", "float64"].includes(tensor.dtype))
    fail("quantile() input tensor must be either float or double dtype");
  if (!tensor.count) fail("quantile() input tensor must be non-empty");
  if (shares.shape.length > 1) fail("quantile() q must be a scalar or 1D tensor");
  if (!isNumber && shares.dtype !== tensor.dtype) fail("quantile() q tensor must be same dtype as the input tensor");
  for (const share of toFlat(shares)) {
    if (share >= 0 && share <= 1) continue;
    fail(
      isNumber
        ? `quantile() q must be in the range [0, 1] but got ${share}`
        : "quantile() q values must be in the range [0, 1]",
    );
  }
}

/** Between the sorted numbers, by linear interpolation. */
export function quantile(tensor, given, dim, keep) {
  const isNumber = given instanceof Scalar;
  const shares = isNumber ? fromNumbers([given.number], [], "float64") : given;
  checkQuantile(tensor, shares, isNumber);
  const axis = dim === null ? 0 : wrapAxis(dim, tensor.shape.length);
  const [ordered] = sort(dim === null ? reshape(tensor, [-1]) : tensor, axis);
  const last = ordered.shape[axis] - 1;
  const parts = Array.from(toFlat(shares), (share) => {
    const low = Math.floor(share * last);
    const [a, b] = [low, Math.min(low + 1, last)].map((place) => narrow(ordered, axis, place, 1));
    const between = lerp(a, b, number(share * last - low));
    // NaN stands at the end of a row and wins.
    const end = narrow(ordered, axis, last, 1);
    const found = where(isnan(end), end, between);
    return dim !== null && keep ? found : squeeze(found, [axis]);
  });
  return shares.shape.length ? stack(parts) : parts[0];
}
