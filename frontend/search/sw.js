// Swahili: the class stands at the front of a noun, and person and time at the front of a verb.
import { untilStable, withoutAccents, withoutEnding, wordSet } from "./normalize.js";

export const ignored = wordSet(`
  cha gani hadi je katika kila kwa kwenye la lakini na nani ni nini pia si vya wa wake ya yake yeye za zake
  kama au hii hiyo huo ule wapi`);

const LEAST = 4; // letters that a front may leave, so that short words stay whole

const FRONTS = [
  // inazingatia, walizingatia
  /^(?:ha)?(?:ni|tu|wa|zi|vi|ya|i|a)(?:na|li|me|ta|po)(?:po|cho|vyo|yo|zo|lo|o)?(?=[a-z]{4})/,
  /^(?:u|ki|li|pa|m)na(?:po|cho|vyo|yo|zo|lo|o)?(?=[a-z]{4})/, // unazingatia
  /^(?:ku|hu)(?=[a-z]{4})/, // kuzingatia, huzingatia
  /^(?:ki|vi|ma|mi|wa|mw|mu|m|u|vy|ch)(?=[a-z]{4})/, // vichwa, kichwa; mifano, mfano; ufunguo, funguo
];

const step = (word) => {
  for (const front of FRONTS) if (front.test(word)) return word.replace(front, "");
  if (/[ao]ni$/.test(word) && word.length > 6) return word.slice(0, -2); // kichwani
  if (word.endsWith("je") && word.length > 7) return word.slice(0, -2); // hufunzwaje
  return withoutEnding(word, ["wa", "a", "e", "i", "o", "u"], LEAST);
};

export const fold = withoutAccents;
export const stem = (word) => untilStable(step)(fold(word));
export const parts = () => [];
