// The one way in which widgets make elements.

/** `make("td", {class: "x", onclick: …}, "text", child …)`; attributes that are null or false are left out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Text only where it changes: a screen reader reads a live region again for each touch. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const filled = (message, fill) => message.replace(/\{(\w+)\}/g, (gap, name) => fill[name] ?? gap);
