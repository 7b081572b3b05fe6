// Gradients: which operation made a tensor, and the way back from a result to what it was made of.

import { DTYPES, isFloat } from "./dtypes.js";
import {
  allocate,
  clock,
  fail,
  fromData,
  isContiguous,
  listed,
  noteTouch,
  places,
  reading,
  relink,
  Tensor,
  toFlat,
  viewOf,
  write,
} from "./tensor.js";

export const mode = { enabled: true };

/**
 * Run `action` with or without the recording of operations.
 * @type {<Result>(enabled: boolean, action: () => Result) => Result}
 */
export function withGrad(enabled, action) {
  const before = mode.enabled;
  mode.enabled = enabled;
  try {
    return action();
  } finally {
    mode.enabled = before;
  }
}

/**
 * Note how `result` was made, if gradients are wanted.
 * @param {Tensor} result
 * @param {string} name as torch prints it: "AddBackward0"
 * @param {Tensor[]} inputs
 * @param {(grad: Tensor) => (Tensor | null)[]} backward from the result's gradient to those of the inputs
 */
export function track(result, name, inputs, backward) {
  if (mode.enabled && isFloat(result.dtype) && inputs.some((input) => input.requiresGrad)) {
    const node = { name, inputs: inputs.map(edge), backward, number: ++clock.now, hooks: [], retained: null };
    node.made = result.storage.id;
    result.node = node;
  }
  return result;
}

/**
 * Where a gradient goes on: an operation, or a leaf that keeps it. A tensor changed in place later has another node.
 */
const edge = (tensor) => ({ tensor, node: tensor.node, wanted: tensor.requiresGrad });

function reachable(root) {
  const nodes = new Set();
  const open = [root];
  while (open.length) {
    const node = open.pop();
    if (nodes.has(node)) continue;
    nodes.add(node);
    for (const { node: next } of node.inputs) if (next) open.push(next);
  }
  // What was made last goes first: each operation after all those that used its result.
  return [...nodes].sort((left, right) => right.number - left.number);
}

let addTensors;
/** Addition is an operation itself, and those build on this file. */
export const setAddition = (add) => {
  addTensors = add;
};

const FREED =
  "Trying to backward through the graph a second time (or directly access saved tensors after they have already been " +
  "freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify " +
  "retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors " +
  "after calling backward.";

/** Operations whose way back needs no numbers: nothing of theirs is freed, and it can be gone again. */
const KEEPS_NOTHING = new Set(
  (
    "Add Sub Neg Sum Mean View UnsafeView Expand Permute Transpose T Select Slice Squeeze Unsqueeze Cat Stack Copy " +
    "AsStrided ToCopy Clone Flip Roll Repeat Unfold Diagonal DiagEmbed Unbind Split SplitWithSizes Cumsum " +
    "Floor Ceil Round Trunc Sign Tril Triu Trace ConstantPadNd RemainderBackward0 FmodBackward0 LerpBackward0"
  ).split(" "),
);

/**
 * Gradients of `roots` for every leaf and node on the way. It stops where a hook has to say something about a gradient:
 * what it yields is `{ hook, gradient }`, and it goes on with another gradient, or null.
 * @param {Tensor[]} roots
 * @param {(Tensor | null)[]} starts a gradient for each root, or null for 1
 * @param {{ keep: boolean, create: boolean }} options keep the graph; record the way back as well
 * @param {(tensor: Tensor, grad: Tensor) => void} leaf called with each leaf's share
 * @param {Map<object, Tensor>} [watched] nodes whose gradients are wanted, filled here
 */
function* flow(roots, starts, { keep, create }, leaf, watched) {
  const before = mode.enabled;
  mode.enabled = create;
  try {
    yield* flowing(roots, starts, keep, leaf, watched);
  } finally {
    mode.enabled = before;
  }
}

