// A reader who chose the other alphabet gets the page in it. Stands in the head of such pages, before anything is
// shown; page.js stores the choice.
import { chosenAlphabet } from "./choice.js";

const { alphabet, address } = document.currentScript.dataset;
if (chosenAlphabet() === alphabet)
  location.replace(new URL(address, location.href).pathname + location.search + location.hash);
