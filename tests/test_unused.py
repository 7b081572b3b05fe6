"""Rules that are left out of the style sheet: only those that change nothing on any page."""

from __future__ import annotations

import re
from itertools import product

import pytest

from handbook import ROOT, site, stylesheet, unused
from handbook.pages import Handbook
from samples import sample

HANDBOOK = Handbook(ROOT)


class Everything(unused.Pages):
    """Wants all rules but the one that is left out for its price."""

    def theme(self, selector: str) -> bool:
        return "data-md-color-switching" not in selector

    def formulas(self, selector: str) -> bool:
        return True


@pytest.mark.parametrize(
    "css, left",
    [
        (".md-tabs{a:b}.md-nav{a:b}", ".md-nav{a:b}"),
        (".md-tabs__link,.md-nav__link{a:b}", ".md-nav__link{a:b}"),
        ("@media print{.md-banner{a:b}}", ""),
        ("@media print{.md-banner{a:b}.md-nav{c:d}}", "@media print{.md-nav{c:d}}"),
        ('.md-nav{content:"}.md-tabs{"}.md-tabs{a:b}', '.md-nav{content:"}.md-tabs{"}'),
        (".md-nav:not(.md-tabs){a:b}", ".md-nav:not(.md-tabs){a:b}"),
        (".md-nav:is(.md-tabs,.x) a{a:b}", ""),
        ("[dir=rtl] .md-nav{a:b}[dir=ltr] .md-nav{c:d}", "[dir=ltr] .md-nav{c:d}"),
        (".md-typeset .tabbed-set{a:b}.md-typeset .grid{a:b}", ".md-typeset .tabbed-set{a:b}"),
        (".tabbed-set>:nth-child(2){a:b}.tabbed-set>:nth-child(3){a:b}", ".tabbed-set>:nth-child(2){a:b}"),
        ('@charset "utf-8";@font-face{font-family:"A"}', '@charset "utf-8";@font-face{font-family:"A"}'),
    ],
)
def test_rules_that_can_match_stay(css, left):
    pages = unused.Pages(['<div class="tabbed-set"><input id="__tabbed_1_1"><input id="__tabbed_1_2"></div>'])
    assert unused.pruned(css, pages.theme) == left


def test_a_site_from_right_to_left_keeps_the_other_side():
    css = "[dir=rtl] .md-nav{a:b}[dir=ltr] .md-nav{c:d}"
    assert unused.pruned(css, unused.Pages([], "rtl").theme) == css


def test_variables_and_faces_that_nobody_asks_for_go():
    css = ":root{--a:1;--b:var(--c);--c:2;--d:url(\"x;y\")}p{margin:var(--b)}"
    assert unused.without_idle_variables(css, ["em{margin:var( --d)}"]) == ":root{--b:var(--c);--c:2;--d:url(\"x;y\")}p{margin:var(--b)}"
    faces = "@font-face{font-family:A;src:url(a)}@font-face{font-family:B;src:url(b)}p{font:1em A}"
    assert unused.without_idle_faces(faces) == "@font-face{font-family:A;src:url(a)}p{font:1em A}"


# -- in a browser: every element looks as it does with all rules

SAME = 3  # elements of a kind that are looked at
LOOKS = """([state, names, same]) => {
  if (state) document.getElementById(state).checked = true;
  // The whole page is laid out anew: where only something absolutely placed was moved, Chromium tells the margin
  // "auto" of what stands around it as 0.
  document.body.style.display = "none";
  document.body.offsetHeight;
  document.body.style.display = "";
  const seen = {};
  const looked = [...document.querySelectorAll("body, body *")].filter((element) => {
    const kind = [element.parentElement, element].map((one) => `${one.tagName}.${one.getAttribute("class")}`).join(" > ");
    return (seen[kind] = (seen[kind] ?? 0) + 1) <= same;
  });
  return looked.flatMap((element) =>
    ["", "::before", "::after"].map((part) => {
      const style = getComputedStyle(element, part || null);
      const shown = part && style.content === "none" ? [] : names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return [`${element.tagName}.${element.getAttribute("class")}${part}`, ...shown];
    }),
  );
}"""


@pytest.fixture(scope="module")
def whole_sheet(site_dir):
    """The style sheet with all rules of the theme and of KaTeX."""
    own = [ROOT / "theme" / path for path in re.findall(r"- (assets/stylesheets/\S+\.css)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))]
    theme = site.load_config(str(ROOT / "mkdocs.yml")).theme.dirs
    (name, _), files = stylesheet.build(theme, own, site._minified, Everything([]))
    return files[name]


@pytest.mark.parametrize("name, width", sample(product(["index", "by-hand", "lab-heads", "find-the-bug", "glossary"], [1280, 390]), [("by-hand", 390)]))
def test_every_element_looks_as_with_all_rules(browser, address, whole_sheet, name, width):
    states = ["", "__search", "__drawer"]
    names = sorted({one for one in re.findall(r"[;{]([a-z-]+):", whole_sheet) if not one.startswith("--")})
    assert len(names) > 100
    seen = []
    for sheet in (None, whole_sheet):
        context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
        page = context.new_page()
        if sheet:
            page.route("**/site.*.css", lambda route: route.fulfill(body=sheet, content_type="text/css"))
        page.goto(f"{address}{'' if name == 'index' else f'{name}/'}")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready.then(() => null)")
        page.wait_for_timeout(400)
        seen.append([page.evaluate(LOOKS, [state, names, SAME]) for state in states])
        context.close()
    for ours, all_rules in zip(*seen, strict=True):
        assert len(ours) == len(all_rules) > 500
        differing = [(one[0], mine, whole) for one, other in zip(ours, all_rules) for mine, whole in zip(one, other, strict=True) if mine != whole]
        assert differing[:5] == []
