"""The style sheet that every page loads: the theme's, the typefaces', KaTeX's and the site's own, in this order."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from handbook.core import npm
from handbook.site import fonts as site_fonts

FONTS, KATEX = "assets/fonts", "assets/katex"
_SOURCE_MAP = re.compile(r"/\*# sourceMappingURL=.*?\*/")


def build(
    theme_folders: Sequence[str], own: Sequence[Path], minify: Callable[[str], str]
) -> tuple[str, dict[str, str | Path | Callable[[], bytes]]]:
    """The sheet's path, and all files that it consists of and asks for, the typefaces as what makes them. ``minify``
    shortens the site's own part."""
    fonts, faces = site_fonts.files(FONTS)
    katex = npm.package("katex") / "dist"
    katex_fonts, katex_rules = site_fonts.katex_fonts(
        _katex_rules(katex / "katex-swap.min.css"), katex / "fonts", f"{KATEX}/fonts"
    )
    parts = [
        *(_SOURCE_MAP.sub("", path.read_text(encoding="utf-8")) for path in _of_theme(theme_folders)),
        faces.replace("url(", "url(../fonts/"),
        katex_rules.replace("url(", "url(../katex/"),
        minify("\n".join(path.read_text(encoding="utf-8") for path in own)),
    ]
    text = "\n".join(part.strip() for part in parts) + "\n"
    name = f"assets/stylesheets/site.{hashlib.sha256(text.encode('utf-8')).hexdigest()[:8]}.css"
    return name, {name: text, **fonts, **katex_fonts}


def preload_fonts(letters: str) -> list[str]:
    """The files of the first view in these letters, a range of ``typefaces.RANGES``."""
    return site_fonts.preload_fonts(FONTS, letters)


def _of_theme(folders: Sequence[str]) -> list[Path]:
    """Material's two sheets: its own names for them carry their hashes."""
    found = []
    for name in ("main", "palette"):
        found.append(
            next(
                path for folder in folders for path in sorted(Path(folder).glob(f"assets/stylesheets/{name}.*.min.css"))
            )
        )
    return found


def _katex_rules(sheet: Path) -> str:
    """KaTeX's rules with its fonts in the one format that every browser of today reads."""
    return re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)', "", sheet.read_text(encoding="utf-8"))
