// The operations by the names that torch gives them, with their arguments: both `torch.name(x, …)` and `x.name(…)`.

import { relu } from "./activations.js";
import { backward, detached, mode, track, withGrad } from "./autograd.js";
import * as bits from "./bits.js";
import * as division from "./division.js";
import { isFloat, resultDtype } from "./dtypes.js";
import { einsum } from "./einsum.js";
import * as each from "./elementwise.js";
import * as gathering from "./gathering.js";
import * as indexing from "./indexing.js";
import * as algebra from "./linear-algebra.js";
import { NETWORK_OPERATIONS } from "./network-operations.js";
import * as networks from "./networks.js";
import { norm, orderOf } from "./norms.js";
import * as powers from "./powers.js";
import * as products from "./products.js";
import * as reductions from "./reductions.js";
import * as selection from "./selection.js";
import { SIZES } from "./sizes.js";
import * as sorting from "./sorting.js";
import { allocate, fail, Tensor, toFlat, wrapAxis, write } from "./tensor.js";
import * as views from "./views.js";

const { Scalar } = each;

/** All as the kind that holds them. */
function alike(tensors) {
  const dtype = resultDtype(tensors.map(({ dtype, shape }) => ({ dtype, rank: shape.length ? 2 : 1 })));
  return tensors.map((tensor) => each.cast(tensor, dtype));
}

/** `input + value * (one with two)` */
const withProduct = (operation, name) => (input, one, two, value) => {
  const [own, left, right] = alike([input, one, two]);
  if (own.dtype === "bool" && name === "Addcmul")
    fail(`"addcmul_cpu_out" not implemented for 'Bool'`, "NotImplementedError");
  return named(each.add(own, each.mul(operation(left, right), value)), `${name}Backward0`);
};

function named(tensor, name) {
  if (tensor.node) tensor.node.name = name;
  return tensor;
}

function difference(input, times, dim) {
  if (times < 1) return input;
  const length = input.shape[wrapAxis(dim, input.shape.length)] - 1;
  if (length < 0) return input;
  const [late, early] = [1, 0].map((start) => views.narrow(input, dim, start, length));
  return difference((late.dtype === "bool" ? each.ne : each.sub)(late, early), times - 1, dim);
}

const float = (number) => new Scalar(number, "float");

const unary = (operations) =>
  Object.fromEntries(Object.entries(operations).map(([name, operation]) => [`${name}(tensor input)`, operation]));
const binary = (names) =>
  Object.fromEntries(
    Object.entries(names).map(([name, operation]) => [`${name}(value input, value other)`, operation]),
  );

/** `input + alpha * other` */
const withFactor = (operation) => (input, other, alpha) =>
  operation(input, alpha.number === 1 ? other : each.mul(other, alpha));

/** Whole numbers stay whole. */
function truncated(input, other) {
  const { dtype, pair } = each.operands(input, other);
  const result = each.trunc(isFloat(dtype) ? each.div(input, other) : each.div(...pair));
  if (!isFloat(dtype) && result.count && toFlat(pair[1]).includes(0)) fail("ZeroDivisionError");
  return isFloat(dtype) ? result : each.cast(result, dtype);
}

function rounding(input, other, kind) {
  if (kind === null) return each.div(input, other);
  if (each.operands(input, other).dtype === "bool") {
    fail(`"div_${kind}_cpu" not implemented for 'Bool'`, "NotImplementedError");
  }
  const result = withGrad(false, () => (kind === "floor" ? division.floorDiv(input, other) : truncated(input, other)));
  const sources = [input, other].filter((value) => value instanceof Tensor);
  return track(result, "DivBackward2", sources, () => sources.map((source) => each.map(source, source.dtype, () => 0)));
}

