"""Quizzes as pages have them."""

from __future__ import annotations

from markdown import Markdown

EXTENSIONS = ["admonition", "attr_list", "pymdownx.details", "pymdownx.superfences"]
CHOICE = """\
# Page { #page }

!!! quiz "Along which axis, `dim=-1` or *another*?"

    Look at the rows.

    - [ ] Along the **queries**.

        Then each column would sum to 1, see `sum(dim=0)`.

    - [x] Along the keys.

        Each row is shared out.

        It sums to 1.
"""
NUMBER = """\
# Page { #page }

!!! quiz "How much does *sun* look at *shiny*?"

    Four digits.

    ```python
    print(weight)
    ```

    ```{.text .output}
    0.3925
    ```
"""


def render(text: str, language: str = "en", **options) -> str:
    settings = {"handbook.extensions.quiz": {"language": language, **options}}
    return Markdown(extensions=[*EXTENSIONS, "handbook.extensions.quiz"], extension_configs=settings).convert(text)
