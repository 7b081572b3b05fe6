// Contributions: how much each part of the model adds to the logit of one word. The bars add up to the logit exactly.

import { contributions } from "../../model/inside.js";
import {
  addArrowKeys,
  ellipsize,
  headColor,
  label,
  maxTextWidth,
  NUMBER_FONT,
  round,
  svgElement,
  svgRoot,
  wrapText,
} from "../svg.js";

const STEP = 25; // from row to row
const LINE = 17; // of the title
const NARROW = 480;

/**
 * Draws the contributions to the logit of the watched word.
 * @param {object} scene what Explorer.scene() returns, with an `experiment`
 * @returns {{ svg: SVGElement, tables: () => object[], notes: string[] }}
 */
export function contributionsView(scene) {
  const { messages, experiment } = scene;
  const lines = linesOf(scene);
  const drawing = new ContributionsDrawing(scene, lines);
  scene.describe(messages.contributions_hint);
  const notes = experiment.isChanged ? [messages.contributions_changed] : [];
  return { svg: drawing.svg, tables: () => [tableOf(scene, lines)], notes };
}

/** A line for each part, with its number after the changes (`value`) and `before` them, and one for the sum. */
function linesOf(scene) {
  const { model, experiment } = scene;
  const id = model.ids.get(scene.watchedWord);
  const position = scene.query();
  const nameOf = (part) => partName(scene, part);
  const before = new Map(
    contributions(model, experiment.before, position, id).map((part) => [nameOf(part), part.value]),
  );
  const lines = contributions(model, experiment.after, position, id).map((part) => {
    const name = nameOf(part);
    return { ...part, name, before: before.get(name) ?? 0 };
  });
  const sum = (key) => lines.reduce((total, line) => total + line[key], 0);
  return [...lines, { part: "sum", name: scene.messages.part_sum, value: sum("value"), before: sum("before") }];
}

const partName = (scene, { part, layer, head }) =>
  scene.t(`part_of_${part}`, { layer: layer === undefined ? "" : layer + 1, head: head === undefined ? "" : head + 1 });

/** Bars from a common zero. Those of heads choose the head. */
class ContributionsDrawing {
  constructor(scene, lines) {
    const { width, messages, experiment } = scene;
    this.scene = scene;
    this.lines = lines;
    this.hasBefore = experiment.isChanged;
    this.left = Math.min(maxTextWidth(lines.map(({ name }) => name)) + 14, width * (width < NARROW ? 0.5 : 0.42));
    this.numberWidth = width < NARROW ? 56 : 68;
    this.numbersWidth = this.numberWidth * (this.hasBefore ? 2 : 1);
    const numbers = lines.flatMap(({ value, before }) => (this.hasBefore ? [value, before] : [value]));
    this.low = Math.min(0, ...numbers);
    this.high = Math.max(0, ...numbers);
    this.room = width - this.left - this.numbersWidth - 8;
    const values = { word: scene.tokenName(scene.watchedWord), token: scene.queryName(scene.query()) };
    const title = wrapText(scene.t("contributions_name", values), width - this.numbersWidth - 8, 12.5);
    this.top = 13 + title.length * LINE;
    this.svg = svgRoot(width, this.top + lines.length * STEP + 14, title.join(" "));
    this.svg.append(
      ...title.map((text, index) => label(0, 14 + index * LINE, text, { "font-weight": 600, "font-size": 12.5 })),
    );
    const column = (text, place) =>
      label(width - 4 - place * this.numberWidth, 14, text, {
        "text-anchor": "end",
        "font-size": 11.5,
        fill: "var(--ink-soft)",
      });
    if (this.hasBefore) this.svg.append(column(messages.column_before, 1), column(messages.column_after, 0));
    this.drawAxis();
    const groups = lines.map((line, row) => this.drawLine(line, row));
    this.svg.append(...groups);
    addArrowKeys(
      this.svg,
      groups.map((group) => [group]),
    );
  }

