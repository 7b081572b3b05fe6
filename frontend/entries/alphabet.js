// A reader who chose the other alphabet gets the page in it. Stands in the head of such pages, before anything is
// shown; reading-place.js stores the choice.
import { chosenAlphabet } from "../page/alphabet-preference.js";

const { alphabet, address } = document.currentScript.dataset;
if (chosenAlphabet() === alphabet)
  location.replace(new URL(address, location.href).pathname + location.search + location.hash);
