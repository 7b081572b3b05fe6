"""A chapter as a page of an EPUB: well-formed XHTML, formulas as MathML, and folded solutions at its end."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from itertools import count
from urllib.parse import urljoin
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.execution.plot_capture import SITE_COLORS
from handbook.export.chapters import Chapter, Cover, from_home, with_tab_labels, without_screen_parts
from handbook.figures import text_metrics

XHTML, OPS = "http://www.w3.org/1999/xhtml", "http://www.idpf.org/2007/ops"
NAMESPACES = {"math": "http://www.w3.org/1998/Math/MathML", "svg": "http://www.w3.org/2000/svg"}
SUFFIX, STYLES = ".xhtml", "book.css"
# A book can't be filled in and can't fold: forms and folded boxes become blocks.
DROPPED = ("katex-html", "input")
RENAMED = {"form": "div", "fieldset": "div", "legend": "p", "details": "div", "summary": "p", "label": "span"}
CLASSES = {"legend": "question", "summary": "summary"}  # of what these become
DROPPED_ATTRIBUTES = re.compile(r"xmlns.*|data-.*|open|for|name|tabindex|abbr")
LABEL = "data-label"  # what is printed says so above itself
SOLUTIONS = "book-solutions"  # an id
MOVED = frozenset(("tip", "success", "quiz-more"))  # classes of folded boxes that give something away
TITLES = ("h1", "h2", "h3")
FORMULA_AND_SIGN = re.compile(r'<span class="arithmatex">(?:(?!</math>).)*</math>(?:</span>)+[.,;:!?)”“’…]+', re.DOTALL)


@dataclass(frozen=True)
class Page:
    """A page of the book; ``sections`` are the ids and titles of its second-level headings."""

    name: str
    title: str
    xhtml: str
    sections: list[tuple[str, str]] = field(default_factory=list)

    @property
    def properties(self) -> str:
        """What the package says of it: whether it holds MathML or SVG."""
        return " ".join(name for name, tag in (("mathml", "<math"), ("svg", "<svg")) if tag in self.xhtml)


def page(chapter: Chapter, solutions: str, cover: Cover, link: Callable[[str], str]) -> Page:
    """The page of a chapter.

    Args:
        chapter: as the site shows it.
        solutions: the title above its solutions.
        cover: of the book, with its language and its address on the web.
        link: where an address of the chapter leads.

    Raises:
        DiagnosticError: where the chapter's html leaves an element open, or can't be XML for another reason.
    """
    body = _tree(chapter, link)
    for formula in body.iter("math"):
        _simplify_formula(formula)
    for words in body.iter("text"):
        _fit(words)
    for box in list(body.iter("div")):
        if label := box.attrib.pop(LABEL, ""):
            box.insert(0, _element("p", label, {"class": "label"}))
        if (title := box.find("p[@class='widget-title']")) is not None:  # leads to where it can be moved
            place = urljoin(cover.address, f"{chapter.url}#{box.get('id', '')}")
            title[:], title.text = [_element("a", f"{text(title)} ↗", {"href": place})], None
    _move_solutions(body, solutions)
    if chapter.lang != cover.lang:
        body.attrib |= {"lang": chapter.lang, "xml:lang": chapter.lang, "dir": "ltr"}
    for element in body.iter():
        if element.tag in NAMESPACES:
            element.set("xmlns", NAMESPACES[element.tag])
    section = f'<p class="kicker">{escape(chapter.section)}</p>' if chapter.section else ""
    name = next((text(heading) for heading in body.iter("h1")), chapter.name)
    headings = [(heading.get("id", ""), text(heading)) for heading in body.iter("h2")]
    content = f"{section}{ElementTree.tostring(body, 'unicode')}"
    xhtml = document(name, content, cover, "bodymatter chapter")
    return Page(chapter.name, name, xhtml, [(anchor, heading) for anchor, heading in headings if anchor])


def document(title: str, body: str, cover: Cover, kind: str) -> str:
    """A whole file of the book around its body; ``kind`` is its ``epub:type``."""
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="{XHTML}" xmlns:epub="{OPS}" lang="{cover.lang}" xml:lang="{cover.lang}" dir="{cover.direction}">'
        f'<head><meta charset="utf-8"/><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"/>'
        f'<link rel="stylesheet" type="text/css" href="{STYLES}"/></head>\n'
        f'<body epub:type="{kind}">{body}</body></html>\n'
    )


def text(element: Element) -> str:
    """The text of an element on one line."""
    return " ".join("".join(element.itertext()).split())


def _tree(chapter: Chapter, link: Callable[[str], str]) -> Element:
    """The chapter's html as XML."""
    pieces = with_tab_labels(without_screen_parts(html_tokens.pieces(chapter.html), DROPPED))
    pieces = without_screen_parts(pieces, classes=("tabbed-labels", "quiz-result"))
    written: dict[tuple[str, str], str] = {}  # most tags occur many times
    for piece in (pieces := list(pieces)):
        if (piece.kind, piece.raw) not in written:
            written[piece.kind, piece.raw] = _xml(piece, chapter, link)
    xml = "".join(written[piece.kind, piece.raw] for piece in pieces).replace("<pre><span></span>", "<pre>")
    xml = FORMULA_AND_SIGN.sub(r'<span class="together">\g<0></span>', xml)  # else the sign may begin a line
    try:
        return ElementTree.fromstring(f"<section>{xml}</section>")
    except ElementTree.ParseError as error:
        line, column = error.position
        near = xml.split("\n")[line - 1][max(column - 60, 0) : column + 20]
        raise DiagnosticError(
            [Finding(chapter.name, line, f"its html is no XML: {error}", f"close what is open near {near}")]
        ) from None


