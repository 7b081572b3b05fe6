// What the search of a built language answers: `node ask.mjs FOLDER LANGUAGE`, with a list of queries as JSON on stdin.
// Prints for each the addresses that explain terms, and those of the sections of each page, in their order.

import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { SearchIndex } from "../../frontend/search/search-index.js";

const [folder, language] = process.argv.slice(2);
for (const name of ["search-sections", "search-terms"])
  runInThisContext(readFileSync(`${folder}/assets/javascripts/${name}.js`, "utf8"));
const words = await import(`../../frontend/search/${language}.js`);
const index = new SearchIndex(globalThis.searchSections, globalThis.searchTerms, words);
await index.build();
const answers = JSON.parse(readFileSync(0, "utf8")).map((query) => {
  const { terms, pages } = index.search(query);
  return {
    terms: terms.map(({ address }) => address),
    pages: pages.map(({ sections }) => sections.map(({ address }) => address)),
  };
});
console.log(JSON.stringify(answers));
