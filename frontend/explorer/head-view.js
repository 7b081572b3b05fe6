// Head view: queries at the left, keys at the right, a line for each weight of the heads that are switched on.

import {
  canvas,
  fitting,
  hatching,
  headColor,
  label,
  NUMBERS,
  round,
  shape,
  strand,
  strands,
  walk,
  widest,
  widthOf,
} from "./svg.js";

const MOST_LINES = 5000; // of all tokens together; one token always has all of its lines
const TOP = 44;
const NARROW = 480;
const WRITTEN = 26; // the narrowest cell that holds a number

/** Rows are closer together the more there are. */
const sizes = (count) =>
  count <= 40 ? { step: 27, size: 14 } : count <= 120 ? { step: 19, size: 12.5 } : { step: 15, size: 11 };

export function headView(scene) {
  const { part, state, rows, columns, words, width } = scene;
  const heads = state.heads;
  const matrices = new Map(heads.map((h) => [h, part.head(state.layer, h).weights]));
  const { step, size } = sizes(Math.max(rows.length, columns.length));
  const names = { query: rows.map(scene.queryName), key: columns.map(scene.keyName) };
  const tokenWidth = Math.min(widest([...names.query, ...names.key], size) + 18, width * 0.24);
  const middle = width * (width < NARROW ? 0.3 : 0.36); // at least, for the lines
  const cell = Math.max(0, Math.min(36, (width - 2 * tokenWidth - middle) / 2 / Math.max(1, heads.length)));
  const side = cell * heads.length;
  const edge = { left: side + tokenWidth, right: width - side - tokenWidth };
  const y = (place) => TOP + (place + 0.5) * step;
  const height = TOP + Math.max(rows.length, columns.length) * step + 6;

  const svg = canvas(
    width,
    height,
    scene.say("head_view_name", {
      layer: scene.layerName(state.layer),
      heads: heads.map(scene.headName).join(", ") || "–",
    }),
  );
  const hatch = `hatch-heads-${scene.id}`;
  const lineLayer = shape("g", { "aria-hidden": "true" });
  const cellLayer = shape("g", { "aria-hidden": "true" });
  svg.append(hatching(hatch), lineLayer, cellLayer);
  const room = width / 2 - 6;
  const columnLabel = (text, x, isLeft, role) => {
    const wide = widthOf(text) + 4;
    const from = isLeft ? Math.max(0, x - wide) : Math.min(x, width - wide);
    return label(from, 18, fitting(text, room), { fill: `var(--role-${role})`, "font-weight": 600 });
  };
  svg.append(
    columnLabel(words.query_column, edge.left - 8, true, "query"),
    columnLabel(words.key_column, edge.right + 8, false, "key"),
  );

  // -- tokens

  const stops = { query: [], key: [] };
  const places = { query: rows, key: columns };
  for (const kind of ["query", "key"]) {
    const isQuery = kind === "query";
    places[kind].forEach((at, place) => {
      const x = isQuery ? edge.left - tokenWidth : edge.right;
      const text = label(
        isQuery ? edge.left - 8 : edge.right + 8,
        y(place) + size * 0.36,
        fitting(names[kind][place], tokenWidth - 14, size),
        { "font-size": size, "text-anchor": isQuery ? "end" : "start", "aria-hidden": "true" },
      );
      const group = shape(
        "g",
        {
          class: `explorer-token ${kind}`,
          role: "button",
          "aria-label": `${words[`${kind}_word`]} ${at + 1}: ${names[kind][place]}`,
          "aria-pressed": String(state[kind] === at),
        },
        shape("rect", { x: round(x), y: round(y(place) - step / 2), width: round(tokenWidth), height: step, rx: 4 }),
        text,
      );
      group.addEventListener("pointerenter", () => show({ kind, at }));
      group.addEventListener("focus", () => show({ kind, at }));
      group.addEventListener("click", () => {
        const pinned = state[kind] === at;
        scene.change({ query: -1, key: -1, [kind]: pinned ? -1 : at });
      });
      stops[kind].push(group);
      svg.append(group);
    });
  }
  svg.addEventListener("pointerleave", () => show(pinned()));
  svg.addEventListener("focusout", ({ relatedTarget }) => svg.contains(relatedTarget) || show(pinned()));

  const pinned = () =>
    rows.includes(state.query)
      ? { kind: "query", at: state.query }
      : columns.includes(state.key)
        ? { kind: "key", at: state.key }
        : null;

  // -- lines and numbers of what is looked at

  let looked;
  let left = 0;
  function show(look) {
    if (looked !== undefined && look?.kind === looked?.kind && look?.at === looked?.at) return;
    looked = look;
    lineLayer.replaceChildren(...heads.flatMap((h, order) => strands(linesOf(h, order, look), headColor(h))));
    cellLayer.replaceChildren(...(look ? cellsOf(look) : []));
    for (const kind of ["query", "key"]) {
      stops[kind].forEach((group, place) => {
        const chosen = look?.kind === kind && look.at === places[kind][place];
        group.classList.toggle("chosen", chosen);
        group.classList.toggle(
          "hidden-by-mask",
          Boolean(look) && look.kind !== kind && hidden(look, places[kind][place]),
        );
      });
    }
    scene.tell(
      look
        ? sentence(look)
        : heads.length === 0
          ? words.no_head
          : left > 0
            ? scene.say("lines_left_out", { most: scene.whole(MOST_LINES) })
            : words.head_hint,
    );
  }

  const hidden = (look, other) => part.causal && (look.kind === "query" ? other > look.at : other < look.at);
  const shift = (order) => (order - (heads.length - 1) / 2) * Math.min(3, (step * 0.5) / Math.max(1, heads.length));

  function linesOf(h, order, look) {
    const matrix = matrices.get(h);
    const lines = [];
    rows.forEach((q, r) => {
      if (look?.kind === "query" && look.at !== q) return;
      columns.forEach((k, c) => {
        if ((look?.kind === "key" && look.at !== k) || (part.causal && k > q)) return;
        const weight = matrix[q][k];
        if (weight >= 0.005) lines.push({ weight, r, c });
      });
    });
    const most = look ? Infinity : MOST_LINES / heads.length;
    left = Math.max(0, lines.length - most);
    const kept = left > 0 ? lines.sort((a, b) => b.weight - a.weight).slice(0, most) : lines;
    return kept.map(({ weight, r, c }) => ({
      weight,
      path: strand(edge.left, y(r) + shift(order), edge.right, y(c) + shift(order)),
    }));
  }

  const weightOf = (h, look, other) =>
    look.kind === "query" ? matrices.get(h)[look.at][other] : matrices.get(h)[other][look.at];

  function cellsOf(look) {
    if (cell < 8) return [];
    const isQuery = look.kind === "query";
    const start = isQuery ? edge.right + tokenWidth : 0;
    const shapes = heads.map((h, order) =>
      label(start + (order + 0.5) * cell, 38, scene.headName(h), {
        "text-anchor": "middle",
        "font-size": 11,
        "font-weight": 700,
        fill: headColor(h),
      }),
    );
    for (const [place, other] of (isQuery ? columns : rows).entries()) {
      heads.forEach((h, order) => {
        const x = start + order * cell;
        const box = {
          x: round(x + 1),
          y: round(y(place) - step / 2 + 1),
          width: round(cell - 2),
          height: step - 2,
          rx: 3,
        };
        if (hidden(look, other)) return shapes.push(shape("rect", { ...box, fill: `url(#${hatch})` }));
        const weight = weightOf(h, look, other);
        const written = cell >= WRITTEN && step >= 18;
        shapes.push(
          shape("rect", { ...box, fill: headColor(h), "fill-opacity": round(weight * (written ? 0.45 : 1)) }),
        );
        if (written)
          shapes.push(
            label(x + cell / 2, y(place) + 4, scene.two(weight), {
              "text-anchor": "middle",
              "font-size": cell >= 32 ? 11.5 : 10.3,
              "font-family": NUMBERS,
            }),
          );
      });
    }
    return shapes;
  }

  function sentence(look) {
    const isQuery = look.kind === "query";
    const name = (isQuery ? scene.queryName : scene.keyName)(look.at);
    const otherName = isQuery ? scene.keyName : scene.queryName;
    const others = (isQuery ? columns : rows).filter((other) => !hidden(look, other));
    const strongest = heads.slice(0, 6).map((h) => {
      const best = others
        .map((other) => [other, weightOf(h, look, other)])
        .sort((a, b) => b[1] - a[1])
        .slice(0, heads.length > 2 ? 1 : 3);
      const told = best.map(([other, weight]) => `${otherName(other)} ${scene.two(weight)}`);
      return `${words.head} ${scene.headName(h)}: ${told.join(", ")}`;
    });
    return `${scene.say(isQuery ? "looks_most" : "seen_most", { token: name })} ${strongest.join(" · ")}`;
  }

  const start = pinned();
  walk(
    svg,
    Array.from({ length: Math.max(rows.length, columns.length) }, (_, place) => [
      stops.query[place] ?? stops.query.at(-1),
      stops.key[place] ?? stops.key.at(-1),
    ]),
    start ? [places[start.kind].indexOf(start.at), start.kind === "key" ? 1 : 0] : [0, 0],
  );
  show(start);
  return { svg, tables: () => tables(scene, matrices, pinned()) };
}