def _xml(piece: html_tokens.Piece, chapter: Chapter, link: Callable[[str], str]) -> str:
    if piece.kind == html_tokens.TEXT:
        return escape(unescape(piece.raw), quote=False)
    match = re.match(r"</?([\w:-]+)", piece.raw)
    assert match
    tag = RENAMED.get(piece.tag, match[1])  # SVG's names have capitals, which tokens don't keep
    if piece.kind == html_tokens.END:
        return f"</{tag}>"
    attributes = dict(piece.attributes)
    if piece.tag in CLASSES:
        attributes["class"] = CLASSES[piece.tag]
    label = attributes.get(LABEL, "") if "output" in attributes.get("class", "").split() else ""
    if "href" in attributes and piece.tag == "a":
        attributes["href"] = link(attributes["href"])
    if "src" in attributes:
        attributes["src"] = from_home(attributes["src"], chapter)
    if "style" in attributes:
        attributes["style"] = _as_drawn(attributes["style"])
    if "lang" in attributes:
        attributes["xml:lang"] = attributes["lang"]
    names = {name.lower(): name for name in re.findall(r"([\w:-]+)=", piece.raw)}
    written = "".join(
        f' {names.get(name, name)}="{escape(value)}"'
        for name, value in attributes.items()
        if not DROPPED_ATTRIBUTES.fullmatch(name)
    )
    return f"<{tag}{written}{f' {LABEL}={chr(34)}{escape(label)}{chr(34)}' if label else ''}{'/' * piece.closed}>"


def _as_drawn(style: str) -> str:
    """A plot's style with the colors in which it was drawn in place of the site's, and as narrow as a reader may be."""
    for color, variable in SITE_COLORS.items():
        style = style.replace(variable, color)
    return re.sub(r"min-width:[^;]*;?", "", style).strip()


def _simplify_formula(formula: Element) -> None:
    """Its TeX becomes its text for readers that know no MathML, which else would show it beside the formula."""
    semantics = formula.find("semantics")
    if semantics is not None:
        formula.set("alttext", text(semantics[-1]))
        formula[:] = semantics[:1]


def _fit(words: Element) -> None:
    """Words of a picture take as much room in any typeface as in the site's, for which the picture was drawn."""
    if "p-text" in words.get("class", "") and words.text and not len(words) and "font-size" in words.attrib:
        width = text_metrics.width(words.text, float(words.attrib["font-size"]), "font-weight" in words.attrib)
        words.attrib |= {"textLength": f"{width:.1f}", "lengthAdjust": "spacingAndGlyphs"}


# -- solutions


def _move_solutions(body: Element, title: str) -> None:
    """Move folded hints and solutions to the end, each below the heading under which it stood."""
    solutions = Element("section", {"class": "solutions", "epub:type": "answers"})
    solutions.append(_element("h2", title, {"id": SOLUTIONS}))
    numbers, last = count(1), None
    for heading, links, box, question in list(_solutions(body, None, None)):
        number = next(numbers)
        if heading is not last and heading is not None:
            solutions.append(_again(heading, "h3"))
            last = heading
        summary = box[0]
        label = text(summary)
        if len(links):
            links[-1].tail = " · "
        links.append(_element("a", label, {"href": f"#solution-{number}", "id": f"exercise-{number}"}))
        box.attrib |= {"id": f"solution-{number}", "class": f"{box.get('class')} solution"}
        summary[:] = [_element("a", f"{label} ↩", {"href": f"#exercise-{number}"})]
        summary.text = None
        if question is not None:
            box.insert(0, _again(question, "p"))
        solutions.append(box)
    if len(solutions) > 1:
        body.append(solutions)


Found = tuple[Element | None, Element, Element, Element | None]


def _solutions(parent: Element, heading: Element | None, question: Element | None) -> Iterator[Found]:
    """Take the boxes out: of each its heading, the line of links in its place, itself, and the question it answers."""
    links: Element | None = None
    for child in list(parent):
        classes = set(child.get("class", "").split())
        if classes & MOVED and child.find("p[@class='summary']") is not None:
            if links is None:
                links = Element("p", {"class": "to-solutions"})
                parent.insert(list(parent).index(child), links)
            parent.remove(child)
            yield heading, links, child, question
            continue
        links = None
        if child.tag in TITLES:
            heading = child
        elif child.tag == "div" and "quiz" in classes:
            yield from _solutions(child, heading, child.find(".//p[@class='question']"))
        elif child.tag in ("div", "section", "ul", "ol", "li"):
            yield from _solutions(child, heading, question)


def _again(element: Element, tag: str) -> Element:
    """A copy of a title or question, without ids, that stands a second time."""
    twin = copy.deepcopy(element)
    for part in twin.iter():
        part.attrib.pop("id", None)
    twin.tag, twin.attrib["class"], twin.tail = tag, "again", "\n"
    return twin


def _element(tag: str, content: str, attributes: dict[str, str]) -> Element:
    element = Element(tag, attributes)
    element.text = content
    return element
