// Head view: queries at the left, keys at the right, a line for each weight of the heads that are switched on.

import {
  addArrowKeys,
  curvePath,
  curvesByWeight,
  ellipsize,
  hatchPattern,
  headColor,
  label,
  maxTextWidth,
  NUMBER_FONT,
  round,
  svgElement,
  svgRoot,
  textWidth,
} from "../svg.js";

const MAX_LINES = 5000; // of all tokens together; one token always has all of its lines
const MIN_LINE_WEIGHT = 0.005;
const TOP = 44;
const NARROW = 480;
const MIN_CELL = 8; // the narrowest cell that is drawn
const MIN_NUMBER_CELL = 26; // the narrowest cell that holds a number

/** Rows are closer together the more there are. */
const rowSizes = (count) =>
  count <= 40 ? { step: 27, size: 14 } : count <= 120 ? { step: 19, size: 12.5 } : { step: 15, size: 11 };

/**
 * Draws the head view.
 * @param {object} scene what Explorer.scene() returns
 * @returns {{ svg: SVGElement, tables: () => object[] }}
 */
export function headView(scene) {
  const drawing = new HeadDrawing(scene);
  return { svg: drawing.svg, tables: () => tablesOf(scene, drawing.matrices, drawing.pinnedToken()) };
}

/** A token is `{kind: "query" | "key", index}`; the one in view has its lines drawn, and cells with its weights. */
class HeadDrawing {
  constructor(scene) {
    const { part, state, rows, columns, width } = scene;
    this.scene = scene;
    this.heads = state.heads;
    this.matrices = new Map(this.heads.map((h) => [h, part.head(state.layer, h).weights]));
    this.tokenIndexes = { query: rows, key: columns };
    this.names = { query: rows.map(scene.queryName), key: columns.map(scene.keyName) };
    this.rowCount = Math.max(rows.length, columns.length);
    Object.assign(this, rowSizes(this.rowCount)); // step: from row to row; size: of the font
    this.tokenWidth = Math.min(maxTextWidth([...this.names.query, ...this.names.key], this.size) + 18, width * 0.24);
    const minLinesWidth = width * (width < NARROW ? 0.3 : 0.36);
    const cellsWidth = (width - 2 * this.tokenWidth - minLinesWidth) / 2;
    this.cell = Math.max(0, Math.min(36, cellsWidth / Math.max(1, this.heads.length)));
    const side = this.cell * this.heads.length;
    this.left = side + this.tokenWidth; // where lines begin
    this.right = width - side - this.tokenWidth; // and where they end
    this.hatch = `hatch-heads-${scene.id}`;
    this.tokenGroups = { query: [], key: [] };
    this.omittedLines = 0;
    this.shownToken = undefined;
    this.draw();
  }

  y(row) {
    return TOP + (row + 0.5) * this.step;
  }

  /** Whether the mask hides the weight between `token` and the token `other` on the other side. */
  isHidden(token, other) {
    return this.scene.part.causal && (token.kind === "query" ? other > token.index : other < token.index);
  }

  weightOf(h, token, other) {
    const matrix = this.matrices.get(h);
    return token.kind === "query" ? matrix[token.index][other] : matrix[other][token.index];
  }

  /** The token that the reader has chosen, or null. */
  pinnedToken() {
    const { state, rows, columns } = this.scene;
    if (rows.includes(state.query)) return { kind: "query", index: state.query };
    return columns.includes(state.key) ? { kind: "key", index: state.key } : null;
  }

  // -- elements

  draw() {
    const { scene, heads } = this;
    const names = {
      layer: scene.layerName(scene.state.layer),
      heads: heads.map(scene.headName).join(", ") || "–",
    };
    this.svg = svgRoot(scene.width, TOP + this.rowCount * this.step + 6, scene.t("head_view_name", names));
    this.lineLayer = svgElement("g", { "aria-hidden": "true" });
    this.cellLayer = svgElement("g", { "aria-hidden": "true" });
    this.svg.append(
      hatchPattern(this.hatch),
      this.lineLayer,
      this.cellLayer,
      this.columnLabel(scene.messages.query_column, this.left - 8, true, "query"),
      this.columnLabel(scene.messages.key_column, this.right + 8, false, "key"),
    );
    for (const kind of ["query", "key"])
      this.tokenIndexes[kind].forEach((index, row) => {
        const group = this.tokenGroup(kind, index, row);
        this.tokenGroups[kind].push(group);
        this.svg.append(group);
      });
    this.listen();
  }

