"""The one style sheet of all pages: Material's, the fonts', KaTeX's and the site's own rules, in this order."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from handbook.core import npm
from handbook.site import fonts as site_fonts

FONTS, KATEX = "assets/fonts", "assets/katex"
_SOURCE_MAP = re.compile(r"/\*# sourceMappingURL=.*?\*/")
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_EMPTY_AT_RULE = re.compile(r"@media[^{};]*\{\}")
_COLOR = re.compile(r"\[data-md-color-(?:primary|accent)=([\w-]+)\]")


def build(
    theme_folders: Sequence[str], own: Sequence[Path], minify: Callable[[str], str], colors: Collection[str] = ()
) -> tuple[str, dict[str, str | Path | Callable[[], bytes]]]:
    """Put the style sheet together.

    Args:
        theme_folders: where the theme's files are looked for, in this order.
        own: the site's own style sheets.
        minify: makes CSS shorter; for the site's own part.
        colors: those of the theme's palette that the site uses; rules for its others are left out.

    Returns:
        The sheet's path on the site, with a hash of its text; and by its path each file, the sheet and all fonts: a
        text, a file to copy or the function that makes it.

    Raises:
        DiagnosticError: where an npm package is missing, or ``minify`` refuses the CSS.
        StopIteration: where no folder has Material's style sheets.
    """
    fonts, font_rules = site_fonts.files(FONTS)
    katex = npm.package("katex") / "dist"
    katex_fonts, katex_rules = site_fonts.katex_fonts(
        _katex_rules(katex / "katex-swap.min.css"), katex / "fonts", f"{KATEX}/fonts"
    )
    parts = [
        *(
            without_other_colors(_SOURCE_MAP.sub("", path.read_text(encoding="utf-8")), colors)
            for path in _theme_sheets(theme_folders)
        ),
        font_rules.replace("url(", "url(../fonts/"),
        katex_rules.replace("url(", "url(../katex/"),
        minify("\n".join(path.read_text(encoding="utf-8") for path in own)),
    ]
    text = "\n".join(part.strip() for part in parts) + "\n"
    name = f"assets/stylesheets/site.{hashlib.sha256(text.encode('utf-8')).hexdigest()[:8]}.css"
    return name, {name: text, **fonts, **katex_fonts}


def without_other_colors(css: str, colors: Collection[str]) -> str:
    """Minified ``css`` without selectors that ask for a primary or an accent color that isn't one of ``colors``.

    Material has rules for each of twenty colors, of which a site uses one or two.
    """

    def used(rule: re.Match[str]) -> str:
        selectors = rule[1].split(",")
        kept = [one for one in selectors if all(color in colors for color in _COLOR.findall(one))]
        if len(kept) == len(selectors):
            return rule[0]
        return f"{','.join(kept)}{{{rule[2]}}}" if kept else ""

    return _EMPTY_AT_RULE.sub("", _RULE.sub(used, css))


def preload_fonts(script: str) -> list[str]:
    """The paths of fonts that every page in a script needs at first; ``script``: a key of ``fonts.RANGES``."""
    return site_fonts.preload_fonts(FONTS, script)


def italic_font(script: str) -> str:
    """The path on the site of the font in italics, in a script of ``fonts.RANGES``."""
    return site_fonts.italic_font(FONTS, script)


def _theme_sheets(folders: Sequence[str]) -> list[Path]:
    """Material's two style sheets, whose names hold a hash."""
    sheets = []
    for name in ("main", "palette"):
        paths = (
            path for folder in folders for path in sorted(Path(folder).glob(f"assets/stylesheets/{name}.*.min.css"))
        )
        sheets.append(next(paths))
    return sheets


def _katex_rules(sheet: Path) -> str:
    """KaTeX's rules with its fonts as woff2 only, which all current browsers read."""
    return re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)', "", sheet.read_text(encoding="utf-8"))
