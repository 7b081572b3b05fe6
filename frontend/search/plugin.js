// Teaches the search engine (lunr, in Material's worker) the language of the site: texts and queries pass the same
// normaliser. Built into lunr.handbook.min.js, which the worker loads by itself because the index names "handbook".
import * as language from "language"; // one of the files beside this one
import { indexTerms, queryBeginnings, queryTerm, trimmed } from "./normalize.js";

const EXACT_BOOST = 8; // how much more the whole word counts than one that only begins so

const formCounts = new Map(); // term → how often each of its forms occurs
let queryTerms = new Map(); // word as it was typed → its terms

// -- texts

function terms(token) {
  const indexed = indexTerms(token.str, language);
  const word = trimmed(token.str);
  for (const term of indexed) {
    if (!formCounts.has(term)) formCounts.set(term, new Map());
    formCounts.get(term).set(word, (formCounts.get(term).get(word) ?? 0) + 1);
  }
  return indexed.map((term) => token.clone(() => term));
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
  const meaningful = query.clauses.filter((clause) => !language.ignored.has(trimmed(clause.term)));
  queryTerms = new Map();
  query.clauses = (meaningful.length ? meaningful : query.clauses).flatMap((clause) => {
    const isPrefix = clause.term.endsWith("*");
    const word = clause.term.replaceAll("*", "");
    const term = queryTerm(word, language);
    if (!term || clause.term.startsWith("*")) return [clause];
    const whole = { ...clause, term };
    const isOptional = clause.presence === lunr.Query.presence.OPTIONAL;
    const beginnings = isPrefix && isOptional ? queryBeginnings(word, language) : [term];
    queryTerms.set(word, beginnings);
    if (!isPrefix) return [whole];
    const clauses = beginnings.map((beginning) => ({ ...clause, term: `${beginning}*` }));
    return isOptional ? [...clauses, { ...whole, boost: clause.boost * EXACT_BOOST }] : clauses;
  });
  return query;
};

// A word in the text has several terms, but is marked once.
function removeDuplicatePositions(metadata) {
  const seen = {};
  for (const fields of Object.values(metadata)) {
    for (const [field, data] of Object.entries(fields)) {
      seen[field] ??= new Set();
      const seenPositions = seen[field];
      data.position = data.position.filter((position) => !seenPositions.has(position));
      data.position.forEach((position) => seenPositions.add(position));
    }
  }
}

// Of two words asked for, both should be found: lunr alone is content with one that stands in a title.
const search = lunr.Index.prototype.search;
lunr.Index.prototype.search = function (query) {
  const results = search.call(this, query);
  for (const result of results) {
    const matches = Object.keys(result.matchData.metadata);
    removeDuplicatePositions(result.matchData.metadata);
    const words = [...queryTerms.values()].filter((terms) =>
      terms.some((term) => matches.some((match) => match.startsWith(term))),
    );
    if (queryTerms.size) result.score *= (words.length / queryTerms.size) ** 4;
  }
  return results;
};

// -- answers: terms are no words, so the page gets the forms that stand in its text

const RESULT = 3;
const marked = (html) => [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map((match) => trimmed(match[1])).filter(Boolean);

function wordsOf(item) {
  const forms = new Set([...marked(item.title), ...marked(item.text)]);
  const words = {};
  for (const [typed, terms] of queryTerms) {
    const isFound = terms.some((term) => item.terms[term]);
    const matchingForms = [...forms].filter((form) =>
      indexTerms(form, language).some((indexed) => terms.some((term) => indexed.startsWith(term))),
    );
    // The longer form first: the page marks the first one that fits.
    for (const form of isFound ? [...matchingForms, typed].sort((a, b) => b.length - a.length) : [typed])
      words[form] = isFound;
  }
  return words;
}

function completion(suggest) {
  const last = [...queryTerms.keys()].pop() ?? "";
  const counts = suggest.flatMap((term) => [...(formCounts.get(term) ?? [])]).filter(([form]) => form.startsWith(last));
  return counts
    .sort((a, b) => b[1] - a[1])
    .slice(0, 1)
    .map(([form]) => form);
}

const send = self.postMessage.bind(self);
self.postMessage = (message, ...rest) => {
  if (message.type === RESULT) {
    const { items, suggest } = message.data;
    for (const item of items.flat()) item.terms = wordsOf(item);
    if (suggest) message.data.suggest = completion(suggest);
  }
  return send(message, ...rest);
};