function* flowing(roots, starts, keep, leaf, watched) {
  const grads = new Map();
  const shares = new Map(); // of leaves, which get theirs when all are there
  const give = (node, grad) => grads.set(node, grads.has(node) ? addTensors(grads.get(node), grad) : grad);
  const top = { inputs: [], number: Number.POSITIVE_INFINITY, hooks: [], backward: () => [] };
  for (const [i, root] of roots.entries()) {
    const grad = startOf(root, starts[i], i);
    if (root.node) {
      give(root.node, grad);
      top.inputs.push({ tensor: root, node: root.node, wanted: true });
    } else yield* leaf(root, grad);
  }
  const nodes = reachable(top);
  const open = usesOf(nodes);
  for (const node of nodes) {
    if (node === top) continue;
    if (grads.has(node)) yield* through(node);
    for (const { tensor, node: next, wanted } of node.inputs) {
      if (next || !wanted) continue;
      open.set(tensor, open.get(tensor) - 1);
      if (!open.get(tensor) && shares.has(tensor)) yield* leaf(tensor, shares.get(tensor));
    }
  }

  function* through(node) {
    const grad = yield* hooked(node, grads.get(node));
    grads.delete(node);
    if (watched?.has(node)) watched.set(node, grad);
    if (node.retained) node.retained.grad = grad;
    if (!node.backward) fail(FREED);
    const parts = sharesOf(node, grad);
    for (const [i, input] of node.inputs.entries()) {
      const isClosed = !input.node && !input.tensor.leafGrad; // by requires_grad_(False) in the meantime
      if (!input.wanted || !parts[i] || isClosed) continue;
      if (input.node) give(input.node, parts[i]);
      else
        shares.set(input.tensor, shares.has(input.tensor) ? addTensors(shares.get(input.tensor), parts[i]) : parts[i]);
    }
    const keepsNothing = [node.name, node.name.replace(/Backwards?\d*$/, "")].some((name) => KEEPS_NOTHING.has(name));
    if (!keep && (node.saves || !keepsNothing)) node.backward = null;
  }
}

/** How often each leaf is used by operations. */
function usesOf(nodes) {
  const uses = new Map();
  for (const { inputs } of nodes) {
    for (const { tensor, node, wanted } of inputs) {
      if (!node && wanted) uses.set(tensor, (uses.get(tensor) ?? 0) + 1);
    }
  }
  return uses;
}

/** What the hooks of a node or of a leaf make of its gradient. */
function* hooked({ hooks = [] }, gradient) {
  let result = gradient;
  for (const hook of hooks) result = (yield { hook, gradient: result }) ?? result;
  return result;
}

/** The way back through one operation, which may not read numbers that were changed since. */
function sharesOf(node, grad) {
  const before = { ...reading };
  Object.assign(reading, { since: node.number, own: grad.storage, node });
  try {
    return node.backward(grad);
  } finally {
    Object.assign(reading, before);
  }
}

/** Whether numbers that a gradient needs are no longer those of then. */
relink.stale = (tensor) => {
  const { storage } = tensor;
  const since = Math.max(reading.since, tensor.since ?? 0);
  if (storage === reading.own || storage.id > reading.since || storage.changes.at(-1) < since) return;
  const label = DTYPES[tensor.dtype].label;
  const kind = tensor.dtype === "bool" ? "CPUBoolType" : `torch.${label}Tensor`;
  const { node } = reading;
  const maker = (storage.id === node.made ? node.name : (tensor.made ?? tensor.base?.made)?.name)?.replace(
    /Backward\d*$/,
    "",
  );
  fail(
    `one of the variables needed for gradient computation has been modified by an inplace operation: [${kind} ` +
      `${listed(tensor.shape)}]${maker ? `, which is output 0 of ${maker},` : ""} is at version ` +
      `${storage.changes.length}; expected version ${storage.changes.filter((time) => time < since).length} instead. ` +
      "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with " +
      "torch.autograd.set_detect_anomaly(True, check_nan=False).",
  );
};

