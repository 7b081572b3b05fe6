// Teaches the search engine (lunr, in Material's worker) the language of the site: texts and queries pass the same
// normaliser. Built into lunr.handbook.min.js, which the worker loads by itself because the index names "handbook".
import * as language from "language"; // one of the files beside this one
import { indexTerms, queryBeginnings, queryTerm, trimmed } from "./normalize.js";

const EXACT = 8; // how much more the whole word counts than one that only begins so

const surfaces = new Map(); // term → how often each of its forms occurs
let asked = new Map(); // word as it was typed → its terms

// -- texts

function terms(token) {
  const found = indexTerms(token.str, language);
  const word = trimmed(token.str);
  for (const term of found) {
    if (!surfaces.has(term)) surfaces.set(term, new Map());
    surfaces.get(term).set(word, (surfaces.get(term).get(word) ?? 0) + 1);
  }
  return found.map((term) => token.clone(() => term));
}
lunr.Pipeline.registerFunction(terms, "terms-handbook");

lunr.handbook = function () {
  this.b(0.4); // a word counts for more in a short title or section
  this.pipeline.reset();
  this.pipeline.add(terms);
  this.searchPipeline.reset(); // queries are dealt with below, those with a star too
};

// -- queries

const parse = lunr.QueryParser.prototype.parse;
lunr.QueryParser.prototype.parse = function () {
  const query = parse.call(this);
  const telling = query.clauses.filter((clause) => !language.ignored.has(trimmed(clause.term)));
  asked = new Map();
  query.clauses = (telling.length ? telling : query.clauses).flatMap((clause) => {
    const open = clause.term.endsWith("*");
    const word = clause.term.replaceAll("*", "");
    const term = queryTerm(word, language);
    if (!term || clause.term.startsWith("*")) return [clause];
    const whole = { ...clause, term };
    const isOptional = clause.presence === lunr.Query.presence.OPTIONAL;
    const beginnings = open && isOptional ? queryBeginnings(word, language) : [term];
    asked.set(word, beginnings);
    if (!open) return [whole];
    const clauses = beginnings.map((beginning) => ({ ...clause, term: `${beginning}*` }));
    return isOptional ? [...clauses, { ...whole, boost: clause.boost * EXACT }] : clauses;
  });
  return query;
};

// A word in the text has several terms, but is marked once.
function withoutDoubles(metadata) {
  const seen = {};
  for (const fields of Object.values(metadata)) {
    for (const [field, data] of Object.entries(fields)) {
      seen[field] ??= new Set();
      const places = seen[field];
      data.position = data.position.filter((place) => !places.has(place));
      data.position.forEach((place) => places.add(place));
    }
  }
}

// Of two words asked for, both should be found: lunr alone is content with one that stands in a title.
const search = lunr.Index.prototype.search;
lunr.Index.prototype.search = function (query) {
  const results = search.call(this, query);
  for (const result of results) {
    const found = Object.keys(result.matchData.metadata);
    withoutDoubles(result.matchData.metadata);
    const words = [...asked.values()].filter((terms) =>
      terms.some((term) => found.some((one) => one.startsWith(term))),
    );
    if (asked.size) result.score *= (words.length / asked.size) ** 4;
  }
  return results;
};

// -- answers: terms are no words, so the page gets the forms that stand in its text

const RESULT = 3;
const marked = (html) => [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map((match) => trimmed(match[1])).filter(Boolean);

function wordsOf(item) {
  const forms = new Set([...marked(item.title), ...marked(item.text)]);
  const words = {};
  for (const [typed, terms] of asked) {
    const found = terms.some((term) => item.terms[term]);
    const fitting = [...forms].filter((form) =>
      indexTerms(form, language).some((one) => terms.some((term) => one.startsWith(term))),
    );
    // The longer form first: the page marks the first one that fits.
    for (const form of found ? [...fitting, typed].sort((a, b) => b.length - a.length) : [typed]) words[form] = found;
  }
  return words;
}

function completion(suggest) {
  const last = [...asked.keys()].pop() ?? "";
  const counts = suggest.flatMap((term) => [...(surfaces.get(term) ?? [])]).filter(([form]) => form.startsWith(last));
  return counts
    .sort((a, b) => b[1] - a[1])
    .slice(0, 1)
    .map(([form]) => form);
}

const send = self.postMessage.bind(self);
self.postMessage = (message, ...more) => {
  if (message.type === RESULT) {
    const { items, suggest } = message.data;
    for (const item of items.flat()) item.terms = wordsOf(item);
    if (suggest) message.data.suggest = completion(suggest);
  }
  return send(message, ...more);
};
