"""What Python-Markdown makes of a page, as facts that the parser's blocks can be compared with."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

import markdown
import yaml

from handbook import ROOT
from handbook.markdown.model import Page, table_rows


@cache
def _renderer() -> markdown.Markdown:
    """The site's extensions, without our own: those change the page after it was read."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("!ENV", "")
    configs = yaml.safe_load(text)["markdown_extensions"]
    own = {name: options or {} for name, options in configs.items() if not name.startswith("handbook.")}
    return markdown.Markdown(extensions=list(own), extension_configs=own)


@dataclass
class Facts:
    headings: list = field(default_factory=list)  # (level, id)
    fences: list = field(default_factory=list)  # (language, text)
    items: int = 0
    tables: list = field(default_factory=list)  # cells in each row
    boxes: list = field(default_factory=list)  # first class of each admonition or details
    tabs: int = 0
    formulas: int = 0
    displays: int = 0
    codes: list = field(default_factory=list)
    links: list = field(default_factory=list)
    quotes: int = 0


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.facts = Facts()
        self.path: list[tuple[str, dict]] = []
        self.text: list[str] | None = None

    def inside(self, tag: str, name: str = "") -> bool:
        return any(tag == other and name in (attributes.get("class") or "") for other, attributes in self.path)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        names = (attributes.get("class") or "").split()
        facts = self.facts
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            facts.headings.append((int(tag[1]), attributes.get("id")))
        elif tag == "li":
            facts.items += 1
        elif tag == "table" and "highlighttable" not in names:
            facts.tables.append([])
        elif tag in ("tr", "td", "th") and self.inside("table", "highlighttable"):
            pass  # line numbers, not a table of the page
        elif tag == "tr":
            facts.tables[-1].append(0)
        elif tag in ("td", "th"):
            facts.tables[-1][-1] += 1
        elif tag == "details" or (tag == "div" and "admonition" in names):
            facts.boxes.append(next(name for name in names if name != "admonition"))
        elif tag == "div" and "tabbed-block" in names:
            facts.tabs += 1
        elif tag == "div" and "highlight" in names:
            language = next((name.removeprefix("language-") for name in names if name.startswith("language-")), "")
            facts.fences.append((language, ""))
        elif "arithmatex" in names:
            facts.formulas += tag == "span"
            facts.displays += tag == "div"
        elif tag == "a" and "headerlink" not in names:
            facts.links.append(attributes.get("href"))
        elif tag == "blockquote":
            facts.quotes += 1
        if tag == "code":
            self.text = []
        if tag not in ("br", "img", "hr", "input", "meta", "link"):
            self.path.append((tag, attributes))

    def handle_endtag(self, tag):
        if tag == "code" and self.text is not None:
            text = "".join(self.text)
            if self.inside("pre"):
                self.facts.fences[-1] = (self.facts.fences[-1][0], text.rstrip("\n"))
            else:
                self.facts.codes.append(" ".join(text.split()))
            self.text = None
        while self.path and self.path.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self.text is not None:
            self.text.append(data)


def rendered(text: str) -> Facts:
    """Facts of the page as the site's renderer sees it (front matter cut off)."""
    renderer = _renderer()
    renderer.reset()
    reader = _Reader()
    reader.feed(renderer.convert(text))
    return reader.facts


def parsed(page: Page) -> Facts:
    """The same facts from our blocks."""
    facts = Facts()
    inlines = [inline for block in page.blocks for inline in block.inlines()]
    for block in page.blocks:
        if block.kind == "heading":
            facts.headings.append((len(block.info), block.id or None))
        elif block.kind == "fence":
            facts.fences.append((block.language, block.text.rstrip("\n")))
        elif block.kind == "item":
            facts.items += 1
        elif block.kind == "table":
            facts.tables.append([len(row) for row in table_rows(block)])
        elif block.kind == "admonition":
            facts.boxes.append(block.classes[0])
        elif block.kind == "tab":
            facts.tabs += 1
        elif block.kind == "maths":
            facts.displays += 1
    facts.formulas = sum(inline.kind == "maths" for inline in inlines)
    facts.codes = [" ".join(inline.text.split()) for inline in inlines if inline.kind == "code"]
    facts.links = [inline.target for inline in inlines if inline.kind == "link"]
    facts.quotes = None
    return facts


def body(page: Page) -> str:
    """The page's source without front matter, as MkDocs hands it to the renderer."""
    return "".join(block.raw for block in page.blocks if block.kind != "front_matter")
