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
} from "./svg.js";

const MAX_LINES = 5000; // of all tokens together; one token always has all of its lines
const TOP = 44;
const NARROW = 480;
const MIN_NUMBER_CELL = 26; // the narrowest cell that holds a number

/** Rows are closer together the more there are. */
const rowSizes = (count) =>
  count <= 40 ? { step: 27, size: 14 } : count <= 120 ? { step: 19, size: 12.5 } : { step: 15, size: 11 };

export function headView(scene) {
  const { part, state, rows, columns, messages, width } = scene;
  const heads = state.heads;
  const matrices = new Map(heads.map((h) => [h, part.head(state.layer, h).weights]));
  const { step, size } = rowSizes(Math.max(rows.length, columns.length));
  const names = { query: rows.map(scene.queryName), key: columns.map(scene.keyName) };
  const tokenWidth = Math.min(maxTextWidth([...names.query, ...names.key], size) + 18, width * 0.24);
  const middle = width * (width < NARROW ? 0.3 : 0.36); // at least, for the lines
  const cell = Math.max(0, Math.min(36, (width - 2 * tokenWidth - middle) / 2 / Math.max(1, heads.length)));
  const side = cell * heads.length;
  const edge = { left: side + tokenWidth, right: width - side - tokenWidth };
  const y = (row) => TOP + (row + 0.5) * step;
  const height = TOP + Math.max(rows.length, columns.length) * step + 6;

  const svg = svgRoot(
    width,
    height,
    scene.t("head_view_name", {
      layer: scene.layerName(state.layer),
      heads: heads.map(scene.headName).join(", ") || "–",
    }),
  );
  const hatch = `hatch-heads-${scene.id}`;
  const lineLayer = svgElement("g", { "aria-hidden": "true" });
  const cellLayer = svgElement("g", { "aria-hidden": "true" });
  svg.append(hatchPattern(hatch), lineLayer, cellLayer);
  const maxLabelWidth = width / 2 - 6;
  const columnLabel = (text, x, isLeft, role) => {
    const labelWidth = textWidth(text) + 4;
    const labelX = isLeft ? Math.max(0, x - labelWidth) : Math.min(x, width - labelWidth);
    return label(labelX, 18, ellipsize(text, maxLabelWidth), { fill: `var(--role-${role})`, "font-weight": 600 });
  };
  svg.append(
    columnLabel(messages.query_column, edge.left - 8, true, "query"),
    columnLabel(messages.key_column, edge.right + 8, false, "key"),
  );

  // -- tokens

  const tokenGroups = { query: [], key: [] };
  const tokenIndexes = { query: rows, key: columns };
  for (const kind of ["query", "key"]) {
    const isQuery = kind === "query";
    tokenIndexes[kind].forEach((index, row) => {
      const x = isQuery ? edge.left - tokenWidth : edge.right;
      const text = label(
        isQuery ? edge.left - 8 : edge.right + 8,
        y(row) + size * 0.36,
        ellipsize(names[kind][row], tokenWidth - 14, size),
        { "font-size": size, "text-anchor": isQuery ? "end" : "start", "aria-hidden": "true" },
      );
      const group = svgElement(
        "g",
        {
          class: `explorer-token ${kind}`,
          role: "button",
          "aria-label": `${messages[`${kind}_word`]} ${index + 1}: ${names[kind][row]}`,
          "aria-pressed": String(state[kind] === index),
        },
        svgElement("rect", { x: round(x), y: round(y(row) - step / 2), width: round(tokenWidth), height: step, rx: 4 }),
        text,
      );
      group.addEventListener("pointerenter", () => inspect({ kind, index }));
      group.addEventListener("focus", () => inspect({ kind, index }));
      group.addEventListener("click", () => {
        const isPinned = state[kind] === index;
        scene.change({ query: -1, key: -1, [kind]: isPinned ? -1 : index });
      });
      tokenGroups[kind].push(group);
      svg.append(group);
    });
  }
  svg.addEventListener("pointerleave", () => inspect(pinnedToken()));
  svg.addEventListener("focusout", ({ relatedTarget }) => svg.contains(relatedTarget) || inspect(pinnedToken()));

  const pinnedToken = () =>
    rows.includes(state.query)
      ? { kind: "query", index: state.query }
      : columns.includes(state.key)
        ? { kind: "key", index: state.key }
        : null;

  // -- lines and numbers of what is looked at

  let shownToken;
  let omittedLines = 0;
  function inspect(token) {
    if (shownToken !== undefined && token?.kind === shownToken?.kind && token?.index === shownToken?.index) return;
    shownToken = token;
    lineLayer.replaceChildren(...heads.flatMap((h, order) => curvesByWeight(linesOf(h, order, token), headColor(h))));
    cellLayer.replaceChildren(...(token ? cellsOf(token) : []));
    for (const kind of ["query", "key"]) {
      tokenGroups[kind].forEach((group, row) => {
        const isChosen = token?.kind === kind && token.index === tokenIndexes[kind][row];
        group.classList.toggle("chosen", isChosen);
        group.classList.toggle(
          "hidden-by-mask",
          Boolean(token) && token.kind !== kind && hidden(token, tokenIndexes[kind][row]),
        );
      });
    }
    scene.describe(
      token
        ? describeToken(token)
        : heads.length === 0
          ? messages.no_head
          : omittedLines > 0
            ? scene.t("lines_left_out", { most: scene.integer(MAX_LINES) })
            : messages.head_hint,
    );
  }

  const hidden = (token, other) => part.causal && (token.kind === "query" ? other > token.index : other < token.index);
  const offset = (order) => (order - (heads.length - 1) / 2) * Math.min(3, (step * 0.5) / Math.max(1, heads.length));

  function linesOf(h, order, token) {
    const matrix = matrices.get(h);
    const lines = [];
    rows.forEach((q, r) => {
      if (token?.kind === "query" && token.index !== q) return;
      columns.forEach((k, c) => {
        if ((token?.kind === "key" && token.index !== k) || (part.causal && k > q)) return;
        const weight = matrix[q][k];
        if (weight >= 0.005) lines.push({ weight, r, c });
      });
    });
    const maxLines = token ? Infinity : MAX_LINES / heads.length;
    omittedLines = Math.max(0, lines.length - maxLines);
    const drawnLines = omittedLines > 0 ? lines.sort((a, b) => b.weight - a.weight).slice(0, maxLines) : lines;
    return drawnLines.map(({ weight, r, c }) => ({
      weight,
      path: curvePath(edge.left, y(r) + offset(order), edge.right, y(c) + offset(order)),
    }));
  }

  const weightOf = (h, token, other) =>
    token.kind === "query" ? matrices.get(h)[token.index][other] : matrices.get(h)[other][token.index];

  function cellsOf(token) {
    if (cell < 8) return [];
    const isQuery = token.kind === "query";
    const start = isQuery ? edge.right + tokenWidth : 0;
    const shapes = heads.map((h, order) =>
      label(start + (order + 0.5) * cell, 38, scene.headName(h), {
        "text-anchor": "middle",
        "font-size": 11,
        "font-weight": 700,
        fill: headColor(h),
      }),
    );
    for (const [row, other] of (isQuery ? columns : rows).entries()) {
      heads.forEach((h, order) => {
        const x = start + order * cell;
        const box = {
          x: round(x + 1),
          y: round(y(row) - step / 2 + 1),
          width: round(cell - 2),
          height: step - 2,
          rx: 3,
        };
        if (hidden(token, other)) return shapes.push(svgElement("rect", { ...box, fill: `url(#${hatch})` }));
        const weight = weightOf(h, token, other);
        const showsNumber = cell >= MIN_NUMBER_CELL && step >= 18;
        shapes.push(
          svgElement("rect", { ...box, fill: headColor(h), "fill-opacity": round(weight * (showsNumber ? 0.45 : 1)) }),
        );
        if (showsNumber)
          shapes.push(
            label(x + cell / 2, y(row) + 4, scene.fixed2(weight), {
              "text-anchor": "middle",
              "font-size": cell >= 32 ? 11.5 : 10.3,
              "font-family": NUMBER_FONT,
            }),
          );
      });
    }
    return shapes;
  }

  function describeToken(token) {
    const isQuery = token.kind === "query";
    const name = (isQuery ? scene.queryName : scene.keyName)(token.index);
    const otherName = isQuery ? scene.keyName : scene.queryName;
    const visible = (isQuery ? columns : rows).filter((other) => !hidden(token, other));
    const strongest = heads.slice(0, 6).map((h) => {
      const best = visible
        .map((other) => [other, weightOf(h, token, other)])
        .sort((a, b) => b[1] - a[1])
        .slice(0, heads.length > 2 ? 1 : 3);
      const parts = best.map(([other, weight]) => `${otherName(other)} ${scene.fixed2(weight)}`);
      return `${messages.head} ${scene.headName(h)}: ${parts.join(", ")}`;
    });
    return `${scene.t(isQuery ? "looks_most" : "seen_most", { token: name })} ${strongest.join(" · ")}`;
  }

  const start = pinnedToken();
  addArrowKeys(
    svg,
    Array.from({ length: Math.max(rows.length, columns.length) }, (_, row) => [
      tokenGroups.query[row] ?? tokenGroups.query.at(-1),
      tokenGroups.key[row] ?? tokenGroups.key.at(-1),
    ]),
    start ? [tokenIndexes[start.kind].indexOf(start.index), start.kind === "key" ? 1 : 0] : [0, 0],
  );
  inspect(start);
  return { svg, tables: () => tablesOf(scene, matrices, pinnedToken()) };
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
