"""Quizzes: questions that are answered in the page.

A quiz is an admonition: with a list of choices, each with its reason, or with code whose output is the number asked
for. This Python-Markdown extension makes a form of it. Without scripts, readers unfold the reasons or the code;
``frontend/components/quiz.js`` checks what they enter. ``check`` finds quizzes that can't be answered.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from xml.etree.ElementTree import Element, SubElement

from babel.numbers import format_decimal
from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from handbook.core.diagnostics import Finding
from handbook.extensions.page_extension import PageExtension, PageProcessor
from handbook.markdown import extension_base
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.project.strings import Strings

KIND = "quiz"
BEFORE_INLINE = 30  # priority: the form holds raw Markdown, which `inline` (20) and `toc` (5) treat like any other
BEFORE_FENCES = 28  # priority: before superfences (25) replaces the code by placeholders

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
    "number_words",
    "number_separators",
)


# -- what a page asks


@dataclass(frozen=True)
class Choice:
    """A choice as it stands in the source."""

    line: int
    right: bool
    has_reason: bool


@dataclass
class Quiz:
    """One question as it stands in the source, and what is wrong with it."""

    block: Block
    choices: list[Choice] = field(default_factory=list)
    answer: str = ""  # the number asked for, as printed, without thousands separators
    findings: list[Finding] = field(default_factory=list)

    def report(self, message: str, hint: str, line: int = 0) -> None:
        """Add a finding; ``line`` is that of the quiz's title if 0."""
        self.findings.append(Finding(self.block.path, line or self.block.line, message, hint))


def quizzes(page: Page) -> Iterator[Quiz]:
    """The quizzes of ``page``, in order."""
    for block in page.blocks:
        if block.kind == "admonition" and KIND in block.classes:
            yield _read(page, block)


def check(page: Page) -> list[Finding]:
    """What is wrong with the page's quizzes."""
    return [finding for quiz in quizzes(page) for finding in quiz.findings]


def _read(page: Page, block: Block) -> Quiz:
    quiz = Quiz(block)
    if block.info != "!!!":
        quiz.report("a quiz is folded away", 'write !!! quiz "Question?"')
    if not block.text.strip():
        quiz.report("a quiz without a question", 'write !!! quiz "Question?"')
    children = page.children(block)
    items = [child for child in children if child.kind == "item" and len(child.containers) == len(block.containers) + 1]
    if items:
        _read_choices(page, quiz, items)
    else:
        _read_number(page, quiz, [child for child in children if child.kind == "fence"])
    return quiz


def _read_choices(page: Page, quiz: Quiz, items: list[Block]) -> None:
    for item in items:
        box = BOX.match(item.text)
        if not box:
            quiz.report("a choice without a box", "begin it with - [ ] or - [x]", item.line)
            continue
        choice = Choice(item.line, box[1] != " ", bool(page.children(item)))
        if not choice.has_reason:
            quiz.report(
                "a choice without its reason",
                "say why it is right or wrong, in a paragraph below it, indented by 4 more spaces",
                item.line,
            )
        quiz.choices.append(choice)
    right = [choice for choice in quiz.choices if choice.right]
    if not right:
        quiz.report("no choice is marked as right", "write - [x] for the right one")
    for choice in right[1:]:
        quiz.report("a second choice is marked as right", f"one is: the one on line {right[0].line}", choice.line)
    if len(items) < 2:
        quiz.report("a quiz with one choice", "give at least two", items[0].line)


def _read_number(page: Page, quiz: Quiz, fences: list[Block]) -> None:
    code = next((fence for fence in reversed(fences) if fence.is_python), None)
    output = page.output_of(code) if code else None
    if code is None:
        quiz.report(
            "a quiz without choices and without code",
            "give a list of - [ ] choices, or code that prints the number asked for",
        )
    elif output is None:
        quiz.report(
            "the code of this quiz has no output behind it",
            "let it print the number asked for, in a ```{.text .output} fence",
            code.line,
        )
    elif output is not fences[-1]:
        quiz.report(
            "code stands behind the output of this quiz", "the number asked for is printed last", fences[-1].line
        )
    else:
        printed = NUMBER.findall(output.text)
        if len(printed) != 1:
            numbers = f"{len(printed)} numbers ({', '.join(printed)})" if printed else "no number"
            quiz.report(
                f"the output of this quiz holds {numbers}", "print exactly one: the number asked for", output.line
            )
        else:
            quiz.answer = printed[0].replace(",", "").removeprefix("+")


