// Neuron view: one query against all keys, number by number: q and k, their products, the score, scaled, masked, its
// softmax; then the values, the weighted sum, and what output projection and residual connection make of it.

import {
  addArrowKeys,
  cells,
  ellipsize,
  hatchPattern,
  label,
  largestOf,
  maxTextWidth,
  NUMBER_FONT,
  pointIn,
  round,
  svgElement,
  svgRoot,
  wrapText,
} from "../svg.js";
import { neuronTables } from "./neuron-tables.js";

const GAP = 14;
const NARROW = 560; // below this width the columns stand in two groups, one below the other
const NUMBER_WIDTH = 62; // the width of a column of numbers
const HIDDEN_OPACITY = 0.28; // of keys that the mask hides

/**
 * Draws the neuron view.
 * @param {object} scene what Explorer.scene() returns
 * @returns {{ svg: SVGElement | null, tables: () => object[], notes: string[] }} no svg without queries and keys
 */
export function neuronView(scene) {
  const { part, state, columns, messages } = scene;
  const head = part.head(state.layer, state.head);
  if (!head.queries) return { svg: null, tables: () => [], notes: [messages.no_vectors] };
  const q = scene.query();
  const vectors = vectorsOf(head, q, columns);
  const drawing = new NeuronDrawing(scene, vectors, q);
  drawing.drawBlocks();
  if (head.stream) drawing.drawStream(head.stream(q));
  scene.describe(messages.neuron_hint);
  return {
    svg: drawing.finish(),
    tables: () => neuronTables(scene, head, vectors, q),
    notes: head.agrees === false ? [messages.disagrees] : [],
  };
}

/** The vectors and numbers of query `q` and the keys in `columns`, row by row as they are drawn. */
function vectorsOf(head, q, columns) {
  const select = (list) => columns.map((k) => list[k]);
  const query = Array.from(head.queries[q]);
  const k = select(head.keys);
  const weights = select(head.weights[q]);
  const v = head.values && select(head.values);
  const mixed = v?.map((vector, r) => Array.from(vector, (number) => weights[r] * number));
  return {
    q: query,
    k,
    products: k.map((vector) => Array.from(vector, (number, index) => number * query[index])),
    scores: select(head.scores[q]),
    scaled: select(head.scaled[q]),
    masked: select(head.masked[q]),
    weights,
    v,
    mixed,
    sum: mixed?.[0].map((_, index) => mixed.reduce((sum, row) => sum + row[index], 0)),
  };
}

/**
 * The columns of the drawing: `numbers` is a vector for each key, drawn as a stripe of coloured cells; `list` is a
 * number for each key; `about` describes the column.
 */
function columnKinds({ messages }, vectors) {
  const largest = (name) => vectors[name] && largestOf(vectors[name]);
  return {
    k: {
      title: "k",
      role: "key",
      about: messages.about_k,
      numbers: vectors.k,
      largest: Math.max(largestOf([vectors.q]), largest("k")),
    },
    products: {
      title: "q × k",
      role: "score",
      about: messages.about_products,
      numbers: vectors.products,
      largest: largest("products"),
    },
    dot: { title: "q · k", role: "score", about: messages.stage_scores, list: vectors.scores },
    scaled: { title: `÷ √${vectors.q.length}`, role: "score", about: messages.stage_scaled, list: vectors.scaled },
    masked: { title: messages.mask_head, role: "score", about: messages.stage_masked, list: vectors.masked },
    weight: { title: "softmax", role: "weight", about: messages.stage_weights, list: vectors.weights, bar: true },
    v: { title: "v", role: "value", about: messages.about_v, numbers: vectors.v, largest: largest("v") },
    mixed: {
      title: messages.weight_times_v,
      role: "value",
      about: messages.about_mixed,
      numbers: vectors.mixed,
      largest: largest("mixed"),
    },
  };
}

/** The text of a number in a column. */
function numberText(scene, column, number) {
  if (Math.abs(number) >= 99.95) return scene.fixed1(number);
  return column.bar ? scene.fixed3(number) : scene.fixed2(number);
}

