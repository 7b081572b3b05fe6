// The operations that layers are made of, with their arguments.

import { silu, softplus } from "./activations.js";
import * as gathering from "./gathering.js";
import * as networks from "./networks.js";

/** Signature → operation. @type {Record<string, Function>} */
export const NETWORK_OPERATIONS = {
  "layer_norm(tensor input, ints normalized_shape, tensor weight=null, tensor bias=null, number eps=0.00001)":
    networks.layerNorm,
  "rms_norm(tensor input, ints normalized_shape, tensor weight=null, number eps=null)": networks.rmsNorm,
  'gelu(tensor input, *, text approximate="none")': networks.gelu,
  "silu(tensor input)": silu,
  "softplus(tensor input)": softplus,
  "embedding_rows(tensor weight, tensor ids)": gathering.embedding,
  "nll_rows(tensor logs, tensor targets, tensor weight=null, int ignored, text reduction)": (
    logs,
    targets,
    weight,
    ignored,
    reduction,
  ) => networks.nllLoss(logs, targets, { weight, ignored, reduction }),
  "conv(tensor input, tensor weight, tensor bias=null, ints stride, ints padding, ints dilation, int groups)": (
    input,
    weight,
    bias,
    stride,
    padding,
    dilation,
    groups,
  ) => networks.conv2d(input, weight, bias, { stride, padding, dilation, groups }),
  "pad_constant(tensor input, ints pad, number value=0)": gathering.pad,
};