const numbers = {
  ...unary({
    neg: each.neg,
    abs: each.abs,
    sign: each.sign,
    exp: each.exp,
    expm1: each.expm1,
    log: each.log,
    log2: each.log2,
    log10: each.log10,
    log1p: each.log1p,
    sqrt: each.sqrt,
    rsqrt: each.rsqrt,
    square: powers.square,
    reciprocal: each.reciprocal,
    sin: each.sin,
    cos: each.cos,
    tan: each.tan,
    asin: each.asin,
    acos: each.acos,
    atan: each.atan,
    sinh: each.sinh,
    cosh: each.cosh,
    tanh: each.tanh,
    sigmoid: each.sigmoid,
    floor: each.floor,
    ceil: each.ceil,
    trunc: each.trunc,
    erf: each.erf,
    relu: relu,
    isnan: each.isnan,
    isinf: each.isinf,
    isfinite: each.isfinite,
  }),
  "negative(tensor input)": each.neg,
  "absolute(tensor input)": each.abs,
  "logical_not(tensor input)": each.logicalNot,
  "bitwise_not(tensor input)": bits.bitNot,
  "round(tensor input, *, int decimals=null)": each.round,
  "add(value input, value other, *, value alpha=1)": withFactor(each.add),
  "sub(value input, value other, *, value alpha=1)": withFactor(each.sub),
  "subtract(value input, value other, *, value alpha=1)": withFactor(each.sub),
  "div(value input, value other, *, text rounding_mode=null)": rounding,
  "divide(value input, value other, *, text rounding_mode=null)": rounding,
  "logical_and(tensor input, tensor other)": each.logicalAnd,
  "logical_or(tensor input, tensor other)": each.logicalOr,
  "logical_xor(tensor input, tensor other)": each.logicalXor,
  "maximum(tensor input, tensor other)": each.maximum,
  "minimum(tensor input, tensor other)": each.minimum,
  "atan2(tensor input, tensor other)": each.atan2,
  "arctan2(tensor input, tensor other)": each.atan2,
  "logaddexp(tensor input, tensor other)": each.logaddexp,
  ...binary({
    mul: each.mul,
    multiply: each.mul,
    true_divide: each.div,
    floor_divide: division.floorDiv,
    remainder: division.remainder,
    fmod: division.fmod,
    pow: powers.pow,
    eq: each.eq,
    ne: each.ne,
    lt: each.lt,
    le: each.le,
    gt: each.gt,
    ge: each.ge,
    less: each.lt,
    greater: each.gt,
    bitwise_and: bits.bitAnd,
    bitwise_or: bits.bitOr,
    bitwise_xor: bits.bitXor,
    bitwise_left_shift: bits.leftShift,
    bitwise_right_shift: bits.rightShift,
  }),
  "clamp(tensor input, value min=null, value max=null)": selection.clamp,
  "clip(tensor input, value min=null, value max=null)": selection.clamp,
  "clamp_min(tensor input, value min)": (input, least) =>
    named(selection.clamp(input, least, null), "ClampMinBackward0"),
  "clamp_max(tensor input, value max)": (input, most) => named(selection.clamp(input, null, most), "ClampMaxBackward0"),
  "masked_fill(tensor input, tensor mask, value value)": selection.maskedFill,
  "nan_to_num(tensor input, number nan=0, number posinf=null, number neginf=null)": selection.nanToNum,
  "lerp(tensor input, tensor end, value weight)": selection.lerp,
  "addcmul(tensor input, tensor tensor1, tensor tensor2, *, value value=1)": withProduct(each.mul, "Addcmul"),
  "addcdiv(tensor input, tensor tensor1, tensor tensor2, *, value value=1)": withProduct(each.div, "Addcdiv"),
};

