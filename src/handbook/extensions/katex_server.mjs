// Typesets formulas for katex.py: one JSON object a line in, one out, until the input ends.
// Called as: node katex_server.mjs <path of katex.mjs>

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: katex } = await import(pathToFileURL(process.argv[2]));

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

function typeset({ tex, display }) {
  // KaTeX writes \gdef into the macros it is given, so each formula gets its own.
  const macros = Object.fromEntries(
    Object.entries(roles).map(([name, role]) => [`\\${name}`, `\\htmlClass{role-${role}}{#1}`]),
  );
  try {
    return { html: katex.renderToString(tex, { ...options, macros, displayMode: display }) };
  } catch (error) {
    // KaTeX marks the place by underlining each letter, which terminals and editors print badly.
    const message = String(error.message ?? error).replace(/^KaTeX parse error: /, "");
    return { error: message.replaceAll("\u0332", "") };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(typeset(JSON.parse(line)))}\n`);
}