  x(number) {
    return this.left + (this.room * (number - this.low)) / (this.high - this.low || 1);
  }

  drawAxis() {
    const x = round(this.x(0));
    this.svg.append(
      svgElement("path", { d: `M${x} ${this.top - 6}v${this.lines.length * STEP + 8}`, stroke: "var(--line-strong)" }),
    );
  }

  /** From zero to `number`. */
  bar(number, y, height, attributes) {
    const [x1, x2] = [this.x(Math.min(0, number)), this.x(Math.max(0, number))];
    return svgElement("rect", {
      x: round(x1),
      y: round(y),
      width: round(Math.max(x2 - x1, 0.5)),
      height,
      rx: 2,
      ...attributes,
    });
  }

  drawLine(line, row) {
    const { scene, left, hasBefore } = this;
    const { state } = scene;
    const top = this.top + row * STEP;
    const isSum = line.part === "sum";
    const isHead = line.part === "head";
    const text = this.describe(line);
    const color = isSum ? "var(--ink)" : line.value < 0 ? "var(--negative)" : "var(--positive)";
    const numbers = [[line.value, 0], ...(hasBefore ? [[line.before, 1]] : [])];
    const style = { "font-weight": isSum ? 700 : 400, "aria-hidden": "true" };
    // Outside the group: a button's name has to begin with the text that is seen in it.
    this.svg.append(
      ...numbers.map(([number, place]) =>
        label(scene.width - 4 - place * this.numberWidth, top + 17, scene.signed3(number), {
          ...style,
          "text-anchor": "end",
          "font-family": NUMBER_FONT,
          "font-size": 12,
          fill: place ? "var(--ink-soft)" : "var(--ink)",
        }),
      ),
    );
    const group = svgElement(
      "g",
      {
        class: isHead ? "explorer-row explorer-head-row" : "explorer-row",
        role: isHead ? "button" : "img",
        "aria-label": text,
        "aria-pressed": isHead ? String(state.layer === line.layer && state.head === line.head) : null,
      },
      svgElement("rect", { x: 0, y: top, width: scene.width, height: STEP, rx: 4 }),
      ...(isSum ? [svgElement("path", { d: `M0 ${top}h${scene.width}`, stroke: "var(--line-strong)" })] : []),
      label(left - 8, top + 17, ellipsize(line.name, left - 12), {
        ...style,
        "text-anchor": "end",
        fill: isHead ? headColor(line.head) : "var(--ink)",
      }),
      this.bar(line.value, top + 5, STEP - 10, { fill: color, "fill-opacity": 0.75 }),
      hasBefore
        ? this.bar(line.before, top + 3, STEP - 6, { fill: "none", stroke: "var(--ink)", "stroke-dasharray": "3 2" })
        : null,
    );
    const show = () => scene.describe(text);
    group.addEventListener("pointerenter", show);
    group.addEventListener("focus", show);
    if (isHead) group.addEventListener("click", () => scene.change({ layer: line.layer, head: line.head }));
    return group;
  }

  describe({ name, value, before }) {
    const { scene } = this;
    const text = `${name}: ${scene.signed3(value)}`;
    return this.hasBefore ? `${text} (${scene.t("was_before", { number: scene.signed3(before) })})` : text;
  }
}

function tableOf(scene, lines) {
  const { messages, experiment } = scene;
  const cells = ({ value, before }) =>
    experiment.isChanged ? [before, value, value - before].map(scene.fixed4) : [scene.fixed4(value)];
  return {
    title: scene.t("contributions_name", {
      word: scene.tokenName(scene.watchedWord),
      token: scene.queryName(scene.query()),
    }),
    corner: messages.part_of_the_model,
    columns: experiment.isChanged
      ? [messages.column_before, messages.column_after, messages.column_change]
      : [messages.added_to_logit],
    rows: lines.map((line) => ({ label: line.name, cells: cells(line) })),
  };
}
