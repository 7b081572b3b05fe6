// Matrix view: one head as a table of colours. Rows are queries, columns are keys, and the axes say so.

import {
  canvas,
  cells,
  fitting,
  hatching,
  label,
  largestOf,
  NUMBERS,
  round,
  shape,
  tone,
  widest,
  widthOf,
} from "./svg.js";

export const STAGES = ["scores", "scaled", "masked", "weights"];
const WRITTEN = 34; // the smallest cell that holds a number
const LABELLED = 11;

export function matrixView(scene) {
  const { part, state, rows, columns, words, width } = scene;
  const head = part.head(state.layer, state.head);
  const stage = head[state.stage] ? state.stage : "weights";
  const isWeight = stage === "weights";
  const hiddenAt = (q, k) => part.causal && k > q && (isWeight || stage === "masked");
  const numbers = rows.map((q) => columns.map((k) => (hiddenAt(q, k) ? -Infinity : head[stage][q][k])));

  const left = Math.min(widest(rows.map(scene.queryName)) + 30, width * 0.3);
  const cell = Math.min(46, Math.max(columns.length > 120 ? 0.8 : 4, (width - left - 2) / columns.length));
  const labelled = cell >= LABELLED;
  const slope = labelled ? Math.min(widest(columns.map(scene.keyName)), 90) : 0;
  const top = 34 + slope * 0.87;
  const full = Math.max(width, left + columns.length * cell + 2);
  const height = top + rows.length * cell;
  const hatch = `hatch-matrix-${scene.id}`;
  const svg = canvas(
    full,
    height + (width < 480 ? 54 : 36),
    scene.say("matrix_view_name", {
      what: words[`stage_${stage}`],
      layer: scene.layerName(state.layer),
      head: scene.headName(state.head),
    }),
  );
  svg.append(hatching(hatch));

  const largest = isWeight ? 1 : largestOf(numbers);
  const written = cell >= WRITTEN;
  svg.append(
    label(left - 8, 16, `${words.query_axis} ↓`, {
      "text-anchor": "end",
      "font-size": 12.5,
      fill: "var(--role-query)",
      "font-weight": 600,
    }),
  );
  svg.append(
    label(left + 2, 16, `${words.key_axis} →`, { "font-size": 12.5, fill: "var(--role-key)", "font-weight": 600 }),
  );
  const rowLabels = rows.map((q, r) =>
    label(left - 8, top + (r + 0.5) * cell + 4, labelled ? fitting(scene.queryName(q), left - 12) : "", {
      "text-anchor": "end",
    }),
  );
  const columnLabels = columns.map((k, c) => {
    const [x, y] = [left + (c + 0.5) * cell + 4, top - 6];
    return label(x, y, labelled ? fitting(scene.keyName(k), 90) : "", {
      transform: `rotate(-60 ${round(x)} ${round(y)})`,
    });
  });
  svg.append(...rowLabels, ...columnLabels);
  // A number has to be read on its colour, so the colour stays pale behind it.
  svg.append(
    cells(numbers, {
      x: left,
      y: top,
      wide: cell,
      high: cell,
      largest: written ? 2 * largest : largest,
      isWeight,
      root: scene.root,
      hatch,
    }),
  );
  if (written) {
    const write = (number) =>
      number === -Infinity ? "" : Math.abs(number) >= 9.995 ? scene.one(number) : scene.two(number);
    numbers.forEach((row, r) =>
      row.forEach((number, c) =>
        svg.append(
          label(left + (c + 0.5) * cell, top + (r + 0.5) * cell + 4, write(number), {
            "text-anchor": "middle",
            "font-size": 11.5,
            "font-family": NUMBERS,
            "aria-hidden": "true",
          }),
        ),
      ),
    );
  }
  legend(svg, scene, {
    x: left,
    y: height + 12,
    largest,
    isWeight,
    pale: written,
    hatch,
    hides: numbers.some((row) => row.includes(-Infinity)),
  });

  // -- one cell in view

  const frame = shape("rect", {
    width: round(cell),
    height: round(cell),
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 2,
    visibility: "hidden",
    "data-page": true,
  });
  const field = shape(
    "g",
    {
      class: "explorer-field",
      role: "group",
      tabindex: 0,
      "aria-label": words.matrix_keys,
      "aria-roledescription": words.view_matrix,
    },
    shape("rect", {
      x: round(left),
      y: round(top),
      width: round(columns.length * cell),
      height: round(rows.length * cell),
      fill: "transparent",
      class: "explorer-frame",
    }),
    frame,
  );
  svg.append(field);
  let at = [Math.max(0, rows.indexOf(state.query)), 0];
  const show = ([r, c]) => {
    at = [Math.max(0, Math.min(r, rows.length - 1)), Math.max(0, Math.min(c, columns.length - 1))];
    [r, c] = at;
    frame.setAttribute("x", round(left + c * cell));
    frame.setAttribute("y", round(top + r * cell));
    frame.setAttribute("visibility", "visible");
    rowLabels.forEach((one, place) => one.setAttribute("font-weight", place === r ? 700 : 400));
    columnLabels.forEach((one, place) => one.setAttribute("font-weight", place === c ? 700 : 400));
    const names = { query: scene.queryName(rows[r]), key: scene.keyName(columns[c]) };
    const value =
      numbers[r][c] === -Infinity ? words.hidden_from : `${words[`stage_${stage}`]} ${scene.four(numbers[r][c])}`;
    scene.tell(`${scene.say("query_to_key", names)} ${value}`);
  };
  const hide = () => {
    frame.setAttribute("visibility", "hidden");
    for (const one of [...rowLabels, ...columnLabels]) one.setAttribute("font-weight", 400);
    scene.tell(words.matrix_hint);
  };
  field.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const factor = svg.viewBox.baseVal.width / box.width;
    show([
      Math.floor(((event.clientY - box.top) * factor - top) / cell),
      Math.floor(((event.clientX - box.left) * factor - left) / cell),
    ]);
  });
  field.addEventListener("pointerleave", () => document.activeElement === field || hide());
  field.addEventListener("focus", () => show(at));
  field.addEventListener("blur", hide);
  field.addEventListener("keydown", (event) => {
    const [r, c] = at;
    const next = {
      ArrowLeft: [r, c - 1],
      ArrowRight: [r, c + 1],
      ArrowUp: [r - 1, c],
      ArrowDown: [r + 1, c],
      Home: [r, 0],
      End: [r, columns.length - 1],
      PageUp: [0, c],
      PageDown: [rows.length - 1, c],
    }[event.key];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(next);
  });
  scene.tell(words.matrix_hint);
  return { svg, tables: () => tableOf(scene, stage, numbers) };
}

