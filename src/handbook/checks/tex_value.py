"""The value of TeX that holds nothing but numbers and operations between them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?|\.\d+)|(\\[A-Za-z]+|\\.)|(\S))")
# What changes how a formula looks, and not what it says.
LOOK = re.compile(
    r"\\(?:begin|end)\{(?:aligned|align\*?|gathered|split)\}"
    r"|(?<!\\)\\(?:[,;:!> ]|(?:left|right|displaystyle|[Bb]ig[lr]?)(?![A-Za-z]))|~|&"
)
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "\\sqrt": math.sqrt,
    "\\exp": math.exp,
    "\\ln": math.log,
    "\\sin": math.sin,
    "\\cos": math.cos,
    "\\tanh": math.tanh,
}
TIMES, FRACTIONS = {"\\cdot", "\\times"}, {"\\frac", "\\tfrac", "\\dfrac"}
CLOSING = {"(": ")", "{": "}", "[": "]"}


class NotArithmeticError(ValueError):
    """A text that holds more than numbers and the operations between them."""


def evaluate(tex: str) -> float:
    """The value of TeX that holds numbers, and operations between them.

    Raises:
        NotArithmeticError: it holds something else, or has no value.
    """
    tex = LOOK.sub(" ", tex).replace("{,}", "").strip().removesuffix(".")
    matches = [*TOKEN.finditer(tex)]
    try:
        return _Reader([match[1] or match[2] or match[3] for match in matches]).value()
    except (ArithmeticError, ValueError) as error:
        raise NotArithmeticError(tex) from error


class _Reader:
    """Reads tokens from left to right, by precedence."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0

    def value(self) -> float:
        value = self._sum()
        if self.at < len(self.tokens):
            raise NotArithmeticError(self._next)
        return value

    @property
    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    @property
    def _is_e(self) -> bool:
        return self.tokens[self.at : self.at + 2] == ["e", "^"]

    def _take(self) -> str:
        token = self._next
        self.at += 1
        return token

    def _sum(self) -> float:
        value = self._product()
        while self._next in ("+", "-"):
            value += self._product() if self._take() == "+" else -self._product()
        return value

    def _product(self) -> float:
        value = self._signed()
        while True:
            if self._next in TIMES:
                self._take()
                value *= self._signed()
            elif self._next == "/":
                self._take()
                value /= self._signed()
            elif self._next in ("(", "\\pi") or self._is_e or self._next in FRACTIONS or self._next in FUNCTIONS:
                value *= self._power()  # without a sign between them
            else:
                return value

    def _signed(self) -> float:
        if self._next in ("+", "-"):
            return self._signed() if self._take() == "+" else -self._signed()
        return self._power()

    def _power(self) -> float:
        base = self._atom()
        if self._next != "^":
            return base
        self._take()
        if self._next != "{" and not re.fullmatch(r"\d", self._next):
            raise NotArithmeticError(self._next)
        result = base ** self._atom()
        if isinstance(result, complex):
            raise NotArithmeticError("a root of a negative number")
        return float(result)

    def _atom(self) -> float:
        token = self._take()
        if re.fullmatch(r"[\d.]+", token):
            return float(token)
        if token in ("(", "{"):
            value = self._sum()
            if self._take() != CLOSING[token]:
                raise NotArithmeticError(token)
            return value
        if token in FRACTIONS:
            numerator, denominator = self._argument(), self._argument()
            return numerator / denominator
        if token in FUNCTIONS:
            return FUNCTIONS[token](self._argument())
        if token == "\\pi":
            return math.pi
        if token == "e" and self._next == "^":
            return math.e
        raise NotArithmeticError(token)

    def _argument(self) -> float:
        """What a command is applied to; of several digits without braces, TeX takes the first alone."""
        if self._next in ("{", "(") or re.fullmatch(r"[\d.]+", self._next):
            return self._atom()
        raise NotArithmeticError(self._next)
