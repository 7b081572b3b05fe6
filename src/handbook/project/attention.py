"""Attention in plain Python, for what the examples say: what the sheets, their picture and the motif show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from handbook.project.examples import Matrix


@dataclass(frozen=True)
class Attention:
    """All that is calculated on the way from n queries, keys and values to n context vectors.

    ``queries``, ``keys``, ``values``, ``context``: n × d; ``products``: for each query, what its numbers times those of
    each key are, n × n × d. The others: n × n, rows are queries, columns are keys. ``exponents``: what e is raised to.
    """

    queries: Matrix
    keys: Matrix
    values: Matrix
    products: Sequence[Matrix]
    scores: Matrix
    exponents: Matrix
    exponentials: Matrix
    weights: Matrix
    context: Matrix


def attend(queries: Matrix, keys: Matrix, values: Matrix, *, scaled: bool) -> Attention:
    """Attention of ``queries`` to ``keys`` and ``values``, n × d each.

    ``scaled``: scores are divided by √d, and e is raised to them; else e is raised to what is left of them when the
    largest of the row is subtracted. Raises OverflowError where e is raised to more than 709.
    """
    products = [[[a * b for a, b in zip(query, key, strict=True)] for key in keys] for query in queries]
    divisor = math.sqrt(len(keys[0])) if scaled else 1
    scores = [[score / divisor for score in row] for row in product(queries, list(zip(*keys, strict=True)))]
    exponents = scores if scaled else [[score - max(row) for score in row] for row in scores]
    exponentials = [[math.exp(exponent) for exponent in row] for row in exponents]
    weights = [[power / sum(row) for power in row] for row in exponentials]
    return Attention(
        queries, keys, values, products, scores, exponents, exponentials, weights, product(weights, values)
    )


def product(left: Matrix, right: Matrix) -> list[list[float]]:
    """The matrix product of ``left``, n × m, and ``right``, m × d."""
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]
