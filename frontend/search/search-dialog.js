// The search's dialog: a combobox whose list shows terms, sections, or earlier searches. The focus stays in its field.
// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/

import { interpolate, make, readMessages, setText } from "../core/dom.js";
import { excerpt, splitAtFound } from "./excerpt.js";
import { markFound, PARAMETER } from "./found-words.js";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.js";

const MOST_MARKED = 8; // words that are handed on to the page

export class SearchDialog {
  /**
   * @param {HTMLDialogElement} dialog of partials/search.html
   * @param {import("./search-index.js").SearchIndex} index
   */
  constructor(dialog, index) {
    this.dialog = dialog;
    this.index = index;
    this.messages = readMessages(dialog);
    const part = (selector) => /** @type {any} */ (dialog.querySelector(selector));
    /** @type {HTMLInputElement} */
    this.input = part("input");
    /** @type {HTMLElement} */
    this.list = part("[role=listbox]");
    /** @type {HTMLElement} */
    this.status = part("[role=status]");
    /** @type {HTMLButtonElement} */
    this.forget = part(".search__forget");
    /** @type {HTMLElement | null} */
    this.active = null;
    this.input.addEventListener("input", () => this.update());
    this.input.addEventListener("keydown", (event) => this.#press(event));
    this.forget.addEventListener("click", () => {
      forgetSearches();
      this.update();
      this.input.focus();
    });
    part("[data-close]").addEventListener("click", () => dialog.close());
    // A press beside the dialog falls on its backdrop, which is the dialog itself.
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    dialog.addEventListener("close", () => this.#activate(null));
    this.update();
  }

  get query() {
    return this.input.value.trim();
  }

  /** Whether there is anything to search for: "the" may become a question. */
  get #isAsked() {
    return Boolean(this.query) && !this.index.isBegun(this.query);
  }

  /** Shows what belongs to the text in the field. */
  update() {
    const isAsked = this.#isAsked;
    const { groups, state } = isAsked ? this.#results(this.input.value) : this.#offers();
    this.forget.hidden = isAsked || !recentSearches().length;
    this.list.replaceChildren(...groups);
    this.list.scrollTop = 0;
    for (const [index, option] of this.options.entries()) option.id = `search-option-${index}`;
    this.input.ariaExpanded = String(groups.length > 0);
    this.#activate(null);
    setText(this.status, state);
  }

  /** @returns {HTMLElement[]} */
  get options() {
    return Array.from(this.list.querySelectorAll("[role=option]"));
  }

  // -- what is shown

  /** Before anything is typed: earlier searches, and what is often asked. */
  #offers() {
    const recent = recentSearches();
    const { offered } = this.index;
    const asked = offered.length ? [this.#page({ title: this.messages.asked, sections: offered })] : [];
    return {
      groups: [...recent.map((query) => this.#query(query)), ...asked],
      state: recent.length ? this.messages.recent : "",
    };
  }

  #results(query) {
    const { terms, pages, of, corrected } = this.index.search(query);
    const groups = [...terms.map((term) => this.#term(term)), ...pages.map((page) => this.#page(page))];
    if (groups.length) return { groups, state: this.#summary(pages, of, corrected) };
    const nearest = this.index.nearest(query);
    const message = nearest.length ? this.messages.nearest : this.messages.none;
    return { groups: nearest.map((word) => this.#query(word)), state: interpolate(message, { query: query.trim() }) };
  }

  #summary(pages, of, corrected) {
    const sections = pages.reduce((sum, page) => sum + page.sections.length, 0);
    const message = of > pages.length ? this.messages.found_best : this.messages.found;
    const found = interpolate(message, { sections, pages: pages.length, of });
    return [...corrected.map(([typed, taken]) => interpolate(this.messages.instead, { typed, taken })), found].join(
      " ",
    );
  }

  #query(query) {
    const choose = () => {
      this.input.value = query;
      this.update();
      this.input.focus();
    };
    return make("div", { role: "option", class: "search__query", onclick: choose }, query);
  }

  #term({ term, english, definition, address }) {
    const place = this.index.titleOf(address);
    return this.#link(
      { address, terms: new Set() },
      "search__term",
      make("strong", {}, term),
      english.toLowerCase() === term.toLowerCase()
        ? null
        : make("span", { lang: "en", class: "search__english" }, english),
      make("span", { class: "search__definition" }, definition),
      place ? make("span", { class: "search__place" }, interpolate(this.messages.explained, { place })) : null,
    );
  }

  #page({ title, sections }) {
    return make(
      "div",
      { role: "group", "aria-label": title, class: "search__page" },
      sections[0].page ? make("div", { class: "search__heading", "aria-hidden": "true" }, title) : null,
      ...sections.map((section, index) => this.#section(section, index === 0 && !section.page)),
    );
  }

  /** A section; `isHeading`: the page's beginning, whose title is that of the group. */
  #section({ address, page, title, text, terms }, isHeading) {
    const { termsOf } = this.index;
    const marked = (parts) => parts.map((part, index) => (index % 2 ? make("mark", {}, part) : part));
    const shown = page || isHeading ? title : this.messages.start;
    return this.#link(
      { address, terms },
      isHeading ? "search__section search__section--page" : "search__section",
      make("span", { class: "search__title" }, ...marked(splitAtFound(shown, terms, termsOf))),
      make("span", { class: "search__text" }, ...marked(excerpt(text, terms, termsOf))),
    );
  }

  #link({ address, terms }, name, ...children) {
    const words = [...new Set(Array.from(terms, (term) => this.index.written.get(term)))].slice(0, MOST_MARKED);
    const link = make("a", { role: "option", tabindex: "-1", class: name }, ...children);
    link.href = this.#address(address, words);
    link.addEventListener("click", (event) => this.#follow(event, link, words));
    return link;
  }

  /** An address below the site's home, with the words that the page will mark. Files have no folders' addresses. */
  #address(address, words) {
    const [path, anchor] = address.split("#");
    const url = new URL(
      this.dialog.dataset.home + path + (location.protocol === "file:" ? "index.html" : ""),
      location.href,
    );
    if (words.length) url.searchParams.set(PARAMETER, words.join(" "));
    if (anchor) url.hash = anchor;
    return url.href;
  }

  #follow(event, link, words) {
    rememberSearch(this.query);
    if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname !== location.pathname) return;
    // On the page that is open, nothing is loaded anew.
    event.preventDefault();
    this.dialog.close();
    location.hash = link.hash;
    if (!link.hash) scrollTo({ top: 0 });
    markFound(words);
  }

  // -- keys

  #press(event) {
    const { options } = this;
    const place = this.active ? options.indexOf(this.active) : -1;
    if (event.isComposing || !options.length) return;
    if (event.key === "ArrowDown") this.#activate(options[(place + 1) % options.length]);
    else if (event.key === "ArrowUp") this.#activate(options.at(place < 0 ? -1 : place - 1));
    else if (event.key === "Enter") (this.active ?? (this.#isAsked ? options[0] : null))?.click();
    else return;
    event.preventDefault();
  }

  #activate(option) {
    this.active?.setAttribute("aria-selected", "false");
    this.active = option;
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }
}
