"""A page in English and German without a fault, and its checkout, in which tests plant one."""

from __future__ import annotations

import shutil
from pathlib import Path

from handbook import ROOT
from handbook.checks import registry
from handbook.execution.page_run import PageRun
from handbook.execution.run_cache import RunCache
from handbook.markdown.parser import parse
from handbook.project.checkout import Project

CODE = r"""```python
import math

exponentials = [math.exp(2.0), math.exp(1.5)]
weights = [round(value / sum(exponentials), 4) for value in exponentials]
print(weights, 1.5 - 2.0)
```

```{.text .output}
[0.6225, 0.3775] -0.5
```

```python
print("weights", 0.6)
print("tensor([" + ",\n        ".join(["[6.0, -4.4]", "[0.25, 1.25]"]) + "])")
```

```{.text .output #rows}
weights 0.6
tensor([[6.0, -4.4],
        [0.25, 1.25]])
```

<figure data-picture="heat-map" data-output="rows" data-tokens="a b" data-name="hello-weights"></figure>

"""
EXERCISE = """\
```{.python .exercise}
total = ...
```

```{.python .check}
assert abs(total - sum(weights)) < 1e-3, "message"
```

"""
SOLUTION = """\
    ```python
    print(round(weights[0] - weights[1], 3))
    ```

    ```{.text .output}
    0.245
    ```
"""
FORMULA = "$$\n\\frac{1}{1 + e^{-0.5}} = 0.6225\n$$\n\n"
ENGLISH = f"""\
---
description: How weights are made of two scores.
---

# Weights {{ #weights }}

Two scores become weights. The first gets 0.6225, which is 62.25 %, and the second gets 0.3775.
The scores differ by −0.5 only. There are 3 steps, as [the sum](scores.md#sum) shows.

{CODE}{FORMULA}| token | score | weight |
|---|---|---|
| the first | 2.0 | 0.6225 |
| the second | 1.5 | 0.3775 |

!!! quiz "Which weight is larger?"

    - [x] That of the larger score.

        The exponential grows.

    - [ ] That of the smaller score.

        The exponential grows.

{EXERCISE}??? success "Solution"

    The weights differ by 0.245.

{SOLUTION}"""
GERMAN = f"""\
---
description: Wie aus zwei Scores Gewichte werden.
---

# Gewichte {{ #weights }}

Aus zwei Scores werden Gewichte. Das erste ist 0,6225, also 62,25 %, und das zweite ist 0,3775.
Die Scores unterscheiden sich nur um −0,5. Es sind 3 Schritte, wie [die Summe](scores.md#sum) zeigt.

{CODE}{FORMULA}| Token | Score | Gewicht |
|---|---|---|
| das erste | 2,0 | 0,6225 |
| das zweite | 1,5 | 0,3775 |

!!! quiz "Welches Gewicht ist größer?"

    - [x] Das des größeren Scores.

        Die Exponentialfunktion wächst.

    - [ ] Das des kleineren Scores.

        Die Exponentialfunktion wächst.

{EXERCISE.replace("message", "Meldung")}??? success "Lösung"

    Die Gewichte unterscheiden sich um 0,245.

{SOLUTION}"""
PAGES = {"docs/en/weights.md": ENGLISH, "docs/de/weights.md": GERMAN}
_runs = RunCache()


def written(root: Path) -> None:
    """Write both pages, and what they need, into a small handbook."""
    for path, text in PAGES.items():
        (root / path).write_text(text, encoding="utf-8")
    for language in ("en", "de"):
        shutil.copy(ROOT / "i18n" / language / "ui.toml", root / "i18n" / language / "ui.toml")


def told(root: Path, path: str, text: str, gate: str) -> list[tuple[str, str]]:
    """``path:line`` and message of what is said of the page at ``path`` when it has ``text``.

    ``gate``: ``check``, as `handbook check` says it, or ``pytest``, as running the page does.
    """
    (root / path).write_text(text, encoding="utf-8")
    project = Project(root)
    if gate == "check":
        found = registry.check_page(project.page(path.split("/")[1], "weights"), project)
    else:
        run = PageRun(parse(text, path, path.split("/")[1]), root, False, _runs.run)
        found = [finding for fence in run.page.python() for finding in run.check(fence)] + run.finish()
    return [(finding.location, finding.message) for finding in found]
