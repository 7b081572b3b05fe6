"""Pictures as pages ask for them, and what is drawn: for the tests of charts, of diagrams and of the check."""

import re
import xml.etree.ElementTree as ElementTree

from markdown import Markdown

SVG = "{http://www.w3.org/2000/svg}"

ASYMMETRIC = """\
```{.text .output #weights}
tensor([[1.0000, 0.0000, 0.0000],
        [0.2500, 0.7500, 0.0000],
        [0.1250, 0.5000, 0.3750]])
```
"""
HEAT = (
    '<figure data-picture="heat-map" data-output="weights" '
    'data-tokens="Hello shiny sun" data-name="hello-weights"></figure>'
)


def render(text: str, language: str = "en", **options) -> str:
    return Markdown(
        extensions=["admonition", "attr_list", "pymdownx.superfences", "handbook.extensions.figures"],
        extension_configs={"handbook.extensions.figures": {"language": language, **options}},
    ).convert(text)


def svgs(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(part) for part in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def texts(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return list(svg.iter(f"{SVG}text"))


def place(svg: ElementTree.Element, words: str) -> tuple[float, float]:
    (found,) = [text for text in texts(svg) if "".join(text.itertext()) == words]
    return float(found.get("x")), float(found.get("y"))
