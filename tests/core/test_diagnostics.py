"""Findings: what counts where they are compared."""

from __future__ import annotations

from handbook.core.diagnostics import Finding


def test_what_is_for_programs_does_not_count_in_comparisons():
    told = Finding("a.md", 1, "a fault", "mend it")
    known = Finding("a.md", 1, "a fault", "mend it", code="fault", data={"number": "0.5"})
    assert told == known and hash(told) == hash(known) and len({told, known}) == 1
    assert not told < known and not known < told and sorted([known, told]) == [known, told]
    assert str(told) == str(known)
    assert (told.code, dict(told.data)) == ("", {})
