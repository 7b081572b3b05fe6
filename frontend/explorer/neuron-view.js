// Neuron view: one query against all keys, number by number: q and k, their products, the score, scaled, masked, its
// softmax; then the values, the weighted sum, and what output projection and residual connection make of it.

import { neuronTables } from "./neuron-tables.js";
import {
  addArrowKeys,
  cells,
  ellipsize,
  hatchPattern,
  label,
  largestOf,
  maxTextWidth,
  NUMBER_FONT,
  round,
  svgElement,
  svgRoot,
  wrapText,
} from "./svg.js";

const GAP = 14;
const NARROW = 560; // below this width the columns stand in two groups, one below the other
const NUMBER_WIDTH = 62; // the width of a column of numbers

export function neuronView(scene) {
  const { part, state, columns, messages, width } = scene;
  const head = part.head(state.layer, state.head);
  if (!head.queries) return { svg: null, tables: () => [], notes: [messages.no_vectors] };
  const q = scene.query();
  const vectors = vectorsOf(head, q, columns);
  const step = columns.length <= 40 ? 24 : 17;
  const left = Math.min(maxTextWidth([...columns.map(scene.keyName), messages.sum_row]) + 12, width * 0.24);
  const hatch = `hatch-neurons-${scene.id}`;
  const parts = [hatchPattern(hatch)];
  const hoverAreas = [];
  const rowGroups = [];
  const largest = {
    k: Math.max(largestOf([vectors.q]), largestOf(vectors.k)),
    products: largestOf(vectors.products),
    v: vectors.v && largestOf(vectors.v),
    mixed: vectors.v && largestOf(vectors.mixed),
  };
  let y = 0;

  const columnKinds = {
    k: { title: "k", role: "key", about: messages.about_k, numbers: vectors.k, largest: largest.k },
    products: {
      title: "q × k",
      role: "score",
      about: messages.about_products,
      numbers: vectors.products,
      largest: largest.products,
    },
    dot: { title: "q · k", role: "score", about: messages.stage_scores, list: vectors.scores },
    scaled: { title: `÷ √${vectors.q.length}`, role: "score", about: messages.stage_scaled, list: vectors.scaled },
    masked: { title: messages.mask_head, role: "score", about: messages.stage_masked, list: vectors.masked },
    weight: { title: "softmax", role: "weight", about: messages.stage_weights, list: vectors.weights, bar: true },
    v: { title: "v", role: "value", about: messages.about_v, numbers: vectors.v, largest: largest.v },
    mixed: {
      title: messages.weight_times_v,
      role: "value",
      about: messages.about_mixed,
      numbers: vectors.mixed,
      largest: largest.mixed,
    },
  };
  const isWide = width >= NARROW;
  const scores = ["dot", "scaled", ...(part.causal ? ["masked"] : []), "weight"];
  const blocks = isWide ? [["k", "products", ...scores]] : [["k", "products"], scores];
  if (vectors.v) blocks.push(isWide ? ["weight", "v", "mixed"] : ["v", "mixed"]);
  const rowStops = columns.map(() => []);
  for (const names of blocks) drawBlock(names.map((name) => ({ name, ...columnKinds[name] })));
  rowGroups.push(...rowStops);
  if (head.stream) drawStream(head.stream(q));

  const svg = svgRoot(
    width,
    y + 4,
    scene.t("neuron_view_name", {
      token: scene.queryName(q),
      layer: scene.layerName(state.layer),
      head: scene.headName(state.head),
    }),
    ...parts,
  );
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const factor = svg.viewBox.baseVal.width / box.width;
    const [px, py] = [(event.clientX - box.left) * factor, (event.clientY - box.top) * factor];
    const hoverArea = hoverAreas.find(
      (area) =>
        px >= area.x &&
        px < area.x + area.wide * area.numbers[0].length &&
        py >= area.y &&
        py < area.y + area.step * area.numbers.length,
    );
    if (hoverArea) {
      const [r, c] = [Math.floor((py - hoverArea.y) / hoverArea.step), Math.floor((px - hoverArea.x) / hoverArea.wide)];
      scene.describe(
        `${hoverArea.describe(r)}, ${scene.t("number_of", { place: c + 1 })}: ${scene.fixed4(hoverArea.numbers[r][c])}`,
      );
    }
  });
  svg.addEventListener("pointerleave", () => scene.describe(messages.neuron_hint));
  addArrowKeys(svg, rowGroups);
  scene.describe(messages.neuron_hint);
  return {
    svg,
    tables: () => neuronTables(scene, head, vectors, q),
    notes: head.agrees === false ? [messages.disagrees] : [],
  };

  // -- a group of columns with a row for each key

  function drawBlock(blockColumns) {
    const numbersWide = blockColumns.filter((column) => column.list).length;
    const stripes = blockColumns.filter((column) => column.numbers);
    const numberWidth = stripes.length ? NUMBER_WIDTH : Math.min(110, (width - left) / numbersWide - GAP / 2);
    const room = width - left - numbersWide * (numberWidth + GAP / 2) - stripes.length * GAP;
    const cell = stripes.length ? Math.max(1, Math.min(14, room / stripes.length / stripes[0].numbers[0].length)) : 0;
    const hasQueryRow = blockColumns[0].name === "k";
    const top = y + (hasQueryRow ? 68 : 30);
    const bottom = top + columns.length * step;
    if (hasQueryRow) {
      parts.push(
        label(left - 8, y + 21, ellipsize(scene.queryName(q), left - 12), { "text-anchor": "end", "font-weight": 600 }),
      );
      drawStripe([vectors.q], {
        x: left,
        y: y + 8,
        wide: cell,
        largest: largest.k,
        describe: () => `${messages.about_q} ${scene.queryName(q)}`,
      });
      parts.push(
        label(left + cell * vectors.q.length + 8, y + 21, "q", { fill: "var(--role-query)", "font-weight": 700 }),
      );
    }
    if (blockColumns.some(({ name }) => name === "k" || name === "dot")) drawRowGroups(top, hasQueryRow);
    columns.forEach((k, r) => {
      const isHidden = hiddenAt(k);
      parts.push(
        label(left - 8, top + (r + 0.5) * step + 4, ellipsize(scene.keyName(k), left - 12), {
          "text-anchor": "end",
          fill: isHidden ? "var(--ink-soft)" : "var(--ink)",
        }),
      );
    });
    let x = left;
    for (const column of blockColumns) {
      const columnWidth = column.numbers ? cell * column.numbers[0].length : numberWidth;
      const head = { fill: `var(--role-${column.role})`, "font-weight": 600, "font-size": 12.5 };
      const title = label(
        column.numbers ? x : x + columnWidth - 4,
        top - 8,
        ellipsize(column.title, columnWidth + GAP / 2, 12.5),
        {
          ...head,
          "text-anchor": column.numbers ? "start" : "end",
        },
      );
      title.prepend(svgElement("title", { "data-page": true }, column.about));
      parts.push(title);
      if (column.numbers)
        drawStripe(column.numbers, {
          x,
          y: top,
          wide: cell,
          largest: column.largest,
          describe: (r) => `${column.about} ${scene.keyName(columns[r])}`,
          fade: true,
        });
      else drawNumbers(column, x, top, columnWidth);
      x += columnWidth + (column.numbers ? GAP : GAP / 2);
    }
    y = bottom + 18;
    if (blockColumns.at(-1).name === "mixed") {
      const start = x - GAP - cell * vectors.sum.length;
      parts.push(
        svgElement("path", {
          d: `M${round(start)} ${round(bottom + 3)}h${round(cell * vectors.sum.length)}`,
          stroke: "var(--line-strong)",
        }),
      );
      parts.push(label(start - 8, bottom + 22, messages.sum_row, { "text-anchor": "end", "font-weight": 600 }));
      drawStripe([vectors.sum], {
        x: start,
        y: bottom + 8,
        wide: cell,
        largest: largest.mixed,
        describe: () => messages.about_sum,
      });
      y = bottom + 50;
    }
  }

  function hiddenAt(k) {
    return part.causal && k > q;
  }

  function drawStripe(rowsOfNumbers, { x, y: top, wide: cell, largest: most, describe, fade = false }) {
    const hasRows = rowsOfNumbers.length > 1;
    const high = hasRows ? step - 7 : 16;
    const box = { x, wide: cell, high, step: hasRows ? step : high, largest: most, root: scene.root, hatch };
    const offset = hasRows ? 3.5 : 0;
    parts.push(
      svgElement(
        "g",
        { "aria-hidden": "true" },
        ...rowsOfNumbers.map((_, r) =>
          svgElement("rect", {
            x: round(x),
            y: round(top + offset + r * box.step),
            width: round(cell * rowsOfNumbers[0].length),
            height: high,
            fill: "var(--paper-sunk)",
          }),
        ),
      ),
    );
    const visibleCount = fade ? columns.filter((k) => !hiddenAt(k)).length : rowsOfNumbers.length;
    parts.push(cells(rowsOfNumbers.slice(0, visibleCount), { ...box, y: top + offset }));
    if (visibleCount < rowsOfNumbers.length) {
      const faded = cells(rowsOfNumbers.slice(visibleCount), { ...box, y: top + offset + visibleCount * box.step });
      faded.setAttribute("opacity", 0.28);
      parts.push(faded);
    }
    hoverAreas.push({ x, y: top, wide: cell, step: box.step, numbers: rowsOfNumbers, describe });
  }

  function drawNumbers(column, x, top, columnWidth) {
    column.list.forEach((number, r) => {
      const isHidden = hiddenAt(columns[r]);
      const middle = top + (r + 0.5) * step;
      const isCovered = isHidden && (column.name === "masked" || column.name === "weight");
      if (isCovered)
        parts.push(
          svgElement("rect", {
            x: round(x),
            y: round(middle - step / 2 + 3),
            width: round(columnWidth),
            height: step - 6,
            rx: 3,
            fill: `url(#${hatch})`,
          }),
        );
      if (column.bar && !isHidden)
        parts.push(
          svgElement("rect", {
            x: round(x),
            y: round(middle - step / 2 + 3),
            width: round(columnWidth * number),
            height: step - 6,
            rx: 2,
            fill: "var(--role-weight)",
            "fill-opacity": 0.2,
            "aria-hidden": "true",
          }),
        );
      const text = isCovered
        ? column.name === "masked"
          ? "\u2212∞"
          : "0"
        : Math.abs(number) >= 99.95
          ? scene.fixed1(number)
          : column.bar
            ? scene.fixed3(number)
            : scene.fixed2(number);
      const style = {
        "text-anchor": "end",
        "font-family": NUMBER_FONT,
        "font-size": 12,
        fill: isHidden ? "var(--ink-soft)" : column.bar ? "var(--role-weight)" : "var(--ink)",
        "font-weight": column.bar && number > 0.2 ? 700 : 400,
      };
      if (isCovered)
        parts.push(
          svgElement("rect", {
            x: round(x + columnWidth - 30),
            y: round(middle - 8),
            width: 28,
            height: 16,
            rx: 3,
            fill: "var(--paper-raised)",
          }),
        );
      parts.push(label(x + columnWidth - 4, middle + 4, text, style));
    });
  }

  /** What keyboard and screen reader reach: a row for each key, with its numbers said in words. */
  function drawRowGroups(top, isFirstBlock) {
    columns.forEach((_, r) => {
      const text = describeKey(scene, vectors, columns, r, q);
      const group = svgElement(
        "g",
        { class: "explorer-row", role: "img", "aria-label": text, tabindex: -1 },
        svgElement("rect", { x: 0, y: round(top + r * step), width, height: step, rx: 4 }),
      );
      group.addEventListener("focus", () => scene.describe(text));
      parts.push(group);
      if (isFirstBlock || rowStops[r].length === 0) rowStops[r].push(group);
    });
  }

  // -- what becomes of the weighted sum

  function drawStream(lines) {
    for (const { name, numbers: list, part: segment } of lines) {
      const cell = Math.min(11, (width - 2) / list.length);
      for (const line of wrapText(messages[`stream_${name}`], width, 12.5)) {
        parts.push(label(0, y + 12, line, { "font-size": 12.5, fill: "var(--ink-soft)" }));
        y += 16;
      }
      y -= 16;
      drawStripe([list], {
        x: 0,
        y: y + 20,
        wide: cell,
        largest: largestOf([list]),
        describe: () => messages[`stream_${name}`],
      });
      if (segment)
        parts.push(
          svgElement("rect", {
            x: round(segment[0] * cell),
            y: y + 18,
            width: round((segment[1] - segment[0]) * cell),
            height: 20,
            fill: "none",
            stroke: "var(--ink)",
            "stroke-width": 1.5,
            rx: 2,
          }),
        );
      y += 48;
    }
  }
}

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

function describeKey(scene, vectors, columns, r, q) {
  const { messages } = scene;
  const name = scene.t("query_to_key", { query: scene.queryName(q), key: scene.keyName(columns[r]) });
  const hidden = vectors.masked[r] === -Infinity;
  return [
    `${name} q · k ${scene.fixed4(vectors.scores[r])}`,
    `${messages.stage_scaled} ${scene.fixed4(vectors.scaled[r])}`,
    hidden ? messages.hidden_from : `${messages.stage_weights} ${scene.fixed4(vectors.weights[r])}`,
  ].join(", ");
}