const MOST_ROWS = 40;

/** All weights of each head, or of one token in all heads where that would be too many. */
function tables(scene, matrices, look) {
  const { part, rows, columns, words, state } = scene;
  const cellOf = (q, k, weight) => (part.causal && k > q ? words.hidden : scene.four(weight));
  const layer = scene.layerName(state.layer);
  if (look) {
    const isQuery = look.kind === "query";
    return [
      {
        title: scene.say(isQuery ? "table_of_query" : "table_of_key", {
          token: (isQuery ? scene.queryName : scene.keyName)(look.at),
          layer,
        }),
        corner: isQuery ? words.key_word : words.query_word,
        columns: state.heads.map((h) => `${words.head} ${scene.headName(h)}`),
        rows: (isQuery ? columns : rows).map((other) => ({
          label: (isQuery ? scene.keyName : scene.queryName)(other),
          cells: state.heads.map((h) =>
            isQuery
              ? cellOf(look.at, other, matrices.get(h)[look.at][other])
              : cellOf(other, look.at, matrices.get(h)[other][look.at]),
          ),
        })),
      },
    ];
  }
  if (Math.max(rows.length, columns.length) > MOST_ROWS) return [];
  return state.heads.map((h) => ({
    title: scene.say("table_of_head", { layer, head: scene.headName(h) }),
    corner: words.rows_and_columns,
    columns: columns.map(scene.keyName),
    rows: rows.map((q) => ({
      label: scene.queryName(q),
      cells: columns.map((k) => cellOf(q, k, matrices.get(h)[q][k])),
    })),
  }));
}
