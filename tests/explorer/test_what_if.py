"""Changes of the explorer's model and what each part of it adds: the page's numbers and torch's, in 64 bits."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")
import torch
from explorer_pages import EXAMPLES, LANGS, MODEL, PIECE
from what_if_draw import VARIANTS, Draw, damaged, specials, variant_of
from what_if_faults import FAULTS_OF_CHANGES, FAULTS_OF_CHECKS, FAULTS_OF_PARTS
from what_if_model import WhatIf

from handbook import ROOT
from handbook.core import npm
from handbook.export import explorer_page

FRONTEND = ROOT / "frontend"
SCRIPT = ROOT / "tests" / "explorer" / "what_if.mjs"
RUNS = 200
UNCHANGED = 40  # more runs, without changes, for what each part adds
CLOSE, CLOSE_SUM = 1e-12, 1e-11


def is_recipe(number: int) -> bool:
    return number % 5 == 4


@pytest.fixture(scope="module")
def sample(reference):
    """Sentences, their changes and what torch makes of them."""
    dice = random.Random(23)
    draw = Draw(dice, reference.num_layers, reference.num_heads, reference.context_length)
    words = explorer_page.language_tokens(ROOT)
    languages = list(LANGS)

    def sentence(language: str, count: int) -> list[int]:
        return reference.ids(language, [dice.choice(words[language]) for _ in range(count)])

    jobs = []
    for number in range(RUNS + UNCHANGED):
        language = languages[number % len(languages)]
        count, other = draw.lengths()
        if is_recipe(number):
            changes = draw.recipe(number // 5)
            count = max(count, 3)
        else:
            changes = draw.changes(1 + number % 4, count + 1, other + 1)
        changes = changes if number < RUNS else []
        ids = sentence(language, count)
        source = sentence(language, other) if any(change["kind"] == "patch" for change in changes) else None
        # Where something was patched, that is a part of its own.
        places = [change["position"] for change in changes if change.get("place") == "stream"]
        places = [place for place in places if place >= 0] + [dice.randrange(len(ids)) for _ in range(2)]
        asked = [(place, dice.randrange(len(reference.vocabulary))) for place in places]
        jobs.append({"ids": ids, "changes": changes, "source": source, "asked": asked, "lens": number % 3 == 0})
    texts = [reference.ids(language, PIECE.findall(text)) for language in LANGS for text in EXAMPLES[language][:2]]
    what_if = WhatIf(reference)
    means = what_if.mean_outputs(texts)
    theirs = [what_if.run(job["ids"], job["changes"], job["source"], means) for job in jobs]
    return SimpleNamespace(jobs=jobs, texts=texts, means=means, what_if=what_if, theirs=theirs, reference=reference)


# -- runs of the page's code


def group(runs: list[dict] = (), checks: list = (), lengths: list = (), **modules: str) -> dict:
    """What the script shall do, with another changes.js or inside.js if so named."""
    own = {name: (FRONTEND / "model" / f"{name}.js").as_uri() for name in ("changes", "inside")}
    return {**own, **modules, "runs": list(runs), "checks": list(checks), "lengths": list(lengths)}


def computed(sample, folder: Path, groups: list[dict]) -> list[SimpleNamespace]:
    """What the page computes for groups of jobs, and how far that is from torch's numbers at most, by name."""
    jobs = {
        "language_model": (FRONTEND / "model" / "language-model.js").as_uri(),
        "weights": str(MODEL),
        "texts": sample.texts,
        "groups": groups,
    }
    (folder / "jobs.json").write_text(json.dumps(jobs))
    command = [npm.node(), SCRIPT, folder / "jobs.json", folder / "numbers"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = []
    with (folder / "numbers").open("rb") as numbers:
        for one, told in zip(groups, json.loads(done.stdout), strict=True):
            found.append(SimpleNamespace(**told, largest=_differences(sample, one["runs"], numbers)))
        assert numbers.read() == b""
    return found


def _differences(sample, runs: list[dict], numbers) -> dict[str, float]:
    largest: dict[str, float] = {}

    def compare(name, theirs):
        ours = torch.frombuffer(bytearray(numbers.read(theirs.numel() * 8)), dtype=torch.float64)
        largest[name] = max(largest.get(name, 0), difference(ours.view(theirs.shape), theirs))

    for mean in [mean for layer in sample.means for mean in layer]:
        compare("means", mean)
    names = [name for name, _, _ in sample.what_if.decoder.recorded()]
    for run in runs:
        theirs = sample.theirs[sample.jobs.index(run)]
        for name in [*names, "probabilities"]:
            compare(name, theirs[name])
        if run["lens"]:
            for step, layer, probabilities in sample.what_if.lens(theirs):
                compare(f"lens {step} {layer}", probabilities)
    return largest


def difference(ours, theirs) -> float:
    """The largest one, relative to the largest number if that is above 1."""
    hidden = theirs == -torch.inf
    if not torch.equal(ours == -torch.inf, hidden):
        return math.inf
    ours, theirs = ours.masked_fill(hidden, 0), theirs.masked_fill(hidden, 0)
    found = ((ours - theirs).abs().max() / theirs.abs().max().clamp(min=1)).item()
    return found if math.isfinite(found) else math.inf


def part_differences(sample, runs: list[dict], parts: list) -> tuple[float, float]:
    """How far what each part adds is from torch's, and the sum of all from the logit."""
    of_parts = of_sums = 0.0
    for run, of_run in zip(runs, parts, strict=True):
        theirs = sample.theirs[sample.jobs.index(run)]
        for (position, word), ours in zip(run["asked"], of_run, strict=True):
            expected = dict(sample.what_if.parts(theirs, position, word))
            # Without a patch there is no such part; what is the same in both sentences needs none either.
            found = {name: 0.0 for name in expected if name[0] == "patch"}
            found |= {(part, layer, head): math.nan if value is None else value for part, layer, head, value in ours}
            order = [name for name in expected if name in {(part, layer, head) for part, layer, head, _ in ours}]
            if set(found) != set(expected) or order != [tuple(one[:3]) for one in ours]:
                return math.inf, math.inf
            largest = max(1, *map(abs, expected.values()))
            of_parts = max(of_parts, *(_finite(found[name] - expected[name]) / largest for name in expected))
            logit = theirs["logits"][position, word].item()
            of_sums = max(of_sums, _finite(math.fsum(found.values()) - logit) / max(1, abs(logit)))
    return of_parts, of_sums


def _finite(number: float) -> float:
    return abs(number) if math.isfinite(number) else math.inf


# -- changes that are none, or for which a sentence is too short


def checks_of(sample) -> tuple[list, list, list]:
    """Good changes, damaged ones, and changes with the lengths of a sentence and of a second one."""
    reference = sample.reference
    good = [change for job in sample.jobs for change in job["changes"]]
    wrong = damaged(good, reference.num_layers, reference.num_heads, reference.context_length)
    lengths = [(change, count, other) for change in good for count in (2, 7, 32) for other in (0, 2, 7, 32)]
    return good, wrong, lengths


def is_fitting(change: dict, count: int, other: int) -> bool:
    places = [change.get("query", 0), change.get("key", 0), change.get("position", 0)]
    return max(places) < (min(count, other) if change["kind"] == "patch" else count) and (
        change["kind"] != "patch" or other > 0
    )


# -- the tests


@pytest.fixture(scope="module")
def found(sample, tmp_path_factory):
    """The page's numbers for the whole sample."""
    return computed(sample, tmp_path_factory.mktemp("what-if"), [group(sample.jobs)])[0]


def test_the_sample_has_everything_that_could_go_wrong(sample):
    changed = sample.jobs[:RUNS]
    variants = Counter(variant_of(change) for job in changed for change in job["changes"])
    assert set(variants) == set(VARIANTS) and min(variants.values()) >= 20, variants
    assert {len(job["changes"]) for job in changed} == {1, 2, 3, 4}
    rare = specials(changed)
    assert min(rare.values()) >= 10, rare
    empty = [job for job, theirs in zip(sample.jobs, sample.theirs) if _has_empty_row(theirs)]
    assert len(empty) >= 10, "rows that look at nothing"


def _has_empty_row(theirs: dict) -> bool:
    return any((tensor.sum(-1) == 0).any() for name, tensor in theirs.items() if name.endswith(".weights"))


def test_every_activation_is_that_of_torch_with_200_changes(found):
    worst = sorted(found.largest.items(), key=lambda one: -one[1])
    print(f"largest difference {worst[0][1]:.1e} at {worst[0][0]}")
    assert worst[0][1] < CLOSE, worst[:5]
    assert {name for name in found.largest if name.startswith("lens ")} >= {"lens input 0", "lens output 1"}


def test_what_each_part_adds_is_what_torch_finds_and_adds_up_to_the_logit(sample, found):
    of_parts, of_sums = part_differences(sample, sample.jobs, found.parts)
    print(f"largest difference {of_parts:.1e} of a part, {of_sums:.1e} of a sum")
    patches = [part for of_run in found.parts for one in of_run for part in one if part[0] == "patch"]
    assert len(patches) >= 20
    assert of_parts < CLOSE_SUM and of_sums < CLOSE_SUM


def test_good_changes_are_accepted_and_damaged_ones_refused(sample, tmp_path):
    good, wrong, lengths = checks_of(sample)
    switched_off = [{**change, "off": True} for change in good]
    checked = computed(sample, tmp_path, [group(checks=[*good, *switched_off, *wrong], lengths=lengths)])[0]
    assert checked.accepted[: 2 * len(good)] == [True] * 2 * len(good)
    through = [
        change for change, said in zip(wrong, checked.accepted[2 * len(good) :], strict=True) if said is not False
    ]
    assert len(wrong) >= 60 and through == []
    expected = [is_fitting(*one) for one in lengths]
    assert checked.fitting == expected and {True, False} == set(expected)
    print(f"{len(good)} good changes, {len(wrong)} damaged ones")


# -- planted faults


def planted(frontend: Path, name: str, faults: list[tuple[str, str, str]]) -> list[str]:
    """The addresses of copies of a module, each with one fault."""
    code = (FRONTEND / "model" / f"{name}.js").read_text(encoding="utf-8")
    found = []
    for number, (_, right, wrong) in enumerate(faults):
        assert code.count(right) == 1, f"{right} is there {code.count(right)} times"
        path = frontend / "model" / f"{name}-{number}.js"
        path.write_text(code.replace(right, wrong), encoding="utf-8")
        found.append(path.as_uri())
    return found


def some_with(sample, is_such) -> list[dict]:
    """Some runs with such a change: of those that chance made, and of the others, which are harder."""
    runs = [any(is_such(change) for change in job["changes"]) and job for job in sample.jobs]
    by_chance = [run for number, run in enumerate(runs) if run and not is_recipe(number)]
    return by_chance[:12] + [run for number, run in enumerate(runs) if run and is_recipe(number)][:12]


@pytest.fixture
def frontend(tmp_path):
    return Path(shutil.copytree(FRONTEND, tmp_path / "frontend"))


def test_faults_of_each_kind_of_change_are_noticed(sample, frontend, tmp_path, nightly):
    assert min(Counter(kind for kind, _, _ in FAULTS_OF_CHANGES).values()) >= 2
    assert {kind for kind, _, _ in FAULTS_OF_CHANGES} == {variant[0] for variant in VARIANTS}
    faults = FAULTS_OF_CHANGES if nightly else FAULTS_OF_CHANGES[::4]
    groups = []
    for (kind, _, _), module in zip(faults, planted(frontend, "changes", faults), strict=True):
        groups.append(group(some_with(sample, lambda change, kind=kind: change["kind"] == kind), changes=module))
    computed_with = computed(sample, tmp_path, groups)
    unnoticed = [fault for fault, one in zip(faults, computed_with, strict=True) if max(one.largest.values()) < CLOSE]
    assert unnoticed == []


def test_faults_of_the_checks_are_noticed(sample, frontend, tmp_path):
    good, wrong, lengths = checks_of(sample)
    expected = [True] * len(good) + [False] * len(wrong), [is_fitting(*one) for one in lengths]
    modules = planted(frontend, "changes", FAULTS_OF_CHECKS)
    groups = [group(checks=[*good, *wrong], lengths=lengths, changes=module) for module in modules]
    checked = computed(sample, tmp_path, groups)
    unnoticed = [
        fault for fault, one in zip(FAULTS_OF_CHECKS, checked, strict=True) if (one.accepted, one.fitting) == expected
    ]
    assert unnoticed == []


def test_faults_of_what_each_part_adds_are_noticed(sample, frontend, tmp_path):
    runs = some_with(sample, lambda change: change.get("place") == "stream") + sample.jobs[-4:]
    modules = planted(frontend, "inside", FAULTS_OF_PARTS)
    computed_with = computed(sample, tmp_path, [group(runs, inside=module) for module in modules])
    unnoticed = [
        fault
        for fault, one in zip(FAULTS_OF_PARTS, computed_with, strict=True)
        if max(one.largest.values()) < CLOSE and max(part_differences(sample, runs, one.parts)) < CLOSE_SUM
    ]
    assert unnoticed == []