let onesLike;
/** @type {(ones: (tensor: Tensor) => Tensor) => void} */
export const setOnesLike = (ones) => {
  onesLike = ones;
};

function startOf(root, start, index) {
  if (!root.requiresGrad) {
    fail(`element ${index} of tensors does not require grad and does not have a grad_fn`);
  }
  if (start) {
    if (start.shape.join() !== root.shape.join()) {
      fail(
        `Mismatch in shape: grad_output[${index}] has a shape of torch.Size([${start.shape.join(", ")}]) and ` +
          `output[${index}] has a shape of torch.Size([${root.shape.join(", ")}]).`,
      );
    }
    return start;
  }
  if (root.count !== 1) fail("grad can be implicitly created only for scalar outputs");
  return onesLike(root);
}

/** `tensor.backward(gradient)`: adds to the `grad` of every leaf. Stops where a hook is asked, as `flow`. */
export function* backward(tensor, gradient, keep = false, create = false) {
  yield* flow([tensor], [gradient], { keep: keep || create, create }, function* (leaf, share) {
    const grad = yield* hooked(leaf, share);
    noteTouch(leaf.storage);
    leaf.grad = leaf.grad ? addTensors(leaf.grad, grad) : create ? grad : copied(grad);
  });
  return null;
}

/**
 * `torch.autograd.grad`: gradients for `inputs`, null for those that the outputs don't depend on. Stops where a hook is
 * asked, as `flow`.
 */
export function* gradients(outputs, inputs, starts, keep = false, create = false) {
  const leaves = new Map(inputs.filter((input) => !input.node).map((input) => [input, null]));
  const nodes = new Map(inputs.filter((input) => input.node).map((input) => [input.node, null]));
  outputs.forEach((output, i) => {
    startOf(output, starts[i] ?? output, i);
  });
  for (const input of inputs) {
    if (!input.requiresGrad) fail("One of the differentiated Tensors does not require grad");
  }
  const take = function* (leaf, grad) {
    if (leaves.has(leaf)) leaves.set(leaf, yield* hooked(leaf, grad));
  };
  yield* flow(outputs, starts, { keep: keep || create, create }, take, nodes);
  return inputs.map((input) => (input.node ? nodes.get(input.node) : leaves.get(input)));
}

/** Numbers of its own: two leaves may get the same gradient, and each may be changed in place. */
const copied = (grad) => (grad.meta ? grad : fromData(toFlat(grad).slice(), grad.shape, grad.dtype));

/** The same numbers without their history. */
export function detached(tensor) {
  const result = new Tensor(tensor.storage, tensor.shape, tensor.strides, tensor.offset, tensor.dtype);
  return result;
}

/**
 * Before a tensor is changed in place: a leaf that wants gradients, or a view of one, can't be. Only one number for all
 * may be written where several places are one.
 * @returns {Tensor} a stand-in for the tensor as it was, with its history
 */
