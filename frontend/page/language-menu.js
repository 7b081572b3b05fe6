/** Closes the language menu on Escape and on clicks outside. */
export function enableLanguageMenu() {
  const languages = document.querySelector(".languages");
  if (!languages) return; // offline copies have one language
  document.addEventListener("click", ({ target }) => {
    if (!languages.contains(target)) languages.open = false;
  });
  languages.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !languages.open) return;
    languages.open = false;
    languages.querySelector("summary").focus();
  });
}
