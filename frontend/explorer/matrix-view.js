// Matrix view: one head as a table of colours. Rows are queries, columns are keys, and the axes say so.

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
} from "./svg.js";

export const STAGES = ["scores", "scaled", "masked", "weights"];
const MIN_NUMBER_CELL = 34; // the smallest cell that holds a number
const MIN_LABEL_CELL = 11;

export function matrixView(scene) {
  const { part, state, rows, columns, messages, width } = scene;
  const head = part.head(state.layer, state.head);
  const stage = head[state.stage] ? state.stage : "weights";
  const isWeight = stage === "weights";
  const hiddenAt = (q, k) => part.causal && k > q && (isWeight || stage === "masked");
  const numbers = rows.map((q) => columns.map((k) => (hiddenAt(q, k) ? -Infinity : head[stage][q][k])));

  const left = Math.min(maxTextWidth(rows.map(scene.queryName)) + 30, width * 0.3);
  const cell = Math.min(46, Math.max(columns.length > 120 ? 0.8 : 4, (width - left - 2) / columns.length));
  const hasLabels = cell >= MIN_LABEL_CELL;
  const slope = hasLabels ? Math.min(maxTextWidth(columns.map(scene.keyName)), 90) : 0;
  const top = 34 + slope * 0.87;
  const fullWidth = Math.max(width, left + columns.length * cell + 2);
  const height = top + rows.length * cell;
  const hatch = `hatch-matrix-${scene.id}`;
  const svg = svgRoot(
    fullWidth,
    height + (width < 480 ? 54 : 36),
    scene.t("matrix_view_name", {
      what: messages[`stage_${stage}`],
      layer: scene.layerName(state.layer),
      head: scene.headName(state.head),
    }),
  );
  svg.append(hatchPattern(hatch));

  const largest = isWeight ? 1 : largestOf(numbers);
  const hasNumbers = cell >= MIN_NUMBER_CELL;
  svg.append(
    label(left - 8, 16, `${messages.query_axis} ↓`, {
      "text-anchor": "end",
      "font-size": 12.5,
      fill: "var(--role-query)",
      "font-weight": 600,
    }),
  );
  svg.append(
    label(left + 2, 16, `${messages.key_axis} →`, { "font-size": 12.5, fill: "var(--role-key)", "font-weight": 600 }),
  );
  const rowLabels = rows.map((q, r) =>
    label(left - 8, top + (r + 0.5) * cell + 4, hasLabels ? ellipsize(scene.queryName(q), left - 12) : "", {
      "text-anchor": "end",
    }),
  );
  const columnLabels = columns.map((k, c) => {
    const [x, y] = [left + (c + 0.5) * cell + 4, top - 6];
    return label(x, y, hasLabels ? ellipsize(scene.keyName(k), 90) : "", {
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
      largest: hasNumbers ? 2 * largest : largest,
      isWeight,
      root: scene.root,
      hatch,
    }),
  );
  if (hasNumbers) {
    const formatNumber = (number) =>
      number === -Infinity ? "" : Math.abs(number) >= 9.995 ? scene.fixed1(number) : scene.fixed2(number);
    numbers.forEach((row, r) =>
      row.forEach((number, c) =>
        svg.append(
          label(left + (c + 0.5) * cell, top + (r + 0.5) * cell + 4, formatNumber(number), {
            "text-anchor": "middle",
            "font-size": 11.5,
            "font-family": NUMBER_FONT,
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
    pale: hasNumbers,
    hatch,
    hides: numbers.some((row) => row.includes(-Infinity)),
  });

  // -- one cell in view

  const frame = svgElement("rect", {
    width: round(cell),
    height: round(cell),
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 2,
    visibility: "hidden",
    "data-page": true,
  });
  const keyboardField = svgElement(
    "g",
    {
      class: "explorer-field",
      role: "group",
      tabindex: 0,
      "aria-label": messages.matrix_keys,
      "aria-roledescription": messages.view_matrix,
    },
    svgElement("rect", {
      x: round(left),
      y: round(top),
      width: round(columns.length * cell),
      height: round(rows.length * cell),
      fill: "transparent",
      class: "explorer-frame",
    }),
    frame,
  );
  svg.append(keyboardField);
  let position = [Math.max(0, rows.indexOf(state.query)), 0];
  const inspect = ([r, c]) => {
    position = [Math.max(0, Math.min(r, rows.length - 1)), Math.max(0, Math.min(c, columns.length - 1))];
    [r, c] = position;
    frame.setAttribute("x", round(left + c * cell));
    frame.setAttribute("y", round(top + r * cell));
    frame.setAttribute("visibility", "visible");
    rowLabels.forEach((text, index) => text.setAttribute("font-weight", index === r ? 700 : 400));
    columnLabels.forEach((text, index) => text.setAttribute("font-weight", index === c ? 700 : 400));
    const names = { query: scene.queryName(rows[r]), key: scene.keyName(columns[c]) };
    const value =
      numbers[r][c] === -Infinity
        ? messages.hidden_from
        : `${messages[`stage_${stage}`]} ${scene.fixed4(numbers[r][c])}`;
    scene.describe(`${scene.t("query_to_key", names)} ${value}`);
  };
  const hide = () => {
    frame.setAttribute("visibility", "hidden");
    for (const text of [...rowLabels, ...columnLabels]) text.setAttribute("font-weight", 400);
    scene.describe(messages.matrix_hint);
  };
  keyboardField.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const factor = svg.viewBox.baseVal.width / box.width;
    inspect([
      Math.floor(((event.clientY - box.top) * factor - top) / cell),
      Math.floor(((event.clientX - box.left) * factor - left) / cell),
    ]);
  });
  keyboardField.addEventListener("pointerleave", () => document.activeElement === keyboardField || hide());
  keyboardField.addEventListener("focus", () => inspect(position));
  keyboardField.addEventListener("blur", hide);
  keyboardField.addEventListener("keydown", (event) => {
    const [r, c] = position;
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
    inspect(next);
  });
  scene.describe(messages.matrix_hint);
  return { svg, tables: () => tableOf(scene, stage, numbers) };
}

/** What the colours mean, in five steps, with the numbers of this matrix. */
function legend(svg, scene, { x, y, largest, isWeight, pale, hatch, hides: hasHidden }) {
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
  const { rows, columns, messages, state } = scene;
  if (Math.max(rows.length, columns.length) > MAX_ROWS) return [];
  return [
    {
      title: scene.t("matrix_view_name", {
        what: messages[`stage_${stage}`],
        layer: scene.layerName(state.layer),
        head: scene.headName(state.head),
      }),
      corner: messages.rows_and_columns,
      columns: columns.map(scene.keyName),
      rows: rows.map((q, r) => ({
        label: scene.queryName(q),
        cells: numbers[r].map((number) => (number === -Infinity ? messages.hidden : scene.fixed4(number))),
      })),
    },
  ];
}
