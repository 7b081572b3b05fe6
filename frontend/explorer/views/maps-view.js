// A head as two maps between words: QK says who looks for whom, OV what it writes about a word that it sees.

import { outputValueMap, queryKeyMap } from "../../model/word-maps.js";
import { CellTable } from "../cell-table.js";
import { colorOf, largestOf, svgRoot } from "../svg.js";

/** The two maps. */
export const MAPS = ["qk", "ov"];
const RAISED = 4; // words that are told of a word that is seen
const LOWERED = 2;

/**
 * Draws a map of the chosen head for the words of the sentence.
 * @param {object} scene what Explorer.scene() returns, with an `experiment`
 * @returns {{ svg: SVGElement, tables: () => object[], notes: string[] }}
 */
export function mapsView(scene) {
  const { state, model, experiment, messages } = scene;
  const tokens = [...new Set(experiment.inputTokens)];
  const ids = tokens.map((token) => model.ids.get(token));
  const names = tokens.map(scene.tokenName);
  const map = state.map === "qk" ? queryKeyTable(scene, ids, names) : outputValueTable(scene, ids, names);
  const title = scene.t(`map_name_${state.map}`, { layer: state.layer + 1, head: state.head + 1 });
  const hint = messages[`map_hint_${state.map}`];
  const table = new CellTable(scene, { ...map, rowNames: names, hint, name: messages.map_keys, title });
  const svg = svgRoot(Math.max(scene.width, table.right), table.bottom, title);
  table.drawInto(svg);
  scene.describe(hint);
  const rows = names.map((name, r) => ({ label: name, cells: map.columnNames.map((_, c) => map.exact(r, c)) }));
  const corner = messages[`map_corner_${state.map}`];
  return { svg, notes: [messages.map_note], tables: () => [{ title, corner, columns: map.columnNames, rows }] };
}

/** Rows are words that look, columns words that are looked at. */
function queryKeyTable(scene, ids, names) {
  const { state, model } = scene;
  const scores = queryKeyMap(model, state.layer, state.head, ids);
  const largest = largestOf(scores);
  return {
    columnNames: names,
    minCell: 44,
    maxCell: 80,
    cellHeight: 27,
    cell: (r, c) => ({ text: scene.fixed1(scores[r][c]), ...colorOf(scores[r][c], largest, false) }),
    describe: (r, c) => {
      const pair = scene.t("query_to_key", { query: names[r], key: names[c] });
      return `${pair} ${scene.messages.stage_scaled} ${scene.fixed4(scores[r][c])}`;
    },
    exact: (r, c) => scene.fixed4(scores[r][c]),
  };
}

/** Rows are words that are seen, columns the words whose logit rises or falls most. */
function outputValueTable(scene, ids, names) {
  const { state, model, messages } = scene;
  const ranked = outputValueMap(model, state.layer, state.head, ids).map((row) => {
    const order = Array.from(scene.words, (word) => ({
      token: scene.tokenName(word),
      number: row[model.ids.get(word)],
    })).sort((a, b) => b.number - a.number);
    return [...order.slice(0, RAISED), ...order.slice(-LOWERED)];
  });
  const largest = largestOf(ranked.map((row) => row.map(({ number }) => number)));
  const text = ({ token, number }) => `${token} ${scene.signed3(number)}`;
  return {
    columnNames: ranked[0].map((_, c) =>
      c < RAISED ? `${messages.raised} ${c + 1}` : `${messages.lowered} ${RAISED + LOWERED - c}`,
    ),
    minCell: 60,
    cell: (r, c) => {
      const { token, number } = ranked[r][c];
      return { text: token, small: scene.points(number), ...colorOf(number, largest, false) };
    },
    describe: (r, c) => `${scene.t("writes_about", { token: names[r] })} ${text(ranked[r][c])}`,
    exact: (r, c) => text(ranked[r][c]),
  };
}