# -- the form


class QuizExtension(PageExtension):
    """Makes forms of the quizzes of a page."""

    extra_options: ClassVar = {"strings": [{}, "The strings, in place of [quiz] in ui.toml"]}

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        preprocessor = _QuizPreprocessor(md, self.getConfigs())
        md.preprocessors.register(preprocessor, "handbook-quiz-source", BEFORE_FENCES)
        md.treeprocessors.register(_QuizTreeprocessor(md, preprocessor), "handbook-quiz", BEFORE_INLINE)


makeExtension = QuizExtension  # noqa: N816 (Python-Markdown's name)


class _QuizPreprocessor(PageProcessor, Preprocessor):
    """Reads the quizzes from the source, where code and output can still be told apart."""

    quizzes: Sequence[Quiz] = ()

    def run(self, lines: list[str]) -> list[str]:
        options = self.options
        self.quizzes = list(quizzes(extension_base.parse(lines, options)))
        extension_base.report_in_file((finding for quiz in self.quizzes for finding in quiz.findings), lines, options)
        return lines


class _QuizTreeprocessor(Treeprocessor):
    """Puts a form in the place of each quiz admonition."""

    def __init__(self, md: Markdown, preprocessor: _QuizPreprocessor) -> None:
        super().__init__(md)
        self.preprocessor = preprocessor

    def run(self, root: Element) -> None:
        options = self.preprocessor.options
        strings = (
            Strings(options["strings"], {})
            if options["strings"]
            else Strings.of(options["language"], "quiz", Path(options["root"]))
        )
        boxes = [box for box in root.iter("div") if {"admonition", KIND} <= set(box.get("class", "").split())]
        quizzes = [quiz for quiz in self.preprocessor.quizzes if quiz.block.info == "!!!"]  # others are <details>
        if len(boxes) != len(quizzes):
            raise ValueError(f"{len(quizzes)} quizzes in the source of {options['path']}, {len(boxes)} in the page")
        for number, (box, quiz) in enumerate(zip(boxes, quizzes), 1):
            if not quiz.findings:
                _Form(box, quiz, f"quiz-{number}", strings, options["language"]).build()


