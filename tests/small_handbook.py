"""A checkout with one chapter in English and German."""

from __future__ import annotations

from pathlib import Path

PAGES = {
    "i18n/en/language.toml": 'name = "English"\nshort = "EN"\nlang = "en"\nlocale = "en_US"\nquotes = "“”‘’"\n',
    "i18n/de/language.toml": 'name = "Deutsch"\nshort = "DE"\nlang = "de"\nlocale = "de_DE"\nquotes = "„“‚‘"\n',
    "docs/en/scores.md": """\
---
description: How scores are made from two vectors.
---

# Scores { #scores }

A score is the dot product $q \\cdot k$ of two vectors. See [the sum](#sum), `torch.dot` and 0.55.

```python
import torch

query = torch.tensor([0.5, 0.6])  # (d_k,)
key = torch.tensor([0.5, 0.5])
# multiply, then add
print((query * key).sum())
```

```{.text .output}
tensor(0.5500)
```

## The sum { #sum }

- first item
- second item

| query | key |
|---|---|
| 0.5 | 0.6 |

$$
s = q_1 k_1 + q_2 k_2
$$

??? success "Solution"

    Adding gives 0.55.

    ```python
    total = 0.25 + 0.3
    print(f"{total:.2f}")
    ```

    ```{.text .output}
    0.55
    ```
""",
    "docs/de/scores.md": """\
---
description: Wie aus zwei Vektoren ein Score wird.
---

# Scores { #scores }

Ein Score ist das Skalarprodukt $q \\cdot k$ zweier Vektoren. Siehe [die Summe](#sum), `torch.dot` und 0,55.

```python
import torch

query = torch.tensor([0.5, 0.6])  # (d_k,)
key = torch.tensor([0.5, 0.5])
# erst malnehmen, dann addieren
print((query * key).sum())
```

```{.text .output}
tensor(0.5500)
```

## Die Summe { #sum }

- erster Punkt
- zweiter Punkt

| Query | Key |
|---|---|
| 0,5 | 0,6 |

$$
s = q_1 k_1 + q_2 k_2
$$

??? success "Lösung"

    Addieren ergibt 0,55.

    ```python
    total = 0.25 + 0.3
    print(f"{total:.2f}")
    ```

    ```{.text .output}
    0.55
    ```
""",
}


def written(folder: Path) -> Path:
    """Write it into an empty folder, with its snippets; returns the folder."""
    from handbook.export import scripts
    from handbook.project.checkout import Project

    for name, text in PAGES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "snippets").mkdir()
    scripts.collect(Project(folder))
    return folder
