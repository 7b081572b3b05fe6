// Model view: a small picture of every head, layers below each other, heads side by side;
// below it one of them in detail.

import { headView } from "./head-view.js";
import {
  addArrowKeys,
  curvePath,
  curvesByWeight,
  headColor,
  label,
  maxTextWidth,
  round,
  svgElement,
  svgRoot,
} from "./svg.js";

const MIN_SIDE = 34;
const GAP = 6;
const TOP = 26;
const MAX_LINES = 700; // of one small picture
const DETAILED_TOKENS = 40; // tokens up to which a line for each pair is looked at in a small picture

export function modelView(scene) {
  const { part, state, width, messages } = scene;
  const left =
    maxTextWidth(
      layersOf(part).map((l) => `${messages.layer} ${scene.layerName(l)}`),
      12,
    ) + 12;
  const side = Math.min(150, Math.max(MIN_SIDE, (width - left) / part.heads - GAP));
  const fullWidth = Math.max(width, left + part.heads * (side + GAP));
  const height = Math.min(side * 1.15, Math.max(side * 0.6, 12 * Math.max(scene.rows.length, scene.columns.length)));
  const svg = svgRoot(
    fullWidth,
    TOP + part.layers * (height + GAP),
    scene.t("model_view_name", { layers: part.layers, heads: part.heads }),
  );
  const headGroups = [];
  for (let h = 0; h < part.heads; h += 1) {
    svg.append(
      label(
        left + h * (side + GAP) + side / 2,
        16,
        side > 60 ? `${messages.head} ${scene.headName(h)}` : scene.headName(h),
        { "text-anchor": "middle", "font-size": 12, fill: headColor(h), "font-weight": 600 },
      ),
    );
  }
  for (const l of layersOf(part)) {
    const y = TOP + l * (height + GAP);
    svg.append(
      label(0, y + height / 2 + 4, `${messages.layer} ${scene.layerName(l)}`, {
        "font-size": 12,
        fill: "var(--ink-soft)",
      }),
    );
    headGroups.push(
      Array.from({ length: part.heads }, (_, h) => {
        const x = left + h * (side + GAP);
        const isOpen = state.layer === l && state.head === h;
        const summary = summarizeHead(part.head(l, h).weights, scene);
        const name = `${messages.layer} ${scene.layerName(l)}, ${messages.head} ${scene.headName(h)}`;
        const group = svgElement(
          "g",
          {
            class: "explorer-head",
            role: "button",
            "aria-pressed": String(isOpen),
            "aria-label": `${name}. ${describeStrongest(summary, scene)}`,
          },
          svgElement("rect", { x: round(x), y: round(y), width: round(side), height: round(height), rx: 5 }),
          ...thumbnail(part.head(l, h).weights, scene, {
            x: x + 5,
            y: y + 5,
            wide: side - 10,
            high: height - 10,
            color: headColor(h),
          }),
        );
        const describe = () => scene.describe(`${name}: ${describeStrongest(summary, scene)}`);
        group.addEventListener("pointerenter", describe);
        group.addEventListener("focus", describe);
        group.addEventListener("click", () => scene.change({ layer: l, head: h, heads: [h] }));
        svg.append(group);
        return group;
      }),
    );
  }
  svg.addEventListener("pointerleave", () => scene.describe(messages.model_hint));
  addArrowKeys(svg, headGroups, [state.layer, state.head]);
  const detail = headView({ ...scene, state: { ...state, heads: [state.head] } });
  scene.describe(messages.model_hint);
  return { svg, detail: detail.svg, tables: () => [tableOf(scene)] };
}

const layersOf = (part) => Array.from({ length: part.layers }, (_, l) => l);

function thumbnail(weights, { rows, columns, part }, { x, y, wide: width, high: height, color }) {
  const lines = [];
  const yAt = (index, count) => y + ((index + 0.5) * height) / count;
  const faintest = rows.length > DETAILED_TOKENS ? 0.08 : 0.03;
  rows.forEach((q, r) =>
    columns.forEach((k, c) => {
      if (weights[q][k] >= faintest && !(part.causal && k > q)) lines.push({ weight: weights[q][k], r, c });
    }),
  );
  const drawnLines = lines.length > MAX_LINES ? lines.sort((a, b) => b.weight - a.weight).slice(0, MAX_LINES) : lines;
  return curvesByWeight(
    drawnLines.map(({ weight, r, c }) => ({
      weight,
      path: curvePath(x, yAt(r, rows.length), x + width, yAt(c, columns.length)),
    })),
    color,
    { width: 1.8 },
  );
}

/** Where a head looks: its strongest line, and what share of all attention goes to some places. */
export function summarizeHead(weights, { rows, columns }) {
  const isSelfAttention = rows === columns || rows.every((q, r) => columns[r] === q);
  let best = { weight: -1 };
  const sums = { self: 0, before: 0, first: 0 };
  for (const q of rows) {
    for (const k of columns) {
      if (weights[q][k] > best.weight && !(q === 0 && k === 0)) best = { weight: weights[q][k], q, k };
    }
    if (isSelfAttention) {
      sums.self += weights[q][q] / rows.length;
      if (q > 0 && columns.includes(q - 1)) sums.before += weights[q][q - 1] / rows.length;
      sums.first += weights[q][columns[0]] / rows.length;
    }
  }
  return { best, ...(isSelfAttention && rows.length > 1 ? sums : {}) };
}

const describeStrongest = ({ best }, scene) =>
  best.weight < 0
    ? ""
    : scene.t("strongest", {
        query: scene.queryName(best.q),
        key: scene.keyName(best.k),
        weight: scene.fixed2(best.weight),
      });

function tableOf(scene) {
  const { part, messages } = scene;
  const share = (number) => (number === undefined ? "–" : scene.fixed2(number));
  return {
    title: messages.table_of_model,
    corner: messages.layer_and_head,
    columns: [
      messages.strongest_line,
      messages.weight,
      messages.on_itself,
      messages.on_the_one_before,
      messages.on_the_first,
    ],
    rows: layersOf(part).flatMap((l) =>
      Array.from({ length: part.heads }, (_, h) => {
        const { best, self, before, first } = summarizeHead(part.head(l, h).weights, scene);
        return {
          label: `${scene.layerName(l)} · ${scene.headName(h)}`,
          cells: [
            best.weight < 0 ? "–" : `${scene.queryName(best.q)} → ${scene.keyName(best.k)}`,
            best.weight < 0 ? "–" : scene.fixed4(best.weight),
            share(self),
            share(before),
            share(first),
          ],
        };
      }),
    ),
  };
}