  listen() {
    const { svg, tokenGroups } = this;
    svg.addEventListener("pointerleave", () => this.inspect(this.pinnedToken()));
    svg.addEventListener(
      "focusout",
      ({ relatedTarget }) => svg.contains(relatedTarget) || this.inspect(this.pinnedToken()),
    );
    const start = this.pinnedToken();
    addArrowKeys(
      svg,
      Array.from({ length: this.rowCount }, (_, row) => [
        tokenGroups.query[row] ?? tokenGroups.query.at(-1),
        tokenGroups.key[row] ?? tokenGroups.key.at(-1),
      ]),
      start ? [this.tokenIndexes[start.kind].indexOf(start.index), start.kind === "key" ? 1 : 0] : [0, 0],
    );
    this.inspect(start);
  }

  columnLabel(text, x, isLeft, role) {
    const { width } = this.scene;
    const labelWidth = textWidth(text) + 4;
    const labelX = isLeft ? Math.max(0, x - labelWidth) : Math.min(x, width - labelWidth);
    return label(labelX, 18, ellipsize(text, width / 2 - 6), { fill: `var(--role-${role})`, "font-weight": 600 });
  }

  tokenGroup(kind, index, row) {
    const { scene, size, step, tokenWidth } = this;
    const { state, messages } = scene;
    const isQuery = kind === "query";
    const name = this.names[kind][row];
    const text = label(
      isQuery ? this.left - 8 : this.right + 8,
      this.y(row) + size * 0.36,
      ellipsize(name, tokenWidth - 14, size),
      { "font-size": size, "text-anchor": isQuery ? "end" : "start", "aria-hidden": "true" },
    );
    const group = svgElement(
      "g",
      {
        class: `explorer-token ${kind}`,
        role: "button",
        "aria-label": `${messages[`${kind}_word`]} ${index + 1}: ${name}`,
        "aria-pressed": String(state[kind] === index),
      },
      svgElement("rect", {
        x: round(isQuery ? this.left - tokenWidth : this.right),
        y: round(this.y(row) - step / 2),
        width: round(tokenWidth),
        height: step,
        rx: 4,
      }),
      text,
    );
    group.addEventListener("pointerenter", () => this.inspect({ kind, index }));
    group.addEventListener("focus", () => this.inspect({ kind, index }));
    group.addEventListener("click", () => {
      const isPinned = state[kind] === index;
      scene.change({ query: -1, key: -1, [kind]: isPinned ? -1 : index });
    });
    return group;
  }

  // -- lines and numbers of the token in view

  /** Shows one token, or with null all lines. */
  inspect(token) {
    const { shownToken, heads } = this;
    if (shownToken !== undefined && token?.kind === shownToken?.kind && token?.index === shownToken?.index) return;
    this.shownToken = token;
    this.lineLayer.replaceChildren(
      ...heads.flatMap((h, order) => curvesByWeight(this.linesOf(h, order, token), headColor(h))),
    );
    this.cellLayer.replaceChildren(...(token ? this.cellsOf(token) : []));
    for (const kind of ["query", "key"])
      this.tokenGroups[kind].forEach((group, row) => {
        const index = this.tokenIndexes[kind][row];
        group.classList.toggle("chosen", token?.kind === kind && token.index === index);
        group.classList.toggle("hidden-by-mask", Boolean(token) && token.kind !== kind && this.isHidden(token, index));
      });
    this.scene.describe(token ? this.tokenDescription(token) : this.hint());
  }

  hint() {
    const { scene } = this;
    if (this.heads.length === 0) return scene.messages.no_head;
    return this.omittedLines > 0
      ? scene.t("lines_left_out", { most: scene.integer(MAX_LINES) })
      : scene.messages.head_hint;
  }

  linesOf(h, order, token) {
    const { rows, columns, part } = this.scene;
    const matrix = this.matrices.get(h);
    const lines = [];
    rows.forEach((q, r) => {
      if (token?.kind === "query" && token.index !== q) return;
      columns.forEach((k, c) => {
        if ((token?.kind === "key" && token.index !== k) || (part.causal && k > q)) return;
        if (matrix[q][k] >= MIN_LINE_WEIGHT) lines.push({ weight: matrix[q][k], r, c });
      });
    });
    const maxLines = token ? Infinity : MAX_LINES / this.heads.length;
    this.omittedLines = Math.max(0, lines.length - maxLines);
    const drawnLines = this.omittedLines > 0 ? lines.sort((a, b) => b.weight - a.weight).slice(0, maxLines) : lines;
    const count = this.heads.length;
    const offset = (order - (count - 1) / 2) * Math.min(3, (this.step * 0.5) / Math.max(1, count));
    return drawnLines.map(({ weight, r, c }) => ({
      weight,
      path: curvePath(this.left, this.y(r) + offset, this.right, this.y(c) + offset),
    }));
  }

