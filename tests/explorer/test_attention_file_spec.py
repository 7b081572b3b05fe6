"""The page about attention files says what the explorer's reader does: examples, fields, limits and tolerances."""

from __future__ import annotations

import ast
import copy
import json
import math
import re
import subprocess

import pytest

from handbook import ROOT
from handbook.core import npm
from handbook.export import explorer_page
from handbook.project import data_files
from handbook.project.checkout import Project
from handbook.site import bundler, downloads

PAGE = Project(ROOT).page("en", "attention-file")
READER = (ROOT / "frontend/explorer/attention-file.js").as_uri()
# Answers for each text: the keys of its problems, and of each part what the reader found out.
READ = f"""
import {{ readFileSync }} from "node:fs";
import {{ readAttention, LIMITS, VERSION }} from {json.dumps(READER)};
const {{ texts, length }} = JSON.parse(readFileSync(0, "utf8"));
if (length) texts.push(...[0, 1].map((more) => texts[0].padEnd(length + more)));
const answers = texts.map((text) => {{
  const {{ reading, problems }} = readAttention(text);
  if (problems) return {{ problems: problems.map(({{ key, path }}) => [key, path]) }};
  const {{ name, layerNames }} = reading;
  const parts = reading.parts.map((part) => ({{ hasSink: part.hasSink, agrees: part.head(0, 0).agrees ?? null }}));
  return {{ problems: [], name, layerNames, parts }};
}});
console.log(JSON.stringify({{ answers, limits: LIMITS, version: VERSION }}));
"""


