// Order and counts: sort, topk, unique, histograms, medians.

import { add, map, mul, number, sub } from "./elementwise.js";
import { gather, stack } from "./gathering.js";
import { reducedShape } from "./reductions.js";
import { countOf, fail, fromData, fromNumbers, toFlat, wrapAxis } from "./tensor.js";
import { narrow, reshape, squeeze } from "./views.js";

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
  if (!tensor.shape.length) return [tensor, indices];
  const values = gather(tensor, dim, indices);
  if (values.node) values.node.name = "SortBackward0";
  return [values, indices];
}

export function topk(tensor, k, dim = -1, largest = true) {
  const axis = wrapAxis(dim, tensor.shape.length);
  if (k < 0 || k > (tensor.shape[axis] ?? 1)) fail("selected index k out of range");
  const indices = tensor.shape.length ? narrow(argsort(tensor, axis, largest), axis, 0, k) : argsort(tensor, axis);
  const values = tensor.shape.length ? gather(tensor, axis, indices) : tensor;
  if (values.node) values.node.name = "TopkBackward0";
  return [values, indices];
}

function renamed(tensor, name) {
  if (tensor.node) tensor.node.name = name;
  return tensor;
}

/** The lower of the two in the middle, and where it stands. */
export function median(tensor, dim = null, keep = false) {
  if (dim === null) {
    if (!tensor.count) return [fromNumbers([Number.NaN], [], tensor.dtype)];
    return [renamed(median(reshape(tensor, [-1]), 0)[0], "MedianBackward0")];
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
  const flat = Array.from(toFlat(tensor));
  const different = [...new Set(flat)].sort((a, b) => a - b);
  const number = new Map(different.map((value, i) => [value, i]));
  const counts = new Float64Array(different.length);
  for (const value of flat) counts[number.get(value)]++;
  return [
    fromNumbers(different, [different.length], tensor.dtype),
    fromNumbers(
      flat.map((value) => number.get(value)),
      tensor.shape,
      "int64",
    ),
    fromData(counts, [different.length], "int64"),
  ];
}

export function histc(tensor, bins, least, most) {
  const flat = toFlat(tensor);
  let [low, high] = [least, most];
  if (low === 0 && high === 0) [low, high] = [Math.min(...flat), Math.max(...flat)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const counts = new Float64Array(bins);
  for (const value of flat) {
    if (!(value >= low && value <= high)) continue;
    counts[Math.min(Math.floor(((value - low) * bins) / (high - low)), bins - 1)]++;
  }
  return fromNumbers(counts, [bins], tensor.dtype);
}

export function bincount(tensor, weights, least = 0) {
  const flat = toFlat(tensor);
  const counts = new Float64Array(Math.max(least, flat.length ? Math.max(...flat) + 1 : 0));
  const shares = weights && toFlat(weights);
  flat.forEach((value, i) => {
    counts[value] += shares ? shares[i] : 1;
  });
  return fromNumbers(counts, [counts.length], weights?.dtype ?? "int64");
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

/** Between the sorted numbers, by linear interpolation. */
export function quantile(tensor, shares, dim, keep) {
  const axis = dim === null ? 0 : wrapAxis(dim, tensor.shape.length);
  const [ordered] = sort(dim === null ? reshape(tensor, [-1]) : tensor, axis);
  const last = ordered.shape[axis] - 1;
  const parts = Array.from(toFlat(shares), (share) => {
    const low = Math.floor(share * last);
    const [a, b] = [low, Math.min(low + 1, last)].map((place) => narrow(ordered, axis, place, 1));
    const found = add(a, mul(sub(b, a), number(share * last - low)));
    return dim !== null && keep ? found : squeeze(found, [axis]);
  });
  return shares.shape.length ? stack(parts) : parts[0];
}
