// Styles written into a drawing's own attributes: a file has no style sheets.

// What they set of shapes and words. `opacity` isn't inherited.
const PROPERTIES = [
  ..."fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin".split(" "),
  ..."opacity paint-order text-anchor font-family font-size font-style font-weight".split(" "),
];
const FEATURES = "font-feature-settings"; // no attribute of SVG, but a style

/**
 * Writes what the page's style sheets say of a drawing into its attributes, in place of the classes.
 * @param {Element} svg in the page
 */
export function resolveStyles(svg) {
  const elements = [svg, ...svg.querySelectorAll("*:not(title, desc)")];
  const styles = new Map(elements.map((element) => [element, valuesOf(element)]));
  for (const [element, values] of styles) {
    const parent = element === svg ? undefined : styles.get(/** @type {Element} */ (element.parentElement));
    const inherited = { ...parent, opacity: "1" };
    element.removeAttribute("class");
    for (const name of PROPERTIES) if (values[name] !== inherited[name]) element.setAttribute(name, values[name]);
    if (values[FEATURES] !== (parent?.[FEATURES] ?? "normal"))
      /** @type {SVGElement} */ (element).style.setProperty(FEATURES, values[FEATURES]);
  }
}

/** @returns {Record<string, string>} */
function valuesOf(/** @type {Element} */ element) {
  const style = getComputedStyle(element);
  return Object.fromEntries([...PROPERTIES, FEATURES].map((name) => [name, plain(style.getPropertyValue(name))]));
}

/** As programs beside browsers read it, too. */
const plain = (/** @type {string} */ value) =>
  value
    .replace(/^rgba\(.*, 0\)$/, "none")
    .replace(/url\("(#.*?)"\)/, "url($1)")
    .replace(/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+) \/ ([\d.]+)\)$/, (_, red, green, blue, alpha) => {
      const parts = [red, green, blue].map((share) => Math.round(255 * share));
      return `rgba(${parts.join(", ")}, ${alpha})`;
    });