/** From top to bottom: blocks of columns with a row for each key, then what becomes of the weighted sum. */
class NeuronDrawing {
  constructor(scene, vectors, q) {
    this.scene = scene;
    this.vectors = vectors;
    this.q = q;
    const { columns, messages, width } = scene;
    this.step = columns.length <= 40 ? 24 : 17; // from row to row
    this.left = Math.min(maxTextWidth([...columns.map(scene.keyName), messages.sum_row]) + 12, width * 0.24);
    this.hatch = `hatch-neurons-${scene.id}`;
    this.kinds = columnKinds(scene, vectors);
    this.parts = [hatchPattern(this.hatch)];
    this.hoverAreas = [];
    this.rowGroups = columns.map(() => []); // what arrow keys reach
    this.y = 0; // the upper edge of what is drawn next
  }

  isHidden(k) {
    return this.scene.part.causal && k > this.q;
  }

  addRect(attributes) {
    this.parts.push(svgElement("rect", attributes));
  }

  /** The SVG element, with hover and keyboard. */
  finish() {
    const { scene, hoverAreas } = this;
    const { state } = scene;
    const names = {
      token: scene.queryName(this.q),
      layer: scene.layerName(state.layer),
      head: scene.headName(state.head),
    };
    const svg = svgRoot(scene.width, this.y + 4, scene.t("neuron_view_name", names), ...this.parts);
    svg.addEventListener("pointermove", (event) => {
      const [x, y] = pointIn(svg, event);
      for (const area of hoverAreas) {
        const [r, c] = [Math.floor((y - area.y) / area.step), Math.floor((x - area.x) / area.cellWidth)];
        const number = area.numbers[r]?.[c];
        if (number === undefined) continue;
        const place = scene.t("number_of", { place: c + 1 });
        return scene.describe(`${area.describe(r)}, ${place}: ${scene.fixed4(number)}`);
      }
    });
    svg.addEventListener("pointerleave", () => scene.describe(scene.messages.neuron_hint));
    addArrowKeys(svg, this.rowGroups);
    return svg;
  }

  // -- blocks of columns with a row for each key

  drawBlocks() {
    const { scene, vectors } = this;
    const isWide = scene.width >= NARROW;
    const scores = ["dot", "scaled", ...(scene.part.causal ? ["masked"] : []), "weight"];
    const blocks = isWide ? [["k", "products", ...scores]] : [["k", "products"], scores];
    if (vectors.v) blocks.push(isWide ? ["weight", "v", "mixed"] : ["v", "mixed"]);
    for (const names of blocks) this.drawBlock(names.map((name) => ({ name, ...this.kinds[name] })));
  }

  drawBlock(columns) {
    const { scene, left, step } = this;
    const { cell, numberWidth } = this.columnSizes(columns);
    const hasQueryRow = columns[0].name === "k";
    const top = this.y + (hasQueryRow ? 68 : 30);
    const bottom = top + scene.columns.length * step;
    if (hasQueryRow) this.drawQueryRow(cell);
    if (columns.some(({ name }) => name === "k" || name === "dot")) this.drawRowGroups(top, hasQueryRow);
    this.drawKeyNames(top);
    let x = left;
    for (const column of columns) {
      const columnWidth = column.numbers ? cell * column.numbers[0].length : numberWidth;
      this.drawColumn(column, x, top, columnWidth, cell);
      x += columnWidth + (column.numbers ? GAP : GAP / 2);
    }
    this.y = bottom + 18;
    if (columns.at(-1).name === "mixed") this.drawSum(x - GAP, bottom, cell);
  }

  /** `cell`: the width of a cell in stripes, 0 without them; `numberWidth`: that of a column of numbers. */
  columnSizes(columns) {
    const room = this.scene.width - this.left;
    const stripes = columns.filter((column) => column.numbers);
    const lists = columns.length - stripes.length;
    if (!stripes.length) return { cell: 0, numberWidth: Math.min(110, room / lists - GAP / 2) };
    const stripesRoom = room - lists * (NUMBER_WIDTH + GAP / 2) - stripes.length * GAP;
    const cell = Math.max(1, Math.min(14, stripesRoom / stripes.length / stripes[0].numbers[0].length));
    return { cell, numberWidth: NUMBER_WIDTH };
  }

