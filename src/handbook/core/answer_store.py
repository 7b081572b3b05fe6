"""What expensive programs answered, kept on disk.

It is the answers that are kept, never what was concluded from them: each run compares them anew with what stands on the
pages today. A key has to name all that an answer depends on. Where one doesn't, or somebody puts a wrong answer into
the folder, that is told within ``DAYS`` days on which it is asked for: each day, the answers to some keys aren't
believed, and are made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from handbook.core.files import write_atomically

DAYS = 10  # after which every answer has been made again
MAX_FILES = 2_000


def key_of(*depends_on: Any) -> str:
    """A SHA-256 hash of all that an answer depends on, each written as JSON."""
    return hashlib.sha256(json.dumps(depends_on, sort_keys=True).encode()).hexdigest()


class AnswerStore:
    """Answers by their keys, as JSON, each in a file of its own. A damaged one counts as none.

    Args:
        folder: where they are; None keeps nothing.
        today: by which some are made again; without it, all are believed.
        fresh: make all again, and keep the new ones.
    """

    def __init__(self, folder: Path | None, today: date | None = None, fresh: bool = False):
        self.folder = folder
        self.today = today
        self.fresh = fresh

    def answer(self, key: str, make: Callable[[], Any], is_kept: Callable[[Any], bool] = lambda answer: True) -> Any:
        """The answer in the folder, or one that ``make`` gives, which is kept if ``is_kept``.

        Raises:
            OSError: it can't be written.
        """
        if (known := self.find(key)) is not None:
            return known
        answer = make()
        if is_kept(answer):
            self.keep(key, answer)
        return answer

    def find(self, key: str) -> Any | None:
        """What is kept and believed today; None where nothing is."""
        if self.folder is None or self._is_made_again(key):
            return None
        try:
            digest, _, payload = (self.folder / f"{key}.json").read_text(encoding="utf-8").partition("\n")
            return json.loads(payload) if digest == _digest(key, payload) else None
        except (OSError, ValueError):
            return None

    def holds(self, key: str) -> bool:
        """Whether there is an answer, believed today or not."""
        return self.folder is not None and (self.folder / f"{key}.json").is_file()

    def keep(self, key: str, answer: Any) -> None:
        """Write an answer. Raises OSError where that can't be done."""
        if self.folder is not None:
            payload = json.dumps(answer)
            write_atomically(self.folder / f"{key}.json", f"{_digest(key, payload)}\n{payload}")

    def prune(self) -> None:
        """Remove the oldest files, all but ``MAX_FILES``."""
        if self.folder is not None:
            for path in sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-MAX_FILES]:
                path.unlink()

    def _is_made_again(self, key: str) -> bool:
        is_due = self.today is not None and (int(key, 16) + self.today.toordinal()) % DAYS == 0
        return self.fresh or is_due


def _digest(key: str, payload: str) -> str:
    return hashlib.sha256(f"{key}\n{payload}".encode()).hexdigest()
