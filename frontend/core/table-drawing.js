// Tables as the text of an SVG picture.

const escaped = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const LINE = 24;
const LETTER = 8.4; // of a monospaced face at 14 pixels

/** @typedef {{ title: string, cells: { text: string, color: string, head?: boolean }[][] }} DrawnTable */

function drawnTable(/** @type {DrawnTable} */ table, /** @type {number} */ top) {
  const widths = table.cells[0].map(
    (_, column) => Math.max(...table.cells.map((row) => row[column].text.length)) * LETTER + 20,
  );
  const edges = widths.map((_, column) => widths.slice(0, column + 1).reduce((a, b) => a + b));
  const parts = [`<text x="10" y="${top}" font-weight="600" font-family="sans-serif">${escaped(table.title)}</text>`];
  table.cells.forEach((row, r) =>
    row.forEach((cell, c) => {
      const place = c === 0 ? `x="10"` : `x="${edges[c]}" text-anchor="end"`;
      const look = `fill="${escaped(cell.color)}"${cell.head ? ' font-weight="600"' : ""}`;
      parts.push(`<text ${place} y="${top + (r + 1) * LINE}" ${look}>${escaped(cell.text)}</text>`);
    }),
  );
  return {
    parts,
    width: Math.max(edges[edges.length - 1], table.title.length * LETTER) + 20,
    bottom: top + (table.cells.length + 2) * LINE,
  };
}

/**
 * The tables one below the other.
 * @param {string} title
 * @param {DrawnTable[]} tables
 * @param {{ paper: string, ink: string }} colors
 */
export function drawing(title, tables, { paper, ink }) {
  let [bottom, width] = [LINE + 4, 0];
  const parts = [];
  for (const table of tables) {
    const drawn = drawnTable(table, bottom);
    parts.push(...drawn.parts);
    bottom = drawn.bottom;
    width = Math.max(width, drawn.width);
  }
  const size = `width="${Math.ceil(width)}" height="${bottom - LINE}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="monospace" font-size="14" fill="${ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    ...parts,
    "</svg>\n",
  ].join("");
}
