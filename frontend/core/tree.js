// Elements as data: [tag, attributes, ...children]. Node writes them into a page; a browser brings a page's elements up
// to date with them, so that what has the focus keeps it.

/** @typedef {string | [string, Record<string, any>, ...any[]]} Tree text, or an element; false, null and undefined as
 *   a child or an attribute are left out, and true is an attribute without a value */

const VOID = new Set(["input"]);
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
const isKept = (part) => part !== false && part !== null && part !== undefined;
const written = (value) => (value === true ? "" : String(value));

/**
 * The tree as html.
 * @param {Tree} tree
 * @returns {string}
 */
export function toHtml(tree) {
  if (typeof tree === "string") return escaped(tree);
  const [tag, attributes, ...children] = tree;
  const inTag = Object.entries(attributes)
    .filter(([, value]) => isKept(value))
    .map(([name, value]) => ` ${name}="${escaped(written(value))}"`);
  const start = `<${tag}${inTag.join("")}>`;
  return VOID.has(tag) ? start : `${start}${children.filter(isKept).map(toHtml).join("")}</${tag}>`;
}

/**
 * Makes the children of `element` those of the list. Elements that are there already are kept and changed.
 * @param {Element} element
 * @param {Tree[]} children
 */
export function syncChildren(element, children) {
  const wanted = children.filter(isKept);
  wanted.forEach((tree, index) => {
    const old = element.childNodes[index];
    if (typeof tree === "string") {
      if (old?.nodeType !== Node.TEXT_NODE) insertAt(element, document.createTextNode(tree), old);
      else if (old.nodeValue !== tree) old.nodeValue = tree;
      return;
    }
    const isSame = old instanceof Element && old.localName === tree[0];
    const child = isSame ? old : insertAt(element, document.createElement(tree[0]), old);
    syncAttributes(child, tree[1]);
    syncChildren(child, tree.slice(2));
  });
  while (element.childNodes.length > wanted.length) element.lastChild?.remove();
}

/** @type {<Part extends Node>(element: Element, part: Part, before?: Node) => Part} */
function insertAt(element, part, before) {
  element.insertBefore(part, before ?? null);
  return part;
}

function syncAttributes(element, attributes) {
  for (const name of element.getAttributeNames()) if (!isKept(attributes[name])) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes))
    if (isKept(value) && element.getAttribute(name) !== written(value)) element.setAttribute(name, written(value));
}
