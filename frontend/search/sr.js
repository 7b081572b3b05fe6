// Serbian: both scripts, with and without diacritics, in every case.
import { latin } from "../core/cyrillic.js";
import { longestFirst, untilStable, withoutAccents, withoutEnding, wordSet } from "./normalize.js";

export const fold = (word) => withoutAccents(latin(word).replaceAll("đ", "dj"));

export const ignored = wordSet(`
  a ali da do i ili iz je kako kao koji koja koje li na ne nije o od po s sa se su
  šta sta to u uz za zašto zasto što sto
  а али да до и или из је како као који која које ли на не није о од по с са се су шта то у уз за зашто што`);

const CASES = longestFirst(`
  a e i o u am om em og oj im ih ama ima ima ega emu omu ije iju
  ov ova ovi ove ovima ovom ev eva evi eve evima evom`);
const VERBS = longestFirst(`
  anje anja anju anjem enje enja enju enjem ati iti ala alo ali ana ano ani ane anu anih anim anom
  amo imo ate ite ajte ite aju uju uje ujemo ujete ovati ovanje ovanja ovanju ao io ajuci`);

// Sounds that change in front of an ending.
const CHANGED = {
  __proto__: null,
  gresak: "gresk",
  gubic: "gubitk",
  oblic: "oblik",
  prosec: "prosek",
  razlic: "razlik",
  vrednosc: "vrednost",
  tacak: "tack",
  troug: "trougl",
  verovatnosc: "verovatnost",
  uloz: "ulog",
};

const step = (word) => {
  const changed = CHANGED[word];
  if (changed && changed !== word) return changed;
  if (word.length > 5 && /ta[kr]$/.test(word)) return word.slice(0, -2) + word.slice(-1); // gubitak, parametar
  const nominal = withoutEnding(word, VERBS, 4);
  if (nominal !== word) return nominal;
  return withoutEnding(word, CASES, word.length > 4 ? 3 : 2);
};

export const stem = (word) => untilStable(step)(fold(word));
export const parts = () => [];
