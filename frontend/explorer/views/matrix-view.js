// Matrix view: one head as a table of colours. Rows are queries, columns are keys, and the axes say so.

import { meanWeights } from "../../model/attention-summary.js";
import { CellField } from "../cell-field.js";
import {
  cells,
  colorOf,
  ellipsize,
  hatchPattern,
  label,
  largestOf,
  maxTextWidth,
  NUMBER_FONT,
  round,
  svgElement,
  svgRoot,
  textWidth,
} from "../svg.js";

/** What the matrix shows: the numbers on the way from scores to weights. */
export const STAGES = ["scores", "scaled", "masked", "weights", "mean"];
const isWeights = (stage) => stage === "weights" || stage === "mean";
const SUM = -2; // stands for the column with the sum of the chosen keys
const MIN_NUMBER_CELL = 34; // the smallest cell that holds a number
const MIN_LABEL_CELL = 11;
const MAX_HEIGHT = 520; // pixels of few and therefore large cells together

/**
 * Draws the matrix view.
 * @param {object} scene what Explorer.scene() returns
 * @returns {{ svg: SVGElement, tables: () => object[] }}
 */
export function matrixView(scene) {
  const { part, state, rows, columns, messages } = scene;
  const head = part.head(state.layer, state.head);
  const stage = state.stage === "mean" || head[state.stage] ? state.stage : "weights";
  const table = stage === "mean" ? meanOfHeads(scene) : head[stage];
  const isMasked = (q, k) => part.causal && k > q && (isWeights(stage) || stage === "masked");
  const numbers = rows.map((q) => columns.map((k) => (isMasked(q, k) ? -Infinity : table[q][k])));
  const summed = isWeights(stage) ? columns.filter((k) => state.summed.includes(k)) : [];
  if (summed.length) rows.forEach((q, r) => numbers[r].push(summed.reduce((sum, k) => sum + table[q][k], 0)));
  const shown = summed.length ? withSum(scene, summed) : scene;
  const drawing = new MatrixDrawing(shown, stage, numbers);
  scene.describe(messages.matrix_hint);
  return { svg: drawing.svg, tables: () => tableOf(shown, stage, numbers) };
}

/** The mean weights of the heads that are switched on; of all, if none is. */
function meanOfHeads({ part, state }) {
  const heads = state.heads.length ? state.heads : Array.from({ length: part.heads }, (_, h) => h);
  return meanWeights(heads.map((h) => part.head(state.layer, h).weights));
}

/** The scene with one column more. */
function withSum(scene, summed) {
  const name = summed.length > 3 ? scene.messages.sum_of_chosen : summed.map(scene.keyName).join(" + ");
  return {
    ...scene,
    columns: [...scene.columns, SUM],
    keyName: (k) => (k === SUM ? `Σ ${name}` : scene.keyName(k)),
  };
}

const titleOf = (scene, stage) =>
  scene.t("matrix_view_name", {
    what: scene.messages[`stage_${stage}`],
    layer: scene.layerName(scene.state.layer),
    head:
      scene.state.stage === "mean"
        ? scene.state.heads.map(scene.headName).join(", ") || "–"
        : scene.headName(scene.state.head),
  });

/** The table of colours; one cell at a time is framed and described, by pointer or arrow keys. */
class MatrixDrawing {
  /**
   * @param {object} scene
   * @param {string} stage one of STAGES
   * @param {number[][]} numbers (queries, keys); -Infinity where the mask hides
   */
  constructor(scene, stage, numbers) {
    const { rows, columns, width } = scene;
    this.scene = scene;
    this.stage = stage;
    this.numbers = numbers;
    this.isWeight = isWeights(stage);
    this.largest = this.isWeight ? 1 : largestOf(numbers);
    this.left = Math.min(maxTextWidth(rows.map(scene.queryName)) + 30, width * 0.3);
    const minCell = columns.length > 120 ? 0.8 : 4;
    const roomy = Math.max(46, MAX_HEIGHT / rows.length);
    this.cell = Math.min(90, roomy, Math.max(minCell, (width - this.left - 2) / columns.length));
    this.hasLabels = this.cell >= MIN_LABEL_CELL;
    this.hasNumbers = this.cell >= MIN_NUMBER_CELL;
    const slope = this.hasLabels ? Math.min(maxTextWidth(columns.map(scene.keyName)), 90) : 0;
    this.top = 34 + slope * 0.87; // the height of labels at 60°
    this.hatch = `hatch-matrix-${scene.id}`;
    const place = (list, index) => Math.max(0, list.indexOf(index));
    this.position = [place(rows, scene.state.query), place(columns, scene.state.key)];
    this.draw();
  }

  draw() {
    const { scene, left, top, cell, largest, isWeight, hatch, numbers, hasNumbers } = this;
    const fullWidth = Math.max(scene.width, left + scene.columns.length * cell + 2);
    const bottom = top + scene.rows.length * cell;
    this.svg = svgRoot(fullWidth, bottom + (scene.width < 480 ? 54 : 36), titleOf(scene, this.stage));
    this.svg.append(hatchPattern(hatch));
    this.drawLabels();
    // A number has to be read on its colour, so the colour stays pale behind it.
    const scale = hasNumbers ? 2 * largest : largest;
    const size = { x: left, y: top, cellWidth: cell, cellHeight: cell };
    this.svg.append(cells(numbers, { ...size, largest: scale, isWeight, root: scene.root, hatch }));
    if (hasNumbers) this.drawNumbers();
    const hasHidden = numbers.some((row) => row.includes(-Infinity));
    legend(this.svg, scene, { x: left, y: bottom + 12, largest, isWeight, pale: hasNumbers, hatch, hasHidden });
    this.drawField();
  }