  drawQueryRow(cell) {
    const { scene, left, vectors, y } = this;
    const name = scene.queryName(this.q);
    this.parts.push(label(left - 8, y + 21, ellipsize(name, left - 12), { "text-anchor": "end", "font-weight": 600 }));
    this.drawStripe([vectors.q], {
      x: left,
      y: y + 8,
      cellWidth: cell,
      largest: this.kinds.k.largest,
      describe: () => `${scene.messages.about_q} ${name}`,
    });
    this.parts.push(
      label(left + cell * vectors.q.length + 8, y + 21, "q", { fill: "var(--role-query)", "font-weight": 700 }),
    );
  }

  /** What keyboard and screen readers reach: a row for each key, whose label has its numbers. */
  drawRowGroups(top, isFirstBlock) {
    const { scene, step } = this;
    this.rowGroups.forEach((groups, r) => {
      const text = this.rowLabel(r);
      const group = svgElement(
        "g",
        { class: "explorer-row", role: "img", "aria-label": text, tabindex: -1 },
        svgElement("rect", { x: 0, y: round(top + r * step), width: scene.width, height: step, rx: 4 }),
      );
      group.addEventListener("focus", () => scene.describe(text));
      this.parts.push(group);
      if (isFirstBlock || groups.length === 0) groups.push(group);
    });
  }

  rowLabel(r) {
    const { scene, vectors } = this;
    const { messages } = scene;
    const names = { query: scene.queryName(this.q), key: scene.keyName(scene.columns[r]) };
    const isMasked = vectors.masked[r] === -Infinity;
    return [
      `${scene.t("query_to_key", names)} q · k ${scene.fixed4(vectors.scores[r])}`,
      `${messages.stage_scaled} ${scene.fixed4(vectors.scaled[r])}`,
      isMasked ? messages.hidden_from : `${messages.stage_weights} ${scene.fixed4(vectors.weights[r])}`,
    ].join(", ");
  }

  drawKeyNames(top) {
    const { scene, left, step } = this;
    scene.columns.forEach((k, r) => {
      this.parts.push(
        label(left - 8, top + (r + 0.5) * step + 4, ellipsize(scene.keyName(k), left - 12), {
          "text-anchor": "end",
          fill: this.isHidden(k) ? "var(--ink-soft)" : "var(--ink)",
        }),
      );
    });
  }

  drawColumn(column, x, top, columnWidth, cell) {
    const { scene } = this;
    const text = ellipsize(column.title, columnWidth + GAP / 2, 12.5);
    const title = label(column.numbers ? x : x + columnWidth - 4, top - 8, text, {
      fill: `var(--role-${column.role})`,
      "font-weight": 600,
      "font-size": 12.5,
      "text-anchor": column.numbers ? "start" : "end",
    });
    title.prepend(svgElement("title", { "data-page": true }, column.about));
    this.parts.push(title);
    if (!column.numbers) return this.drawNumbers(column, x, top, columnWidth);
    this.drawStripe(column.numbers, {
      x,
      y: top,
      cellWidth: cell,
      largest: column.largest,
      describe: (r) => `${column.about} ${scene.keyName(scene.columns[r])}`,
      fade: true,
    });
  }

  /** Vectors as rows of coloured cells; one vector is a little lower than a row. With `fade` hidden keys are paler. */
  drawStripe(vectors, { x, y: top, cellWidth, largest, describe, fade = false }) {
    const { scene, hatch } = this;
    const hasRows = vectors.length > 1;
    const cellHeight = hasRows ? this.step - 7 : 16;
    const step = hasRows ? this.step : cellHeight;
    const y = top + (hasRows ? 3.5 : 0);
    const background = vectors.map((vector, r) =>
      svgElement("rect", {
        x: round(x),
        y: round(y + r * step),
        width: round(cellWidth * vector.length),
        height: cellHeight,
        fill: "var(--paper-sunk)",
      }),
    );
    this.parts.push(svgElement("g", { "aria-hidden": "true" }, ...background));
    const box = { x, cellWidth, cellHeight, step, largest, root: scene.root, hatch };
    const visible = fade ? scene.columns.filter((k) => !this.isHidden(k)).length : vectors.length;
    this.parts.push(cells(vectors.slice(0, visible), { ...box, y }));
    if (visible < vectors.length) {
      const faded = cells(vectors.slice(visible), { ...box, y: y + visible * step });
      faded.setAttribute("opacity", HIDDEN_OPACITY);
      this.parts.push(faded);
    }
    this.hoverAreas.push({ x, y: top, cellWidth, step, numbers: vectors, describe });
  }

