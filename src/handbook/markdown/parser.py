"""Parses a file into a page: which block begins on which line, and which containers hold it.

The grammar is the unambiguous part of Python-Markdown with the extensions in ``mkdocs.yml``. Text that it would render
otherwise than it looks becomes a finding: an unclosed fence, a list without a blank line before it, a tab, an odd
indentation.
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
from handbook.markdown.source_lines import Line, lines_of, oversize, unsupported_characters

MAX_QUOTE_DEPTH = 5
INDENT = 4  # Python-Markdown's tab_length: it nests by four spaces, whatever the marker

HEADING = re.compile(r"(#{1,6})\s+(.*)")
ITEM = re.compile(r"([-*+]|\d+\.)( +)(?=\S)")
RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*$")
ADMONITION = re.compile(r'(!!!|\?\?\?\+?) ?([\w-]+(?: +[\w-]+)*)(?: +"(.*?)")? *$')
BOX_LIKE = re.compile(r"(!!!|\?\?\?\+?) ?([\w-]+)(.*)")
TAB = re.compile(r'===[+!]{0,2} +"(.*?)" *$')
HTML = re.compile(r"</?[A-Za-z]")
SETEXT = re.compile(r"(?:=+|-+)\s*$")


def read(path: Path, language: str, root: Path) -> Page:
    """Read and parse a file. One that isn't UTF-8 becomes a page without blocks and with a finding.

    Args:
        path: the file.
        language: the folder of ``docs`` it is in.
        root: the checkout.

    Raises:
        OSError: where the file can't be read.
    """
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
    """Parse ``text``. No text raises: errors are in ``Page.findings``.

    Args:
        text: the text of a file.
        path: the file, for findings.
        language: the language of the page.
        name: of the page; by default that of the file.
    """
    if too_large := oversize(text, path):
        return Page(path, language, name or Path(path).stem, text, (), {}, (too_large,))
    parser = _Parser(lines_of(text), path)
    parser.run()
    return Page(
        path, language, name or Path(path).stem, text, tuple(parser.blocks), parser.meta, tuple(parser.findings)
    )


def write(page: Page) -> str:
    """The text of a page; ``write(parse(text)) == text``."""
    return "".join(block.raw for block in page.blocks)


class _Parser(LineReader):
    def run(self) -> None:
        for index, message, hint in unsupported_characters(self.lines):
            self.report(index, message, hint)
        if not self.outer:
            self.front_matter()
        while self.next_line < len(self.lines):
            self.step()

    def front_matter(self) -> None:
        if not self.lines or self.content(0).rstrip() != "---":
            return
        for end in range(1, len(self.lines)):
            if self.content(end).rstrip() in ("---", "..."):
                break
        else:
            self.report(0, "front matter is not closed", "end it with a line `---`")
            return
        text = "\n".join(self.content(index) for index in range(1, end))
        try:
            self.meta = config_files.parse_yaml(text)
        except config_files.YamlError as error:
            self.report(
                1 + error.line,
                f"front matter doesn't parse: {error}",
                "write `name: value`; quote a value that holds a colon",
            )
        self.add("front_matter", 0, end + 1, text)

    def step(self) -> None:
        """Read the next block."""
        index = self.next_line
        line = self.content(index)
        if not line.strip():
            self.add("blank", index, index + 1)
            return
        indent = len(line) - len(line.lstrip(" "))
        while self.stack and indent < self.base:
            self.stack.pop()
        extra = indent - self.base
        text = line[self.base :]
        if extra >= INDENT:
            is_fence = FENCE_LIKE.match(text.lstrip())
            self.report(
                index,
                f"{'a fence ' if is_fence else ''}indented by {indent} spaces, but nothing is open here that holds it",
                f"indent by {self.base} spaces{', as all its lines' if is_fence else '; code stands in a fence'}",
            )
        elif extra:
            self.report(
                index,
                f"indented by {indent} spaces",
                f"indent by {self.base} or by {self.base + INDENT} spaces: the renderer counts in fours",
            )
        text = text.lstrip(" ")
        if not self.container(index, text):
            self.leaf(index, text, indent)

    def container(self, start: int, text: str) -> bool:
        """Read the container that begins here; returns whether there is one."""
        if text.startswith(">") and self.containers.count("quote") < MAX_QUOTE_DEPTH:
            self.quote(start)
        elif match := ITEM.match(text):
            self.item(start, text, match)
        elif text.startswith(("!!!", "???")):
            self.admonition(start, text)
        elif text.startswith("==="):
            self.tab(start, text)
        else:
            return False
        return True

    def leaf(self, start: int, text: str, indent: int) -> None:
        """Read the block without other blocks in it that begins here."""
        if FENCE_LIKE.match(text):
            leaf_blocks.fence(self, start, text, indent)
        elif text.startswith("<!--"):
            leaf_blocks.comment(self, start)
        elif match := HEADING.match(text):
            leaf_blocks.heading(self, start, match)
        elif RULE.match(text):
            self.add("rule", start, start + 1)
        elif text.startswith("$$"):
            if not leaf_blocks.maths(self, start, text):
                self.paragraph(start)
        elif text.startswith("|"):
            leaf_blocks.table(self, start)
        elif HTML.match(text):
            leaf_blocks.html(self, start)
        else:
            if text.startswith(">"):
                self.report(start, "a quote in a quote in a quote …", f"nest at most {MAX_QUOTE_DEPTH}")
            self.paragraph(start)

    def quote(self, start: int) -> None:
        # Further in, `>` is a sign of the text for the renderer.
        mark = re.compile(f" {{,{self.base + INDENT - 1}}}>")
        end = start + 1
        while end < len(self.lines) and mark.match(self.content(end)):
            end += 1
        inner = [Line(line.text.lstrip(" ")[1:].removeprefix(" "), line.raw) for line in self.lines[start:end]]
        prefix = self.outer_prefix + " " * self.base + "> "
        parser = _Parser(inner, self.path, self.first_line + start, prefix, (*self.containers, "quote"), self.section)
        parser.run()
        self.blocks += parser.blocks
        self.findings += parser.findings
        self.next_line = end

    def item(self, start: int, text: str, match: re.Match[str]) -> None:
        end = self.paragraph_end(start + 1)
        lines = [text[match.end() :]] + [self.content(index).strip() for index in range(start + 1, end)]
        self.add("item", start, end, "\n".join(lines), info=match[1])
        self.stack.append(Container("item", self.base + INDENT))

    def admonition(self, start: int, text: str) -> None:
        match = ADMONITION.match(text)
        if not match:
            self.report(
                start,
                "this box has a form that the renderer doesn't know",
                'write !!! note "Title" or ??? success "Title"',
            )
            match = BOX_LIKE.match(text)  # what is in it is told as if it stood in a box
            if not match:
                self.add("paragraph", start, start + 1, text)
                return
        classes = tuple(match[2].split())
        self.add("admonition", start, start + 1, match[3] or "", info=match[1], classes=classes)
        self.stack.append(Container(f"admonition:{classes[0]}", self.base + INDENT))

    def tab(self, start: int, text: str) -> None:
        match = TAB.match(text)
        if not match:
            self.report(start, "this tab has a form that the renderer doesn't know", 'write === "Title"')
            self.add("paragraph", start, start + 1, text)
            return
        self.add("tab", start, start + 1, match[1], info="===")
        self.stack.append(Container("tab", self.base + INDENT))

    def paragraph(self, start: int) -> None:
        end = self.paragraph_end(start + 1)
        lines = [self.content(index).strip() for index in range(start, end)]
        for index in range(start + 1, end):
            if self.content(index).startswith(" " * (self.base + INDENT)):
                message = "an indented line, which goes on with the sentence above"
                self.report(
                    index, message, f"indent by {self.base} spaces; code stands in a fence, behind an empty line"
                )
                break
        if len(lines) > 1 and SETEXT.match(lines[1]):
            self.report(start + 1, "an underlined heading", "write ## Heading { #id }")
        self.add("paragraph", start, end, "\n".join(lines))

    def paragraph_end(self, index: int) -> int:
        """The end of a paragraph or an item whose text goes on at ``index``.

        A line that looks like another block ends it. Where the renderer would take that line for text, it is reported.
        """
        while index < len(self.lines):
            line = self.content(index)
            text = line.strip()
            if not text:
                break
            if FENCE_LIKE.match(text) or text.startswith(("<!--", "!!!", "???", "=== ")) or HEADING.match(line):
                break
            if ITEM.match(text) and ITEM.match(self.content(self.next_line).strip()):
                break  # the next item of the same list
            if (
                (ITEM.match(text) and not text[0].isdigit())
                or text.startswith(("|", "$$"))
                or (HTML.match(text) and opens_block(text))
            ):
                self.report(index, f"`{text[:20]}` is glued to the text before it", "put an empty line between")
                break
            if text.startswith(">"):
                break
            index += 1
        return index
