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

STEPS = """\
```{.text .output #scores}
tensor([0.7842, 1.3569, 1.2487])
```

```{.text .output #shares}
tensor([0.2291, 0.4063, 0.3646])
```

```{.text .output #context}
tensor([0.3990, 0.3854, 0.8610])
```
"""
STEPS_FIGURE = '<figure data-picture="three-steps" data-output="scores shares context"></figure>'
TRIANGLE_FIGURE = '<figure data-picture="context-triangle" data-output="context shares"></figure>'
DOTS = """\
```{.text .output #dots}
tensor([ 1.,  0., -1.])
```
"""
DOTS_FIGURE = '<figure data-picture="dot-product" data-output="dots"></figure>'
CURVE = """\
```{.text .output #losses}
step  loss  floor
   0  4.00  1.00
  50  2.00  1.00
```
"""
CURVE_FIGURE = '<figure data-picture="curve" data-output="losses" data-name="loss-curve"></figure>'
BARS = """\
```{.text .output #noticed}
tool      faults
handbook      44
sybil         18
```
"""
BARS_FIGURE = '<figure data-picture="bars" data-output="noticed" data-name="faults-noticed"></figure>'
UPDATES = """\
```{.text .output #bark-dogs}
tensor([[2., 2.],
        [2., 0.],
        [4., 2.]])
```

```{.text .output #bark-tree}
tensor([[2., 2.],
        [0., 2.],
        [2., 4.]])
```
"""
PLANE_FIGURE = '<figure data-picture="word-plane" data-output="bark-dogs bark-tree"></figure>'


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
