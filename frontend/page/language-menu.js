/** The list of languages closes as a menu does. */
export function closeLanguages() {
  const languages = document.querySelector(".languages");
  if (!languages) return; // a copy for reading without a network has one language
  document.addEventListener("click", ({ target }) => {
    if (!languages.contains(target)) languages.open = false;
  });
  languages.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !languages.open) return;
    languages.open = false;
    languages.querySelector("summary").focus();
  });
}
