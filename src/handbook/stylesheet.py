"""The style sheet that every page loads: the theme's, the typefaces', KaTeX's and the site's own, in this order; and a second one
for what only chapters hold."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from . import maths, typefaces, unused

FONTS, KATEX = "assets/fonts", "assets/katex"
OF_CHAPTERS = ("quiz.css", "take.css")
_SOURCE_MAP = re.compile(r"/\*# sourceMappingURL=.*?\*/")


def build(theme_folders: Sequence[str], own: Sequence[Path], minify: Callable[[str], str], pages: unused.Pages | None) -> tuple[tuple[str, str], dict[str, str | Callable[[], bytes]]]:
    """The sheets' paths, and all files that they consist of and ask for, the typefaces as what makes them. ``minify``
    shortens the site's own part; of the theme's and KaTeX's, what none of the ``pages`` needs is left out, if they are known."""
    fonts, faces = typefaces.files(FONTS)
    katex_rules, katex_fonts = _katex(pages)
    theme = "".join(_SOURCE_MAP.sub("", path.read_text(encoding="utf-8")).strip() for path in _of_theme(theme_folders))
    others = [path.read_text(encoding="utf-8") for folder in {path.parent for path in own} for path in sorted(folder.glob("*.css"))]
    parts = [
        unused.without_idle_variables(unused.pruned(theme, pages.theme), [*others, *pages.contents]) if pages else theme,
        faces.replace("url(", "url(../fonts/"),
        katex_rules.replace("url(", "url(../katex/fonts/"),
        _joined([path for path in own if path.name not in OF_CHAPTERS], minify),
    ]
    sheets = {
        _named("site", text := "\n".join(part.strip() for part in parts) + "\n"): text,
        _named("chapter", text := _joined([path for path in own if path.name in OF_CHAPTERS], minify)): text,
    }
    first, second = sheets
    return (first, second), {**sheets, **fonts, **katex_fonts}


def _joined(sheets: Sequence[Path], minify: Callable[[str], str]) -> str:
    return minify("\n".join(path.read_text(encoding="utf-8") for path in sheets))


def _named(name: str, text: str) -> str:
    return f"assets/stylesheets/{name}.{hashlib.sha256(text.encode('utf-8')).hexdigest()[:8]}.css"


def first_fonts(letters: str) -> list[str]:
    """The files of the first view in these letters, a range of ``typefaces.RANGES``."""
    return typefaces.first(FONTS, letters)


def _of_theme(folders: Sequence[str]) -> list[Path]:
    """Material's two sheets: its own names for them carry their hashes."""
    found = []
    for name in ("main", "palette"):
        found.append(next(path for folder in folders for path in sorted(Path(folder).glob(f"assets/stylesheets/{name}.*.min.css"))))
    return found


def _katex(pages: unused.Pages | None) -> tuple[str, dict[str, Callable[[], bytes]]]:
    """KaTeX's rules with its fonts in the one format that every browser of today reads."""
    folder = maths.package("katex") / "dist"
    css = (folder / "katex-swap.min.css").read_text(encoding="utf-8")
    css = re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)', "", css)
    css = unused.without_idle_faces(unused.pruned(css, pages.formulas)) if pages else css
    fonts, css = typefaces.formulas(css, folder / "fonts", f"{KATEX}/fonts")
    return css, fonts
