// Animates numbers that move to another cell (FLIP: first, last, invert, play), unless the reader prefers less motion.

/** @import { Grid } from "./data-grid.js" */

/**
 * In pixels of the window, by `moveKey`; and all cells that there were.
 * @typedef {{ positions: Map<string, [left: number, top: number]>, cells: Set<HTMLTableCellElement> }} Positions
 */

const MOVE = { duration: 800, easing: "cubic-bezier(0.45, 0, 0.2, 1)" };
const APPEAR = { duration: 350, delay: 250, easing: "ease-out", fill: "backwards" };
const MOVING = "widget-moving";

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const cellControlsOf = (grids) => [...grids.values()].flatMap((grid) => grid.cellControls.flat());

/**
 * Where the numbers stand before a change.
 * @param {Map<string, Grid>} grids
 * @returns {Positions | null} null if nothing shall move
 */
export function measurePositions(grids) {
  if (prefersReducedMotion()) return null;
  const movable = cellControlsOf(grids).filter(({ cell }) => cell.moveKey);
  const positions = new Map();
  for (const { cell, td } of movable) {
    const { left, top } = td.getBoundingClientRect();
    positions.set(cell.moveKey, [left, top]);
  }
  return { positions, cells: new Set(cellControlsOf(grids).map(({ td }) => td)) };
}

/**
 * Moves the numbers from where they stood to where they stand now, and fades new ones in.
 * @param {HTMLElement} container around all grids; has the class `widget-moving` meanwhile
 * @param {Map<string, Grid>} grids after the change
 * @param {Positions} before
 * @returns {Promise<void>} when all have arrived
 */
export async function animateMoves(container, grids, { positions, cells }) {
  const entering = cellControlsOf(grids).filter(
    ({ cell, td }) => !cell.edit && !cell.onPress && (!cells.has(td) || positions.has(cell.moveKey)),
  );
  const targets = entering.map(({ td }) => td.getBoundingClientRect()); // read before the first animation starts
  const running = entering.map(({ cell, td }, index) => {
    const from = positions.get(cell.moveKey);
    if (!from) return td.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR);
    return td.animate(
      [
        { transform: `translate(${from[0] - targets[index].left}px, ${from[1] - targets[index].top}px)` },
        { transform: "none" },
      ],
      MOVE,
    );
  });
  container.classList.add(MOVING);
  await Promise.allSettled(running.map((animation) => animation.finished));
  if (!container.getAnimations({ subtree: true }).length) container.classList.remove(MOVING);
}
