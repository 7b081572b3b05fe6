"""The picture of the home page and of cards: who looks at whom in one sentence of the book."""

from __future__ import annotations

from pathlib import Path

from handbook.export.spreadsheet.attention import attend
from handbook.project import book, examples
from handbook.project.examples import Matrix


def motif(root: Path) -> tuple[list[str], Matrix]:
    """The n words of the book's ``motif``, and their weights, n × n: rows look, columns are looked at.

    Both are empty where the book names no example. Raises DiagnosticError where its files can't be read.
    """
    example = examples.load(root).get(book.load(root).motif, {})
    embeddings = example.get("embeddings", [])
    if not embeddings:
        return [], []
    return example["tokens"], attend(embeddings, embeddings, embeddings, scaled=False).weights
