// Generating: from which tokens the next one is drawn, which was drawn, and what a cache saves at this step.

import { candidates, drawToken, workOf } from "../../model/next-token.js";
import { nextProbabilities } from "../reading.js";
import { ellipsize, label, maxTextWidth, NUMBER_FONT, round, svgElement, svgRoot } from "../svg.js";

const MOST = 12; // tokens that are drawn
const STEP = 25; // from row to row
const TOP = 44;
const NUMBER = 74; // the width of a column of numbers

/** The token that this state writes next. */
export function nextToken(model, experiment, writing) {
  const tokens = candidates(nextProbabilities(model, experiment.after), writing);
  return model.vocabulary[drawToken(tokens, writing.seed, experiment.inputTokens.length)];
}

/**
 * Draws the step that writes the next token.
 * @param {object} scene what Explorer.scene() returns, with an `experiment`
 * @returns {{ svg: SVGElement, tables: () => object[], notes: string[] }}
 */
export function writingView(scene) {
  const { model, experiment, state, messages } = scene;
  const tokens = candidates(nextProbabilities(model, experiment.after), state.writing);
  const drawn = model.vocabulary[drawToken(tokens, state.writing.seed, experiment.inputTokens.length)];
  const lines = tokens.slice(0, MOST).map(({ id, probability, share }) => {
    const token = model.vocabulary[id];
    return { name: scene.tokenName(token), probability, share, isDrawn: token === drawn };
  });
  const work = workOf(model, experiment.inputTokens.length);
  const kept = tokens.filter(({ share }) => share > 0).length;
  const svg = draw(scene, lines);
  scene.describe(scene.t("writing_told", { token: scene.tokenName(drawn), count: scene.integer(kept) }));
  return {
    svg,
    notes: [
      scene.t("cache_holds", { numbers: scene.integer(work.cached), tokens: experiment.inputTokens.length - 1 }),
      scene.t("cache_step", {
        numbers: scene.integer(work.with.keysAndValues),
        scores: scene.integer(work.with.scores),
        all: scene.integer(work.without.keysAndValues),
        all_scores: scene.integer(work.without.scores),
      }),
    ],
    tables: () => [
      {
        title: messages.writing_name,
        corner: messages.next_word,
        columns: [messages.model_says, messages.drawn_from],
        rows: lines.map(({ name, probability, share }) => ({
          label: name,
          cells: [probability, share].map(scene.fixed4),
        })),
      },
      workTable(scene, work),
    ],
  };
}

/** A line for each token: what the model says, and the share from which it is drawn. */
function draw(scene, lines) {
  const { width, messages } = scene;
  const left = Math.min(maxTextWidth(lines.map(({ name }) => name)) + 40, width * 0.35);
  const room = width - left - 2 * NUMBER - 10;
  const svg = svgRoot(width, TOP + lines.length * STEP + 6, messages.writing_name);
  const heading = (text, place) =>
    label(width - 4 - place * NUMBER, 26, ellipsize(text, NUMBER + (place ? 0 : -4), 11.5), {
      "text-anchor": "end",
      "font-size": 11.5,
      fill: "var(--ink-soft)",
    });
  svg.append(heading(messages.model_says, 1), heading(messages.drawn_from, 0));
  lines.forEach(({ name, probability, share, isDrawn }, row) => {
    const y = TOP + row * STEP;
    const bar = (part, top, height, fill) =>
      svgElement("rect", { x: left, y: y + top, width: round(Math.max(0.5, room * part)), height, rx: 2, fill });
    const number = (value, place) =>
      label(width - 4 - place * NUMBER, y + 16, scene.percent(value), {
        "text-anchor": "end",
        "font-family": NUMBER_FONT,
        "font-size": 12,
        fill: value === 0 ? "var(--ink-soft)" : "var(--ink)",
      });
    svg.append(
      ...(isDrawn ? [svgElement("rect", { x: 0, y, width, height: STEP - 2, rx: 4, fill: "var(--paper-sunk)" })] : []),
      label(left - 10, y + 16, `${isDrawn ? "→ " : ""}${ellipsize(name, left - 34)}`, {
        "text-anchor": "end",
        "font-weight": isDrawn ? 700 : 400,
        fill: share > 0 ? "var(--ink)" : "var(--ink-soft)",
        "text-decoration": share > 0 ? null : "line-through",
      }),
      bar(probability, 5, 5, "var(--line-strong)"),
      bar(share, 11, 7, "var(--accent)"),
      number(probability, 1),
      number(share, 0),
    );
  });
  return svg;
}

function workTable({ messages, integer }, work) {
  const row = (name, key) => ({ label: name, cells: [work.with[key], work.without[key]].map(integer) });
  return {
    title: messages.work_name,
    corner: messages.at_this_step,
    columns: [messages.with_cache, messages.without_cache],
    rows: [
      row(messages.work_tokens, "tokens"),
      row(messages.work_keys, "keysAndValues"),
      row(messages.work_scores, "scores"),
    ],
  };
}
