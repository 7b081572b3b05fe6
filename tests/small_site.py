"""A small checkout with the real configuration, theme and strings, and a handful of pages."""

import shutil
from pathlib import Path

from handbook import ROOT

INDEX = (
    "---\ndescription: What this is.\ntemplate: home.html\n---\n\n"
    "# {0} {{ #index }}\n\nSee [there](by-hand.md#scores).\n"
)
PAGE = """\
---
description: {0} in one sentence.
---

# {0} {{ #by-hand }}

A formula: $[0.25, 0.5]$.

## Scores {{ #scores }}

```python
print(1)
```

```{{.text .output #one}}
1
```

```{{.python .raises}}
raise ValueError("no")
```

```{{.text .output}}
ValueError: no
```

```python
print(0.1)
```

```{{.text .output .measured}}
0.1
```

| | b |
|---|---|
| a | $x$ |
"""
PAGES = {
    "en/index.md": INDEX.format("Attention by Example"),
    "de/index.md": INDEX.format("Attention by Example"),
    "sr/index.md": INDEX.format("Attention by Example"),
    "en/by-hand.md": PAGE.format("Attention by hand"),
    "de/by-hand.md": PAGE.format("Attention von Hand"),
    "en/causal-attention.md": (
        "---\ndescription: Masks.\n---\n\n# Masks { #causal-attention }\n\nBack to [scores](by-hand.md#scores).\n"
    ),
}


def checkout(folder: Path) -> Path:
    for name in ("content", "i18n", "theme", "frontend", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    for name, text in PAGES.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
