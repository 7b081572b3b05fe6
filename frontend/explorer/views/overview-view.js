// Overview: where each head looks on the whole, and which heads look where the chosen one does.

import { overlap, PLACES, whereItLooks } from "../../model/attention-summary.js";
import { CellTable } from "../cell-table.js";
import { headColor, svgRoot } from "../svg.js";

const MOST_ALIKE = 3; // heads that are named
const NARROW = 480; // below this width layer and head are numbers only

/**
 * Draws the overview.
 * @param {object} scene what Explorer.scene() returns
 * @returns {{ svg: SVGElement, tables: () => object[], notes: string[] }}
 */
export function overviewView(scene) {
  const { part, state, messages } = scene;
  const lines = linesOf(scene);
  // Cross-attention has no token itself, and none before.
  const places = part.keyTokens === part.queryTokens ? PLACES : ["first"];
  const columns = [...places.map((place) => messages[`looks_${place}`]), messages.looks_alike];
  const numbers = lines.map(({ places: shares, likeness }) => [...places.map((place) => shares[place]), likeness]);
  const text = (number) => (Number.isNaN(number) ? "–" : scene.fixed2(number));
  const table = new CellTable(scene, {
    rowNames: lines.map(({ name, short }) => (scene.width < NARROW ? short : name)),
    rowColors: lines.map(({ head }) => headColor(head)),
    columnNames: columns,
    minCell: 52,
    maxCell: 130,
    cellHeight: 27,
    cell: (r, c) => ({
      text: text(numbers[r][c]),
      role: c < places.length ? "--role-weight" : "--accent",
      share: numbers[r][c] || 0,
    }),
    describe: (r, c) =>
      `${lines[r].name}, ${columns[c]}: ${Number.isNaN(numbers[r][c]) ? "–" : scene.fixed4(numbers[r][c])}`,
    hint: messages.overview_hint,
    name: messages.overview_keys,
    position: [state.layer * part.heads + state.head, 0],
    choose: (r) => scene.change({ layer: lines[r].layer, head: lines[r].head, heads: [lines[r].head] }),
  });
  const svg = svgRoot(Math.max(scene.width, table.right), table.bottom, messages.overview_name);
  table.drawInto(svg);
  scene.describe(messages.overview_hint);
  return { svg, notes: [alikeNote(scene, lines)], tables: () => [tableOf(scene, lines, columns, numbers)] };
}

/** A line for each head. The first query of a causal head has only one key to look at, and says nothing. */
function linesOf({ part, state, rows, t, layerName, headName }) {
  const queries = part.causal && rows.length > 1 ? rows.filter((q) => q > 0) : rows;
  const chosen = part.head(state.layer, state.head).weights;
  return Array.from({ length: part.layers * part.heads }, (_, index) => {
    const [layer, head] = [Math.floor(index / part.heads), index % part.heads];
    const { weights } = part.head(layer, head);
    return {
      layer,
      head,
      short: `${layerName(layer)} · ${headName(head)}`,
      name: t("layer_and_head_of", { layer: layerName(layer), head: headName(head) }),
      places: whereItLooks(weights, part.keyTokens, queries),
      likeness: overlap(chosen, weights, queries),
    };
  });
}

function alikeNote(scene, lines) {
  const { state } = scene;
  const isChosen = ({ layer, head }) => layer === state.layer && head === state.head;
  const alike = lines
    .filter((line) => !isChosen(line))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_ALIKE)
    .map(({ name, likeness }) => `${name} (${scene.fixed2(likeness)})`);
  return scene.t("most_alike", { head: lines.find(isChosen).name, heads: alike.join(" · ") || "–" });
}

function tableOf(scene, lines, columns, numbers) {
  return {
    title: scene.messages.overview_name,
    corner: scene.messages.layer_and_head,
    columns,
    rows: lines.map(({ name }, r) => ({
      label: name,
      cells: numbers[r].map((number) => (Number.isNaN(number) ? "–" : scene.fixed4(number))),
    })),
  };
}