  drawLabels() {
    const { scene, left, top, cell, hasLabels } = this;
    const { rows, columns, messages } = scene;
    const axis = { "font-size": 12.5, "font-weight": 600 };
    this.svg.append(
      label(left - 8, 16, `${messages.query_axis} ↓`, { ...axis, "text-anchor": "end", fill: "var(--role-query)" }),
      label(left + 2, 16, `${messages.key_axis} →`, { ...axis, fill: "var(--role-key)" }),
    );
    this.rowLabels = rows.map((q, r) =>
      label(left - 8, top + (r + 0.5) * cell + 4, hasLabels ? ellipsize(scene.queryName(q), left - 12) : "", {
        "text-anchor": "end",
      }),
    );
    this.columnLabels = columns.map((k, c) => {
      const [x, y] = [left + (c + 0.5) * cell + 4, top - 6];
      return label(x, y, hasLabels ? ellipsize(scene.keyName(k), 90) : "", {
        transform: `rotate(-60 ${round(x)} ${round(y)})`,
      });
    });
    this.svg.append(...this.rowLabels, ...this.columnLabels);
  }

  drawNumbers() {
    const { scene, left, top, cell } = this;
    const textOf = (number) => {
      if (number === -Infinity) return "";
      return Math.abs(number) >= 9.995 ? scene.fixed1(number) : scene.fixed2(number);
    };
    this.numbers.forEach((row, r) =>
      row.forEach((number, c) =>
        this.svg.append(
          label(left + (c + 0.5) * cell, top + (r + 0.5) * cell + 4, textOf(number), {
            "text-anchor": "middle",
            "font-size": 11.5,
            "font-family": NUMBER_FONT,
            "aria-hidden": "true",
          }),
        ),
      ),
    );
  }

  // -- one cell in view

  /** Who chooses a cell chooses its query and its key. */
  drawField() {
    const { scene, left, top, cell, position } = this;
    const { rows, columns, messages } = scene;
    const cells = {
      rows: rows.length,
      columns: columns.length,
      left,
      top,
      cellWidth: cell,
      cellHeight: cell,
      position,
    };
    new CellField(
      this.svg,
      { ...cells, name: messages.matrix_keys, role: messages.view_matrix },
      {
        inspect: (r, c) => this.inspect(r, c),
        clear: () => this.clear(),
        choose: (r, c) => scene.change({ query: rows[r], key: columns[c] === SUM ? -1 : columns[c] }),
      },
    );
  }

  inspect(r, c) {
    const { scene } = this;
    const { rows, columns, messages } = scene;
    this.markLabels(r, c);
    const names = { query: scene.queryName(rows[r]), key: scene.keyName(columns[c]) };
    const number = this.numbers[r][c];
    const value =
      number === -Infinity ? messages.hidden_from : `${messages[`stage_${this.stage}`]} ${scene.fixed4(number)}`;
    scene.describe(`${scene.t("query_to_key", names)} ${value}`);
  }

  markLabels(row, column) {
    this.rowLabels.forEach((text, index) => text.setAttribute("font-weight", index === row ? 700 : 400));
    this.columnLabels.forEach((text, index) => text.setAttribute("font-weight", index === column ? 700 : 400));
  }

  clear() {
    this.markLabels(-1, -1);
    this.scene.describe(this.scene.messages.matrix_hint);
  }
}

/** What the colours mean, in five steps, with the numbers of this matrix. */
function legend(svg, scene, { x, y, largest, isWeight, pale, hatch, hasHidden }) {
  const steps = isWeight ? [0, 0.25, 0.5, 0.75, 1] : [-1, -0.5, 0, 0.5, 1].map((share) => share * largest);
  const stepWidth = 34;
  const group = svgElement("g", { "aria-hidden": "true" });
  steps.forEach((number, index) => {
    const { role, share } = colorOf(number, largest, isWeight);
    group.append(
      svgElement("rect", {
        x: round(x + index * stepWidth),
        y,
        width: stepWidth - 1,
        height: 8,
        fill: "var(--paper-sunk)",
      }),
      svgElement("rect", {
        x: round(x + index * stepWidth),
        y,
        width: stepWidth - 1,
        height: 8,
        fill: `var(${role})`,
        "fill-opacity": round(pale ? share / 2 : share),
      }),
      label(x + (index + 0.5) * stepWidth, y + 20, isWeight ? scene.fixed2(number) : scene.fixed1(number), {
        "font-size": 11,
        "text-anchor": "middle",
        fill: "var(--ink-soft)",
      }),
    );
  });
  if (hasHidden) {
    const xBeside = x + steps.length * stepWidth + 14;
    const fits = xBeside + 30 + textWidth(scene.messages.hidden, 11) <= scene.width;
    const [hiddenX, hiddenY] = fits ? [xBeside, y] : [x, y + 30];
    group.append(
      svgElement("rect", { x: round(hiddenX), y: hiddenY, width: 20, height: 8, fill: `url(#${hatch})` }),
      label(hiddenX + 26, hiddenY + 8.5, scene.messages.hidden, { "font-size": 11, fill: "var(--ink-soft)" }),
    );
  }
  svg.append(group);
}

const MAX_ROWS = 64;

function tableOf(scene, stage, numbers) {
  const { rows, columns, messages } = scene;
  if (Math.max(rows.length, columns.length) > MAX_ROWS) return [];
  return [
    {
      title: titleOf(scene, stage),
      corner: messages.rows_and_columns,
      columns: columns.map(scene.keyName),
      rows: rows.map((q, r) => ({
        label: scene.queryName(q),
        cells: numbers[r].map((number) => (number === -Infinity ? messages.hidden : scene.fixed4(number))),
      })),
    },
  ];
}
