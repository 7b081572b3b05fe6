"""mkdocs.yml is data: whatever stands in it, no command runs it, and the file that MkDocs reads can't hold it."""

import shlex

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs.utils.yaml import yaml_load
from small_site import checkout

from handbook.cli.commands import main
from handbook.core.config_files import to_yaml
from handbook.core.diagnostics import DiagnosticError
from handbook.project import configuration

TAGS = [
    '!!python/object/apply:os.system ["touch {}"]',
    "!!python/object/new:os.system [touch {}]",
    "!!python/name:os.system",
    "!!python/module:os",
    "!<tag:yaml.org,2002:python/object/apply:os.system> [touch {}]",
    "!relative",
    "!unknown x",
]


@pytest.fixture
def small(tmp_path):
    return checkout(tmp_path / "checkout")


@pytest.mark.parametrize(
    "command", ["check", "stage {}/staged de", "build --site-dir {}/site", "offline de", "epub de"]
)
def test_no_command_runs_what_stands_in_it(small, tmp_path, command):
    path = small / configuration.FILE
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join([*lines, f"extra: {{ x: {TAGS[0].format(tmp_path / 'ran')} }}"]), encoding="utf-8")
    result = CliRunner().invoke(main, ["--root", str(small), *shlex.split(command.format(tmp_path))])
    assert not (tmp_path / "ran").exists()
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.exception
    assert f"mkdocs.yml:{len(lines) + 1}: not YAML: could not determine a constructor for the tag" in result.output


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_that_makes_an_object_is_told(tmp_path, tag):
    (tmp_path / configuration.FILE).write_text(f"site_name: x\nextra:\n  - {tag.format(tmp_path / 'ran')}\n")
    with pytest.raises(DiagnosticError, match=r"^mkdocs\.yml:3: not YAML: could not determine a constructor"):
        configuration.load(tmp_path)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("line", ["INHERIT: other.yml", "hooks: [run.py]", '"INHERIT": other.yml'])
def test_what_mkdocs_would_read_or_run_beside_it_is_told(tmp_path, line):
    (tmp_path / configuration.FILE).write_text(f"site_name: x\n{line}\n", encoding="utf-8")
    with pytest.raises(DiagnosticError, match=r"^mkdocs\.yml:2: `\w+` is not read here"):
        configuration.load(tmp_path)


def test_the_environment_is_asked_as_mkdocs_does(tmp_path, monkeypatch):
    monkeypatch.setenv("A_NAME", "https://a.example/")
    monkeypatch.delenv("ANOTHER", raising=False)
    text = "a: !ENV A_NAME\nb: !ENV [ANOTHER, A_NAME, c]\nd: !ENV [ANOTHER, 3]\n"
    (tmp_path / configuration.FILE).write_text(text, encoding="utf-8")
    assert configuration.load(tmp_path) == yaml_load(text)
    assert configuration.load(tmp_path) == {"a": "https://a.example/", "b": "https://a.example/", "d": 3}


@given(st.text("!&*%<>{}[]'\"\\:#-|\n\t apython/objec,2", max_size=40) | st.sampled_from(TAGS) | st.just("!ENV HOME"))
@settings(max_examples=150, deadline=None)
def test_what_is_staged_holds_words_alone(words):
    staged = to_yaml({"a": [words], words or "b": {"c": words}})
    assert not [token for token in yaml.scan(staged) if isinstance(token, (yaml.TagToken, yaml.AliasToken))]
    assert yaml_load(staged) == {"a": [words], words or "b": {"c": words}}
