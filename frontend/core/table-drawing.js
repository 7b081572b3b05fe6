// Tables as an SVG picture.

const escapeXml = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const LINE_HEIGHT = 24;
const FONT = "'Source Sans 3', sans-serif"; // of titles
const NUMBER_FONT = "'JetBrains Mono', monospace";
const CHARACTER_WIDTH = 8.4; // of a monospaced face at 14 pixels

/** @typedef {{ title: string, cells: { text: string, color: string, head?: boolean }[][] }} DrawnTable */

function drawnTable(/** @type {DrawnTable} */ table, /** @type {number} */ top) {
  const widths = table.cells[0].map(
    (_, column) => Math.max(...table.cells.map((row) => row[column].text.length)) * CHARACTER_WIDTH + 20,
  );
  const edges = widths.map((_, column) => widths.slice(0, column + 1).reduce((a, b) => a + b));
  const parts = [`<text x="10" y="${top}" font-weight="600" font-family="${FONT}">${escapeXml(table.title)}</text>`];
  table.cells.forEach((row, r) =>
    row.forEach((cell, c) => {
      const position = c === 0 ? `x="10"` : `x="${edges[c]}" text-anchor="end"`;
      const style = `fill="${escapeXml(cell.color)}"${cell.head ? ' font-weight="600"' : ""}`;
      parts.push(`<text ${position} y="${top + (r + 1) * LINE_HEIGHT}" ${style}>${escapeXml(cell.text)}</text>`);
    }),
  );
  return {
    parts,
    width: Math.max(edges[edges.length - 1], table.title.length * CHARACTER_WIDTH) + 20,
    bottom: top + (table.cells.length + 2) * LINE_HEIGHT,
  };
}

/**
 * Draws the tables one below the other.
 * @param {string} title
 * @param {DrawnTable[]} tables
 * @param {{ paper: string, ink: string }} colors
 * @returns {string} the text of an SVG file
 */
export function tablesToSvg(title, tables, { paper, ink }) {
  let [bottom, width] = [LINE_HEIGHT + 4, 0];
  const parts = [];
  for (const table of tables) {
    const part = drawnTable(table, bottom);
    parts.push(...part.parts);
    bottom = part.bottom;
    width = Math.max(width, part.width);
  }
  const size = `width="${Math.ceil(width)}" height="${bottom - LINE_HEIGHT}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${NUMBER_FONT}" font-size="14" fill="${ink}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    ...parts,
    "</svg>\n",
  ].join("");
}
