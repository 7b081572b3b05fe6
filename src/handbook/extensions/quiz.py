"""Questions that the page answers in place.

A quiz is an admonition: with a list of choices, each with its reason, or with code whose output is the number asked
for. This Python-Markdown extension makes a form of it. Without scripts, reasons and code can be unfolded;
``frontend/components/quiz.js`` adds the checking. ``check`` finds quizzes that can't be answered.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from babel.numbers import format_decimal
from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from handbook.core.diagnostics import Finding
from handbook.markdown import extension_base
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.project.strings import Strings

KIND = "quiz"
BEFORE_INLINE = 30  # the form is built of raw Markdown; `inline` (20) and `toc` (5) then see it like any other text
ON_SOURCE = 28  # before superfences (25) hides the code

BOX = re.compile(r"\[([ xX])\]\s+")
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]*\w)")
CHOICE_MESSAGES = ("choose_first", "right", "wrong")
NUMBER_MESSAGES = (
    "number_right",
    "number_last_digit",
    "number_shorter",
    "number_more_digits",
    "number_close",
    "number_wrong",
    "number_sign",
    "number_empty",
    "number_letters",
    "number_separators",
)


# -- what a page asks


@dataclass(frozen=True)
class Choice:
    line: int
    right: bool
    has_reason: bool


@dataclass
class Quiz:
    """One question as it stands in the source, and what is wrong with it."""

    block: Block
    choices: list[Choice] = field(default_factory=list)
    answer: str = ""  # the number asked for, as printed, without thousands separators
    faults: list[Finding] = field(default_factory=list)

    def fault(self, message: str, hint: str, line: int = 0) -> None:
        self.faults.append(Finding(self.block.path, line or self.block.line, message, hint))


def quizzes(page: Page) -> Iterator[Quiz]:
    """The questions of ``page``, in order."""
    for block in page.blocks:
        if block.kind == "admonition" and KIND in block.classes:
            yield _quiz(page, block)


def check(page: Page) -> list[Finding]:
    """What is wrong with the page's quizzes."""
    return [fault for quiz in quizzes(page) for fault in quiz.faults]


def _quiz(page: Page, block: Block) -> Quiz:
    quiz = Quiz(block)
    if block.info != "!!!":
        quiz.fault("a quiz is folded away", 'write !!! quiz "Question?"')
    if not block.text.strip():
        quiz.fault("a quiz without a question", 'write !!! quiz "Question?"')
    inside = page.children(block)
    items = [child for child in inside if child.kind == "item" and len(child.containers) == len(block.containers) + 1]
    if items:
        _read_choices(page, quiz, items)
    else:
        _read_number(page, quiz, [child for child in inside if child.kind == "fence"])
    return quiz


def _read_choices(page: Page, quiz: Quiz, items: list[Block]) -> None:
    for item in items:
        box = BOX.match(item.text)
        if not box:
            quiz.fault("a choice without a box", "begin it with - [ ] or - [x]", item.line)
            continue
        choice = Choice(item.line, box[1] != " ", bool(page.children(item)))
        if not choice.has_reason:
            quiz.fault(
                "a choice without its reason",
                "say why it is right or wrong, in a paragraph below it, indented by 4 more spaces",
                item.line,
            )
        quiz.choices.append(choice)
    right = [choice for choice in quiz.choices if choice.right]
    if not right:
        quiz.fault("no choice is marked as right", "write - [x] for the right one")
    for choice in right[1:]:
        quiz.fault("a second choice is marked as right", f"one is: the one on line {right[0].line}", choice.line)
    if len(items) < 2:
        quiz.fault("a quiz with one choice", "give at least two", items[0].line)


