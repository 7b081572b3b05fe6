// What html and css can't do. The page works without it.

(() => {
  // Another language shows the same place of the page.
  for (const link of document.querySelectorAll("a[data-language]")) {
    link.addEventListener("click", () => {
      link.hash = location.hash;
    });
  }

  // The list of languages closes as a menu does.
  const languages = document.querySelector(".languages");
  document.addEventListener("click", ({ target }) => {
    if (!languages.contains(target)) languages.open = false;
  });
  languages.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && languages.open) {
      languages.open = false;
      languages.querySelector("summary").focus();
    }
  });

  // What scrolls sideways can be reached by keyboard, and only then.
  const scrolls = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  const watch = () => {
    for (const wide of document.querySelectorAll("div.arithmatex, .md-typeset__scrollwrap, .md-typeset table")) {
      scrolls.observe(wide);
    }
  };

  // Material makes a <nav> for the copy button of each block: as many landmarks as there are blocks.
  const article = document.querySelector("article");
  const tame = () => {
    for (const tools of article.querySelectorAll("nav.md-code__nav:not([role])")) tools.setAttribute("role", "none");
    watch();
  };
  new MutationObserver(tame).observe(article, { childList: true, subtree: true });
  tame();
})();