const reductionTable = {
  "sum(tensor input, ints dim=null, bool keepdim=false, *, dtype dtype=null)": reductions.sum,
  "mean(tensor input, ints dim=null, bool keepdim=false, *, dtype dtype=null)": reductions.mean,
  "nansum(tensor input, ints dim=null, bool keepdim=false)": (input, dim, keep) =>
    named(reductions.sum(selection.maskedFill(input, each.isnan(input), float(0)), dim, keep), "NansumBackward0"),
  "prod(tensor input, int dim=null, bool keepdim=false)": reductions.prod,
  "var(tensor input, ints dim=null, bool unbiased=true, bool keepdim=false, *, number correction=1)": (
    input,
    dim,
    unbiased,
    keep,
    correction,
  ) => reductions.variance(input, dim, unbiased === false ? 0 : correction, keep),
  "std(tensor input, ints dim=null, bool unbiased=true, bool keepdim=false, *, number correction=1)": (
    input,
    dim,
    unbiased,
    keep,
    correction,
  ) => reductions.std(input, dim, unbiased === false ? 0 : correction, keep),
  "amax(tensor input, ints dim=null, bool keepdim=false)": (...rest) => reductions.extreme("max", ...rest),
  "amin(tensor input, ints dim=null, bool keepdim=false)": (...rest) => reductions.extreme("min", ...rest),
  "argmax(tensor input, int dim=null, bool keepdim=false)": (...rest) => reductions.argExtreme("max", ...rest),
  "argmin(tensor input, int dim=null, bool keepdim=false)": (...rest) => reductions.argExtreme("min", ...rest),
  "max_all(tensor input)": (input) => named(reductions.extreme("max", input), "MaxBackward1"),
  "min_all(tensor input)": (input) => named(reductions.extreme("min", input), "MinBackward1"),
  "max_at(tensor input, int dim, bool keepdim=false)": (...rest) => reductions.extremeAt("max", ...rest),
  "min_at(tensor input, int dim, bool keepdim=false)": (...rest) => reductions.extremeAt("min", ...rest),
  "all(tensor input, ints dim=null, bool keepdim=false)": reductions.all,
  "any(tensor input, ints dim=null, bool keepdim=false)": reductions.any,
  "count_nonzero(tensor input, ints dim=null)": reductions.countNonzero,
  "logsumexp(tensor input, ints dim, bool keepdim=false)": reductions.logsumexp,
  "norm(tensor input, any p=2, ints dim=null, bool keepdim=false)": (input, p, dim, keep) =>
    norm(input, orderOf(p), dim, keep),
  "vector_norm(tensor x, number ord=2, ints dim=null, bool keepdim=false)": norm,
  "cumsum(tensor input, int dim, *, dtype dtype=null)": reductions.cumsum,
  "cumprod(tensor input, int dim)": reductions.cumprod,
  "softmax(tensor input, int dim, any dtype=null)": networks.softmax,
  "log_softmax(tensor input, int dim, any dtype=null)": networks.logSoftmax,
  "argsort(tensor input, int dim=-1, bool descending=false, *, bool stable=false)": sorting.argsort,
  "sort(tensor input, int dim=-1, bool descending=false, *, bool stable=false)": sorting.sort,
  "topk(tensor input, int k, int dim=-1, bool largest=true, bool sorted=true)": sorting.topk,
  "median_all(tensor input)": (input) => sorting.median(input)[0],
  "median_at(tensor input, int dim, bool keepdim=false)": sorting.median,
  "mode(tensor input, int dim=-1, bool keepdim=false)": sorting.mode,
  "unique_parts(tensor input)": sorting.unique,
  "histc(tensor input, int bins=100, number min=0, number max=0)": sorting.histc,
  "bincount(tensor input, tensor weights=null, int minlength=0)": sorting.bincount,
  "searchsorted(tensor sorted_sequence, tensor input, *, bool right=false)": sorting.searchsorted,
  "quantile(tensor input, value q, int dim=null, bool keepdim=false)": sorting.quantile,
  "nonzero(tensor input)": indexing.nonzero,
};

const productTable = {
  "matmul(tensor input, tensor other)": products.matmul,
  "mm(tensor input, tensor mat2)": products.mm,
  "mv(tensor input, tensor vec)": products.mv,
  "bmm(tensor input, tensor mat2)": products.bmm,
  "dot(tensor input, tensor tensor)": products.dot,
  "inner(tensor input, tensor other)": products.inner,
  "outer(tensor input, tensor vec2)": products.outer,
  "addmm(tensor input, tensor mat1, tensor mat2, *, value beta=1, value alpha=1)": products.addmm,
  "linear(tensor input, tensor weight, tensor bias=null)": products.linear,
  "einsum(text equation, tensors *operands)": einsum,
  "solve(tensor A, tensor B)": algebra.solve,
  "inverse(tensor input)": algebra.inverse,
  "det(tensor input)": algebra.determinant,
  "qr(tensor A)": algebra.qr,
  "svd(tensor A)": algebra.svd,
  "svdvals(tensor A)": algebra.svdvals,
  "matrix_rank(tensor input)": algebra.rank,
  "pinv(tensor input)": algebra.pinv,
  "lstsq(tensor A, tensor B)": algebra.lstsq,
};

