"""A small checkout whose German page was accepted, and what commands say of it."""

from __future__ import annotations

from pathlib import Path

from git_checkout import handbook

ENGLISH, GERMAN, LOCK = "docs/en/scores.md", "docs/de/scores.md", "i18n/de/lock/scores.lock"
GAINED = ("A score is the dot product", "A score is always the dot product")  # a change of the English
WORDS = "A score is {+always+} the dot product"  # how it is shown


def accept(checkout: Path, *options: str):
    return handbook(checkout, "accept", *options, str(checkout / GERMAN))


def is_fresh(checkout: Path) -> bool:
    """What `status` says of the page: a word of each state that it counts."""
    row = next(line for line in handbook(checkout, "status", "de").stdout.split("\n") if line.startswith("scores"))
    return not {"stale", "missing", "unrecorded"} & set(row.replace(",", "").split())


def lock_of(checkout: Path) -> str:
    return (checkout / LOCK).read_text(encoding="utf-8")


def in_words(text: str) -> str:
    return " ".join(text.split())
