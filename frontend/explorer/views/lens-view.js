// Logit lens: what the model would guess after each step, at each token.

import { logitLens } from "../../model/inside.js";
import { CellField } from "../cell-field.js";
import { ellipsize, label, maxTextWidth, round, svgElement, svgRoot } from "../svg.js";

const HEIGHT = 34; // of a cell
const MIN_WIDTH = 58;
const MAX_WIDTH = 120;
const TOP = 46;
const GUESSES = 5; // that are told of a cell
const PALE = 0.55; // of the colour behind a word, so that it can be read

/**
 * Draws the logit lens.
 * @param {object} scene what Explorer.scene() returns, with an `experiment`
 * @returns {{ svg: SVGElement, tables: () => object[] }}
 */
export function lensView(scene) {
  const { model, experiment, messages } = scene;
  const steps = logitLens(model, experiment.after).map((step) => ({ ...step, name: stepName(scene, step) }));
  const best = steps.map(({ probabilities }) => experiment.inputTokens.map((_, t) => guesses(scene, probabilities, t)));
  const drawing = new LensDrawing(scene, steps, best);
  scene.describe(messages.lens_hint);
  return { svg: drawing.svg, tables: () => tablesOf(scene, steps, best) };
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

/** Rows are steps, columns are tokens; the colour is the probability of the best guess. */
class LensDrawing {
  constructor(scene, steps, best) {
    const { width, columns } = scene;
    this.scene = scene;
    this.steps = steps;
    this.best = best;
    this.left = Math.min(maxTextWidth(steps.map(({ name }) => name)) + 14, width * 0.34);
    this.cellWidth = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, (width - this.left - 2) / columns.length));
    const fullWidth = Math.max(width, this.left + columns.length * this.cellWidth + 2);
    this.svg = svgRoot(fullWidth, TOP + steps.length * HEIGHT + 8, scene.messages.lens_name);
    this.draw();
  }

  draw() {
    const { scene, steps, left, cellWidth } = this;
    const { columns, messages } = scene;
    const soft = { fill: "var(--ink-soft)", "font-size": 12.5 };
    this.svg.append(label(left, 14, messages.lens_columns, soft));
    this.columnLabels = columns.map((index, c) =>
      label(left + (c + 0.5) * cellWidth, 36, ellipsize(scene.keyName(index), cellWidth - 6), {
        "text-anchor": "middle",
      }),
    );
    this.rowLabels = steps.map(({ name }, r) =>
      label(left - 8, TOP + (r + 0.5) * HEIGHT + 4, ellipsize(name, left - 12), { "text-anchor": "end" }),
    );
    this.svg.append(...this.columnLabels, ...this.rowLabels);
    steps.forEach((_, r) => columns.forEach((index, c) => this.drawCell(r, c, this.best[r][index][0])));
    const cells = { rows: steps.length, columns: columns.length, left, top: TOP, cellWidth, cellHeight: HEIGHT };
    const query = columns.indexOf(scene.query());
    new CellField(
      this.svg,
      { ...cells, position: [steps.length - 1, query], name: messages.lens_keys, role: messages.view_lens },
      {
        inspect: (r, c) => this.inspect(r, c),
        clear: () => this.clear(),
        choose: (_, c) => scene.change({ query: columns[c], key: -1 }),
      },
    );
  }

  drawCell(r, c, { token, probability }) {
    const { scene, left, cellWidth } = this;
    const box = {
      x: round(left + c * cellWidth),
      y: round(TOP + r * HEIGHT),
      width: round(cellWidth - 2),
      height: HEIGHT - 2,
      rx: 3,
    };
    const text = ellipsize(scene.tokenName(token), cellWidth - 10);
    this.svg.append(
      svgElement("rect", { ...box, fill: "var(--paper-sunk)" }),
      svgElement("rect", { ...box, fill: "var(--accent)", "fill-opacity": round(PALE * probability) }),
      label(left + (c + 0.5) * cellWidth - 1, TOP + (r + 0.5) * HEIGHT - 1, text, {
        "text-anchor": "middle",
        "aria-hidden": "true",
      }),
      label(left + (c + 0.5) * cellWidth - 1, TOP + (r + 0.5) * HEIGHT + 12, scene.wholePercent(probability), {
        "text-anchor": "middle",
        "font-size": 10.5,
        "aria-hidden": "true",
      }),
    );
  }

  inspect(r, c) {
    const { scene, steps, best } = this;
    this.mark(r, c);
    const index = scene.columns[c];
    const list = best[r][index].map((guess) => guessText(scene, guess)).join(" · ");
    const values = { token: scene.keyName(index), step: steps[r].name };
    scene.describe(`${scene.t("lens_cell", values)} ${list}`);
  }

  mark(row, column) {
    this.rowLabels.forEach((text, index) => text.setAttribute("font-weight", index === row ? 700 : 400));
    this.columnLabels.forEach((text, index) => text.setAttribute("font-weight", index === column ? 700 : 400));
  }

  clear() {
    this.mark(-1, -1);
    this.scene.describe(this.scene.messages.lens_hint);
  }
}

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
