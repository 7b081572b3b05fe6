// Elements and messages of widgets.

/**
 * Creates an element: `make("td", {class: "x", onclick: …}, "text", child …)`.
 * @param {string} tag
 * @param {Record<string, any>} attributes `on…` are listeners; null, undefined and false are left out, true is ""
 * @param {(Node | string | null | undefined)[]} children null and undefined are left out
 * @returns {any} the element
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false && value !== undefined)
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Buttons behind the label that they share.
 * @param {string} name the label, visible and of the group
 * @param {Node[]} parts
 */
export const toolGroup = (name, ...parts) =>
  make(
    "div",
    { role: "group", "aria-label": name },
    make("span", { class: "widget-label", "aria-hidden": "true" }, name),
    ...parts,
  );

/**
 * An input with its label.
 * @param {string} label
 * @param {HTMLElement} input with an id
 * @param {string} extraClass of the element around both
 */
export const field = (label, input, extraClass = "") =>
  make("div", { class: `widget-field ${extraClass}` }, make("label", { for: input.id }, label), input);

/** Sets the text if it is another one: screen readers announce a live region again on every change. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Marks a widget as started (`data-ready`), and two frames later as drawn (`data-settled`): from then on the browser
 * may anchor the scroll position to it (`overflow-anchor` in refinements.css).
 * @param {HTMLElement} root the widget's
 */
export function markReady(root) {
  root.dataset.ready = "true";
  requestAnimationFrame(() => requestAnimationFrame(() => (root.dataset.settled = "true")));
}

/**
 * The messages of a widget, from `data-words`. On touch screens, `<key>_touch` replaces `<key>`.
 * @param {HTMLElement} root the widget's, with `data-words`
 * @returns {Record<string, string>}
 */
export function readMessages(root) {
  const messages = JSON.parse(/** @type {string} */ (root.dataset.words));
  if (!matchMedia("(pointer: coarse)").matches) return messages;
  const touchMessages = Object.entries(messages).filter(([name]) => name.endsWith("_touch"));
  return {
    ...messages,
    ...Object.fromEntries(touchMessages.map(([name, text]) => [name.replace(/_touch$/, ""), text])),
  };
}

/**
 * Fills `{name}` in a message; a placeholder without a value stays.
 * @param {string} message
 * @param {Record<string, string | number | undefined>} values by name
 */
export const interpolate = (message, values) =>
  message.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
