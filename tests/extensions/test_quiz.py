"""Questions that pages answer in place: what is found in the source, what stands on the page, what a reader can do."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from quiz_pages import CHOICE, NUMBER, render

from handbook.core.diagnostics import DiagnosticError
from handbook.extensions import quiz
from handbook.markdown.parser import parse


class Outline(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, html: str):
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag: str) -> list[dict]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


# -- the check


def messages(text: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.message) for finding in quiz.check(parse(text))]


def test_sound_quizzes_have_no_findings():
    assert messages(CHOICE) == []
    assert messages(NUMBER) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[x]", "[ ]", 3, "no choice is marked as right"),
        ("- [ ]", "- [x]", 11, "a second choice is marked as right"),
        ("- [ ] Along", "- Along", 7, "a choice without a box"),
        ("        Then each column would sum to 1, see `sum(dim=0)`.\n\n", "", 7, "a choice without its reason"),
        ("!!! quiz", "??? quiz", 3, "a quiz is folded away"),
        ('quiz "Along which axis, `dim=-1` or *another*?"', "quiz", 3, "a quiz without a question"),
    ],
)
def test_a_broken_choice_quiz_is_found_at_its_line(old, new, line, message):
    assert old in CHOICE
    assert (line, message) in messages(CHOICE.replace(old, new, 1))


def test_one_choice_is_no_choice():
    start = CHOICE.index("    - [ ]")
    end = CHOICE.index("    - [x]")
    assert (7, "a quiz with one choice") in messages(CHOICE[:start] + CHOICE[end:])


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("0.3925", "tensor([0.3925, 0.2])", 11, "the output of this quiz holds 2 numbers (0.3925, 0.2)"),
        ("0.3925", "nothing", 11, "the output of this quiz holds no number"),
        ("    ```{.text .output}\n    0.3925\n    ```\n", "", 7, "the code of this quiz has no output behind it"),
        ("```python", "```text", 3, "a quiz without choices and without code"),
        (
            "    0.3925\n    ```\n",
            "    0.3925\n    ```\n\n    ```text\n    more\n    ```\n",
            15,
            "code stands behind the output of this quiz",
        ),
    ],
)
def test_a_broken_number_quiz_is_found_at_its_line(old, new, line, message):
    assert old in NUMBER
    assert (line, message) in messages(NUMBER.replace(old, new, 1))


@pytest.mark.parametrize(
    ("printed", "answer"),
    [
        ("0.3925", "0.3925"),
        ("tensor(-0.0739)", "-0.0739"),
        ("7,087,872", "7087872"),
        ("2 heads", "2"),
        ("1e-05", "1e-05"),
        ("weight_2 = 0.5", "0.5"),
        ("12.", "12"),
    ],
)
def test_the_number_asked_for_is_read_from_the_output(printed, answer):
    (found,) = quiz.quizzes(parse(NUMBER.replace("0.3925", printed)))
    assert (found.answer, found.findings) == (answer, [])


def test_every_finding_says_what_to_do():
    text = CHOICE.replace("[x]", "[ ]") + NUMBER.replace("0.3925", "1 2")
    assert all(finding.hint for finding in quiz.check(parse(text)))


# -- the form


def test_a_choice_quiz_is_a_form_with_a_label_for_each_radio():
    page = Outline(render(CHOICE))
    (form,) = page.all("form")
    assert (form["class"], form["data-quiz"]) == ("quiz", "choice")
    assert "action" not in form
    radios = page.all("input")
    assert [radio["type"] for radio in radios] == ["radio", "radio"]
    assert len({radio["name"] for radio in radios}) == 1
    assert [label["for"] for label in page.all("label")] == [radio["id"] for radio in radios]
    assert len(page.all("fieldset")) == len(page.all("legend")) == 1
    assert [status["class"] for status in page.all("div") if status.get("role") == "status"] == ["quiz-result"]


def test_markup_in_question_choice_and_reason_is_kept():
    html = render(CHOICE)
    assert "<legend>Along which axis, <code>dim=-1</code> or <em>another</em>?</legend>" in html
    assert 'for="quiz-1-1">Along the <strong>queries</strong>.</label>' in html
    assert "see <code>sum(dim=0)</code>" in html
    assert "[x]" not in html and "[ ]" not in html


def test_without_scripts_the_answers_can_be_unfolded_and_the_button_is_hidden():
    html = render(CHOICE)
    page = Outline(html)
    assert [button.get("hidden") for button in page.all("button")] == ["hidden"]
    details = html[html.index("<details") : html.index("</details>")]
    assert "<summary>Answers</summary>" in details
    assert (
        details.index("Wrong answer")
        < details.index("each column would sum")
        < details.index("Right answer")
        < details.index("It sums to 1.")
    )
    assert [item["data-right"] for item in page.all("li")] == ["false", "true"]
    assert [item["data-choice"] for item in page.all("li")] == ["1", "2"]


def test_a_number_quiz_folds_code_and_output_away():
    html = render(NUMBER)
    page = Outline(html)
    (form,) = page.all("form")
    assert (form["data-quiz"], form["data-answer"], form["data-shown"]) == ("number", "0.3925", "0.3925")
    before, details = html.split("<details", 1)
    assert "Four digits." in before and "weight" not in before.replace("weight)", "")
    assert "print" in details and "0.3925" in details
    (field,) = page.all("input")
    assert (field["inputmode"], field["type"]) == ("decimal", "text")
    assert page.all("label")[0]["for"] == field["id"]
    assert field["aria-describedby"] in [div.get("id") for div in page.all("div")]


def test_a_negative_answer_gets_a_keyboard_that_has_a_minus():
    (field,) = Outline(render(NUMBER.replace("0.3925", "-0.3925"))).all("input")
    assert field["inputmode"] == "text"


@pytest.mark.parametrize(
    ("language", "decimal", "group", "shown"),
    [("en", ".", ",", "0.3925"), ("de", ",", ".", "0,3925"), ("sr", ",", ".", "0,3925"), ("sw", ".", ",", "0.3925")],
)
def test_numbers_and_words_follow_the_language(language, decimal, group, shown):
    (form,) = Outline(render(NUMBER, language)).all("form")
    assert (form["data-decimal"], form["data-group"], form["data-shown"], form["data-answer"]) == (
        decimal,
        group,
        shown,
        "0.3925",
    )
    words = json.loads(form["data-messages"])
    assert set(words) == set(quiz.NUMBER_MESSAGES)
    assert (
        language == "en"
        or words["number_wrong"] != json.loads(Outline(render(NUMBER)).all("form")[0]["data-messages"])["number_wrong"]
    )


@pytest.mark.parametrize(
    ("answer", "locale", "text"),
    [("7087872", "en", "7,087,872"), ("7087872", "de", "7.087.872"), ("-0.50", "de", "\u22120,50"), ("12", "sw", "12")],
)
def test_the_answer_is_shown_with_its_digits(answer, locale, text):
    assert quiz.format_answer(answer, locale) == text


def test_each_language_has_every_word():
    from handbook.project.strings import Strings

    keys = {
        *quiz.CHOICE_MESSAGES,
        *quiz.NUMBER_MESSAGES,
        "check",
        "answers",
        "how",
        "your_answer",
        "right_answer",
        "wrong_answer",
    }
    for language in ("en", "de", "sr", "sw"):
        words = Strings.of(language, "quiz")
        for key in keys:
            text = words(key)
            assert set(_gaps(text)) <= {"answer", "typed", "part", "digits"}, (language, key)
            assert sorted(_gaps(text)) == sorted(_gaps(Strings.of("en", "quiz")(key))), (language, key)
        assert words.missing == {}, language


def _gaps(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


def test_words_can_be_given_as_an_option():
    assert "<summary>Why</summary>" in render(CHOICE, strings={"answers": "Why"})


def test_two_quizzes_do_not_share_ids():
    page = Outline(
        render(
            CHOICE + "\n" + NUMBER.replace("# Page { #page }\n", "") + "\n" + CHOICE.replace("# Page { #page }\n", "")
        )
    )
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert [form["data-quiz"] for form in page.all("form")] == ["choice", "number", "choice"]


def test_a_quiz_in_a_list_keeps_its_place():
    nested = "- item\n\n" + "\n".join("    " + line if line else line for line in CHOICE.split("\n")[2:])
    assert render(nested).index("<li>") < render(nested).index("<form")


def test_nothing_on_the_page_needs_an_inline_script():
    html = render(CHOICE + NUMBER.replace("# Page { #page }\n", ""))
    page = Outline(html)
    assert page.all("script") == []
    assert [
        name for _, attributes in page.tags for name in attributes if name.startswith("on") or name == "style"
    ] == []


def test_a_quiz_in_a_code_block_stays_code():
    html = render('```text\n!!! quiz "Question?"\n```\n')
    assert "<form" not in html


def test_a_broken_quiz_fails_the_build_or_is_told_to_who_collects():
    broken = CHOICE.replace("[x]", "[ ]")
    with pytest.raises(DiagnosticError, match="no choice is marked as right"):
        render(broken)
    told: list = []
    render(broken, errors=told)
    assert [finding.line for finding in told] == [3]


def test_findings_count_lines_from_the_start_of_the_file(tmp_path: Path):
    broken = CHOICE.replace("[x]", "[ ]")
    file = tmp_path / "docs" / "en" / "page.md"
    file.parent.mkdir(parents=True)
    file.write_text("---\ndescription: …\n---\n\n" + broken, encoding="utf-8")
    told: list = []
    render(broken, errors=told, root=str(tmp_path), path="docs/en/page.md")
    assert [(finding.path, finding.line) for finding in told] == [("docs/en/page.md", 7)]