const viewTable = {
  "view(tensor input, ints *size)": views.viewAs,
  "reshape(tensor input, ints *shape)": views.reshape,
  "clone(tensor input)": views.clone,
  "contiguous(tensor input)": views.contiguous,
  "permute(tensor input, ints *dims)": views.permute,
  "transpose(tensor input, int dim0, int dim1)": views.transpose,
  "swapaxes(tensor input, int dim0, int dim1)": views.transpose,
  "t(tensor input)": (input) => (input.shape.length < 2 ? input : views.transpose(input, 0, 1, "T")),
  "turned(tensor input)": (input) => views.permute(input, input.shape.map((_, axis) => axis).reverse()),
  "expand(tensor input, ints *size)": views.expand,
  "expand_as(tensor input, tensor other)": (input, other) => views.expand(input, other.shape),
  "view_as(tensor input, tensor other)": (input, other) => views.viewAs(input, other.shape),
  "reshape_as(tensor input, tensor other)": (input, other) => views.reshape(input, other.shape),
  "broadcast_to(tensor input, ints *size)": views.expand,
  "unsqueeze(tensor input, int dim)": views.unsqueeze,
  "squeeze(tensor input, axes dim=null)": (input, dim) =>
    named(
      views.squeeze(input, dim === null ? null : [dim].flat()),
      `SqueezeBackward${dim === null ? 0 : Array.isArray(dim) ? 2 : 1}`,
    ),
  "flatten(tensor input, int start_dim=0, int end_dim=-1)": views.flatten,
  "ravel(tensor input)": (input) => views.flatten(input),
  "unflatten(tensor input, int dim, ints sizes)": views.unflatten,
  "select(tensor input, int dim, int index)": views.select,
  "narrow(tensor input, int dim, int start, int length)": views.narrow,
  "split(tensor input, axes split_size, int dim=0)": (input, sizes, dim) => views.split(input, sizes, dim),
  "chunk(tensor input, int chunks, int dim=0)": views.chunk,
  "unbind(tensor input, int dim=0)": views.unbind,
  "diagonal(tensor input, int offset=0, int dim1=0, int dim2=1)": views.diagonal,
  "unfold(tensor input, int dimension, int size, int step)": views.unfold,
  "movedim(tensor input, ints source, ints destination)": views.movedim,
  "cat(tensors tensors, int dim=0)": gathering.cat,
  "concat(tensors tensors, int dim=0)": gathering.cat,
  "stack(tensors tensors, int dim=0)": gathering.stack,
  "hstack(tensors tensors)": (tensors) => gathering.cat(tensors, tensors[0].shape.length > 1 ? 1 : 0),
  "vstack(tensors tensors)": (tensors) =>
    gathering.cat(
      tensors.map((tensor) => (tensor.shape.length < 2 ? views.reshape(tensor, [1, -1]) : tensor)),
      0,
    ),
  "gather(tensor input, int dim, tensor index)": gathering.gather,
  "scatter(tensor input, int dim, tensor index, value src)": gathering.scatter,
  "scatter_add(tensor input, int dim, tensor index, tensor src)": gathering.scatterAdd,
  "index_select(tensor input, int dim, tensor index)": gathering.indexSelect,
  "index_add(tensor input, int dim, tensor index, tensor source)": (...rest) =>
    named(gathering.indexAdd(...rest), "IndexAddBackward0"),
  "take_along_dim(tensor input, tensor indices, int dim=null)": gathering.takeAlong,
  "masked_select(tensor input, tensor mask)": gathering.maskedSelect,
  "flip(tensor input, ints *dims)": gathering.flip,
  "roll(tensor input, ints shifts, ints dims=[])": (...rest) => named(gathering.roll(...rest), "RollBackward0"),
  "repeat(tensor input, ints *repeats)": gathering.repeat,
  "tile(tensor input, ints *dims)": (input, dims) =>
    gathering.repeat(input, [...new Array(Math.max(input.shape.length - dims.length, 0)).fill(1), ...dims]),
  "repeat_interleave(tensor input, value repeats, int dim=null)": (input, repeats, dim) =>
    gathering.repeatInterleave(input, repeats.family === "bool" ? true : (repeats.number ?? repeats), dim),
  "tril(tensor input, int diagonal=0)": gathering.tril,
  "triu(tensor input, int diagonal=0)": gathering.triu,
  "diag(tensor input, int diagonal=0)": gathering.diag,
  "trace(tensor input)": (input) => {
    if (input.dtype === "bool") fail(`"trace" not implemented for 'Bool'`, "NotImplementedError");
    if (input.shape.length !== 2) fail(`trace: expected a matrix, but got tensor with dim ${input.shape.length}`);
    return named(reductions.sum(views.diagonal(input)), "TraceBackward0");
  },
  "diff(tensor input, int n=1, int dim=-1)": difference,
  "diag_embed(tensor input, int offset=0)": (...rest) => named(gathering.diagEmbed(...rest), "DiagEmbedBackward0"),
  "detach(tensor input)": detached,
};

