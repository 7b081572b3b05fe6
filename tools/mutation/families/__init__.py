"""The faults, by what they are in. They are what authors, translators, editors and merges do by accident, and what
somebody might try on purpose.
"""

from ..planting import FAMILIES, planted
from . import code, language, pages, references, settings  # each adds its own to FAMILIES

__all__ = ["COMPUTED", "FAMILIES", "code", "language", "pages", "planted", "references", "settings"]

# Of the English page's own: once every translation has taken them over, only running the page can tell.
COMPUTED = (
    "a digit of an English output changes",
    "a sign of an English output changes",
    "a number of an English output has fewer digits",
    "a computed number changes in English prose",
    "an operator in the English code changes",
    "a number in the English code changes",
    "a name in the English code changes",
    "a string in the English code changes",
    "an axis is the other one, in English",
)
