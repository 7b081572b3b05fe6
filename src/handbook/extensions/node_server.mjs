// What Python asks of node (node_process.py): one JSON object a line in, one out, until the input ends.
// Called as: node node_server.mjs <path of katex.mjs>

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { numberFormatter } from "../../../frontend/core/number-format.js";
import { readableSteps } from "../../../frontend/core/readable-tables.js";
import { toHtml } from "../../../frontend/core/tree.js";

const { default: katex } = await import(pathToFileURL(process.argv[2]));

// -- formulas

// The roles of the whole site. A role is a class, so that its colour follows the scheme.
const roles = {
  embedding: "embedding",
  query: "query",
  key: "key",
  val: "value",
  score: "score",
  weight: "weight",
};
const classes = new Set(Object.values(roles).map((role) => `role-${role}`));

const options = {
  output: "htmlAndMathml",
  throwOnError: true,
  // Anything that another TeX would refuse is an error here too; only our own classes pass.
  strict: (code) => (code === "htmlExtension" ? "ignore" : "error"),
  // KaTeX prints what it doesn't trust in red and goes on: refuse instead.
  trust({ command, class: name }) {
    if (command === "\\htmlClass" && classes.has(name)) return true;
    throw new Error(`${command} is not allowed here`);
  },
};

function formula({ tex, display }) {
  // KaTeX writes \gdef into the macros it is given, so each formula gets its own.
  const macros = Object.fromEntries(
    Object.entries(roles).map(([name, role]) => [`\\${name}`, `\\htmlClass{role-${role}}{#1}`]),
  );
  return { html: katex.renderToString(tex, { ...options, macros, displayMode: display }) };
}

// -- widgets

/** The first state of a widget, what it shows of it, and the keys of the words that it looked for in vain. */
async function widget({ name, locale, words: written, examples }) {
  const { widget } = await import(`../../../frontend/widgets/${name}.js`);
  const missing = new Set();
  const words = new Proxy(written, {
    get(own, key) {
      if (key in own) return own[key];
      missing.add(key);
      return key;
    },
  });
  const start = widget.clean(widget.start(examples));
  if (!start) throw new Error("its own start is no state for it");
  return { start, steps: readableSteps(widget, start, words, numberFormatter(locale)), missing: [...missing] };
}

// -- the model on the home page

/** What it shows at first: of the sentences, in a language of the model, the first. */
async function live({ weights, vocabulary, language, locale, words, sentences }) {
  const home = "../../../frontend/home";
  const [{ LanguageModel }, { readSentence }, { liveReading }, { LiveView, still }] = await Promise.all([
    import("../../../frontend/model/language-model.js"),
    import("../../../frontend/model/tokenizer.js"),
    import(`${home}/live-reading.js`),
    import(`${home}/live-view.js`),
  ]);
  const model = new LanguageModel(readFileSync(weights).toString("base64"));
  const { tokens, unknown } = readSentence(sentences[0], new Set(vocabulary));
  if (unknown.length) throw new Error(`the model doesn't know ${unknown[0].word}`);
  const view = new LiveView(locale, language, words);
  return {
    html: view
      .start(liveReading(model, language, tokens), sentences)
      .map(still)
      .map(toHtml)
      .join(""),
  };
}

// -- questions and answers

const answers = { formula, widget, live };

console.log = console.error; // what a script prints is no answer

for await (const line of createInterface({ input: process.stdin })) {
  const { id, do: task, ...question } = JSON.parse(line);
  const answer = await Promise.resolve(question)
    .then(answers[task])
    .catch((error) => ({ error: error.message }));
  process.stdout.write(`${JSON.stringify({ ...answer, id })}\n`);
}