class _Form:
    """Rebuilds one admonition, in place, as a form."""

    def __init__(self, box: Element, quiz: Quiz, identity: str, t: Strings, language: str) -> None:
        self.box = box
        self.quiz = quiz
        self.identity = identity
        self.t = t
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
        if self.quiz.choices:
            self._add_choices(fieldset, content)
        else:
            self._add_number(fieldset, content)

    # both kinds

    def _add_button(self, parent: Element, kind: str, messages: tuple[str, ...]) -> None:
        """The button, which only a script shows, and the element in which the verdict appears."""
        self.box.set("data-quiz", kind)
        self.box.set("data-messages", json.dumps({name: self.t(name) for name in messages}, ensure_ascii=False))
        button = SubElement(parent, "button", {"type": "submit", "class": "md-button quiz-check", "hidden": "hidden"})
        button.text = self.t("check")
        SubElement(self.box, "div", {"class": "quiz-result", "role": "status", "id": f"{self.identity}-result"})

    def _add_details(self, summary: str, css_class: str) -> Element:
        details = SubElement(self.box, "details", {"class": f"quiz-more {css_class}"})
        SubElement(details, "summary").text = self.t(summary)
        return details

    # choices

    def _add_choices(self, fieldset: Element, content: list[Element]) -> None:
        options: list[Element] = []
        for element in content:
            if element.tag in ("ul", "ol") and not options:
                options = list(element)
            else:
                fieldset.append(element)
        texts = [_pop_text(option) for option in options]
        for number, text in enumerate(texts, 1):
            row = SubElement(fieldset, "div", {"class": "quiz-choice"})
            identity = f"{self.identity}-{number}"
            SubElement(row, "input", {"type": "radio", "name": self.identity, "id": identity, "value": str(number)})
            row.append(_with_tag(text, "label", {"for": identity}))
        self._add_button(SubElement(self.box, "div", {"class": "quiz-act"}), "choice", CHOICE_MESSAGES)
        answers = SubElement(self._add_details("answers", "quiz-answers"), "ul")
        for number, (choice, text, option) in enumerate(zip(self.quiz.choices, texts, options), 1):
            self._fill_answer(SubElement(answers, "li"), number, choice, text, option)

    def _fill_answer(self, item: Element, number: int, choice: Choice, text: Element, option: Element) -> None:
        item.set("data-choice", str(number))
        item.set("data-right", "true" if choice.right else "false")
        line = SubElement(item, "p")
        mark = SubElement(line, "strong", {"class": "quiz-mark"})
        mark.text = self.t("right_answer" if choice.right else "wrong_answer")
        mark.tail = ": "
        line.append(_with_tag(copy.deepcopy(text), "span", {}))
        reason = SubElement(item, "div", {"class": "quiz-reason"})
        reason.text = option.text
        reason.extend(option)

    # a number

    def _add_number(self, fieldset: Element, content: list[Element]) -> None:
        code = _last_code(content)
        for element in content:
            if element not in code:
                fieldset.append(element)
        answer = self.quiz.answer
        self.box.set("data-answer", answer)
        decimal, group = number_formats.marks(self.language)
        self.box.set("data-shown", format_answer(answer, number_formats.LOCALES.get(self.language, self.language)))
        self.box.set("data-decimal", decimal)
        self.box.set("data-group", group)
        controls = SubElement(self.box, "div", {"class": "quiz-act"})
        field_id = f"{self.identity}-answer"
        SubElement(controls, "label", {"for": field_id}).text = self.t("your_answer")
        # The decimal keypads of some phones have no minus sign.
        keypad = "text" if answer.startswith("-") else "decimal"
        attributes = {"type": "text", "inputmode": keypad, "id": field_id, "autocomplete": "off", "spellcheck": "false"}
        SubElement(controls, "input", {**attributes, "aria-describedby": f"{self.identity}-result"})
        self._add_button(controls, "number", NUMBER_MESSAGES)
        self._add_details("how", "quiz-how").extend(code)


def format_answer(answer: str, locale: str) -> str:
    """The answer as the language writes it, with as many decimals; whole numbers get thousands separators.

    Args:
        answer: as Python prints it: ``1234``, ``0.50`` or ``1.5e-05``.
        locale: a locale of Babel.
    """
    mantissa, _, exponent = answer.partition("e")
    decimals = len(mantissa.partition(".")[2])
    pattern = "0." + "0" * decimals if decimals else "#,##0"
    text = format_decimal(mantissa, format=pattern, locale=locale).replace("-", "\u2212")
    return f"{text}e{exponent}" if exponent else text


def _pop_text(option: Element) -> Element:
    """Remove the text of a choice from its list item, in which the reason stays; returns it without its box."""
    if option.text and BOX.match(option.text.strip() + " "):
        line = Element("p")
        line.text, option.text = option.text.strip(), None
    else:
        line = option[0]
        option.remove(line)
    line.tail = None
    line.text = BOX.sub("", line.text or "", count=1)
    return line


def _with_tag(element: Element, tag: str, attributes: dict[str, str]) -> Element:
    element = copy.copy(element)
    element.tag = tag
    element.attrib = dict(attributes)
    return element


def _last_code(content: list[Element]) -> list[Element]:
    """The paragraphs with the placeholders of the last code block and of its output: one, or one each.

    Raises ValueError where there are none.
    """
    paragraphs: list[Element] = []
    count = 0
    for element in reversed(content):
        placeholders = len(HTML_PLACEHOLDER_RE.findall(element.text or "")) if element.tag == "p" else 0
        if placeholders:
            paragraphs.insert(0, element)
            count += placeholders
        if count >= 2:
            return paragraphs
    raise ValueError("a quiz whose code the renderer did not see as code")
