"""`accept` of the translation package: what is recorded, what is refused, and that both are told without a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding
from handbook.project.checkout import Project
from handbook.translation.accept import AcceptResult, Vouched, accept
from handbook.translation.translation_units import units_of

LOCK = "i18n/de/lock/scores.lock"
YES = Vouched(lambda page, changes, why: True)


def sound(page, project) -> list[Finding]:
    return [Finding(page.path, 1, "only told", severity=NOTICE)]


def accepted(
    root: Path, *names: str, check=sound, reason: str = "", anew: str = "", agree: bool = True
) -> list[AcceptResult]:
    vouched = Vouched(lambda page, changes, why: agree, reason, anew)
    return list(accept(Project(root), [root / name for name in names or ["docs/de/scores.md"]], check, vouched))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_lock_is_written_once(small_handbook):
    (first,) = accepted(small_handbook)
    assert (first.lock, first.changed, first.findings) == (LOCK, True, ())
    assert first.units == len(units_of(Project(small_handbook).page("en", "scores")))
    assert accepted(small_handbook, "docs/de") == [AcceptResult(("de", "scores"), LOCK, first.units, False)]


def test_a_page_with_errors_is_not_accepted_and_the_errors_are_told(small_handbook):
    fault = Finding("docs/de/scores.md", 3, "a fault", "mend it")
    (refused,) = accepted(small_handbook, check=lambda page, project: [fault, *sound(page, project)])
    assert refused.units is None and not refused.changed and not (small_handbook / LOCK).exists()
    assert [finding.message for finding in refused.findings] == ["a fault", "not accepted: the page has errors"]


def test_stale_blocks_keep_their_line_until_a_reason_is_given(small_handbook):
    accepted(small_handbook)
    edit(small_handbook / "docs/en/scores.md", "of two vectors. See", "of any two vectors. See")
    (kept,) = accepted(small_handbook)
    assert not kept.changed and kept.units and "has changed" in kept.findings[0].message
    (vouched,) = accepted(small_handbook, reason="says the same")
    assert vouched.changed and not vouched.findings
    assert "unchanged: says the same" in (small_handbook / LOCK).read_text(encoding="utf-8")


def test_a_damaged_lock_is_left_alone(small_handbook):
    accepted(small_handbook)
    edit(small_handbook / LOCK, "paragraph", "heading")
    before = (small_handbook / LOCK).read_bytes()
    (refused,) = accepted(small_handbook)
    assert refused.units is None and "by hand" in refused.findings[0].message
    assert (small_handbook / LOCK).read_bytes() == before


def test_a_link_and_a_wrong_path_are_told_before_a_page_is_asked_for(small_handbook):
    project = Project(small_handbook)
    with pytest.raises(DiagnosticError, match="not a page of this handbook"):
        accept(project, [small_handbook / "docs/de/scores.md", small_handbook / "mkdocs.yml"], sound, YES)
    (small_handbook / "docs/de/link.md").symlink_to(small_handbook / "docs/en/scores.md")
    with pytest.raises(DiagnosticError, match="a symbolic link"):
        accept(project, [small_handbook / "docs/de/link.md"], sound, YES)


def test_the_english_page_is_refused_and_what_came_before_it_is_recorded(small_handbook):
    results = accept(
        Project(small_handbook),
        [small_handbook / "docs/de/scores.md", small_handbook / "docs/en/scores.md"],
        sound,
        YES,
    )
    assert next(results).changed and (small_handbook / LOCK).exists()
    with pytest.raises(DiagnosticError, match="this is the English page"):
        next(results)


def test_broken_english_is_refused(small_handbook):
    edit(small_handbook / "docs/en/scores.md", "tensor(0.5500)\n```", "tensor(0.5500)\n")
    with pytest.raises(DiagnosticError, match=r"docs/en/scores\.md"):
        accepted(small_handbook)
    assert not (small_handbook / LOCK).exists()