export function beforeChange(tensor, mayOverlap = false) {
  if (mode.enabled && tensor.leafGrad && !tensor.node) {
    fail("a leaf Variable that requires grad is being used in an in-place operation.");
  }
  if (mode.enabled && tensor.base?.leafGrad && tensor.requiresGrad) {
    fail("a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  if (mode.enabled && tensor.several && tensor.requiresGrad) {
    fail(
      `Output ${tensor.several.index} of ${tensor.several.name} is a view and is being modified inplace. This view ` +
        "is the output of a function that returns multiple views. Such functions do not allow the output views to be " +
        "modified inplace. You should replace the inplace operation by an out-of-place one.",
    );
  }
  if (!mayOverlap) checkApart(tensor);
  const old = detached(tensor);
  old.base = tensor.base;
  old.node = tensor.node;
  return old;
}

/** Whether each number has a place of its own. */
export function checkApart({ strides, shape }) {
  if (shape.includes(0) || !strides.some((stride, axis) => stride === 0 && shape[axis] > 1)) return;
  fail(
    "unsupported operation: more than one element of the written-to tensor refers to a single memory location. " +
      "Please clone() the tensor before performing the operation.",
  );
}

/** What is read while it is overwritten: equal parts are fine, shifted ones aren't. */
export function checkOverlap(target, source) {
  if (!(source instanceof Tensor) || source.storage !== target.storage) return;
  if (!isContiguous(source) || !isContiguous(target)) return;
  const shift = source.offset - target.offset;
  if ((shift || source.count !== target.count) && shift < target.count && -shift < source.count) {
    fail(
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory " +
        "location. Please clone() the tensor before performing the operation.",
    );
  }
}

/** The old numbers, which the way back may need, before they are overwritten. */
export function keepOld(old) {
  const copy = fromData(toFlat(old).slice(), old.shape, old.dtype);
  Object.assign(old, { storage: copy.storage, strides: copy.strides, offset: 0, base: null });
}

/** Note that a tensor's numbers are others now. */
export function noteChange(tensor) {
  noteTouch(tensor.storage);
  if (!tensor.silent) tensor.storage.changes.push(++clock.now);
}

/** After `tensor` was changed in place to what `made` is: it takes over its history, and so does whose view it is. */
export function afterChange(tensor, made) {
  noteChange(tensor);
  if (!mode.enabled) return tensor;
  const { base } = tensor;
  if (!made.node && tensor.node) {
    // Nothing of the old numbers is left, and those that were made of them go on to need the history.
    track(made, "ZeroBackward0", [tensor], (grad) => [
      fromData(new DTYPES[grad.dtype].Array(grad.count), grad.shape, grad.dtype),
    ]);
  }
  if (base && (made.node || base.requiresGrad)) rebase(base, tensor, made);
  else tensor.node = made.node;
  if (base === null && made.node) tensor.changed = ++clock.now;
  return tensor;
}

/** `base` is made of what it was and of what its part `view` became. */
function rebase(base, view, made) {
  const old = detached(base);
  old.made = base.made;
  old.leafGrad = base.leafGrad;
  const stand = track(detached(base), "CopySlices", [old, made], (grad) => {
    const share = partOf(laidOut(grad, base), base, view);
    return [without(grad, base, view), share];
  });
  base.node = stand.node;
  base.changed = ++clock.now;
  relink.view(view);
}

relink.view = (view) => {
  const { base } = view;
  const link = detached(view);
  withGrad(true, () => track(link, "AsStridedBackward0", [base], (grad) => [intoZeros(grad, base, view)]));
  view.node = link.made;
};

/** Zeros that stand in memory as the numbers of `base`. */
const like = (base, grad) => Object.assign(allocate(base.shape, grad.dtype), { strides: base.strides });

/** A copy of `grad` whose numbers stand in memory as those of `base`. */
function laidOut(grad, base) {
  const result = like(base, grad);
  write(result, toFlat(grad));
  return track(result, "CloneBackward0", [grad], (outer) => [outer]);
}

const partShown = (laid, base, view) => viewOf(laid, view.shape, view.strides, view.offset - base.offset);

const partOf = (laid, base, view) =>
  track(partShown(laid, base, view), "AsStridedBackward0", [laid], (grad) => [intoZeros(grad, base, view)]);

function intoZeros(grad, base, view) {
  const zeros = like(base, grad);
  const flat = toFlat(grad);
  // Where several places show one number, their gradients are summed.
  places(partShown(zeros, base, view)).forEach((place, i) => {
    zeros.storage.data[place] += flat[i];
  });
  return track(zeros, "AsStridedBackward0", [grad], (outer) => [partOf(laidOut(outer, base), base, view)]);
}

/** Zeros where the part is. */
function without(grad, base, view) {
  const rest = like(base, grad);
  write(rest, toFlat(grad));
  write(partShown(rest, base, view), [0]);
  return track(rest, "CopySlices", [grad], (outer) => [without(outer, base, view)]);
}
