// Gradients: which operation made a tensor, and the way back from a result to what it was made of.

import { isFloat } from "./dtypes.js";
import { fail, fromData, Tensor, toFlat } from "./tensor.js";

export const mode = { enabled: true };
let created = 0;

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
    result.node = { name, inputs: inputs.map(edge), backward, number: created++, hooks: [], retained: null };
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

/**
 * Gradients of `roots` for every leaf and node on the way.
 * @param {Tensor[]} roots
 * @param {(Tensor | null)[]} starts a gradient for each root, or null for 1
 * @param {{ keep: boolean, create: boolean }} options keep the graph; record the way back as well
 * @param {(tensor: Tensor, grad: Tensor) => void} leaf called with each leaf's share
 * @param {Map<object, Tensor>} [watched] nodes whose gradients are wanted, filled here
 */
function flow(roots, starts, { keep, create }, leaf, watched) {
  const grads = new Map();
  const give = (node, grad) => grads.set(node, grads.has(node) ? addTensors(grads.get(node), grad) : grad);
  const top = { inputs: [], number: Number.POSITIVE_INFINITY, hooks: [], backward: () => [] };
  withGrad(create, () => {
    roots.forEach((root, i) => {
      const grad = startOf(root, starts[i], i);
      if (root.node) {
        give(root.node, grad);
        top.inputs.push({ tensor: root, node: root.node, wanted: true });
      } else leaf(root, grad);
    });
    for (const node of reachable(top)) {
      if (node === top || !grads.has(node)) continue;
      let grad = grads.get(node);
      grads.delete(node);
      for (const hook of node.hooks) grad = hook(grad) ?? grad;
      if (watched?.has(node)) watched.set(node, grad);
      if (node.retained) node.retained.grad = grad;
      if (!node.backward) fail(FREED);
      const shares = node.backward(grad);
      node.inputs.forEach((input, i) => {
        if (!input.wanted || !shares[i]) return;
        if (input.node) give(input.node, shares[i]);
        else leaf(input.tensor, shares[i]);
      });
      if (!keep) node.backward = null;
    }
  });
}

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

/** `tensor.backward(gradient)`: adds to the `grad` of every leaf. */
export function backward(tensor, gradient, keep = false, create = false) {
  flow([tensor], [gradient], { keep: keep || create, create }, (leaf, grad) => {
    for (const hook of leaf.hooks ?? []) grad = hook(grad) ?? grad;
    leaf.grad = leaf.grad ? addTensors(leaf.grad, grad) : create ? grad : copied(grad);
  });
}

/** `torch.autograd.grad`: gradients for `inputs`, null for those that the outputs don't depend on. */
export function gradients(outputs, inputs, starts, keep = false, create = false) {
  const leaves = new Map(inputs.filter((input) => !input.node).map((input) => [input, null]));
  const nodes = new Map(inputs.filter((input) => input.node).map((input) => [input.node, null]));
  for (const input of inputs) {
    if (!input.requiresGrad) fail("One of the differentiated Tensors does not require grad");
  }
  const take = (leaf, grad) => {
    if (leaves.has(leaf)) leaves.set(leaf, leaves.get(leaf) ? addTensors(leaves.get(leaf), grad) : grad);
  };
  flow(outputs, starts, { keep: keep || create, create }, take, nodes);
  return inputs.map((input) => (input.node ? nodes.get(input.node) : leaves.get(input)));
}

/** Numbers of its own: two leaves may get the same gradient, and each may be changed in place. */
const copied = (grad) => (grad.meta ? grad : fromData(toFlat(grad).slice(), grad.shape, grad.dtype));

/** The same numbers without their history. */
export function detached(tensor) {
  const result = new Tensor(tensor.storage, tensor.shape, tensor.strides, tensor.offset, tensor.dtype);
  result.base = tensor.base ?? tensor;
  return result;
}

/**
 * Before a tensor is changed in place: a leaf that wants gradients, or a view of one, can't be.
 * @returns {Tensor} a stand-in for the tensor as it was, with its history
 */
export function beforeChange(tensor) {
  if (mode.enabled && tensor.leafGrad && !tensor.node) {
    fail("a leaf Variable that requires grad is being used in an in-place operation.");
  }
  if (mode.enabled && tensor.base?.leafGrad && tensor.requiresGrad) {
    fail("a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  const old = detached(tensor);
  old.node = tensor.node;
  old.base = tensor.base;
  return old;
}

/** After `tensor` was changed in place to what `made` is: it takes over its history. */
export function afterChange(tensor, made) {
  if (mode.enabled) tensor.node = made.node;
  return tensor;
}
