// Questions that the page answers in place. The form comes from src/handbook/extensions/quiz.py and holds all that is
// needed: the reasons or the number asked for, and the words in the reader's language. Nothing is sent anywhere.

import { interpolate } from "../core/dom.js";
import { judge } from "./quiz-answer.js";

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  right: "M4 12.5l5 5L20 6.5",
  wrong: "M6 6l12 12M18 6L6 18",
  note: "M12 6v8M12 18v.01",
};

function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

function show(form, tone, words, reason = []) {
  const result = form.querySelector(".quiz-result");
  const verdict = document.createElement("p");
  verdict.className = "quiz-verdict";
  const strong = document.createElement("strong");
  strong.textContent = words;
  verdict.append(icon(tone), strong);
  result.replaceChildren(verdict, ...reason);
  result.dataset.tone = tone;
}

function clear(form) {
  const result = form.querySelector(".quiz-result");
  result.replaceChildren();
  delete result.dataset.tone;
  form.querySelectorAll("[aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
}

function answerChoice(form, messages) {
  const chosen = form.querySelector("input:checked");
  if (!chosen) {
    show(form, "note", messages.choose_first);
    form.querySelector("input").focus();
    return false;
  }
  const answer = form.querySelector(`.quiz-answers [data-choice="${chosen.value}"]`);
  const right = answer.dataset.right === "true";
  const reason = [...answer.querySelector(".quiz-reason").childNodes].map((node) => node.cloneNode(true));
  show(form, right ? "right" : "wrong", right ? messages.right : messages.wrong, reason);
  form.querySelector(".quiz-answers").hidden = false;
  return right;
}

function answerNumber(form, messages) {
  const input = form.querySelector(".quiz-act input");
  const { answer, shown, group } = form.dataset;
  const { verdict, accepted, values } = judge(input.value, { answer, shown, group });
  const undecided = verdict === "more_digits" || verdict === "close" || verdict === "empty";
  show(form, accepted ? "right" : undecided ? "note" : "wrong", interpolate(messages[`number_${verdict}`], values));
  if (!accepted) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }
  return accepted;
}

const ANSWER = { choice: answerChoice, number: answerNumber };

function enhance(form, onRight) {
  if (form.dataset.ready) return;
  form.dataset.ready = "true";
  const messages = JSON.parse(form.dataset.messages);
  form.querySelector(".quiz-check").hidden = false;
  // The answers stay folded away until the reader has tried.
  form.querySelectorAll(".quiz-answers").forEach((answers) => (answers.hidden = true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (ANSWER[form.dataset.quiz](form, messages)) onRight(form);
  });
  form.addEventListener("input", () => clear(form));
}

/**
 * Lets every quiz below `root` answer.
 * @param {Document | Element} [root]
 * @param {(form: HTMLElement) => void} [onRight] what to do when an answer is right
 */
export function enhanceQuizzes(root = document, onRight = () => {}) {
  for (const form of root.querySelectorAll("form.quiz")) enhance(form, onRight);
}
