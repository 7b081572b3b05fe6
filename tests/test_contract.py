"""Names that Python, templates, styles, scripts and pages share: attributes, fields of JSON, variables, ids.

No compiler sees both sides of such a name. Here each stands once, with the sides that use it, so that a typing error on
any side is a name that isn't listed, or a side that is missing.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

import material
import pytest

from handbook import ROOT
from handbook.export import explorer_page
from handbook.extensions import node_process, widgets
from handbook.project.examples import read_examples

# Side → the files in which it uses a name.
SIDES = {
    "python": ["src/handbook/**/*.py", "content/**/*.py"],
    "javascript": ["frontend/**/*.js", "src/handbook/**/*.mjs"],
    "template": ["theme/**/*.html", "src/handbook/**/*.j2"],
    "style": ["theme/**/*.css", "src/handbook/**/*.css"],
    "page": ["docs/en/**/*.md"],
}

# Attribute → the sides that write or read it. Those of Material and MkDocs are theirs: see FOREIGN.
ATTRIBUTES = {
    # widgets
    "data-widget": "python javascript template style page",
    "data-locale": "python javascript",
    "data-views": "python javascript style page",
    "data-remove": "javascript style",  # a change of the explorer's model
    "data-key": "javascript",
    "data-start": "python javascript template",
    "data-words": "python javascript template",
    "data-cell": "python javascript",
    "data-word": "javascript style",
    "data-grid": "javascript style",
    "data-settled": "javascript style",
    "data-ready": "javascript style",  # and tests, which wait for it
    "data-act": "javascript",
    "data-slider": "javascript",
    "data-options": "javascript",
    "data-names": "javascript",
    "data-page": "javascript",
    # the model on the home page
    "data-model": "python javascript",
    "data-touched": "python javascript",
    # code blocks that run
    "data-above": "python javascript",
    "data-reason": "python",  # from the fence to the label
    "data-check": "python javascript style",
    "data-seconds": "python javascript style",
    "data-verdict": "javascript style",
    "data-live": "python javascript template style",
    "data-action": "javascript template style",
    "data-result": "javascript template style",
    "data-state": "javascript template style",
    "data-traceback": "javascript style",
    "data-run": "javascript template",
    "data-code": "javascript",  # and tests, which write into it
    # quizzes
    "data-quiz": "python javascript",
    "data-messages": "python javascript",
    "data-choice": "python javascript",
    "data-right": "python javascript style",
    "data-answer": "python javascript",
    "data-shown": "python javascript",
    "data-group": "python javascript",
    "data-decimal": "python",  # no script reads it
    "data-tone": "javascript style",
    # what the browser keeps for a reader
    "data-kept": "javascript template page",
    "data-site": "javascript template",
    "data-kind": "javascript template",
    "data-read": "javascript template",
    "data-solved": "javascript template",
    "data-said": "javascript template",
    "data-tasks": "python javascript template",
    "data-progress": "template page",
    "data-at": "python page",
    # the page
    "data-near": "javascript template",
    "data-language": "python javascript template",
    "data-alphabet": "python javascript template",
    "data-address": "javascript template",
    "data-placed": "javascript",
    "data-script": "javascript template",
    "data-copied": "javascript template",
    "data-failed": "javascript template",
    "data-search": "javascript template",
    "data-search-script": "javascript template",
    "data-home": "javascript template",
    "data-folders": "template",  # read by the script that stands with it
    "data-close": "javascript template",
    "data-label": "python javascript template style",
    # links and pictures to take
    "data-share": "python javascript",
    # what readers may do about a text
    "data-report": "javascript template style",
    "data-english": "javascript template",
    "data-pictures": "javascript template",
    # figures, plots and panels
    "data-picture": "python page",
    "data-name": "python javascript page",
    "data-output": "python page",
    "data-mask": "python page",
    "data-lit": "python page",
    "data-tokens": "python page",
    "data-rows": "python page",
    "data-columns": "python page",
    "data-plot": "python page",
    "data-measured": "python page",
    "data-glossary": "python page",
    "data-status": "python page",
}
FOREIGN = re.compile(r"data-(md-[\w-]+|search-exclude|toc-label|clipboard-[\w-]+)")

VARIABLES = {
    "attentionModel": "python javascript",
    "handbookCode": "python javascript",
    "codeWords": "python javascript",
    "codePython": "python javascript",
    "pythonFiles": "python javascript",
    "searchSections": "python javascript",
    "searchTerms": "python javascript",
    "startSearch": "javascript",
    "saveFigure": "javascript",
}

# What a browser keeps under another name is lost to readers.
STORAGE_KEYS = {
    f"handbook.{name}" for name in ("alphabet", "code", "wrap", "place", "searches", "read", "solved", "stopped")
}

ATTRIBUTE = re.compile(r"(?<![\w-])data-[a-z]+(?:-[a-z]+)*")
DATASET = re.compile(r"\bdataset\.(\w+)")
UNPACKED = re.compile(r"\{([\w\s,]+)\} = [^;]*\bdataset\b(?!\.)")
TAG = re.compile(r"<(?:div|figure)\b[^>]*>")
JAVASCRIPT_TEXT = re.compile(r"""("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/""", re.DOTALL)


