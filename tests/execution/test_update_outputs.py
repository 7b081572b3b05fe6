"""`pytest --update-outputs` replaces outputs, and nothing that somebody wrote."""

from __future__ import annotations

import pytest
from git_checkout import edit

from handbook.execution.page_run import PageRun
from handbook.execution.pytest_plugin import Pages
from handbook.project.checkout import Project

PAGE = "docs/en/scores.md"


def written(root, *changes: tuple[str, str]) -> PageRun:
    """The run of a page in whose first output ``changes`` were made, and which is to be written with another one."""
    edit(root, PAGE, *changes)
    page = Project(root).page("en", "scores")
    run = PageRun(page, root, update=True)
    output = page.output_of(page.python()[0])
    run.replacements[page.blocks.index(output)] = "```{.text .output}\ntensor(7.)\n```\n"
    return run


def test_an_output_is_replaced(small_handbook):
    assert Pages(small_handbook, update=True).close(written(small_handbook)) == []
    assert (
        "tensor(7.)" in (small_handbook / PAGE).read_text(encoding="utf-8") and not (small_handbook / "dist").exists()
    )


def test_text_in_an_output_is_kept_in_a_copy(small_handbook):
    run = written(small_handbook, ("tensor(0.5500)\n", "tensor(0.5500)\n\nMy own sentence.\n"))
    with pytest.warns(UserWarning, match=r"docs/en/scores\.md:18: .* as it was: dist/kept/docs/en/scores\.md"):
        assert Pages(small_handbook, update=True).close(run) == []
    assert "My own sentence." in (small_handbook / "dist/kept" / PAGE).read_text(encoding="utf-8")


@pytest.mark.parametrize("saved", [False, True])
def test_a_heading_in_an_output_and_a_page_saved_meanwhile_are_left(small_handbook, saved):
    changes = [] if saved else [("tensor(0.5500)\n", "tensor(0.5500)\n\n## Mine { #mine }\n")]
    run = written(small_handbook, *changes)
    if saved:
        with (small_handbook / PAGE).open("a", encoding="utf-8") as page:
            page.write("\nMore.\n")
    before = (small_handbook / PAGE).read_bytes()
    (finding,) = Pages(small_handbook, update=True).close(run)
    assert ("saved while" if saved else "there is a heading in this output") in finding.message
    assert (small_handbook / PAGE).read_bytes() == before
