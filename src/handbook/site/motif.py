"""The motif of social cards: attention within one sentence of the book."""

from __future__ import annotations

from pathlib import Path

from handbook.project import book, examples
from handbook.project.attention import attend
from handbook.project.examples import Matrix


def motif(root: Path) -> tuple[list[str], Matrix]:
    """The tokens of the book's ``motif``, and their attention weights.

    Returns:
        n tokens, and n × n weights: rows are queries, columns are keys. Both are empty where the book names no example.

    Raises:
        DiagnosticError: where the book's files can't be read.
    """
    example = examples.load(root).get(book.load(root).motif, {})
    embeddings = example.get("embeddings", [])
    if not embeddings:
        return [], []
    return example["tokens"], attend(embeddings, embeddings, embeddings, scaled=False).weights
