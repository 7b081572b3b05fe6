"""Answers that are kept in ``.cache`` from one run to the next: what a text says, never whether it is right.

An answer depends on its question and on the code that gives it alone. Files are only ever added to, line by line, so
that processes side by side don't harm each other; a line that isn't whole is passed over.
"""

from __future__ import annotations

import atexit
import json
import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from handbook import ROOT

FOLDER = ROOT / ".cache" / "answers"
LARGEST = 8_000_000  # bytes; a larger file is begun anew, since it holds answers about texts of long ago


class Answers:
    """The answers of one function.

    Args:
        name: of the function, for the file.
        code: all that they depend on besides the question: versions and source files.
        folder: of the file.
    """

    def __init__(self, name: str, *code: str | bytes, folder: Path = FOLDER) -> None:
        self.path = folder / f"{name}-{_hash(*code)}.jsonl"
        self._all = f"{name}-*.jsonl"
        self._known = _read(self.path)
        self._new: list[str] = []
        atexit.register(self.save)

    def of(self, question: str, answer: Callable[[], list]) -> list:
        """The answer to a question: the one that is kept, or that of ``answer``, which JSON can hold."""
        key = _hash(question)
        if key not in self._known:
            self._known[key] = answer()
            payload = json.dumps(self._known[key])
            self._new.append(f"{_hash(key, payload)} {key} {payload}\n")
        return self._known[key]

    def save(self) -> None:
        """Keep the new answers; where they can't be written, they are asked for again next time."""
        with suppress(OSError):
            if self._new:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                for other in set(self.path.parent.glob(self._all)) - {self.path}:  # of other code
                    other.unlink(missing_ok=True)
                full = self.path.is_file() and self.path.stat().st_size > LARGEST
                mode = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if full else os.O_APPEND)
                with os.fdopen(os.open(self.path, mode, 0o644), "wb", buffering=0) as file:
                    file.write("".join(["\n", *self._new]).encode())  # a line begins anew, whatever stands before it
        self._new = []


def _read(path: Path) -> dict[str, list]:
    known: dict[str, list] = {}
    with suppress(OSError):
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            digest, _, rest = line.partition(" ")
            key, _, payload = rest.partition(" ")
            if digest == _hash(key, payload):
                known[key] = json.loads(payload)
    return known


def _hash(*parts: str | bytes) -> str:
    data = [part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part for part in parts]
    return sha256(b"\0".join(sha256(part).digest() for part in data)).hexdigest()[:32]
