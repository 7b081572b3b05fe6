"""What several tests share."""

import os
import sys
from pathlib import Path

import built_site
import pytest
from browsers import executable
from file_server import served

from handbook import ROOT
from handbook.project.checkout import Project


@pytest.fixture(scope="session")
def project() -> Project:
    return Project(ROOT)


@pytest.fixture
def small_handbook(tmp_path: Path) -> Path:
    """A checkout with one chapter in English and German, its snippets fresh, that a test may spoil."""
    from handbook.export import scripts

    for name, text in PAGES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "snippets").mkdir()
    scripts.collect(Project(tmp_path))
    return tmp_path


PAGES = {
    "i18n/en/language.toml": 'name = "English"\nshort = "EN"\nlang = "en"\nlocale = "en_US"\n',
    "i18n/de/language.toml": 'name = "Deutsch"\nshort = "DE"\nlang = "de"\nlocale = "de_DE"\n',
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


# -- how much is tested


@pytest.fixture(scope="session")
def nightly(request) -> bool:
    """Whether this is the long run, for tests that take more of a kind then."""
    return request.config.getoption("--nightly")


@pytest.fixture(scope="session")
def torch():
    """PyTorch. A module that needs it as a whole says ``torch = pytest.importorskip("torch")``."""
    return pytest.importorskip("torch")


@pytest.fixture(scope="module", autouse=True)
def _defaults_of_torch() -> None:
    """How torch prints and counts as each module of tests begins: chapters change it, and tests run chapters."""
    if sys.modules.get("torch"):  # None where quick tests go without
        from handbook.execution.program import reset_torch

        reset_torch()


@pytest.fixture(scope="session")
def takes_minutes() -> None:
    """Nothing: says that a test builds a site of its own, runs pytest within pytest or the like."""


@pytest.fixture(scope="session", autouse=True)
def _no_build_unsaid(request):
    """With ``--quick``, building a site is refused, so that no test forgets to say that it does."""
    if not request.config.getoption("--quick"):
        yield
        return
    from mkdocs.commands import build

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            build, "build", lambda *_, **__: pytest.fail("builds a site: ask for the fixture `takes_minutes`")
        )
        yield


# -- the built site, and a browser


@pytest.fixture(scope="session")
def site_dir(request, tmp_path_factory) -> Path:
    """All languages, built strictly, once for all processes.

    Later runs take it too, unless ``--fresh`` asks for a new one.
    """
    if not request.config.getoption("--fresh"):
        return built_site.built(built_site.kept())
    shared = tmp_path_factory.getbasetemp()
    return built_site.built((shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "site")


@pytest.fixture(scope="session")
def address(site_dir):
    """Where the built site is served, like any static host would."""
    with served(site_dir) as where:
        yield where


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=executable("headless chromium"),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--font-render-hinting=none",
            ],  # the shell alone would give letters whole pixels
        )
        yield chromium
        chromium.close()
