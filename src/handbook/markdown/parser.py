"""Pages and their blocks: the only code that parses Markdown.

A page is a flat list of blocks that cover its lines without gap or overlap, so that joining their
``raw`` texts gives the file back. The grammar is the part of Python-Markdown (with the extensions in
``mkdocs.yml``) that renders in one way only. What the renderer would take for something else than the
eye does becomes a finding: an unclosed fence, a list glued to a paragraph, a tab, an odd indent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown.extensions.attr_list import get_attrs_and_remainder
from pymdownx.superfences import RE_NESTED_FENCE_START, RE_OPTIONS

from handbook.core import config_files
from handbook.core.diagnostics import Finding, shown

# Beyond these a page is no page, and searching it takes for ever.
LONGEST_LINE = 4_000
LARGEST_PAGE = 500_000
MOST_BACKTICKS = 20
DEEPEST_QUOTE = 5

INDENT = 4  # Python-Markdown nests by four spaces, whatever the marker

# The renderer's own idea of an option that it knows; any other turns a fence into inline code.
FENCE_OPTIONS = {"title", "hl_lines", "linenums", "title_mode"}

HEADING = re.compile(r"(#{1,6})\s+(.*)")
ATTRIBUTES = re.compile(r"[ ]+\{:?[ ]*([^}\n ][^\n]*)[ ]*\}[ ]*$")
ITEM = re.compile(r"([-*+]|\d+\.)( +)(?=\S)")
RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*$")
ADMONITION = re.compile(r'(!!!|\?\?\?\+?) ?([\w-]+(?: +[\w-]+)*)(?: +"(.*?)")? *$')
TAB = re.compile(r'===[+!]{0,2} +"(.*?)" *$')
HTML = re.compile(r"</?[A-Za-z]")
FENCE_LIKE = re.compile(r"`{3,}|~{3,}")
SETEXT = re.compile(r"(?:=+|-+)\s*$")

VOID_ELEMENTS = frozenset("area base br col embed hr img input link meta source track wbr".split())

# What no grammar of ours reads but the renderer might: it must not slip through unseen.
UNREAD = re.compile(r"\]\(|\]\[|^\[[^\]]*\]:|<[A-Za-z/!?]|-+8<-+|^\[TOC\]$", re.MULTILINE)

# The order matters: code hides maths, maths hides links.
INLINE = re.compile(
    r"""(?xs)
    (?P<escape>\\[\\`*_{}\[\]()#+\-.!$<>|])
  | (?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)
  | (?<!\\)\$(?!\s)(?P<maths>(?:\\.|[^\\$])+?)(?<!\s)\$
  | (?P<bang>!?)\[(?P<label>(?>\\.|`[^`]*`|\$(?!\s)[^$]*(?<!\s)\$|[^\[\]])*)\]
    \((?P<target>[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"(?P<title>[^"]*)")?\)
  | <(?P<autolink>[a-z][a-z0-9+.-]*:[^\s<>]*)>
  | (?P<html></?[A-Za-z][^<>]*>)
  | (?P<attributes>\{:?[^{}\n]*\})
    """
)


@dataclass(frozen=True)
class Inline:
    """A part of a block's text.

    Its kind is ``code``, ``maths``, ``link``, ``image``, ``html`` or ``attributes`` (a list in braces).
    """

    kind: str
    text: str  # the code, the TeX, the label, the tag
    line: int
    target: str = ""


@dataclass(frozen=True, eq=False)  # two blocks with the same text are still two
class Block:
    """One block of a page.

    ``raw`` is the exact source. ``text`` is the content alone: without indentation, markers, attributes and
    fences. ``containers`` names what the block lies in, outermost first. ``section`` is the id of the heading above.
    """

    kind: str
    line: int
    raw: str
    text: str = ""
    containers: tuple[str, ...] = ()
    prefix: str = ""
    section: str = ""
    language: str = ""  # fences: python, text …
    classes: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    info: str = ""  # the marker: '##', '-', '!!! note', the fence's opening line
    path: str = ""

    @property
    def last_line(self) -> int:
        return self.line + max(self.raw.count("\n") - (0 if not self.raw.endswith("\n") else 1), 0)

    @property
    def body_line(self) -> int:
        """The line of the file on which a fence's content starts."""
        return self.line + 1

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def is_python(self) -> bool:
        return self.kind == "fence" and self.language in PYTHON

    @property
    def is_output(self) -> bool:
        return self.kind == "fence" and "output" in self.classes

    def inlines(self) -> tuple[Inline, ...]:
        """The code, maths, links, images and tags in the block's text, in order."""
        return self._inlines

    def prose(self) -> str:
        """The text that a reader reads as language: code, maths, tags and targets blanked, lines kept."""
        return self._prose

    # Each check asks for these again.

    @cached_property
    def _prose(self) -> str:
        return _blank(self.text) if self.kind in PROSE else ""

    @cached_property
    def _inlines(self) -> tuple[Inline, ...]:
        return tuple(_inlines_of(self.text, self.line)) if self.kind in PROSE else ()


def _inlines_of(text: str, first: int) -> Iterator[Inline]:
    for match in INLINE.finditer(text):
        line = first + text.count("\n", 0, match.start())
        if match["code"] is not None:
            yield Inline("code", match["code"].strip(), line)
        elif (tex := match["maths"]) is not None:
            yield Inline("maths", tex, line)
        elif match["label"] is not None:
            kind = "image" if match["bang"] else "link"
            yield Inline(kind, match["label"], first + text.count("\n", 0, match.start("target")), match["target"])
            yield from _inlines_of(match["label"], line)
        elif match["autolink"] is not None:
            yield Inline("link", match["autolink"], line, match["autolink"])
        elif match["html"] is not None:
            yield Inline("html", match["html"], line)
        elif match["attributes"] is not None:
            yield Inline("attributes", match["attributes"], line)


PYTHON = {"python", "py", "python3", "pycon"}
PROSE = {"heading", "paragraph", "item", "table", "admonition", "tab"}
INVISIBLE = {"blank", "comment", "front_matter"}


@dataclass(frozen=True, eq=False)  # as with blocks; and what is known of a page can be kept by it
class Page:
    """A parsed page: its blocks, and what its form alone already shows to be wrong."""

    path: str
    language: str
    name: str
    source: str
    blocks: tuple[Block, ...]
    meta: dict
    findings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        return next((block.text for block in self.blocks if block.kind == "heading" and block.info == "#"), self.name)

    @cached_property
    def visible(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind not in INVISIBLE)

    @cached_property
    def ids(self) -> dict[str, Block]:
        """Every id of the page with its block."""
        return {block.id: block for block in self.blocks if block.id}

    def fences(self) -> list[Block]:
        return [block for block in self.blocks if block.kind == "fence"]

    def python(self) -> list[Block]:
        return [block for block in self.blocks if block.is_python]

    def output_of(self, fence: Block) -> Block | None:
        """The output fence right behind ``fence``: nothing but blank lines between, in the same containers."""
        following = self.blocks[self.blocks.index(fence) + 1 :]
        after = next((block for block in following if block.kind != "blank"), None)
        return after if after and after.is_output and after.containers == fence.containers else None

    def children(self, container: Block) -> list[Block]:
        """The blocks that lie inside ``container`` (an admonition, a tab or an item)."""
        depth = len(container.containers)
        inside = []
        for block in self.blocks[self.blocks.index(container) + 1 :]:
            if block.kind != "blank" and len(block.containers) <= depth:
                break
            inside.append(block)
        return [block for block in inside if block.kind != "blank"]


def read(path: Path, language: str, root: Path) -> Page:
    """Read and parse the file; a file that isn't UTF-8 becomes a page without blocks and with a finding."""
    name = shown(path, root)
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        finding = Finding(
            name,
            line,
            f"not UTF-8: byte 0x{data[error.start]:02x}",
            "save the file as UTF-8 and look at its special letters",
        )
        return Page(name, language, path.stem, "", (), {}, (finding,))
    return parse(text, name, language, path.stem)


def parse(text: str, path: str = "page.md", language: str = "en", name: str | None = None) -> Page:
    """Parse ``text``. Never raises on any text: what is wrong stands in ``Page.findings``."""
    if monstrous := _monstrous(text, path):
        return Page(path, language, name or Path(path).stem, text, (), {}, (monstrous,))
    parser = _Parser(_lines(text), path)
    parser.run()
    return Page(
        path, language, name or Path(path).stem, text, tuple(parser.blocks), parser.meta, tuple(parser.findings)
    )


def _monstrous(text: str, path: str) -> Finding | None:
    """Why ``text`` isn't even looked at."""
    if len(text) > LARGEST_PAGE:
        return Finding(path, 1, f"a page of {len(text)} characters", f"split it: a page has at most {LARGEST_PAGE}")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            return Finding(
                path, number, f"a line of {len(line)} characters", f"wrap it: a line has at most {LONGEST_LINE}"
            )
        if "`" * (MOST_BACKTICKS + 1) in line:
            return Finding(
                path,
                number,
                f"more than {MOST_BACKTICKS} backticks in a row",
                "write ``` for a fence, ` around code in a sentence",
            )
    return None


def write(page: Page) -> str:
    """The page as text; ``write(parse(text)) == text``."""
    return "".join(block.raw for block in page.blocks)


def table_rows(block: Block) -> list[list[str]]:
    """The cells of a table, row by row, without the line of dashes. A ``|`` in code or behind ``\\`` doesn't split."""
    rows = []
    for number, line in enumerate(block.text.split("\n")):
        if number == 1:
            continue
        hidden = INLINE.sub(lambda match: "\x00" * len(match[0]), line)
        edges = [-1, *(place for place, letter in enumerate(hidden) if letter == "|"), len(line)]
        cells = [line[left + 1 : right].strip() for left, right in pairwise(edges)]
        rows.append(cells[1:-1] if len(cells) > 2 and not cells[0] and not cells[-1] else cells)
    return rows


def _blank(text: str) -> str:
    def replace(match: re.Match[str]) -> str:
        if match["escape"] is not None:
            return match[0]
        kept = _blank(match["label"]) if match["label"] is not None else ""
        lost = match[0][len(kept) :] if kept else match[0]
        return kept + "".join("\n" if letter == "\n" else " " for letter in lost)

    return INLINE.sub(replace, text)


class _Depth(HTMLParser):
    """Follows raw html line by line and knows when the first element is closed again."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.markdown = False
        self.seen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.seen:
            self.markdown = any(name == "markdown" for name, _ in attrs)
        self.seen = True
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen = True

    def handle_endtag(self, tag: str) -> None:
        self.seen = True
        if tag in self.open:
            while self.open.pop() != tag:
                pass


@dataclass
class _Container:
    name: str
    indent: int


class _Line(NamedTuple):
    """A line as its containers leave it, and as it stands in the file with its end."""

    text: str
    raw: str


def _lines(text: str) -> list[_Line]:
    return [_Line(raw.rstrip("\r\n"), raw) for raw in re.findall(r"[^\n]*\n|[^\n]+", text)]


class _Parser:
    def __init__(
        self,
        lines: list[_Line],
        path: str,
        first: int = 1,
        prefix: str = "",
        outer: tuple[str, ...] = (),
        section: str = "",
    ):
        self.lines = lines
        self.path = path
        self.first = first
        self.outer_prefix = prefix
        self.outer = outer
        self.section = section
        self.blocks: list[Block] = []
        self.findings: list[Finding] = []
        self.meta: dict = {}
        self.stack: list[_Container] = []
        self.at = 0

    # -- lines

    def content(self, number: int) -> str:
        return self.lines[number].text

    def raw(self, start: int, end: int) -> str:
        return "".join(line.raw for line in self.lines[start:end])

    def find(self, number: int, message: str, hint: str = "") -> None:
        self.findings.append(Finding(self.path, self.first + number, message, hint))

    @property
    def containers(self) -> tuple[str, ...]:
        return self.outer + tuple(container.name for container in self.stack)

    @property
    def base(self) -> int:
        return self.stack[-1].indent if self.stack else 0

    def add(self, kind: str, start: int, end: int, text: str = "", **more) -> Block:
        block = Block(
            kind,
            self.first + start,
            self.raw(start, end),
            text,
            containers=self.containers,
            prefix=self.outer_prefix + " " * self.base,
            section=self.section,
            path=self.path,
            **more,
        )
        self.blocks.append(block)
        self.at = end
        if block.kind in PROSE and (unread := UNREAD.search(block.prose())):
            line = block.prose().count("\n", 0, unread.start())
            self.find(
                start + line,
                f"`{unread[0]}`: a link or a tag in a form that is not read here",
                "write [label](target) on one line, without brackets in the label; put signs in `code`",
            )
        return block

    # -- the walk

    def run(self) -> None:
        self.complain_of_letters()
        if not self.outer:
            self.front_matter()
        while self.at < len(self.lines):
            self.step()

    def complain_of_letters(self) -> None:
        for number, line in enumerate(line.text for line in self.lines):
            if "\t" in line:
                self.find(number, "a tab", "indent with four spaces: the renderer and editors disagree on tabs")
            if line.startswith("\ufeff"):
                self.find(number, "a byte order mark", "save the file as UTF-8 without byte order mark")
            if "\x00" in line or "\x02" in line or "\x03" in line:
                self.find(number, "a control character", "remove it: the renderer uses it for itself")
            if line.startswith(("<<<<<<< ", ">>>>>>> ")):
                self.find(
                    number,
                    "a conflict of versions that was left in",
                    "choose one of the two texts and remove the lines of `<<<<<<<`, `=======` and `>>>>>>>`",
                )
            if "\r" in line.rstrip("\r"):
                self.find(
                    number,
                    "a carriage return inside a line",
                    "remove it: Python and browsers see a new line there, editors don't",
                )

    def front_matter(self) -> None:
        if not self.lines or self.content(0).rstrip() != "---":
            return
        for end in range(1, len(self.lines)):
            if self.content(end).rstrip() in ("---", "..."):
                break
        else:
            self.find(0, "front matter is not closed", "end it with a line `---`")
            return
        text = "\n".join(self.content(number) for number in range(1, end))
        try:
            self.meta = config_files.yaml_of(text)
        except config_files.YamlError as error:
            self.find(
                1 + error.line,
                f"front matter doesn't parse: {error}",
                "write `name: value`; quote a value that holds a colon",
            )
        self.add("front_matter", 0, end + 1, text)

    def step(self) -> None:
        number = self.at
        line = self.content(number)
        if not line.strip():
            self.add("blank", number, number + 1)
            return
        indent = len(line) - len(line.lstrip(" "))
        while self.stack and indent < self.base:
            self.stack.pop()
        extra = indent - self.base
        text = line[self.base :]
        if extra >= INDENT and not FENCE_LIKE.match(text.lstrip()):
            self.find(
                number,
                f"indented by {indent} spaces, but nothing is open here that holds it",
                f"indent by {self.base} spaces; code stands in a fence",
            )
        elif extra:
            self.find(
                number,
                f"indented by {indent} spaces",
                f"indent by {self.base} or by {self.base + INDENT} spaces: the renderer counts in fours",
            )
        text = text.lstrip(" ")
        self.block(number, text, indent)

    def block(self, number: int, text: str, indent: int) -> None:
        if FENCE_LIKE.match(text):
            self.fence(number, text, indent)
        elif text.startswith("<!--"):
            self.comment(number, text)
        elif text.startswith(">") and self.containers.count("quote") < DEEPEST_QUOTE:
            self.quote(number)
        elif match := HEADING.match(text):
            self.heading(number, match)
        elif RULE.match(text):
            self.add("rule", number, number + 1)
        elif match := ITEM.match(text):
            self.item(number, text, match)
        elif text.startswith(("!!!", "???")):
            self.admonition(number, text)
        elif text.startswith("==="):
            self.tab(number, text)
        elif text.startswith("$$"):
            self.maths(number, text)
        elif text.startswith("|"):
            self.table(number)
        elif HTML.match(text):
            self.html(number, text)
        else:
            if text.startswith(">"):
                self.find(number, "a quote in a quote in a quote …", f"nest at most {DEEPEST_QUOTE}")
            self.paragraph(number)

    # -- leaves

    def heading(self, number: int, match: re.Match[str]) -> None:
        text, attributes, classes = self.attributes(match[2].rstrip().rstrip("#").rstrip())
        self.section = attributes.get("id", self.section)
        self.add("heading", number, number + 1, text, info=match[1], attributes=attributes, classes=classes)

    def attributes(self, text: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
        match = ATTRIBUTES.search(text)
        if not match:
            return text, {}, ()
        pairs, remainder = get_attrs_and_remainder(match[1])
        if remainder.strip():
            return text, {}, ()
        attributes = {name: value for name, value in pairs if name != "."}
        classes = tuple(value for name, value in pairs if name == ".")
        return text[: match.start()], attributes, classes

    def fence(self, number: int, text: str, indent: int) -> None:
        match = RE_NESTED_FENCE_START.match(text)
        language, classes, attributes, trouble = self.fence_info(match)
        marker = FENCE_LIKE.match(text)[0]
        end = self.fence_end(number, marker, indent)
        if match is None or trouble:
            self.find(
                number,
                "this is not a code block for the renderer: "
                f"{trouble or 'its first line has a form that it does not know'}",
                'write ```python, ```python title="…" or ```{.python .raises}',
            )
        if end is None:
            self.find(
                number,
                "a fence that is never closed",
                f"close it with {marker} on a line of its own, indented by {indent} spaces",
            )
            end = len(self.lines)
            last = end
        else:
            last = end
            end += 1
        width = indent
        body = []
        for place in range(number + 1, last):
            line = self.content(place)
            body.append(line[width:] if line[:width].strip() == "" else line.lstrip(" "))
        self.add(
            "fence",
            number,
            end,
            "\n".join(body),
            language=language,
            classes=classes,
            attributes=attributes,
            info=text.strip(),
        )

    def fence_info(self, match: re.Match[str] | None) -> tuple[str, tuple[str, ...], dict[str, str], str]:
        if match is None:
            return "", (), {}, ""
        language = match["lang"] or ""
        if match["unrecognized"]:
            return language, (), {}, f"`{match['unrecognized'].strip()}` is not an attribute"
        if match["attrs"] is not None:
            pairs, remainder = get_attrs_and_remainder(match["attrs"])
            classes = [value for name, value in pairs if name == "."]
            attributes = {name: value for name, value in pairs if name != "."}
            if not language and classes:
                language = classes.pop(0)
            return language, tuple(classes), attributes, "a brace too many" if remainder.strip(" }") else ""
        attributes = {}
        for option in RE_OPTIONS.finditer(match["options"] or ""):
            if option["key"] not in FENCE_OPTIONS or option["value"] is None:
                return language, (), {}, f"`{option[0]}` must stand in braces"
            attributes[option["key"]] = option["value"]
        return language, (), attributes, ""

    def fence_end(self, number: int, marker: str, indent: int) -> int | None:
        """The line that closes the fence. As in the renderer, a line indented less than the fence ends the search."""
        for place in range(number + 1, len(self.lines)):
            line = self.content(place)
            if not line.strip():
                continue
            if line[:indent].strip():
                return None
            if line[indent:].rstrip() == marker:
                return place
        return None

    def comment(self, number: int, text: str) -> None:
        for end in range(number, len(self.lines)):
            line = self.content(end)
            if "-->" in line:
                break
        else:
            self.find(number, "a comment that is never closed", "close it with -->")
            end = len(self.lines) - 1
        if self.content(end).partition("-->")[2].strip():
            self.find(end, "text behind a comment on the same line", "let the comment stand on lines of its own")
        body = "\n".join(self.content(place) for place in range(number, end + 1))
        for place in range(number, end + 1):
            if place > number and FENCE_LIKE.match(self.content(place).strip()):
                self.find(
                    place,
                    "a fence inside a comment",
                    "the renderer turns it into code: remove it or take it out of the comment",
                )
        said = body.strip().removeprefix("<!--").removesuffix("-->")
        if said.startswith((">", "->", "[")) or "<" in said or "--" in said:
            self.find(
                number,
                "a comment that browsers may end or read earlier than it looks",
                "write plain words in it, without `<`, `--` and brackets at its start",
            )
        self.add("comment", number, end + 1, said.strip())

    def quote(self, number: int) -> None:
        end = number
        while end < len(self.lines) and self.content(end).lstrip(" ").startswith(">"):
            end += 1
        inner = [_Line(line.text.lstrip(" ")[1:].removeprefix(" "), line.raw) for line in self.lines[number:end]]
        prefix = self.outer_prefix + " " * self.base + "> "
        parser = _Parser(inner, self.path, self.first + number, prefix, (*self.containers, "quote"), self.section)
        parser.run()
        self.blocks += parser.blocks
        self.findings += parser.findings
        self.at = end

    def item(self, number: int, text: str, match: re.Match[str]) -> None:
        end = self.lazy_end(number + 1)
        lines = [text[match.end() :]] + [self.content(place).strip() for place in range(number + 1, end)]
        self.add("item", number, end, "\n".join(lines), info=match[1])
        self.stack.append(_Container("item", self.base + INDENT))

    def admonition(self, number: int, text: str) -> None:
        match = ADMONITION.match(text)
        if not match:
            self.find(
                number,
                "this box has a form that the renderer doesn't know",
                'write !!! note "Title" or ??? success "Title"',
            )
            self.add("paragraph", number, number + 1, text)
            return
        classes = tuple(match[2].split())
        self.add("admonition", number, number + 1, match[3] or "", info=match[1], classes=classes)
        self.stack.append(_Container(f"admonition:{classes[0]}", self.base + INDENT))

    def tab(self, number: int, text: str) -> None:
        match = TAB.match(text)
        if not match:
            self.find(number, "this tab has a form that the renderer doesn't know", 'write === "Title"')
            self.add("paragraph", number, number + 1, text)
            return
        self.add("tab", number, number + 1, match[1], info="===")
        self.stack.append(_Container("tab", self.base + INDENT))

    def maths(self, number: int, text: str) -> None:
        rest = text[2:].rstrip()
        end = number
        if not (rest.endswith("$$") and rest.strip("$")):
            for end in range(number + 1, len(self.lines)):
                if not self.content(end).strip():
                    end = None
                    break
                if self.content(end).rstrip().endswith("$$"):
                    break
            else:
                end = None
        if end is None:
            self.find(number, "a formula that is never closed", "close it with $$ before the next empty line")
            self.paragraph(number)
            return
        body = "\n".join(self.content(place).strip() for place in range(number, end + 1))
        self.add("maths", number, end + 1, body.removeprefix("$$").removesuffix("$$").strip())

    def table(self, number: int) -> None:
        end = number
        while end < len(self.lines) and self.content(end).lstrip(" ").startswith("|"):
            end += 1
        lines = [self.content(place).strip() for place in range(number, end)]
        if len(lines) < 2 or not re.fullmatch(r"\|(?:\s*:?-+:?\s*\|)+", lines[1]):
            self.find(number, "a table without its second line", "write | --- | --- | under the head")
        block = self.add("table", number, end, "\n".join(lines))
        widths = [len(row) for row in table_rows(block)]
        if len(lines) > 1 and lines[1].count("|") - 1 != widths[0]:
            self.find(
                number + 1,
                f"a line of dashes for {lines[1].count('|') - 1} columns under a head of {widths[0]}: "
                "the renderer sees no table",
                "write one | --- | for each cell of the head",
            )
        for place, width in enumerate(widths):
            if width != widths[0]:
                self.find(
                    number + place + (place > 0),
                    f"a row of {width} cells in a table of {widths[0]} columns",
                    "write \\| for a bar inside a cell",
                )

    def html(self, number: int, text: str) -> None:
        depth = _Depth()
        end = number
        for end in range(number, len(self.lines)):
            depth.feed(self.content(end) + "\n")
            if (depth.seen and depth.markdown) or (depth.seen and not depth.open):
                break
        else:
            self.find(number, f"html that is never closed: <{depth.open[0] if depth.open else ''}>", "close it")
        body = "\n".join(self.content(place).strip() for place in range(number, end + 1))
        self.add("html", number, end + 1, body)

    def paragraph(self, number: int) -> None:
        end = self.lazy_end(number + 1)
        lines = [self.content(place).strip() for place in range(number, end)]
        if len(lines) > 1 and SETEXT.match(lines[1]):
            self.find(number + 1, "an underlined heading", "write ## Heading { #id }")
        self.add("paragraph", number, end, "\n".join(lines))

    def lazy_end(self, number: int) -> int:
        """The end of a run of text lines. A line that looks like the start of something else either starts it
        (where the renderer agrees) or is a finding (where it would be swallowed by the text)."""
        while number < len(self.lines):
            line = self.content(number)
            text = line.strip()
            if not text:
                break
            if FENCE_LIKE.match(text) or text.startswith(("<!--", "!!!", "???", "=== ")) or HEADING.match(line):
                break
            if ITEM.match(text) and ITEM.match(self.content(self.at).strip()):
                break  # the text began as an item: this is the next one
            if (
                (ITEM.match(text) and not text[0].isdigit())
                or text.startswith(("|", "$$"))
                or (HTML.match(text) and _opens_block(text))
            ):
                self.find(number, f"`{text[:20]}` is glued to the text before it", "put an empty line between")
                break
            if text.startswith(">"):
                break
            number += 1
        return number


BLOCK_ELEMENTS = frozenset(
    (
        "address article aside details div dl figure footer form h1 h2 h3 h4 h5 h6 header iframe main nav ol p pre "
        "script section style table ul svg"
    ).split()
)


def _opens_block(text: str) -> bool:
    match = re.match(r"</?([A-Za-z][A-Za-z0-9]*)", text)
    return bool(match) and match[1].lower() in BLOCK_ELEMENTS