  /** The weights of one token: a cell for each head and each token of the other side. */
  cellsOf(token) {
    if (this.cell < MIN_CELL) return [];
    const { scene, heads, cell } = this;
    const isQuery = token.kind === "query";
    const start = isQuery ? this.right + this.tokenWidth : 0;
    const headLabels = heads.map((h, order) =>
      label(start + (order + 0.5) * cell, 38, scene.headName(h), {
        "text-anchor": "middle",
        "font-size": 11,
        "font-weight": 700,
        fill: headColor(h),
      }),
    );
    const others = isQuery ? scene.columns : scene.rows;
    const weights = others.flatMap((other, row) =>
      heads.flatMap((h, order) => this.weightCell(token, other, h, start + order * cell, row)),
    );
    return [...headLabels, ...weights];
  }

  /** The shapes of one cell whose left edge is at `x`. */
  weightCell(token, other, h, x, row) {
    const { cell, step } = this;
    const box = {
      x: round(x + 1),
      y: round(this.y(row) - step / 2 + 1),
      width: round(cell - 2),
      height: step - 2,
      rx: 3,
    };
    if (this.isHidden(token, other)) return [svgElement("rect", { ...box, fill: `url(#${this.hatch})` })];
    const weight = this.weightOf(h, token, other);
    const showsNumber = cell >= MIN_NUMBER_CELL && step >= 18;
    const opacity = round(weight * (showsNumber ? 0.45 : 1));
    const rect = svgElement("rect", { ...box, fill: headColor(h), "fill-opacity": opacity });
    if (!showsNumber) return [rect];
    const text = label(x + cell / 2, this.y(row) + 4, this.scene.fixed2(weight), {
      "text-anchor": "middle",
      "font-size": cell >= 32 ? 11.5 : 10.3,
      "font-family": NUMBER_FONT,
    });
    return [rect, text];
  }

  /** The strongest weights of a token, for the first six heads. */
  tokenDescription(token) {
    const { scene, heads } = this;
    const isQuery = token.kind === "query";
    const name = (isQuery ? scene.queryName : scene.keyName)(token.index);
    const otherName = isQuery ? scene.keyName : scene.queryName;
    const visible = (isQuery ? scene.columns : scene.rows).filter((other) => !this.isHidden(token, other));
    const strongest = heads.slice(0, 6).map((h) => {
      const best = visible
        .map((other) => [other, this.weightOf(h, token, other)])
        .sort((a, b) => b[1] - a[1])
        .slice(0, heads.length > 2 ? 1 : 3);
      const parts = best.map(([other, weight]) => `${otherName(other)} ${scene.fixed2(weight)}`);
      return `${scene.messages.head} ${scene.headName(h)}: ${parts.join(", ")}`;
    });
    return `${scene.t(isQuery ? "looks_most" : "seen_most", { token: name })} ${strongest.join(" · ")}`;
  }
}

const MAX_ROWS = 40;

/** All weights of each head, or of one token in all heads where that would be too many. */
function tablesOf(scene, matrices, token) {
  const { part, rows, columns, messages, state } = scene;
  const cellOf = (q, k, weight) => (part.causal && k > q ? messages.hidden : scene.fixed4(weight));
  const layer = scene.layerName(state.layer);
  if (token) {
    const isQuery = token.kind === "query";
    return [
      {
        title: scene.t(isQuery ? "table_of_query" : "table_of_key", {
          token: (isQuery ? scene.queryName : scene.keyName)(token.index),
          layer,
        }),
        corner: isQuery ? messages.key_word : messages.query_word,
        columns: state.heads.map((h) => `${messages.head} ${scene.headName(h)}`),
        rows: (isQuery ? columns : rows).map((other) => ({
          label: (isQuery ? scene.keyName : scene.queryName)(other),
          cells: state.heads.map((h) =>
            isQuery
              ? cellOf(token.index, other, matrices.get(h)[token.index][other])
              : cellOf(other, token.index, matrices.get(h)[other][token.index]),
          ),
        })),
      },
    ];
  }
  if (Math.max(rows.length, columns.length) > MAX_ROWS) return [];
  return state.heads.map((h) => ({
    title: scene.t("table_of_head", { layer, head: scene.headName(h) }),
    corner: messages.rows_and_columns,
    columns: columns.map(scene.keyName),
    rows: rows.map((q) => ({
      label: scene.queryName(q),
      cells: columns.map((k) => cellOf(q, k, matrices.get(h)[q][k])),
    })),
  }));
}
