// Model view: a small picture of every head, layers below each other, heads side by side;
// below it one of them in detail.

import { headView } from "./head-view.js";
import { canvas, headColor, label, round, shape, strand, strands, walk, widest } from "./svg.js";

const SMALLEST = 34;
const GAP = 6;
const TOP = 26;
const MOST_LINES = 700; // of one small picture
const DETAIL = 40; // tokens up to which a line for each pair is looked at in a small picture

export function modelView(scene) {
  const { part, state, width, words } = scene;
  const left =
    widest(
      layersOf(part).map((l) => `${words.layer} ${scene.layerName(l)}`),
      12,
    ) + 12;
  const side = Math.min(150, Math.max(SMALLEST, (width - left) / part.heads - GAP));
  const full = Math.max(width, left + part.heads * (side + GAP));
  const tall = Math.min(side * 1.15, Math.max(side * 0.6, 12 * Math.max(scene.rows.length, scene.columns.length)));
  const svg = canvas(
    full,
    TOP + part.layers * (tall + GAP),
    scene.say("model_view_name", { layers: part.layers, heads: part.heads }),
  );
  const stops = [];
  for (let h = 0; h < part.heads; h += 1) {
    svg.append(
      label(
        left + h * (side + GAP) + side / 2,
        16,
        side > 60 ? `${words.head} ${scene.headName(h)}` : scene.headName(h),
        { "text-anchor": "middle", "font-size": 12, fill: headColor(h), "font-weight": 600 },
      ),
    );
  }
  for (const l of layersOf(part)) {
    const y = TOP + l * (tall + GAP);
    svg.append(
      label(0, y + tall / 2 + 4, `${words.layer} ${scene.layerName(l)}`, { "font-size": 12, fill: "var(--ink-soft)" }),
    );
    stops.push(
      Array.from({ length: part.heads }, (_, h) => {
        const x = left + h * (side + GAP);
        const open = state.layer === l && state.head === h;
        const found = habits(part.head(l, h).weights, scene);
        const name = `${words.layer} ${scene.layerName(l)}, ${words.head} ${scene.headName(h)}`;
        const group = shape(
          "g",
          {
            class: "explorer-head",
            role: "button",
            "aria-pressed": String(open),
            "aria-label": `${name}. ${told(found, scene)}`,
          },
          shape("rect", { x: round(x), y: round(y), width: round(side), height: round(tall), rx: 5 }),
          ...small(part.head(l, h).weights, scene, {
            x: x + 5,
            y: y + 5,
            wide: side - 10,
            high: tall - 10,
            color: headColor(h),
          }),
        );
        const tell = () => scene.tell(`${name}: ${told(found, scene)}`);
        group.addEventListener("pointerenter", tell);
        group.addEventListener("focus", tell);
        group.addEventListener("click", () => scene.change({ layer: l, head: h, heads: [h] }));
        svg.append(group);
        return group;
      }),
    );
  }
  svg.addEventListener("pointerleave", () => scene.tell(words.model_hint));
  walk(svg, stops, [state.layer, state.head]);
  const detail = headView({ ...scene, state: { ...state, heads: [state.head] } });
  scene.tell(words.model_hint);
  return { svg, detail: detail.svg, tables: () => [tableOf(scene)] };
}

const layersOf = (part) => Array.from({ length: part.layers }, (_, l) => l);

function small(weights, { rows, columns, part }, { x, y, wide, high, color }) {
  const lines = [];
  const place = (at, count) => y + ((at + 0.5) * high) / count;
  const faintest = rows.length > DETAIL ? 0.08 : 0.03;
  rows.forEach((q, r) =>
    columns.forEach((k, c) => {
      if (weights[q][k] >= faintest && !(part.causal && k > q)) lines.push({ weight: weights[q][k], r, c });
    }),
  );
  const kept = lines.length > MOST_LINES ? lines.sort((a, b) => b.weight - a.weight).slice(0, MOST_LINES) : lines;
  return strands(
    kept.map(({ weight, r, c }) => ({
      weight,
      path: strand(x, place(r, rows.length), x + wide, place(c, columns.length)),
    })),
    color,
    { width: 1.8 },
  );
}

/** Where a head looks: its strongest line, and what share of all attention goes to some places. */
export function habits(weights, { rows, columns }) {
  const same = rows === columns || rows.every((q, r) => columns[r] === q);
  let best = { weight: -1 };
  const sums = { self: 0, before: 0, first: 0 };
  for (const q of rows) {
    for (const k of columns) {
      if (weights[q][k] > best.weight && !(q === 0 && k === 0)) best = { weight: weights[q][k], q, k };
    }
    if (same) {
      sums.self += weights[q][q] / rows.length;
      if (q > 0 && columns.includes(q - 1)) sums.before += weights[q][q - 1] / rows.length;
      sums.first += weights[q][columns[0]] / rows.length;
    }
  }
  return { best, ...(same && rows.length > 1 ? sums : {}) };
}

const told = ({ best }, scene) =>
  best.weight < 0
    ? ""
    : scene.say("strongest", {
        query: scene.queryName(best.q),
        key: scene.keyName(best.k),
        weight: scene.two(best.weight),
      });

function tableOf(scene) {
  const { part, words } = scene;
  const share = (number) => (number === undefined ? "–" : scene.two(number));
  return {
    title: words.table_of_model,
    corner: words.layer_and_head,
    columns: [words.strongest_line, words.weight, words.on_itself, words.on_the_one_before, words.on_the_first],
    rows: layersOf(part).flatMap((l) =>
      Array.from({ length: part.heads }, (_, h) => {
        const { best, self, before, first } = habits(part.head(l, h).weights, scene);
        return {
          label: `${scene.layerName(l)} · ${scene.headName(h)}`,
          cells: [
            best.weight < 0 ? "–" : `${scene.queryName(best.q)} → ${scene.keyName(best.k)}`,
            best.weight < 0 ? "–" : scene.four(best.weight),
            share(self),
            share(before),
            share(first),
          ],
        };
      }),
    ),
  };
}
