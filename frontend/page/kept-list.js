// The page your-data: what this browser keeps for the reader, key by key, and buttons that erase it.

import { interpolate, make, readMessages } from "../core/dom.js";
import { storedEdits } from "../live/edits.js";
import { CACHE, forgetPython, keptBytes } from "../live/python-store.js";
import { recentSearches } from "../search/recent-searches.js";
import { linkTo, linkToStop, pageLinks } from "./last-stop.js";
import { lastStop, pageName, pagesRead, sitePath, solved } from "./progress.js";
import {
  ALPHABET,
  CODE,
  erase,
  PLACE,
  READ,
  readJson,
  readText,
  SEARCHES,
  SOLVED,
  STOPPED,
  storedKeys,
  WRAP,
} from "./reader-state.js";
import { showReadMarks } from "./reading-progress.js";

/**
 * @typedef {object} Kind what is kept for one purpose
 * @property {string} key its name; with "…" where there may be several
 * @property {(key: string) => boolean} [owns] which keys are of this kind, where there may be several
 * @property {(keys: string[]) => (Node | string | undefined)[]} value the present one in words; nothing where what is
 *   kept can't be read
 */

const listed = (parts) => parts.flatMap((part, index) => (index ? [", ", part] : [part]));

/** @param {[string, number][]} counts by the names of pages; in several languages, a page stands in several of them */
function withCounts(counts) {
  const sums = new Map();
  for (const [name, count] of counts) if (count > 0) sums.set(name, (sums.get(name) ?? 0) + count);
  const links = pageLinks();
  return listed(Array.from(sums, ([name, sum]) => make("span", {}, linkTo(name, links.get(name)), ` (${sum})`)));
}

function stopped() {
  const link = linkToStop();
  const { when } = lastStop() ?? {};
  const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
  return link ? [link, `, ${form.format(new Date(when))}`] : [];
}

/** A language's name as the menu of languages has it, which a copy on a disk lacks. */
const nameOf = (code) =>
  document.querySelector(`.languages [data-language="${CSS.escape(code)}"]`)?.textContent.trim() ?? code;

/**
 * @param {Record<string, string>} words
 * @param {() => number} pythonBytes
 * @returns {Record<string, Kind>}
 */
function kinds(words, pythonBytes) {
  const site = sitePath();
  const pathOf = (key) => key.slice(CODE.length + 1);
  const colors = (media) => words[["light", "dark"].find((one) => media.includes(one)) ?? "auto"];
  return {
    read: {
      key: `${READ} ${site}`,
      value() {
        const links = pageLinks();
        return listed(pagesRead().map((name) => linkTo(name, links.get(name))));
      },
    },
    solved: {
      key: `${SOLVED} ${site}`,
      value: () => withCounts(Object.entries(solved()).map(([name, marks]) => [name, marks.length])),
    },
    stopped: { key: `${STOPPED} ${site}`, value: stopped },
    code: {
      key: `${CODE} ${site}…`,
      owns: (key) => key.startsWith(`${CODE} ${site}`),
      value: (keys) =>
        withCounts(keys.map(pathOf).map((path) => [pageName({ pathname: path }), storedEdits(path).length])),
    },
    colors: {
      key: `${site}.__palette`,
      owns: (key) => key.startsWith(site) && /^([\w-]+\/)?\.__\w+$/.test(key.slice(site.length)),
      value: (keys) => listed([...new Set(keys.map((key) => colors(String(readJson(key)?.color?.media ?? ""))))]),
    },
    alphabet: { key: ALPHABET, value: () => [nameOf(readText(ALPHABET))] },
    wrap: { key: WRAP, value: () => [words.wraps] },
    searches: {
      key: `${SEARCHES} ${site}`,
      value: () => listed(recentSearches().map((one) => make("q", {}, one))),
    },
    python: { key: CACHE, value: () => [`${inMegabytes(pythonBytes())} MB`] },
  };
}

const inMegabytes = (bytes) =>
  (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

/** @param {HTMLElement} root with a `[data-kept]` for each kind */
export function enableKeptList(root) {
  const words = readMessages(root);
  let python = 0; // bytes, which are not among the other things that are kept
  const all = Object.entries(kinds(words, () => python)).map(([name, kind]) => {
    const row = root.querySelector(`[data-kept="${name}"]`);
    const owns = (key) => key === kind.key;
    return {
      owns,
      ...kind,
      name,
      row,
      button: row.querySelector("button"),
      title: row.querySelector("strong").textContent,
    };
  });
  const everything = /** @type {HTMLButtonElement} */ (root.querySelector(".kept__all"));
  const status = /** @type {HTMLElement} */ (root.querySelector("[role=status]"));

  function show() {
    const stored = storedKeys();
    const keys = stored && [...stored, ...(python ? [CACHE] : [])];
    root.classList.toggle("kept--blocked", keys === null);
    for (const { row, button, key, owns, value } of all) {
      const own = (keys ?? []).filter(owns);
      const shown = own.length > 0 ? value(own) : [words.nothing];
      row.querySelector(".kept__now").replaceChildren(...(shown.length > 0 ? shown : [words.unreadable]));
      row
        .querySelector(".kept__keys")
        .replaceChildren(...listed((own.length > 0 ? own : [key]).map((name) => make("code", {}, name))));
      row.classList.toggle("kept--nothing", own.length === 0);
      button.hidden = own.length === 0;
    }
    everything.disabled = all.every(({ button }) => button.hidden);
    showReadMarks();
  }

  /** Erases, says so, and goes to the next thing that can be erased: the button that was pressed is gone. */
  function eraseKinds(some, said) {
    for (const key of storedKeys() ?? []) if (some.some(({ owns }) => owns(key))) erase(key);
    if (python && some.some(({ owns }) => owns(CACHE))) {
      python = 0;
      forgetPython();
    }
    if (some.some(({ name }) => name === "stopped")) erase(PLACE, "sessionStorage");
    const place = all.indexOf(some.at(-1));
    show();
    status.textContent = said;
    const next = [...all.slice(place), ...all.slice(0, place)].find(({ button }) => !button.hidden);
    (next?.button ?? status).focus();
  }

  for (const kind of all)
    kind.button.addEventListener("click", () => eraseKinds([kind], interpolate(words.erased, { what: kind.title })));
  everything.addEventListener("click", () => eraseKinds(all, words.erased_all));
  addEventListener("storage", show); // another tab has written
  addEventListener("load", show); // the theme's script notes the colors by itself
  addEventListener("pageshow", ({ persisted }) => persisted && show());
  show();
  keptBytes().then((bytes) => {
    python = bytes;
    show();
  });
}