def read(*files: dict | str, length: int = 0) -> dict:
    """The answer for each file; with ``length``, also for the first one with so many characters, and one more."""
    texts = [file if isinstance(file, str) else json.dumps(file) for file in files]
    done = subprocess.run(
        [npm.node(), "--input-type=module", "-e", READ],
        input=json.dumps({"texts": texts, "length": length}),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


def examples() -> dict[str, dict]:
    """The JSON texts on the page, by their kind."""
    found = {}
    for fence in PAGE.python():
        for node in ast.walk(ast.parse(fence.text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and '"version"' in node.value:
                file = json.loads(node.value)
                found[file["kind"]] = file
    return found


def tables() -> list[dict[str, list[str]]]:
    """The rows of each table, by their first cell without signs of code."""
    found = []
    for block in PAGE.blocks:
        if block.kind == "table":
            rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.text.split("\n")]
            found.append({row[0].strip("`"): row[1:] for row in rows[2:] if len(row) > 1})
    return found


FILE_FIELDS, PART_FIELDS, LIMIT_ROWS = tables()
LIMITS = {what: float(most.replace(",", "")) for what, (most,) in LIMIT_ROWS.items()}
EXAMPLES = examples()


def decoder(**more) -> dict:
    return copy.deepcopy(EXAMPLES["decoder"]) | more


def full(*lengths: int, number: float = 0.0):
    """Nested lists of these lengths."""
    return [full(*lengths[1:], number=number) for _ in range(lengths[0])] if lengths else number


# -- examples and fields


def test_there_is_an_example_of_each_kind_and_it_is_read():
    kinds = re.findall(r'"([a-z-]+)"', FILE_FIELDS["kind"][-1])
    assert sorted(EXAMPLES) == sorted(kinds)
    answered = read(*EXAMPLES.values())
    assert [answer["problems"] for answer in answered["answers"]] == [[]] * 3
    assert {file["version"] for file in EXAMPLES.values()} == {answered["version"]}
    heading = next(block.text for block in PAGE.blocks if block.kind == "heading" and block.id == "format")
    assert re.search(r"version (\d+)", heading).group(1) == str(answered["version"])


@pytest.mark.parametrize("field", [*FILE_FIELDS, *PART_FIELDS])
def test_a_field_is_needed_exactly_if_the_page_says_so(field):
    needed = {**FILE_FIELDS, **PART_FIELDS}[field][1]
    assert needed in ("yes", "no")
    vectors = full(1, 1, 2, 3)
    file = decoder(name="mine", layers=[4], heads=[2], sentence_b_start=1, values=vectors)
    file |= {"queries": vectors, "keys": vectors}
    without = {name: value for name, value in file.items() if name != field}
    if field in ("queries", "keys"):
        alone = read(without)["answers"][0]["problems"]
        assert [key for key, _ in alone] == ["alone"] and "only together" in PART_FIELDS[field][-1]
        without = {name: value for name, value in without.items() if name not in ("queries", "keys")}
    whole, less = read(file, without)["answers"]
    assert whole["problems"] == []
    assert less["problems"] == ([["missing", field]] if needed == "yes" else [])


@pytest.mark.parametrize("field", [name for name, row in PART_FIELDS.items() if "`null`" in row[0]])
def test_what_may_be_null_may_be_null(field):
    assert read(decoder(**{field: None}))["answers"][0]["problems"] == []


def test_unknown_fields_are_ignored_and_an_unknown_version_is_not():
    more, other, later = read(decoder(more=1), decoder(kind="other"), decoder(version=2))["answers"]
    assert more["problems"] == []
    assert (other["problems"], later["problems"]) == ([["unknown_kind", "kind"]], [["unknown_version", "version"]])


def test_the_second_sentence_begins_within_the_tokens():
    starts = [decoder(sentence_b_start=start) for start in (0, 1, 2)]
    answers = read(*starts)["answers"]
    assert [bool(answer["problems"]) for answer in answers] == [True, False, True]


# -- limits


def token_file(tokens: int = 1, letters: int = 1, layers: int = 1, heads: int = 1) -> dict:
    return {
        "kind": "encoder",
        "tokens": ["𝔄" * (letters // 2) + "a" * (letters % 2)] * tokens,
        "attention": full(layers, heads, tokens, tokens),
    }


def with_vectors(dimensions: int) -> dict:
    vectors = full(1, 1, 1, dimensions)
    return token_file() | {"queries": vectors, "keys": vectors}


def one_weight(weight: float) -> dict:
    return {"kind": "encoder", "tokens": ["a"], "attention": [[[[weight]]]]}


def two_weights(total: float) -> dict:
    return {"kind": "encoder", "tokens": ["a", "b"], "attention": [[[[0.5, total - 0.5], [0, 1]]]]}


def ahead(weight: float) -> dict:
    return decoder(attention=[[[[0.5, weight], [0, 1]]]])


BEYOND = {
    "tokens in a part": (token_file, 1, "long_list"),
    "characters in a token, in UTF-16 code units": (lambda count: token_file(letters=count), 1, "long_token"),
    "layers": (lambda count: token_file(layers=count), 1, "long_list"),
    "heads": (lambda count: token_file(heads=count), 1, "long_list"),
    "dimensions": (with_vectors, 1, "long_list"),
    "a weight, which is never negative": (one_weight, 1e-6, "not_share"),
    "the sum of a row": (two_weights, 1e-6, "row_sum"),
    "a weight on a later token in a decoder": (ahead, 1e-9, "looks_ahead"),
}
NAMES = {
    "tokens in a part": "tokens",
    "characters in a token, in UTF-16 code units": "letters",
    "characters in the file": "bytes",
}


def test_limits_are_those_of_the_reader():
    assert set(LIMITS) == {*BEYOND, "characters in the file"}
    limits = read()["limits"]
    for row, most in LIMITS.items():
        if most > 10:
            assert limits.pop(NAMES.get(row, row)) == most, row
    assert limits == {}, "not on the page"


@pytest.mark.parametrize("row", BEYOND)
def test_the_limit_itself_is_read_and_one_more_is_refused(row):
    make, step, key = BEYOND[row]
    most = int(LIMITS[row]) if step == 1 else LIMITS[row]
    allowed, beyond = read(make(most), make(most + step))["answers"]
    assert allowed["problems"] == []
    assert {problem for problem, _ in beyond["problems"]} == {key}


def test_so_many_characters_and_no_more():
    *_, allowed, beyond = read(decoder(), length=int(LIMITS["characters in the file"]))["answers"]
    assert allowed["problems"] == [] and beyond["problems"] == [["too_large", ""]]


def test_negative_weights_are_refused():
    assert read(one_weight(-1e-9))["answers"][0]["problems"][0][0] == "not_share"


def test_names_are_cut_where_the_page_says():
    letters = int(re.search(r"cut after (\d+) characters", FILE_FIELDS["name"][-1]).group(1))
    assert read(decoder(name="n" * (letters + 1)))["answers"][0]["name"] == "n" * letters


# -- tolerances


def tolerance(pattern: str) -> float:
    prose = " ".join(block.text.replace("\n", " ") for block in PAGE.blocks if block.kind == "paragraph")
    return float(re.search(pattern, prose).group(1))


def test_a_smaller_sum_is_a_sink():
    least = tolerance(r"sum below ([\d.]+) is allowed")
    kept, less = read(two_weights(least + 1e-6), two_weights(least - 1e-6))["answers"]
    assert (kept["parts"][0]["hasSink"], less["parts"][0]["hasSink"]) == (False, True)


def test_rounding_is_within_the_tolerance():
    assert tolerance(r"The ([\d.]+) above 1") == pytest.approx(LIMITS["the sum of a row"] - 1)
    equal = 1 / LIMITS["tokens in a part"]
    for digits, allowed in ((4, False), (5, True)):
        total = LIMITS["tokens in a part"] * round(equal, digits)
        assert (total <= LIMITS["the sum of a row"]) == allowed


def test_weights_that_differ_from_those_of_queries_and_keys_are_told():
    most = tolerance(r"differs by more than ([\d.]+)")
    vectors = {"queries": [[[[0.0], [0.0]]]], "keys": [[[[0.0], [0.0]]]]}  # equal scores
    files = [
        {"kind": "encoder", "tokens": ["a", "b"], "attention": [[[[0.5 + more, 0.5 - more], [0.5, 0.5]]]], **vectors}
        for more in (most - 1e-6, most + 1e-6)
    ]
    assert [answer["parts"][0]["agrees"] for answer in read(*files)["answers"]] == [True, False]


def test_scores_are_divided_by_the_root_of_the_dimensions():
    weight = 1 / (1 + math.exp(2 / math.sqrt(4)))
    vectors = {"queries": [[[[1.0] * 4] * 2]], "keys": [[[[0.0] * 4, [0.5] * 4]]]}
    file = {"kind": "encoder", "tokens": ["a", "b"], "attention": [[[[weight, 1 - weight]] * 2]], **vectors}
    assert read(file)["answers"][0]["parts"][0]["agrees"] is True


def test_the_numbers_of_layers_are_those_of_the_longest_part():
    file = copy.deepcopy(EXAMPLES["encoder-decoder"])
    file["decoder"]["attention"] *= 3
    one, three = read(file | {"layers": [5]}, file | {"layers": [5, 6, 7]})["answers"]
    assert [key for key, _ in one["problems"]] == ["short_list"] and three["layerNames"] == [5, 6, 7]


# -- the file that writes them


@pytest.mark.parametrize("language", ["en", "de", "sr", "sr-cyrl", "sw"])
def test_the_script_is_published_as_it_is(language):
    written = explorer_page.files(ROOT, language, bundler.bundle)[explorer_page.WRITER]()
    assert written.encode("utf-8") == (ROOT / explorer_page.WRITER_SOURCE).read_bytes()


def test_the_pages_code_brings_the_script():
    source = ROOT / explorer_page.WRITER_SOURCE
    assert data_files.files(PAGE, ROOT) == {source.name: source}
    beside = downloads.files(PAGE, Project(ROOT))
    assert beside[f"{PAGE.name}/{source.name}"] == source
    assert f'fetch("{source.name}", "' in beside[f"{PAGE.name}/{PAGE.name}.py"]()


def test_a_book_without_the_script_has_none(tmp_path):
    (tmp_path / "frontend" / "explorer").mkdir(parents=True)
    assert explorer_page.WRITER not in explorer_page.files(tmp_path, "en", bundler.bundle)
