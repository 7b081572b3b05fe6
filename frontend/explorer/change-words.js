// Changes of the model in words.

import { interpolate } from "../core/dom.js";

/** A head as readers count it. */
export const headLabel = ({ messages }, layer, head) =>
  interpolate(messages.layer_and_head_of, { layer: layer + 1, head: head + 1 });

/** Options of a select: all heads of the part that is shown. */
export const headOptions = ({ part, t, layerName, headName }) =>
  Array.from({ length: part.layers * part.heads }, (_, index) => {
    const [layer, head] = [Math.floor(index / part.heads), index % part.heads];
    return [`${layer} ${head}`, t("layer_and_head_of", { layer: layerName(layer), head: headName(head) })];
  });

/** Options of a select: the tokens, numbered. */
export const tokenOptions = (explorer, tokens) =>
  tokens.map((token, index) => [String(index), `${index + 1}. ${explorer.transliterate(token)}`]);

/**
 * A change in words.
 * @param {import("./explorer.js").Explorer} explorer
 * @param {string[]} tokens of the sentence, with the tag in front
 * @param {any} change see model/changes.js
 */
export function describeChange(explorer, tokens, change) {
  const { messages, numberFormats } = explorer;
  const token = (index) =>
    index < tokens.length
      ? interpolate(messages.quoted, { token: explorer.transliterate(tokens[index]) })
      : interpolate(messages.token_number, { number: index + 1 });
  const values = {
    where: change.layer < 0 ? messages.in_all_heads : headLabel(explorer, change.layer, change.head),
    query: change.query === undefined ? "" : token(change.query),
    key: change.key === undefined ? "" : token(change.key),
    factor: numberFormats.plain(change.factor ?? 1),
    weight: numberFormats.plain(change.weight ?? 0),
    position: change.position >= 0 ? token(change.position) : messages.what_everywhere,
    layer: change.layer + 1,
  };
  return interpolate(messages[messageKey(explorer, change)], values);
}

function messageKey({ model }, { kind, by, place, layer }) {
  if (kind === "remove") return `did_remove_${by}`;
  if (kind === "patch" && place === "stream") return layer < model.blocks.length ? "did_stream" : "did_stream_end";
  return kind === "patch" ? `did_patch_${place}` : `did_${kind}`;
}