def _read_number(page: Page, quiz: Quiz, fences: list[Block]) -> None:
    code = next((fence for fence in reversed(fences) if fence.is_python), None)
    output = page.output_of(code) if code else None
    if code is None:
        quiz.fault(
            "a quiz without choices and without code",
            "give a list of - [ ] choices, or code that prints the number asked for",
        )
    elif output is None:
        quiz.fault(
            "the code of this quiz has no output behind it",
            "let it print the number asked for, in a ```{.text .output} fence",
            code.line,
        )
    elif output is not fences[-1]:
        quiz.fault(
            "code stands behind the output of this quiz", "the number asked for is printed last", fences[-1].line
        )
    else:
        printed = NUMBER.findall(output.text)
        if len(printed) != 1:
            found = f"{len(printed)} numbers ({', '.join(printed)})" if printed else "no number"
            quiz.fault(f"the output of this quiz holds {found}", "print exactly one: the number asked for", output.line)
        else:
            quiz.answer = printed[0].replace(",", "").removeprefix("+")


# -- the form


def makeExtension(**options: object) -> QuizExtension:  # noqa: N802 (Python-Markdown's name)
    return QuizExtension(**options)


class QuizExtension(Extension):
    def __init__(self, **options: object):
        self.config = {**extension_base.options(), "strings": [{}, "The words, in place of [quiz] in ui.toml"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        reader = _Reader(md, self.getConfigs())
        md.preprocessors.register(reader, "handbook-quiz-source", ON_SOURCE)
        md.treeprocessors.register(_Former(md, reader), "handbook-quiz", BEFORE_INLINE)


class _Reader(Preprocessor):
    """Reads the questions from the source, where code and output can still be told apart."""

    def __init__(self, md: Markdown, config: dict):
        super().__init__(md)
        self.options = config
        self.found: list[Quiz] = []

    def run(self, lines: list[str]) -> list[str]:
        options = extension_base.page_options(self.md, self.options)
        self.found = list(quizzes(extension_base.parse(lines, options)))
        extension_base.report_in_file((fault for quiz in self.found for fault in quiz.faults), lines, options)
        return lines


class _Former(Treeprocessor):
    """Puts a form in the place of each quiz admonition."""

    def __init__(self, md: Markdown, reader: _Reader):
        super().__init__(md)
        self.reader = reader

    def run(self, root: Element) -> None:
        options = extension_base.page_options(self.md, self.reader.options)
        words = (
            Strings(options["strings"], {})
            if options["strings"]
            else Strings.of(options["language"], "quiz", Path(options["root"]))
        )
        boxes = [box for box in root.iter("div") if {"admonition", KIND} <= set(box.get("class", "").split())]
        sound = [quiz for quiz in self.reader.found if quiz.block.info == "!!!"]
        if len(boxes) != len(sound):
            raise ValueError(f"{len(sound)} quizzes in the source of {options['path']}, {len(boxes)} in the page")
        for number, (box, quiz) in enumerate(zip(boxes, sound), 1):
            if not quiz.faults:
                _Form(box, quiz, f"quiz-{number}", words, options["language"]).build()


class _Form:
    """Rebuilds one admonition, in place, as a form."""

    def __init__(self, box: Element, quiz: Quiz, identity: str, words: Strings, language: str):
        self.box = box
        self.quiz = quiz
        self.identity = identity
        self.words = words
        self.language = language

    def build(self) -> None:
        title, *content = list(self.box)
        self.box.clear()
        self.box.tag = "form"
        self.box.set("class", KIND)
        self.box.set("id", self.identity)
        fieldset = SubElement(self.box, "fieldset")
        legend = SubElement(fieldset, "legend")
        legend.text = title.text
        legend.extend(title)
        (self._choices if self.quiz.choices else self._number)(fieldset, content)

    # parts of both

    def _finish(self, kind: str, messages: tuple[str, ...], where: Element) -> None:
        """The button, which works only with scripts, and the place where the verdict appears."""
        self.box.set("data-quiz", kind)
        self.box.set("data-messages", json.dumps({name: self.words(name) for name in messages}, ensure_ascii=False))
        button = SubElement(where, "button", {"type": "submit", "class": "md-button quiz-check", "hidden": "hidden"})
        button.text = self.words("check")
        SubElement(self.box, "div", {"class": "quiz-result", "role": "status", "id": f"{self.identity}-result"})

    def _folded(self, summary: str, style: str) -> Element:
        details = SubElement(self.box, "details", {"class": f"quiz-more {style}"})
        SubElement(details, "summary").text = self.words(summary)
        return details

    # choices

    def _choices(self, fieldset: Element, content: list[Element]) -> None:
        options: list[Element] = []
        for element in content:
            if element.tag in ("ul", "ol") and not options:
                options = list(element)
            else:
                fieldset.append(element)
        texts = [_take_text(option) for option in options]
        for number, text in enumerate(texts, 1):
            row = SubElement(fieldset, "div", {"class": "quiz-choice"})
            identity = f"{self.identity}-{number}"
            SubElement(row, "input", {"type": "radio", "name": self.identity, "id": identity, "value": str(number)})
            row.append(_renamed(text, "label", {"for": identity}))
        self._finish("choice", CHOICE_MESSAGES, SubElement(self.box, "div", {"class": "quiz-act"}))
        answers = SubElement(self._folded("answers", "quiz-answers"), "ul")
        for number, (choice, text, option) in enumerate(zip(self.quiz.choices, texts, options), 1):
            self._answer(SubElement(answers, "li"), number, choice, text, option)

    def _answer(self, item: Element, number: int, choice: Choice, text: Element, option: Element) -> None:
        item.set("data-choice", str(number))
        item.set("data-right", "true" if choice.right else "false")
        line = SubElement(item, "p")
        mark = SubElement(line, "strong", {"class": "quiz-mark"})
        mark.text = self.words("right_answer" if choice.right else "wrong_answer")
        mark.tail = ": "
        line.append(_renamed(copy.deepcopy(text), "span", {}))
        reason = SubElement(item, "div", {"class": "quiz-reason"})
        reason.text = option.text
        reason.extend(option)

    # a number

    def _number(self, fieldset: Element, content: list[Element]) -> None:
        code = _last_code(content)
        for element in content:
            if element not in code:
                fieldset.append(element)
        answer = self.quiz.answer
        self.box.set("data-answer", answer)
        decimal, group = number_formats.marks(self.language)
        self.box.set("data-shown", shown(answer, number_formats.LOCALES.get(self.language, self.language)))
        self.box.set("data-decimal", decimal)
        self.box.set("data-group", group)
        act = SubElement(self.box, "div", {"class": "quiz-act"})
        field_id = f"{self.identity}-answer"
        SubElement(act, "label", {"for": field_id}).text = self.words("your_answer")
        # Telephones' decimal keypads have no minus.
        keypad = "text" if answer.startswith("-") else "decimal"
        attributes = {"type": "text", "inputmode": keypad, "id": field_id, "autocomplete": "off", "spellcheck": "false"}
        SubElement(act, "input", {**attributes, "aria-describedby": f"{self.identity}-result"})
        self._finish("number", NUMBER_MESSAGES, act)
        self._folded("how", "quiz-how").extend(code)


def shown(answer: str, locale: str) -> str:
    """The answer with its digits in the language's way, long whole numbers in groups."""
    mantissa, _, exponent = answer.partition("e")
    places = len(mantissa.partition(".")[2])
    pattern = "#,##0" if not places else "0." + "0" * places
    text = format_decimal(mantissa, format=pattern, locale=locale).replace("-", "\u2212")
    return f"{text}e{exponent}" if exponent else text


def _take_text(option: Element) -> Element:
    """The line of a list item that holds the box, without it; the reason stays behind."""
    if option.text and BOX.match(option.text.strip() + " "):
        line = Element("p")
        line.text, option.text = option.text.strip(), None
    else:
        line = option[0]
        option.remove(line)
    line.tail = None
    line.text = BOX.sub("", line.text or "", count=1)
    return line


def _renamed(element: Element, tag: str, attributes: dict[str, str]) -> Element:
    element = copy.copy(element)
    element.tag = tag
    element.attrib = dict(attributes)
    return element


def _last_code(content: list[Element]) -> list[Element]:
    """The last code block and its output: placeholders by now, in a paragraph each or in one."""
    found: list[Element] = []
    blocks = 0
    for element in reversed(content):
        places = len(HTML_PLACEHOLDER_RE.findall(element.text or "")) if element.tag == "p" else 0
        if places:
            found.insert(0, element)
            blocks += places
        if blocks >= 2:
            return found
    raise ValueError("a quiz whose code the renderer did not see as code")
