// Numbers that go to another place are seen going there. Who asks for less motion sees them there at once.

const GO = { duration: 800, easing: "cubic-bezier(0.45, 0, 0.2, 1)" };
const APPEAR = { duration: 350, delay: 250, easing: "ease-out", fill: "backwards" };
const MOVING = "widget-moving";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const stopsOf = (grids) => [...grids.values()].flatMap((grid) => grid.stops.flat());

/** Where each number that may move stands now: {carry: [left, top]}; null if nothing is to move. */
export function places(grids) {
  if (calm()) return null;
  const carried = stopsOf(grids).filter(({ cell }) => cell.carry);
  const found = new Map();
  for (const { cell, holder } of carried) {
    const { left, top } = holder.getBoundingClientRect();
    found.set(cell.carry, [left, top]);
  }
  return { found, holders: new Set(stopsOf(grids).map(({ holder }) => holder)) };
}

/** Brings the numbers from where they stood to where they stand; what is new appears. */
export async function move(area, grids, { found, holders }) {
  const fresh = stopsOf(grids).filter(
    ({ cell, holder }) => !cell.edit && !cell.press && (!holders.has(holder) || found.has(cell.carry)),
  );
  const goals = fresh.map(({ holder }) => holder.getBoundingClientRect()); // all read before anything is set in motion
  const running = fresh.map(({ cell, holder }, place) => {
    const from = found.get(cell.carry);
    if (!from) return holder.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR);
    return holder.animate(
      [
        { transform: `translate(${from[0] - goals[place].left}px, ${from[1] - goals[place].top}px)` },
        { transform: "none" },
      ],
      GO,
    );
  });
  area.classList.add(MOVING);
  await Promise.allSettled(running.map((animation) => animation.finished));
  if (!area.getAnimations({ subtree: true }).length) area.classList.remove(MOVING);
}
