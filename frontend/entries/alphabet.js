// Redirects readers who chose the other alphabet. Runs in the head, before the page is shown.
// reading-position.js stores the choice.
import { storedAlphabet } from "../page/alphabet-preference.js";

const { alphabet, address } = document.currentScript.dataset;
if (storedAlphabet() === alphabet)
  location.replace(new URL(address, location.href).pathname + location.search + location.hash);