  drawNumbers(column, x, top, columnWidth) {
    column.list.forEach((number, r) => {
      const middle = top + (r + 0.5) * this.step;
      const isHidden = this.isHidden(this.scene.columns[r]);
      const isCovered = isHidden && (column.name === "masked" || column.name === "weight");
      const row = { x: round(x), y: round(middle - this.step / 2 + 3), height: this.step - 6 };
      if (isCovered) this.addRect({ ...row, width: round(columnWidth), rx: 3, fill: `url(#${this.hatch})` });
      if (column.bar && !isHidden)
        this.addRect({
          ...row,
          width: round(columnWidth * number),
          rx: 2,
          fill: "var(--role-weight)",
          "fill-opacity": 0.2,
          "aria-hidden": "true",
        });
      if (isCovered) {
        const underText = { x: round(x + columnWidth - 30), y: round(middle - 8), width: 28, height: 16, rx: 3 };
        this.addRect({ ...underText, fill: "var(--paper-raised)" });
      }
      const hiddenText = column.name === "masked" ? "\u2212∞" : "0";
      const color = column.bar ? "var(--role-weight)" : "var(--ink)";
      this.parts.push(
        label(x + columnWidth - 4, middle + 4, isCovered ? hiddenText : numberText(this.scene, column, number), {
          "text-anchor": "end",
          "font-family": NUMBER_FONT,
          "font-size": 12,
          fill: isHidden ? "var(--ink-soft)" : color,
          "font-weight": column.bar && number > 0.2 ? 700 : 400,
        }),
      );
    });
  }

  /** The weighted sum, below the stripe that ends at `right`. */
  drawSum(right, bottom, cell) {
    const { messages } = this.scene;
    const { sum } = this.vectors;
    const start = right - cell * sum.length;
    this.parts.push(
      svgElement("path", {
        d: `M${round(start)} ${round(bottom + 3)}h${round(cell * sum.length)}`,
        stroke: "var(--line-strong)",
      }),
      label(start - 8, bottom + 22, messages.sum_row, { "text-anchor": "end", "font-weight": 600 }),
    );
    this.drawStripe([sum], {
      x: start,
      y: bottom + 8,
      cellWidth: cell,
      largest: this.kinds.mixed.largest,
      describe: () => messages.about_sum,
    });
    this.y = bottom + 50;
  }

  // -- what becomes of the weighted sum

  /** A stripe for each line of reading.js's stream; `part` frames the head's own dimensions. */
  drawStream(lines) {
    const { width, messages } = this.scene;
    for (const { name, numbers, part } of lines) {
      const text = messages[`stream_${name}`];
      const cell = Math.min(11, (width - 2) / numbers.length);
      for (const line of wrapText(text, width, 12.5)) {
        this.parts.push(label(0, this.y + 12, line, { "font-size": 12.5, fill: "var(--ink-soft)" }));
        this.y += 16;
      }
      this.y -= 16;
      const { y } = this;
      this.drawStripe([numbers], {
        x: 0,
        y: y + 20,
        cellWidth: cell,
        largest: largestOf([numbers]),
        describe: () => text,
      });
      if (part)
        this.addRect({
          x: round(part[0] * cell),
          y: y + 18,
          width: round((part[1] - part[0]) * cell),
          height: 20,
          fill: "none",
          stroke: "var(--ink)",
          "stroke-width": 1.5,
          rx: 2,
        });
      this.y += 48;
    }
  }
}
