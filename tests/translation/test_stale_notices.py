"""What a stale block's box quotes of today's English."""

from click.testing import CliRunner

from handbook.cli import commands
from handbook.project.checkout import Project
from handbook.translation import stale_notices


def boxes(root, name: str = "scores") -> str:
    project = Project(root)
    text = (root / f"docs/de/{name}.md").read_text(encoding="utf-8")
    return stale_notices.with_notices(text.split("---\n", 2)[2], project, "de", name)


def test_an_output_is_quoted_in_a_fence_so_that_its_signs_are_no_tags(small_handbook):
    accepted = CliRunner().invoke(
        commands.main, ["--root", str(small_handbook), "accept", "--yes", str(small_handbook / "docs/de/scores.md")]
    )
    assert accepted.exit_code == 0, accepted.output
    assert "??? stale" not in boxes(small_handbook)
    english = small_handbook / "docs/en/scores.md"
    english.write_text(english.read_text(encoding="utf-8").replace("tensor(0.5500)", "<en> ``` 0.55"), encoding="utf-8")
    assert "````{.text .quoted}\n    <en> ``` 0.55\n    ````" in boxes(small_handbook)
