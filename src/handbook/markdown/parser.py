"""From a file to a page and back: which block begins on which line, and which containers hold it.

The grammar is the part of Python-Markdown (with the extensions in ``mkdocs.yml``) that renders in one way only. What
the renderer would take for something else than the eye does becomes a finding: an unclosed fence, a list glued to a
paragraph, a tab, an odd indent.
"""

from __future__ import annotations

import re
from pathlib import Path

from handbook.core import config_files
from handbook.core.diagnostics import Finding, display_path
from handbook.markdown import leaf_blocks
from handbook.markdown.html_block import opens_block
from handbook.markdown.leaf_blocks import FENCE_LIKE
from handbook.markdown.line_reader import Container, LineReader
from handbook.markdown.model import Page
from handbook.markdown.source_lines import Line, lines_of, odd_letters, oversize

DEEPEST_QUOTE = 5  # beyond it a page is no page
INDENT = 4  # Python-Markdown nests by four spaces, whatever the marker

HEADING = re.compile(r"(#{1,6})\s+(.*)")
ITEM = re.compile(r"([-*+]|\d+\.)( +)(?=\S)")
RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*$")
ADMONITION = re.compile(r'(!!!|\?\?\?\+?) ?([\w-]+(?: +[\w-]+)*)(?: +"(.*?)")? *$')
TAB = re.compile(r'===[+!]{0,2} +"(.*?)" *$')
HTML = re.compile(r"</?[A-Za-z]")
SETEXT = re.compile(r"(?:=+|-+)\s*$")


def read(path: Path, language: str, root: Path) -> Page:
    """Read and parse the file; a file that isn't UTF-8 becomes a page without blocks and with a finding."""
    name = display_path(path, root)
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
    if too_large := oversize(text, path):
        return Page(path, language, name or Path(path).stem, text, (), {}, (too_large,))
    parser = _Parser(lines_of(text), path)
    parser.run()
    return Page(
        path, language, name or Path(path).stem, text, tuple(parser.blocks), parser.meta, tuple(parser.findings)
    )


def write(page: Page) -> str:
    """The page as text; ``write(parse(text)) == text``."""
    return "".join(block.raw for block in page.blocks)


class _Parser(LineReader):
    def run(self) -> None:
        for number, message, hint in odd_letters(self.lines):
            self.find(number, message, hint)
        if not self.outer:
            self.front_matter()
        while self.at < len(self.lines):
            self.step()

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
            self.meta = config_files.parse_yaml(text)
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
            leaf_blocks.fence(self, number, text, indent)
        elif text.startswith("<!--"):
            leaf_blocks.comment(self, number)
        elif text.startswith(">") and self.containers.count("quote") < DEEPEST_QUOTE:
            self.quote(number)
        elif match := HEADING.match(text):
            leaf_blocks.heading(self, number, match)
        elif RULE.match(text):
            self.add("rule", number, number + 1)
        elif match := ITEM.match(text):
            self.item(number, text, match)
        elif text.startswith(("!!!", "???")):
            self.admonition(number, text)
        elif text.startswith("==="):
            self.tab(number, text)
        elif text.startswith("$$"):
            if not leaf_blocks.maths(self, number, text):
                self.paragraph(number)
        elif text.startswith("|"):
            leaf_blocks.table(self, number)
        elif HTML.match(text):
            leaf_blocks.html(self, number)
        else:
            if text.startswith(">"):
                self.find(number, "a quote in a quote in a quote …", f"nest at most {DEEPEST_QUOTE}")
            self.paragraph(number)

    def quote(self, number: int) -> None:
        end = number
        while end < len(self.lines) and self.content(end).lstrip(" ").startswith(">"):
            end += 1
        inner = [Line(line.text.lstrip(" ")[1:].removeprefix(" "), line.raw) for line in self.lines[number:end]]
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
        self.stack.append(Container("item", self.base + INDENT))

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
        self.stack.append(Container(f"admonition:{classes[0]}", self.base + INDENT))

    def tab(self, number: int, text: str) -> None:
        match = TAB.match(text)
        if not match:
            self.find(number, "this tab has a form that the renderer doesn't know", 'write === "Title"')
            self.add("paragraph", number, number + 1, text)
            return
        self.add("tab", number, number + 1, match[1], info="===")
        self.stack.append(Container("tab", self.base + INDENT))

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
                or (HTML.match(text) and opens_block(text))
            ):
                self.find(number, f"`{text[:20]}` is glued to the text before it", "put an empty line between")
                break
            if text.startswith(">"):
                break
            number += 1
        return number
