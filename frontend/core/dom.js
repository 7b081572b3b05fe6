// The one way in which widgets make elements.

/** `make("td", {class: "x", onclick: …}, "text", child …)`; attributes that are null or false are left out. */
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

/** Buttons with what they have in common before them. */
export const toolGroup = (name, ...parts) =>
  make(
    "div",
    { role: "group", "aria-label": name },
    make("span", { class: "widget-label", "aria-hidden": "true" }, name),
    ...parts,
  );

/** An input with its label; `more`: a class besides. */
export const field = (label, input, more = "") =>
  make("div", { class: `widget-field ${more}` }, make("label", { for: input.id }, label), input);

/** Text only where it changes: a screen reader reads a live region again for each touch. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A widget has started: once that is drawn, it is a part of the page like any other
 * (`overflow-anchor` in handbook.css).
 */
export function started(root) {
  root.dataset.ready = "true";
  requestAnimationFrame(() => requestAnimationFrame(() => (root.dataset.settled = "true")));
}

/**
 * What a widget says, from its root.
 * Where a finger is used, hints that have a form of their own for it speak of tapping.
 */
export function readMessages(root) {
  const words = JSON.parse(root.dataset.words);
  if (!matchMedia("(pointer: coarse)").matches) return words;
  const touched = Object.entries(words).filter(([name]) => name.endsWith("_touch"));
  return { ...words, ...Object.fromEntries(touched.map(([name, text]) => [name.replace(/_touch$/, ""), text])) };
}

export const interpolate = (message, fill) => message.replace(/\{(\w+)\}/g, (gap, name) => fill[name] ?? gap);
