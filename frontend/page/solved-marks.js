// The sign at questions and exercises that the reader has solved: before, or just now. What isn't solved shows nothing.

import { interpolate, make } from "../core/dom.js";
import { addSolved, answersHere, reader } from "./progress.js";

/**
 * What a question is known by, in every language: its place on the page, and what makes its answer right. When the page
 * has changed and another question stands there, the mark of the old one fits no more.
 * @param {HTMLElement} form of a quiz
 */
function markOfQuiz(form) {
  const choices = [...form.querySelectorAll("[data-right]")];
  const right = choices.findIndex((choice) => /** @type {HTMLElement} */ (choice).dataset.right === "true");
  return `${form.id} ${form.dataset.answer ?? `${right + 1}/${choices.length}`}`;
}

/**
 * What an exercise is known by: its code without comments, docstrings and spaces, which is the same in every language.
 * @param {HTMLElement} block
 */
function markOfExercise(block) {
  const code = block.querySelector("pre > code").textContent.replace(/"""[\s\S]*?"""|#.*|\s/g, "");
  return `code ${Array.from(code).reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) >>> 0, 0)}`;
}

/** @param {HTMLElement} element a quiz's form, or a live block with a check */
const markOf = (element) => (element.matches("form") ? markOfQuiz(element) : markOfExercise(element));

function showSolved(element) {
  if (!element.querySelector(":scope > .solved"))
    element.prepend(make("span", { class: "solved" }, reader().dataset.solved));
  const count = /** @type {HTMLElement | null} */ (document.querySelector(".reading__solved"));
  if (!count) return;
  const { said, tasks } = count.dataset;
  count.textContent = interpolate(said, { solved: document.querySelectorAll(".solved").length, tasks });
}

const numberField = (form) => /** @type {HTMLInputElement | null} */ (form.querySelector(".quiz-act input"));

/** Keeps that this question or exercise is solved, with a number that was typed, and shows it. */
export function markSolved(element) {
  addSolved(markOf(element), numberField(element)?.value.trim());
  showSolved(element);
}

/** Shows the answer again: the number that was typed, or the choice, which can only have been the right one. */
function showAnswer(form, answer) {
  const field = numberField(form);
  if (field) field.value ||= answer;
  const right = form.querySelector('[data-right="true"]');
  if (right) form.querySelector(`input[value="${right.dataset.choice}"]`).checked = true;
}

/** Shows what the reader has solved on this page before. */
export function showSolvedMarks() {
  const answers = answersHere();
  if (!answers.size) return;
  for (const element of document.querySelectorAll("form.quiz, [data-check]")) {
    const answer = answers.get(markOf(element));
    if (answer === undefined) continue;
    showSolved(element);
    if (element.matches("form")) showAnswer(element, answer);
  }
}
