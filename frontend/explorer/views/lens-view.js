// Logit lens: what the model would guess after each step, at each token.

import { logitLens } from "../../model/inside.js";
import { CellTable } from "../cell-table.js";
import { svgRoot } from "../svg.js";

const GUESSES = 5; // that are told of a cell
const MIN_CELL = 58;

/**
 * Draws the logit lens.
 * @param {object} scene what Explorer.scene() returns, with an `experiment`
 * @returns {{ svg: SVGElement, tables: () => object[] }}
 */
export function lensView(scene) {
  const { model, experiment, messages, columns } = scene;
  const steps = logitLens(model, experiment.after).map((step) => ({ ...step, name: stepName(scene, step) }));
  const best = steps.map(({ probabilities }) => experiment.inputTokens.map((_, t) => guesses(scene, probabilities, t)));
  const table = new CellTable(scene, {
    title: messages.lens_columns,
    rowNames: steps.map(({ name }) => name),
    columnNames: columns.map(scene.keyName),
    minCell: MIN_CELL,
    cell: (r, c) => {
      const { token, probability } = best[r][columns[c]][0];
      return {
        text: scene.tokenName(token),
        small: scene.wholePercent(probability),
        role: "--accent",
        share: probability,
      };
    },
    describe: (r, c) => {
      const values = { token: scene.keyName(columns[c]), step: steps[r].name };
      const list = best[r][columns[c]].map((guess) => guessText(scene, guess));
      return `${scene.t("lens_cell", values)} ${list.join(" · ")}`;
    },
    hint: messages.lens_hint,
    name: messages.lens_keys,
    position: [steps.length - 1, columns.indexOf(scene.query())],
    choose: (_, c) => scene.change({ query: columns[c], key: -1 }),
  });
  const svg = svgRoot(Math.max(scene.width, table.right), table.bottom, messages.lens_name);
  table.drawInto(svg);
  scene.describe(messages.lens_hint);
  return { svg, tables: () => tablesOf(scene, steps, best) };
}

function stepName({ messages, t }, { step, layer }) {
  return step === "input" ? messages.lens_input : t(`lens_${step}`, { layer: layer + 1 });
}

/** The most probable tokens at one position. */
function guesses({ model }, probabilities, position) {
  const count = model.vocabulary.length;
  const row = probabilities.subarray(position * count, (position + 1) * count);
  return Array.from(row, (probability, id) => ({ token: model.vocabulary[id], probability }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, GUESSES);
}

const guessText = (scene, { token, probability }) => `${scene.tokenName(token)} ${scene.percent(probability)}`;

/** The best guess of every cell, and all five at the chosen token. */
function tablesOf(scene, steps, best) {
  const { messages, columns } = scene;
  const cell = (guess) => guessText(scene, guess);
  const query = scene.query();
  return [
    {
      title: messages.lens_name,
      corner: messages.lens_corner,
      columns: columns.map(scene.keyName),
      rows: steps.map(({ name }, r) => ({ label: name, cells: columns.map((index) => cell(best[r][index][0])) })),
    },
    {
      title: scene.t("table_of_guesses", { token: scene.keyName(query) }),
      corner: messages.lens_corner,
      columns: best[0][query].map((_, place) => `${place + 1}.`),
      rows: steps.map(({ name }, r) => ({ label: name, cells: best[r][query].map(cell) })),
    },
  ];
}
