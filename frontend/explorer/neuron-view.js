// Neuron view: one query against all keys, number by number: q and k, their products, the score, scaled, masked, its
// softmax; then the values, the weighted sum, and what output projection and residual connection make of it.

import { neuronTables } from "./neuron-tables.js";
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
  walk,
  widest,
  wrapped,
} from "./svg.js";

const GAP = 14;
const NARROW = 560; // below this width the columns stand in two groups, one below the other
const NUMBER = 62; // the width of a column of numbers

export function neuronView(scene) {
  const { part, state, columns, words, width } = scene;
  const head = part.head(state.layer, state.head);
  if (!head.queries) return { svg: null, tables: () => [], notes: [words.no_vectors] };
  const q = scene.query();
  const found = compute(head, q, columns);
  const step = columns.length <= 40 ? 24 : 17;
  const left = Math.min(widest([...columns.map(scene.keyName), words.sum_row]) + 12, width * 0.24);
  const hatch = `hatch-neurons-${scene.id}`;
  const parts = [hatching(hatch)];
  const zones = [];
  const stops = [];
  const largest = {
    k: Math.max(largestOf([found.q]), largestOf(found.k)),
    products: largestOf(found.products),
    v: found.v && largestOf(found.v),
    mixed: found.v && largestOf(found.mixed),
  };
  let y = 0;

  const kinds = {
    k: { title: "k", role: "key", about: words.about_k, numbers: found.k, largest: largest.k },
    products: {
      title: "q × k",
      role: "score",
      about: words.about_products,
      numbers: found.products,
      largest: largest.products,
    },
    dot: { title: "q · k", role: "score", about: words.stage_scores, list: found.scores },
    scaled: { title: `÷ √${found.q.length}`, role: "score", about: words.stage_scaled, list: found.scaled },
    masked: { title: words.mask_head, role: "score", about: words.stage_masked, list: found.masked },
    weight: { title: "softmax", role: "weight", about: words.stage_weights, list: found.weights, bar: true },
    v: { title: "v", role: "value", about: words.about_v, numbers: found.v, largest: largest.v },
    mixed: {
      title: words.weight_times_v,
      role: "value",
      about: words.about_mixed,
      numbers: found.mixed,
      largest: largest.mixed,
    },
  };
  const wide = width >= NARROW;
  const scores = ["dot", "scaled", ...(part.causal ? ["masked"] : []), "weight"];
  const blocks = wide ? [["k", "products", ...scores]] : [["k", "products"], scores];
  if (found.v) blocks.push(wide ? ["weight", "v", "mixed"] : ["v", "mixed"]);
  const rowStops = columns.map(() => []);
  for (const names of blocks) block(names.map((name) => ({ name, ...kinds[name] })));
  stops.push(...rowStops);
  if (head.stream) stream(head.stream(q));

  const svg = canvas(
    width,
    y + 4,
    scene.say("neuron_view_name", {
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
    const zone = zones.find(
      (one) =>
        px >= one.x &&
        px < one.x + one.wide * one.numbers[0].length &&
        py >= one.y &&
        py < one.y + one.step * one.numbers.length,
    );
    if (zone) {
      const [r, c] = [Math.floor((py - zone.y) / zone.step), Math.floor((px - zone.x) / zone.wide)];
      scene.tell(`${zone.tell(r)}, ${scene.say("number_of", { place: c + 1 })}: ${scene.four(zone.numbers[r][c])}`);
    }
  });
  svg.addEventListener("pointerleave", () => scene.tell(words.neuron_hint));
  walk(svg, stops);
  scene.tell(words.neuron_hint);
  return {
    svg,
    tables: () => neuronTables(scene, head, found, q),
    notes: head.agrees === false ? [words.disagrees] : [],
  };

  // -- a group of columns with a row for each key

  function block(list) {
    const numbersWide = list.filter((one) => one.list).length;
    const stripes = list.filter((one) => one.numbers);
    const numberWidth = stripes.length ? NUMBER : Math.min(110, (width - left) / numbersWide - GAP / 2);
    const room = width - left - numbersWide * (numberWidth + GAP / 2) - stripes.length * GAP;
    const cell = stripes.length ? Math.max(1, Math.min(14, room / stripes.length / stripes[0].numbers[0].length)) : 0;
    const withQuery = list[0].name === "k";
    const top = y + (withQuery ? 68 : 30);
    const bottom = top + columns.length * step;
    if (withQuery) {
      parts.push(
        label(left - 8, y + 21, fitting(scene.queryName(q), left - 12), { "text-anchor": "end", "font-weight": 600 }),
      );
      stripe([found.q], {
        x: left,
        y: y + 8,
        wide: cell,
        largest: largest.k,
        tell: () => `${words.about_q} ${scene.queryName(q)}`,
      });
      parts.push(
        label(left + cell * found.q.length + 8, y + 21, "q", { fill: "var(--role-query)", "font-weight": 700 }),
      );
    }
    if (list.some(({ name }) => name === "k" || name === "dot")) groups(top, withQuery);
    columns.forEach((k, r) => {
      const off = hiddenAt(k);
      parts.push(
        label(left - 8, top + (r + 0.5) * step + 4, fitting(scene.keyName(k), left - 12), {
          "text-anchor": "end",
          fill: off ? "var(--ink-soft)" : "var(--ink)",
        }),
      );
    });
    let x = left;
    for (const column of list) {
      const own = column.numbers ? cell * column.numbers[0].length : numberWidth;
      const head = { fill: `var(--role-${column.role})`, "font-weight": 600, "font-size": 12.5 };
      const title = label(column.numbers ? x : x + own - 4, top - 8, fitting(column.title, own + GAP / 2, 12.5), {
        ...head,
        "text-anchor": column.numbers ? "start" : "end",
      });
      title.prepend(shape("title", { "data-page": true }, column.about));
      parts.push(title);
      if (column.numbers)
        stripe(column.numbers, {
          x,
          y: top,
          wide: cell,
          largest: column.largest,
          tell: (r) => `${column.about} ${scene.keyName(columns[r])}`,
          fade: true,
        });
      else numbers(column, x, top, own);
      x += own + (column.numbers ? GAP : GAP / 2);
    }
    y = bottom + 18;
    if (list.at(-1).name === "mixed") {
      const start = x - GAP - cell * found.sum.length;
      parts.push(
        shape("path", {
          d: `M${round(start)} ${round(bottom + 3)}h${round(cell * found.sum.length)}`,
          stroke: "var(--line-strong)",
        }),
      );
      parts.push(label(start - 8, bottom + 22, words.sum_row, { "text-anchor": "end", "font-weight": 600 }));
      stripe([found.sum], { x: start, y: bottom + 8, wide: cell, largest: largest.mixed, tell: () => words.about_sum });
      y = bottom + 50;
    }
  }

  function hiddenAt(k) {
    return part.causal && k > q;
  }

  function stripe(rowsOfNumbers, { x, y: top, wide: cell, largest: most, tell, fade = false }) {
    const many = rowsOfNumbers.length > 1;
    const high = many ? step - 7 : 16;
    const place = { x, wide: cell, high, step: many ? step : high, largest: most, root: scene.root, hatch };
    const offset = many ? 3.5 : 0;
    parts.push(
      shape(
        "g",
        { "aria-hidden": "true" },
        ...rowsOfNumbers.map((_, r) =>
          shape("rect", {
            x: round(x),
            y: round(top + offset + r * place.step),
            width: round(cell * rowsOfNumbers[0].length),
            height: high,
            fill: "var(--paper-sunk)",
          }),
        ),
      ),
    );
    const seen = fade ? columns.filter((k) => !hiddenAt(k)).length : rowsOfNumbers.length;
    parts.push(cells(rowsOfNumbers.slice(0, seen), { ...place, y: top + offset }));
    if (seen < rowsOfNumbers.length) {
      const faded = cells(rowsOfNumbers.slice(seen), { ...place, y: top + offset + seen * place.step });
      faded.setAttribute("opacity", 0.28);
      parts.push(faded);
    }
    zones.push({ x, y: top, wide: cell, step: place.step, numbers: rowsOfNumbers, tell });
  }

  function numbers(column, x, top, own) {
    column.list.forEach((number, r) => {
      const off = hiddenAt(columns[r]);
      const middle = top + (r + 0.5) * step;
      const covered = off && (column.name === "masked" || column.name === "weight");
      if (covered)
        parts.push(
          shape("rect", {
            x: round(x),
            y: round(middle - step / 2 + 3),
            width: round(own),
            height: step - 6,
            rx: 3,
            fill: `url(#${hatch})`,
          }),
        );
      if (column.bar && !off)
        parts.push(
          shape("rect", {
            x: round(x),
            y: round(middle - step / 2 + 3),
            width: round(own * number),
            height: step - 6,
            rx: 2,
            fill: "var(--role-weight)",
            "fill-opacity": 0.2,
            "aria-hidden": "true",
          }),
        );
      const text = covered
        ? column.name === "masked"
          ? "\u2212∞"
          : "0"
        : Math.abs(number) >= 99.95
          ? scene.one(number)
          : column.bar
            ? scene.three(number)
            : scene.two(number);
      const look = {
        "text-anchor": "end",
        "font-family": NUMBERS,
        "font-size": 12,
        fill: off ? "var(--ink-soft)" : column.bar ? "var(--role-weight)" : "var(--ink)",
        "font-weight": column.bar && number > 0.2 ? 700 : 400,
      };
      if (covered)
        parts.push(
          shape("rect", {
            x: round(x + own - 30),
            y: round(middle - 8),
            width: 28,
            height: 16,
            rx: 3,
            fill: "var(--paper-raised)",
          }),
        );
      parts.push(label(x + own - 4, middle + 4, text, look));
    });
  }

  /** What keyboard and screen reader reach: a row for each key, with its numbers said in words. */
  function groups(top, first) {
    columns.forEach((_, r) => {
      const text = told(scene, found, columns, r, q);
      const group = shape(
        "g",
        { class: "explorer-row", role: "img", "aria-label": text, tabindex: -1 },
        shape("rect", { x: 0, y: round(top + r * step), width, height: step, rx: 4 }),
      );
      group.addEventListener("focus", () => scene.tell(text));
      parts.push(group);
      if (first || rowStops[r].length === 0) rowStops[r].push(group);
    });
  }

  // -- what becomes of the weighted sum

  function stream(lines) {
    for (const { name, numbers: list, part: segment } of lines) {
      const cell = Math.min(11, (width - 2) / list.length);
      for (const line of wrapped(words[`stream_${name}`], width, 12.5)) {
        parts.push(label(0, y + 12, line, { "font-size": 12.5, fill: "var(--ink-soft)" }));
        y += 16;
      }
      y -= 16;
      stripe([list], { x: 0, y: y + 20, wide: cell, largest: largestOf([list]), tell: () => words[`stream_${name}`] });
      if (segment)
        parts.push(
          shape("rect", {
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

function compute(head, q, columns) {
  const pick = (list) => columns.map((k) => list[k]);
  const query = Array.from(head.queries[q]);
  const k = pick(head.keys);
  const weights = pick(head.weights[q]);
  const v = head.values && pick(head.values);
  const mixed = v?.map((vector, r) => Array.from(vector, (number) => weights[r] * number));
  return {
    q: query,
    k,
    products: k.map((vector) => Array.from(vector, (number, place) => number * query[place])),
    scores: pick(head.scores[q]),
    scaled: pick(head.scaled[q]),
    masked: pick(head.masked[q]),
    weights,
    v,
    mixed,
    sum: mixed?.[0].map((_, place) => mixed.reduce((sum, row) => sum + row[place], 0)),
  };
}

function told(scene, found, columns, r, q) {
  const { words } = scene;
  const name = scene.say("query_to_key", { query: scene.queryName(q), key: scene.keyName(columns[r]) });
  const hidden = found.masked[r] === -Infinity;
  return [
    `${name} q · k ${scene.four(found.scores[r])}`,
    `${words.stage_scaled} ${scene.four(found.scaled[r])}`,
    hidden ? words.hidden_from : `${words.stage_weights} ${scene.four(found.weights[r])}`,
  ].join(", ");
}