@cache
def code(side: str, text: str) -> str:
    """``text`` without comments: a name that only a comment has is used by nobody."""
    if side == "python":
        return "\n".join(_python_strings(ast.parse(text)))
    if side == "javascript":
        return JAVASCRIPT_TEXT.sub(lambda match: match[1] or "", text)
    if side == "page":
        return "\n".join(TAG.findall(text))
    return re.sub(r"\{#.*?#\}|<!--.*?-->|/\*.*?\*/", "", text, flags=re.DOTALL)


def _python_strings(tree: ast.Module) -> Iterator[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and ast.get_docstring(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def attributes(side: str, text: str) -> set[str]:
    """The data attributes that ``text``, free of comments, names."""
    names = set(ATTRIBUTE.findall(text))
    if side == "javascript":
        properties = DATASET.findall(text) + [
            name for names in UNPACKED.findall(text) for name in re.findall(r"\w+", names)
        ]
        names |= {"data-" + re.sub(r"[A-Z]", lambda match: "-" + match[0].lower(), name) for name in properties}
    return {name for name in names if not FOREIGN.fullmatch(name)}


def used(find: Callable[[str, str], set[str]], root: Path = ROOT) -> dict[str, dict[str, str]]:
    """Name → side → a file of that side in which ``find(side, code)`` meets the name."""
    places: dict[str, dict[str, str]] = defaultdict(dict)
    for side, patterns in SIDES.items():
        for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
            for name in find(side, code(side, path.read_text(encoding="utf-8"))):
                places[name].setdefault(side, path.relative_to(root).as_posix())
    return places


def differences(expected: dict[str, str], places: dict[str, dict[str, str]]) -> list[str]:
    """Each name that is used by other sides than listed, with a file of each."""
    return [
        f"{name}: listed for {sorted(expected.get(name, '').split())}, used in {places.get(name, {})}"
        for name in sorted(expected.keys() | places.keys())
        if set(expected.get(name, "").split()) != set(places.get(name, {}))
    ]


def test_each_attribute_is_used_by_the_sides_that_are_listed():
    assert differences(ATTRIBUTES, used(attributes)) == []


def test_global_variables_have_one_name_on_both_sides():
    def variables(_side: str, text: str) -> set[str]:
        return {name for name in VARIABLES if re.search(rf"\b{name}\b", text)}

    assert differences(VARIABLES, used(variables)) == []


def test_what_a_browser_stores_keeps_its_name():
    def keys(side: str, text: str) -> set[str]:
        return set(re.findall(r'= "(handbook\.\w+)"', text)) if side == "javascript" else set()

    assert set(used(keys)) == STORAGE_KEYS


def test_each_key_that_a_browser_stores_is_listed_on_the_page_your_data():
    state, kept = ((ROOT / f"frontend/page/{name}.js").read_text("utf-8") for name in ("reader-state", "kept-list"))
    constants = re.findall(r'export const (\w+) = "handbook', state)
    assert len(constants) == len(STORAGE_KEYS)
    assert [name for name in constants if not re.search(rf"\b{name}\b", kept.partition("/**")[2])] == []
    rows = re.search(r"for kind in \((.*?)\)", (ROOT / "theme/partials/kept.html").read_text("utf-8"))[1]
    assert re.findall(r'"(\w+)"', rows) == re.findall(r"^    (\w+): \{", kept, re.MULTILINE)


def test_our_page_defines_what_the_themes_scripts_ask_for():
    """Our partial stands in for Material's: a new version may define more."""
    own, theirs = (
        (folder / "partials/javascripts/base.html").read_text("utf-8")
        for folder in (ROOT / "theme", Path(material.__file__).parent / "templates")
    )
    names = set(re.findall(r"\b(__md_\w+)=", theirs))
    assert len(names) == 4 and names == set(re.findall(r"\b(__md_\w+)=", own))


def test_elements_that_scripts_ask_for_by_id_are_in_the_html():
    wanted = used(
        lambda side, text: set(re.findall(r'getElementById\("([\w-]+)"\)', text)) if side == "javascript" else set()
    )
    written = used(lambda side, text: set(re.findall(r'\bid="([\w-]+)"', text)) if side != "javascript" else set())
    assert wanted.keys() - {"__drawer"} <= written.keys()  # Material's drawer is its own


def test_the_views_that_pages_may_name_are_those_of_the_explorer():
    text = (ROOT / "frontend/explorer/views/index.js").read_text(encoding="utf-8")
    views = re.search(r"VIEWS = \{(.*?)\};", text, re.DOTALL)
    assert views and tuple(re.findall(r"(\w+): \w+", views[1])) == widgets.VIEWS


def test_the_explorers_model_has_the_fields_that_its_script_reads():
    def fields(side: str, text: str) -> set[str]:
        return set(re.findall(r"\bsource\??\.(\w+)", text)) if side == "javascript" else set()

    script = explorer_page.weights_script(ROOT)
    model = json.loads(script.partition(" = ")[2].rstrip(";\n"))
    read = {name for name, places in used(fields).items() if places["javascript"].startswith("frontend/explorer/")}
    assert read == set(model)


def test_python_reads_the_fields_that_widgets_answer_with():
    """Also those that it asks for by ``get``, where a wrong name would only leave something out."""
    tree = ast.parse((ROOT / "src/handbook/extensions/widgets.py").read_text(encoding="utf-8"))
    asked = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in ("html", "_step", "_table", "_role"):
            asked |= set(_keys(node))
    examples = {key: asdict(example) for key, example in read_examples(ROOT).items()}
    answered: set[str] = set()
    for name in widgets.names():
        if name != widgets.EXPLORER:
            answer = node_process.ask("widget", name=name, locale="en", words={}, examples=examples)
            answered |= set(_fields(answer["steps"])) | answer.keys()
    assert {"start", "steps", "tables", "total"} <= asked
    assert asked <= answered


def _keys(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield node.slice.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            yield from (argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant))


def _fields(answer: object) -> Iterator[str]:
    if isinstance(answer, dict):
        yield from answer
    for value in answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else ():
        yield from _fields(value)


PLANTED = {
    "python": ("src/handbook/extensions/widgets.py", '"data-locale"', '"data-local"'),
    "javascript": ("frontend/core/dom.js", "dataset.words", "dataset.word"),
    "javascript, unpacked": ("frontend/components/quiz.js", "{ answer, shown, group }", "{ answer, show, group }"),
    "template": ("theme/main.html", "data-address=", "data-adress="),
    "style": ("theme/assets/stylesheets/refinements.css", "[data-settled]", "[data-setled]"),
}


@pytest.mark.parametrize("side", PLANTED)
def test_a_typing_error_on_one_side_is_found(side):
    path, right, wrong = PLANTED[side]
    text = (ROOT / path).read_text(encoding="utf-8")
    assert right in text
    kind = side.partition(",")[0]
    before, after = (attributes(kind, code(kind, version)) for version in (text, text.replace(right, wrong)))
    places = used(attributes)
    for name in before - after:
        if places[name][kind] == path:
            del places[name][kind]
    for name in after - before:
        places[name].setdefault(kind, path)
    assert differences(ATTRIBUTES, places)
