// Comparison: the weights of one head before and after the changes, in two sentences, in two heads, or in two models,
// and their difference.

import { CellTable } from "../cell-table.js";
import { colorOf, svgRoot } from "../svg.js";

/** What is compared with what. */
export const AGAINST = ["before", "other", "head", "model"];
const GAP = 24;
const MIN_CELL = 26;
const MIN_NUMBER_CELL = 32;

/** Those of AGAINST that there are. */
export const comparable = ({ experiment, previous }) =>
  AGAINST.filter((kind) => kind === "head" || { before: experiment, other: experiment, model: previous }[kind]);

/** The chosen one of AGAINST; two heads can always be compared. */
export const kindOf = (scene) => (comparable(scene).includes(scene.state.against) ? scene.state.against : "head");

/**
 * Draws the comparison.
 * @param {object} scene what Explorer.scene() returns
 * @returns {{ svg: SVGElement | null, tables: () => object[], notes: string[] }}
 */
export function compareView(scene) {
  const { messages, experiment } = scene;
  const pair = pairOf(scene);
  if (!pair) return { svg: null, tables: () => [], notes: [messages.needs_second] };
  const [left, right] = pair;
  const common = (name) => Math.min(left[name].length, right[name].length);
  const rows = left.queries.slice(0, common("queries"));
  const columns = left.keys.slice(0, common("keys"));
  const difference = {
    name: messages.difference,
    queries: rows.map((token, r) => pairName(token, right.queries[r])),
    keys: columns.map((token, c) => pairName(token, right.keys[c])),
    weights: rows.map((_, q) => columns.map((_, k) => right.weights[q][k] - left.weights[q][k])),
    isDifference: true,
  };
  const svg = drawTables(scene, [left, right, difference]);
  const sameLength = left.queries.length === right.queries.length && left.keys.length === right.keys.length;
  const notes = sameLength ? [] : [messages.only_common];
  if (experiment && kindOf(scene) === "before" && !experiment.isChanged) notes.push(messages.nothing_changed);
  else if (experiment?.isChanged && difference.weights.flat().every((number) => number === 0))
    notes.push(messages.same_weights);
  scene.describe(messages.compare_hint);
  return { svg, notes, tables: () => [left, right, difference].map((side) => tableOf(scene, side)) };
}

const pairName = (left, right) => (left === right ? left : `${left} / ${right}`);

/** The two sides, each with a name, its tokens and weights; undefined if there is no second one. */
function pairOf(scene) {
  const { part, state, model, experiment, messages, previous } = scene;
  const kind = kindOf(scene);
  const head = (layer, h) => scene.t("layer_and_head_of", { layer: scene.layerName(layer), head: scene.headName(h) });
  const ofRun = (run, tokens, name) => ({
    name,
    queries: tokens.map(scene.tokenName),
    keys: tokens.map(scene.tokenName),
    weights: model.headOf(run, state.layer, state.head).weights,
  });
  const ofPart = (from, layer, h, name) => ({
    name,
    queries: from.queryTokens.map(scene.tokenName),
    keys: from.keyTokens.map(scene.tokenName),
    weights: from.head(layer, h).weights,
  });
  const chosen = (name) => ofPart(part, state.layer, state.head, name);
  if (kind === "before")
    return [
      ofRun(experiment.before, experiment.inputTokens, messages.column_before),
      ofRun(experiment.after, experiment.inputTokens, messages.column_after),
    ];
  if (kind === "other") {
    const { second } = experiment;
    return second && [chosen(messages.sentence), ofRun(second, second.inputTokens, messages.what_other)];
  }
  if (kind === "model") {
    const other = previous.parts[Math.min(state.part, previous.parts.length - 1)];
    const place = [Math.min(state.layer, other.layers - 1), Math.min(state.head, other.heads - 1)];
    return [
      ofPart(other, ...place, previous.name || messages.page_model),
      chosen(scene.reading.name || messages.page_model),
    ];
  }
  const second = [Math.min(state.otherLayer, part.layers - 1), Math.min(state.otherHead, part.heads - 1)];
  return [chosen(head(state.layer, state.head)), ofPart(part, ...second, head(...second))];
}

function drawTables(scene, sides) {
  const beside = placed(scene, sides, (scene.width - (sides.length - 1) * GAP) / sides.length - GAP, false);
  const fits = beside.at(-1).right <= scene.width;
  const tables = fits ? beside : placed(scene, sides, scene.width - GAP, true);
  const width = Math.max(scene.width, ...tables.map(({ right }) => right));
  const svg = svgRoot(width, Math.max(...tables.map(({ bottom }) => bottom)), scene.messages.view_compare);
  for (const table of tables) table.drawInto(svg);
  return svg;
}

/** The tables beside each other, or, where the page is too narrow for that, below each other. */
function placed(scene, sides, width, isBelow) {
  let [x, y] = [0, 0];
  return sides.map((side) => {
    const table = tableFor(scene, side, sides, { x, y, width, maxCell: isBelow ? 90 : 46 });
    if (isBelow) y = table.bottom + GAP;
    else x = Math.max(x + width, table.right) + GAP;
    return table;
  });
}

function tableFor(scene, side, sides, box) {
  const { messages, part } = scene;
  const isHidden = (q, k) => part.causal && k > q;
  const table = new CellTable(scene, {
    ...box,
    title: side.name,
    rowNames: side.queries,
    columnNames: side.keys,
    minCell: MIN_CELL,
    cellHeight: 26,
    cell: (q, k) => {
      const number = side.weights[q][k];
      if (isHidden(q, k)) return { text: "", role: "--line-strong", share: 0.25 };
      const text = table.cellWidth >= MIN_NUMBER_CELL ? scene.fixed2(number) : "";
      return { text, ...colorOf(number, 1, !side.isDifference) };
    },
    describe: (q, k) => {
      const names = { query: side.queries[q], key: side.keys[k] };
      const number = ({ weights }) => (weights[q]?.[k] === undefined ? "–" : scene.fixed4(weights[q][k]));
      const value = isHidden(q, k)
        ? messages.hidden_from
        : sides.map((one) => `${one.name} ${number(one)}`).join(" · ");
      return `${scene.t("query_to_key", names)} ${value}`;
    },
    hint: messages.compare_hint,
    name: `${side.name}. ${messages.matrix_keys}`,
  });
  return table;
}

function tableOf({ messages, part, fixed4 }, { name, queries, keys, weights }) {
  return {
    title: name,
    corner: messages.rows_and_columns,
    columns: keys,
    rows: queries.map((label, q) => ({
      label,
      cells: keys.map((_, k) => (part.causal && k > q ? messages.hidden : fixed4(weights[q][k]))),
    })),
  };
}
