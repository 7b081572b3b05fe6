// Questions that the page answers in place. The form comes from src/handbook/extensions/quiz.py and holds all that is
// needed: the reasons or the number asked for, and the words in the reader's language. Nothing is sent anywhere.

const MINUS = /[\u2212\u2013]/g;
const SPACES = /\s/g; // no-break and thin ones among them
const STRANGER = /\p{L}{2,}|[^\d.,+\-eE\s]/u; // a word, or a sign that no number has
const ENOUGH_DIGITS = 2; // that count, for an answer shorter than the one printed
const DIGITS_FOR_TOLERANCE = 3; // below that, one unit of the last digit is too much to forgive

// -- numbers

/** A decimal number kept as written: `digits` without point or sign, `places` of them behind the point. */
function decimal(negative, digits, places) {
  const significant = digits.replace(/^0+/, "").length;
  return { negative: negative && /[1-9]/.test(digits), digits, places, significant };
}

function fromParts(sign, body, point, exponent) {
  const at = point === "" ? -1 : body.lastIndexOf(point);
  const whole = (at < 0 ? body : body.slice(0, at)).replace(/[.,]/g, "");
  const fraction = at < 0 ? "" : body.slice(at + 1);
  let digits = whole + fraction;
  let places = fraction.length - exponent;
  if (places < 0) {
    digits += "0".repeat(-places);
    places = 0;
  }
  return decimal(sign === "-", digits, places);
}

const inGroups = (body, mark) => new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(body);

/** Which of the marks in `body` may be the decimal one ("" for none). Two answers where the languages differ. */
function decimalMarks(body, group) {
  const marks = body.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const others = marks.filter((mark) => mark !== last);
  if (marks.length === 0) return [""];
  if (others.length > 0) {
    const whole = body.slice(0, body.lastIndexOf(last));
    return marks.length - others.length === 1 && inGroups(whole, others[0]) ? [last] : [];
  }
  if (marks.length > 1) return inGroups(body, last) ? [""] : [];
  return inGroups(body, last) && last === group ? ["", last] : [last];
}

/**
 * What a reader typed, as numbers: point or comma, "−" or "-", spaces anywhere. "1,234" is two numbers to an English
 * page: the answer decides which was meant. Otherwise `problem` says what is wrong, and `part` where.
 */
export function readNumber(text, { group = "," } = {}) {
  const typed = text.replace(SPACES, "").replace(MINUS, "-");
  if (typed === "") return { problem: "empty" };
  const stranger = text.replace(MINUS, "-").match(STRANGER);
  if (stranger) return { problem: "letters", part: stranger[0] };
  const match = typed.match(/^([+-]?)([\d.,]*\d[\d.,]*)(?:[eE]([+-]?\d{1,3}))?$/);
  if (!match) return { problem: "letters", part: typed.match(/[eE+-]+(?=\D*$)|[eE+-]+/)?.[0] ?? typed };
  const [, sign, body, exponent = "0"] = match;
  const marks = decimalMarks(body, group);
  if (marks.length === 0) return { problem: "separators" };
  return { numbers: marks.map((mark) => fromParts(sign, body, mark, Number(exponent))) };
}

/** The answer as the page printed it: always with a point. */
export function readAnswer(printed) {
  const [, sign, body, exponent = "0"] = printed.match(/^([+-]?)([\d.]+)(?:[eE]([+-]?\d+))?$/);
  return fromParts(sign, body, body.includes(".") ? "." : "", Number(exponent));
}

/** `number` as a whole count of units of the `places`-th decimal, rounded half away from zero. */
function units(number, places) {
  let count = BigInt(number.digits || "0");
  if (places >= number.places) count *= 10n ** BigInt(places - number.places);
  else {
    const unit = 10n ** BigInt(number.places - places);
    count = (2n * count + unit) / (2n * unit);
  }
  return number.negative ? -count : count;
}

const distance = (left, right, places) => {
  const gap = units(left, places) - units(right, places);
  return gap < 0n ? -gap : gap;
};

/**
 * Compare one number with the answer, to the digits printed. An answer with fewer digits counts if it is the
 * rounding of the printed one and has two digits that say something.
 */
export function compare(typed, answer) {
  const places = Math.min(typed.places, answer.places);
  const gap = distance(typed, answer, places);
  const full = typed.places >= answer.places;
  if (full) {
    if (gap === 0n) return "right";
    const forgiving = answer.places > 0 && answer.significant >= DIGITS_FOR_TOLERANCE;
    if (gap === 1n && forgiving) return "last_digit";
  } else {
    const needed = Math.min(ENOUGH_DIGITS, answer.significant);
    if (gap === 0n) return typed.significant >= needed ? "shorter" : "more_digits";
    if (gap === 1n && typed.significant >= needed) return "close";
  }
  const mirrored = { ...typed, negative: !typed.negative };
  return full && typed.significant > 0 && distance(mirrored, answer, places) === 0n ? "sign" : "wrong";
}

const ORDER = ["right", "last_digit", "shorter", "more_digits", "close", "sign", "wrong"];
const ACCEPTED = new Set(["right", "last_digit", "shorter"]);

/** The verdict on what was typed: its name, whether the answer counts, and what to fill into the message. */
export function judge(text, { answer, shown = answer, group = "," }) {
  const typed = text.trim();
  const read = readNumber(text, { group });
  if (read.problem) return { verdict: read.problem, accepted: false, fill: { typed, part: read.part ?? "" } };
  const expected = readAnswer(answer);
  const verdicts = read.numbers.map((number) => compare(number, expected));
  const verdict = ORDER.find((name) => verdicts.includes(name));
  return { verdict, accepted: ACCEPTED.has(verdict), fill: { typed, answer: shown, digits: String(ENOUGH_DIGITS) } };
}

/** "{typed} is not right" with its gaps filled. */
export const filled = (message, fill) => message.replace(/\{(\w+)\}/g, (gap, name) => fill[name] ?? gap);

// -- the page

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
    return;
  }
  const answer = form.querySelector(`.quiz-answers [data-choice="${chosen.value}"]`);
  const right = answer.dataset.right === "true";
  const reason = [...answer.querySelector(".quiz-reason").childNodes].map((node) => node.cloneNode(true));
  show(form, right ? "right" : "wrong", right ? messages.right : messages.wrong, reason);
  form.querySelector(".quiz-answers").hidden = false;
}

function answerNumber(form, messages) {
  const input = form.querySelector(".quiz-act input");
  const { answer, shown, group } = form.dataset;
  const { verdict, accepted, fill } = judge(input.value, { answer, shown, group });
  const undecided = verdict === "more_digits" || verdict === "close" || verdict === "empty";
  show(form, accepted ? "right" : undecided ? "note" : "wrong", filled(messages[`number_${verdict}`], fill));
  if (!accepted) {
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }
}

const ANSWER = { choice: answerChoice, number: answerNumber };

function enhance(form) {
  if (form.dataset.ready) return;
  form.dataset.ready = "true";
  const messages = JSON.parse(form.dataset.messages);
  form.querySelector(".quiz-check").hidden = false;
  // The answers stay folded away until the reader has tried.
  form.querySelectorAll(".quiz-answers").forEach((answers) => (answers.hidden = true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ANSWER[form.dataset.quiz](form, messages);
  });
  form.addEventListener("input", () => clear(form));
}

/** Let every quiz below `root` answer. */
export function enhanceQuizzes(root = document) {
  root.querySelectorAll("form.quiz").forEach(enhance);
}
