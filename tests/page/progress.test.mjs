// What a reader has read, solved and searched for, and where they stopped: kept and read again, also where a browser's
// storage holds something else, is full or blocked. What the pages then show: tests/browser/test_your_data.py.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  addRead,
  addSolved,
  answersHere,
  keepStop,
  lastStop,
  pageName,
  pagesRead,
  solved,
} from "../../frontend/page/progress.js";
import { readJson, readText, storedKeys } from "../../frontend/page/reader-state.js";
import { recentSearches, rememberSearch } from "../../frontend/search/recent-searches.js";

const STOP = {
  page: "by-hand",
  id: "temperature",
  after: 2,
  share: 0.5,
  title: "Temperature",
  lang: "en",
  when: "2026-11-02T08:10:00.000Z",
};
const NAMES = ["read", "solved", "stopped", "searches"];
const RUBBISH = ["", "{", "null", "7", '"x"', "[1, null, {}]", "[".repeat(5000), "true", '{"by-hand": 1, "page": []}'];
let kept;

beforeEach(() => {
  kept = new Map();
  globalThis.location = new URL("https://example.org/book/de/by-hand/");
  globalThis.document = { getElementById: () => ({ dataset: { site: "../.." } }) };
  const methods = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key),
  };
  // As in a browser, what is kept are the storage's keys.
  globalThis.localStorage = new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
});

test("an answer is kept with its mark, the last one; a mark of before has none", () => {
  addSolved("quiz-1 2/3");
  addSolved("quiz-3 0.4709", "0,47");
  addSolved("quiz-3 0.4709", "0.4709");
  assert.deepEqual(
    [...answersHere()],
    [
      ["quiz-1 2/3", ""],
      ["quiz-3 0.4709", "0.4709"],
    ],
  );
});

const all = () => [pagesRead(), solved(), lastStop(), recentSearches()];
const keepAll = () => {
  addRead("by-hand");
  addSolved("quiz-1 2/3");
  keepStop(STOP);
  rememberSearch("softmax");
};
const EVERYTHING = [["by-hand"], { "by-hand": ["quiz-1 2/3"] }, STOP, ["softmax"]];
const NOTHING = [[], {}, null, []];

test("a page's name is its last folder, on a server and in a copy", () => {
  assert.equal(pageName(location), "by-hand");
  assert.equal(pageName(new URL("file:///home/me/book/by-hand/index.html")), "by-hand");
});

test("everything is kept under the path of the site, which its languages share, and is there only once", () => {
  keepAll();
  keepAll();
  assert.deepEqual(
    storedKeys(),
    NAMES.map((name) => `handbook.${name} /book/`),
  );
  assert.deepEqual(all(), EVERYTHING);
  globalThis.location = new URL("https://example.org/book/sw/kv-cache/");
  addSolved("quiz-3 0.4709");
  assert.deepEqual(solved(), { "by-hand": ["quiz-1 2/3"], "kv-cache": ["quiz-3 0.4709"] });
  globalThis.location = new URL("https://example.org/other/de/by-hand/");
  assert.deepEqual(all(), NOTHING, "another site of the host knows nothing of it");
});

test("searches are few, the latest first, each once in whatever case", () => {
  for (const query of ["a", "b", "c", "d", "e", "f", "g", "B"]) rememberSearch(query);
  assert.deepEqual(recentSearches(), ["B", "g", "f", "e", "d", "c"]);
});

for (const text of RUBBISH)
  test(`rubbish counts as nothing, and what is kept takes its place: ${text.slice(0, 30)}`, () => {
    for (const name of NAMES) kept.set(`handbook.${name} /book/`, text);
    const [read, marks, ...others] = all();
    assert.deepEqual([read, Object.values(marks).flat(), ...others], [[], [], null, []]);
    keepAll();
    const [readNow, { "by-hand": marksNow }, ...othersNow] = all();
    assert.deepEqual([readNow, { "by-hand": marksNow }, ...othersNow], EVERYTHING);
  });

test("a place without a date, or without a part of it, is none", () => {
  for (const change of [
    { when: "yesterday" },
    { when: 7 },
    { page: undefined },
    { id: null },
    { title: 1 },
    { lang: {} },
  ]) {
    keepStop({ ...STOP, ...change });
    assert.equal(lastStop(), null, JSON.stringify(change));
  }
});

test("where nothing can be kept, nothing fails", () => {
  const refuse = () => {
    throw new DOMException("no", "QuotaExceededError");
  };
  globalThis.localStorage = { getItem: () => null, setItem: refuse, removeItem: refuse };
  keepAll();
  assert.deepEqual(all(), NOTHING);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: refuse });
  keepAll();
  assert.deepEqual(all(), NOTHING);
  assert.deepEqual([storedKeys(), readText("x"), readJson("x")], [null, null, null]);
  delete globalThis.localStorage;
});
