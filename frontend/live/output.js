/** What a block prints, in few messages: a loop that prints would flood the page with one for each line. */

const MOST_LINES = 1000;
const MOST_LETTERS = 200_000;
const PROMPT_LINES = 100; // are sent at once: what was printed before an endless loop is seen
const PAUSE = 50; // milliseconds between two messages afterwards

/** @param {(text: string) => void} send */
export function createOutput(send) {
  let kept = "";
  let lines = 0;
  let letters = 0;
  let sent = 0;
  let cut = false;

  function flush() {
    if (kept) send(kept);
    kept = "";
    sent = performance.now();
  }

  return {
    begin() {
      [kept, lines, letters, cut] = ["", 0, 0, false];
      sent = performance.now();
    },

    /** @param {string} text */
    write(text) {
      if (cut) return;
      const { taken, isWhole } = beginning(text);
      kept += taken;
      cut = !isWhole;
      const isDue = lines <= PROMPT_LINES ? taken.includes("\n") : performance.now() - sent > PAUSE;
      if (cut || isDue) flush();
    },

    flush,

    /** Whether more was printed than is shown. */
    isCut: () => cut,
  };

  /** What of a text still fits. */
  function beginning(text) {
    let end = lines < MOST_LINES ? Math.min(text.length, MOST_LETTERS - letters) : 0;
    for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
      lines += 1;
      if (lines === MOST_LINES) end = at + 1;
    }
    letters += end;
    return { taken: text.slice(0, end), isWhole: end === text.length };
  }
}
