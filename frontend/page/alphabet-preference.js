// The alphabet that a reader chose, kept in the browser; where nothing may be kept, there is no choice.

const NAME = "handbook.alphabet";

export function chosenAlphabet() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function chooseAlphabet(code) {
  try {
    localStorage.setItem(NAME, code);
  } catch {
    // the link works all the same
  }
}