/** What the colours mean, in five steps, with the numbers of this matrix. */
function legend(svg, scene, { x, y, largest, isWeight, pale, hatch, hides }) {
  const steps = isWeight ? [0, 0.25, 0.5, 0.75, 1] : [-1, -0.5, 0, 0.5, 1].map((share) => share * largest);
  const wide = 34;
  const group = shape("g", { "aria-hidden": "true" });
  steps.forEach((number, place) => {
    const { role, share } = tone(number, largest, isWeight);
    group.append(
      shape("rect", { x: round(x + place * wide), y, width: wide - 1, height: 8, fill: "var(--paper-sunk)" }),
      shape("rect", {
        x: round(x + place * wide),
        y,
        width: wide - 1,
        height: 8,
        fill: `var(${role})`,
        "fill-opacity": round(pale ? share / 2 : share),
      }),
      label(x + (place + 0.5) * wide, y + 20, isWeight ? scene.two(number) : scene.one(number), {
        "font-size": 11,
        "text-anchor": "middle",
        fill: "var(--ink-soft)",
      }),
    );
  });
  if (hides) {
    const beside = x + steps.length * wide + 14;
    const fits = beside + 30 + widthOf(scene.words.hidden, 11) <= scene.width;
    const [from, down] = fits ? [beside, y] : [x, y + 30];
    group.append(
      shape("rect", { x: round(from), y: down, width: 20, height: 8, fill: `url(#${hatch})` }),
      label(from + 26, down + 8.5, scene.words.hidden, { "font-size": 11, fill: "var(--ink-soft)" }),
    );
  }
  svg.append(group);
}

const MOST_ROWS = 64;

function tableOf(scene, stage, numbers) {
  const { rows, columns, words, state } = scene;
  if (Math.max(rows.length, columns.length) > MOST_ROWS) return [];
  return [
    {
      title: scene.say("matrix_view_name", {
        what: words[`stage_${stage}`],
        layer: scene.layerName(state.layer),
        head: scene.headName(state.head),
      }),
      corner: words.rows_and_columns,
      columns: columns.map(scene.keyName),
      rows: rows.map((q, r) => ({
        label: scene.queryName(q),
        cells: numbers[r].map((number) => (number === -Infinity ? words.hidden : scene.four(number))),
      })),
    },
  ];
}