// What has a form that changes the tensor itself: "add_" beside "add".
const IN_PLACE = new Set(
  (
    "add sub mul div pow neg abs exp log sqrt clamp clamp_min clamp_max round floor ceil trunc sign tanh sigmoid " +
    "relu sin " +
    "cos rsqrt square reciprocal expm1 log1p log2 log10 tan asin acos atan sinh cosh erf negative absolute multiply " +
    "subtract divide true_divide fmod clip nan_to_num masked_fill remainder floor_divide lerp addcmul addcdiv " +
    "bitwise_and bitwise_or " +
    "bitwise_xor logical_and logical_or logical_not eq ne lt le gt ge tril triu scatter scatter_add index_add"
  ).split(" "),
);

/** @type {Record<string, Function>} */
const inPlace = Object.fromEntries(
  Object.entries({ ...numbers, ...viewTable })
    .filter(([signature]) => IN_PLACE.has(signature.slice(0, signature.indexOf("("))))
    .map(([signature, operation]) => [
      signature.replace("(value input", "(tensor input").replace("(", "_("),
      selection.inPlace(operation),
    ]),
);

const changes = {
  ...inPlace,
  "fill_(tensor input, value value)": selection.fill,
  "zero_(tensor input)": (input) => selection.fill(input, new Scalar(0, "int")),
  "copy_(tensor input, tensor src, bool non_blocking=false)": (input, source) => selection.copy(input, source),
  "unsqueeze_(tensor input, int dim)": selection.reshaping(views.unsqueeze),
  "squeeze_(tensor input, axes dim=null)": selection.reshaping((input, dim) =>
    views.squeeze(input, dim === null ? null : [dim].flat()),
  ),
  "transpose_(tensor input, int dim0, int dim1)": selection.reshaping(views.transpose),
  "t_(tensor input)": selection.reshaping((input) => (input.shape.length < 2 ? input : views.transpose(input, 0, 1))),
  "set_item(tensor input, any parts, value value)": indexing.setItem,
  "get_item(tensor input, any parts)": indexing.getItem,
  "requires_grad_(tensor input, bool requires_grad=true)": (input, wanted) => {
    if (wanted && !isFloat(input.dtype)) fail("only Tensors of floating point dtype can require gradients");
    if (!wanted && input.node)
      fail(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a " +
          "subgraph that doesn't require differentiation use var_no_grad = var.detach().",
      );
    if (!input.node) input.leafGrad = wanted;
    return input;
  },
  "backward(tensor input, tensor gradient=null, bool retain_graph=null, bool create_graph=false)": (
    input,
    gradient,
    keep,
    create,
  ) => backward(input, gradient, keep ?? false, create),
  "where(tensor condition, value input, value other)": selection.where,
  "equal(tensor input, tensor other)": selection.equal,
  "result_type(value input, value other)": (input, other) => each.operands(input, other).dtype,
  "close(tensor input, tensor other, number rtol, number atol, bool equal_nan)": selection.close,
};

indexing.setShrink(each.shrink);
gathering.setMasked((tensor, mask) => indexing.getItem(tensor, [mask]));
networks.setParts(views.narrow, gathering.cat);

/** Signature → operation. @type {Record<string, Function>} */
export const OPERATIONS = {
  ...numbers,
  ...reductionTable,
  ...productTable,
  ...viewTable,
  ...NETWORK_OPERATIONS,
  ...changes,
  ...SIZES,
};
export { allocate, mode, wrapAxis, write };
