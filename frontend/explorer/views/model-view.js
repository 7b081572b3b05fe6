// Model view: a small picture of every head, layers below each other, heads side by side;
// below it one of them in detail.

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
} from "../svg.js";
import { headView } from "./head-view.js";

const MIN_SIDE = 34;
const GAP = 6;
const TOP = 26;
const MAX_LINES = 700; // of one small picture
const DETAILED_TOKENS = 40; // tokens up to which a small picture has faint lines, too

/**
 * Draws the model view.
 * @param {object} scene what Explorer.scene() returns
 * @returns {{ svg: SVGElement, detail: SVGElement, tables: () => object[] }} `detail`: the chosen head's head view
 */
export function modelView(scene) {
  const { part, state, messages } = scene;
  const sizes = sizesOf(scene);
  const { left, side, height } = sizes;
  const svg = svgRoot(
    Math.max(scene.width, left + part.heads * (side + GAP)),
    TOP + part.layers * (height + GAP),
    scene.t("model_view_name", { layers: part.layers, heads: part.heads }),
  );
  for (let h = 0; h < part.heads; h += 1) {
    const name = side > 60 ? `${messages.head} ${scene.headName(h)}` : scene.headName(h);
    const style = { "text-anchor": "middle", "font-size": 12, fill: headColor(h), "font-weight": 600 };
    svg.append(label(left + h * (side + GAP) + side / 2, 16, name, style));
  }
  const headGroups = layersOf(part).map((l) => {
    const y = TOP + l * (height + GAP);
    const name = `${messages.layer} ${scene.layerName(l)}`;
    svg.append(label(0, y + height / 2 + 4, name, { "font-size": 12, fill: "var(--ink-soft)" }));
    const groups = Array.from({ length: part.heads }, (_, h) =>
      headGroup(scene, l, h, { x: left + h * (side + GAP), y, side, height }),
    );
    svg.append(...groups);
    return groups;
  });
  svg.addEventListener("pointerleave", () => scene.describe(messages.model_hint));
  addArrowKeys(svg, headGroups, [state.layer, state.head]);
  const detail = headView({ ...scene, state: { ...state, heads: [state.head] } });
  scene.describe(messages.model_hint);
  return { svg, detail: detail.svg, tables: () => [tableOf(scene)] };
}

/** The left edge of the pictures, and the width (`side`) and height of each. */
function sizesOf({ part, rows, columns, width, messages, layerName }) {
  const names = layersOf(part).map((l) => `${messages.layer} ${layerName(l)}`);
  const left = maxTextWidth(names, 12) + 12;
  const side = Math.min(150, Math.max(MIN_SIDE, (width - left) / part.heads - GAP));
  const height = Math.min(side * 1.15, Math.max(side * 0.6, 12 * Math.max(rows.length, columns.length)));
  return { left, side, height };
}

/** The small picture of one head: a button that chooses it. */
function headGroup(scene, l, h, { x, y, side, height }) {
  const { part, state, messages } = scene;
  const { weights } = part.head(l, h);
  const name = `${messages.layer} ${scene.layerName(l)}, ${messages.head} ${scene.headName(h)}`;
  const strongest = describeStrongest(summarizeHead(weights, scene), scene);
  const group = svgElement(
    "g",
    {
      class: "explorer-head",
      role: "button",
      "aria-pressed": String(state.layer === l && state.head === h),
      "aria-label": `${name}. ${strongest}`,
    },
    svgElement("rect", { x: round(x), y: round(y), width: round(side), height: round(height), rx: 5 }),
    ...thumbnail(weights, scene, { x: x + 5, y: y + 5, width: side - 10, height: height - 10, color: headColor(h) }),
  );
  const describe = () => scene.describe(`${name}: ${strongest}`);
  group.addEventListener("pointerenter", describe);
  group.addEventListener("focus", describe);
  group.addEventListener("click", () => scene.change({ layer: l, head: h, heads: [h] }));
  return group;
}

const layersOf = (part) => Array.from({ length: part.layers }, (_, l) => l);

function thumbnail(weights, { rows, columns, part }, { x, y, width, height, color }) {
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

/**
 * Where a head attends to.
 * @returns {object} `best`: its strongest weight `{weight, q, k}`; where queries and keys are the same tokens, also the
 *   share of all attention that goes to the token itself, the one before and the first, from 0 to 1
 */
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
