// Typefaces within a picture: as a file, or drawn to pixels, it doesn't see those of the page.

/**
 * @typedef {{ css: CSSStyleDeclaration, address: string, family: string, weights: number[], ranges: number[][] }} Face
 */

const unquoted = (/** @type {string} */ text) => text.trim().replace(/^["']|["']$/g, "");

/**
 * Those typefaces of the page that the picture's letters need, as style rules. Without those that the page may not
 * read, as from a folder.
 * @param {Element} svg the root of an SVG file
 */
export async function fontRules(svg) {
  const faces = pageFaces();
  const used = new Set([...svg.querySelectorAll("text, tspan")].flatMap((text) => facesOf(text, faces)));
  const rules = await Promise.all([...used].map((face) => embedded(face).catch(() => "")));
  return rules.join("");
}

/** @returns {Face[]} those that the page declares, apart from fonts of the reader's machine */
function pageFaces() {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).flatMap(faceOf);
    } catch {
      return []; // the sheet of a page in a folder
    }
  });
}

function faceOf(/** @type {CSSFontFaceRule} */ { style: css, parentStyleSheet }) {
  const address = css.getPropertyValue("src").match(/url\(\s*["']?([^"')]+)/)?.[1];
  if (!address) return [];
  const [lightest, boldest = lightest] = (css.getPropertyValue("font-weight") || "400").split(" ").map(weightOf);
  const ranges = (css.getPropertyValue("unicode-range") || "U+0-10FFFF").split(",").map((range) => {
    const [first, last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
  const base = parentStyleSheet?.href ?? document.baseURI;
  const family = unquoted(css.getPropertyValue("font-family"));
  return [{ css, address: new URL(address, base).href, family, weights: [lightest, boldest], ranges }];
}

const weightOf = (/** @type {string} */ text) => Number({ normal: 400, bold: 700 }[text] ?? text);

/** The faces that a text's own letters need: of two with the same letter browsers take the one declared later. */
function facesOf(/** @type {Element} */ text, /** @type {Face[]} */ faces) {
  const own = [...text.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue);
  const value = (/** @type {string} */ name) => text.closest(`[${name}]`)?.getAttribute(name);
  const families = (value("font-family") ?? "").split(",").map(unquoted);
  const weight = weightOf(value("font-weight") ?? "normal");
  const style = value("font-style") ?? "normal";
  const fitting = faces.filter(
    ({ css, family, weights: [lightest, boldest] }) =>
      families.includes(family) &&
      (css.getPropertyValue("font-style") || "normal") === style &&
      weight >= lightest &&
      weight <= boldest,
  );
  return [...new Set(own.join(""))].flatMap((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const holding = fitting.filter(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
    const family = families.find((name) => holding.some((face) => face.family === name));
    return holding.filter((face) => face.family === family).slice(-1);
  });
}

async function embedded(/** @type {Face} */ { css, address }) {
  const response = await fetch(address);
  if (!response.ok) return "";
  const blob = await response.blob();
  const data = await new Promise((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(reader.result), onerror: reject });
    reader.readAsDataURL(new Blob([blob], { type: "font/woff2" }));
  });
  const kept = ["font-family", "font-style", "font-weight", "unicode-range"]
    .filter((name) => css.getPropertyValue(name))
    .map((name) => `${name}:${css.getPropertyValue(name)};`);
  return `@font-face{${kept.join("")}src:url(${data})}`;
}
