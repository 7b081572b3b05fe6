"""Every command that writes a page or a lock, on a page that is damaged in many ways and has work that git hasn't seen.

What a person wrote stands in the page afterwards, or in a copy that the command names.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from accepted_checkout import ENGLISH, GERMAN, LOCK
from git_checkout import commit, edit, git, handbook
from samples import sample
from small_handbook import written

ANSWER = "[[de scores sum/2]]\nder erste Punkt\n[[de scores sum/3]]\nder zweite Punkt\n[[end]]\n"
REASON = "a typing error in English"
COMMANDS = {
    "sync": "sync de",
    "begin": "begin de scores",
    "begin anew": "begin de scores --anew",
    "import": "import scores.po",
    "draft": "draft --read answer.txt",
    "accept": f"accept {GERMAN} --yes --by Somebody",
    "accept unchanged": f'accept {GERMAN} --yes --unchanged "{REASON}"',
    "accept anew": f'accept {GERMAN} --yes --anew "{REASON}"',
    "review": f"review {GERMAN} --by Somebody",
    "collect": "collect",
    "new": "new de",
}


def replaced(old: str, new: str) -> Callable[[str], str]:
    def damage(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return damage


DAMAGES: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "an output isn't closed": replaced("tensor(0.5500)\n```\n", "tensor(0.5500)\n"),
    "code isn't closed": replaced(".sum())\n```\n", ".sum())\n"),
    "code isn't opened": replaced("```python\nimport", "import"),
    "an output isn't opened": replaced("```{.text .output}\ntensor", "tensor"),
    "neither the end of code nor the beginning of its output": replaced(
        ".sum())\n```\n\n```{.text .output}\n", ".sum())\n\nEin Satz dazwischen.\n\n"
    ),
    "neither the end of an output nor the beginning of code": lambda text: replaced(
        "tensor(0.5500)\n```\n", "tensor(0.5500)\n"
    )(replaced("    ```python\n", "```python\n")(text)).replace("```python\ntotal", "total"),
    "a sentence in an output": replaced("tensor(0.5500)\n", "tensor(0.5500)\nHier steht ein Satz von mir.\n"),
    "two paragraphs in an output": replaced("tensor(0.5500)\n", "tensor(0.5500)\n\nEin Satz.\n\nNoch ein Satz.\n"),
    "a heading in an output": replaced("tensor(0.5500)\n", "## Meine Überschrift { #meine }\n"),
    "a fence in a box isn't closed": replaced("    0.55\n    ```\n", "    0.55\n"),
    "a fence in a box ends at another indent": replaced("    0.55\n    ```\n", "    0.55\n```\n"),
    "the line of a box is gone": replaced('??? success "Lösung"\n\n', ""),
    "a formula isn't closed": replaced("k_2\n$$\n", "k_2\n"),
    "a formula isn't opened": replaced("$$\ns =", "s ="),
    "a sentence in a formula": replaced("s = q_1", "Das ist die Summe. s = q_1"),
    "a dollar sign is gone": replaced("\\cdot k$ zweier Vektoren", "\\cdot k zweier Vektoren (ja$)"),
    "a heading without its id": replaced("## Die Summe { #sum }", "## Die Summe"),
    "a heading without its marks": replaced("## Die Summe { #sum }", "Die Summe { #sum }"),
    "the front matter isn't closed": replaced("wird.\n---\n", "wird.\n"),
    "cut in the middle": lambda text: text[: len(text) // 2],
    "emptied": lambda text: "",
    "a conflict": replaced("- erster Punkt\n", "<<<<<<< HEAD\n- erster Punkt\n=======\n- Punkt eins\n>>>>>>> x\n"),
    "a comment that is never closed": replaced("## Die Summe", "<!-- TODO\n\n## Die Summe"),
    "a comment around text": replaced("## Die Summe { #sum }\n", "<!-- später\n\n## Die Summe { #sum }\n\n-->\n"),
    "a list that is glued": replaced("{ #sum }\n\n- erster", "{ #sum }\nText dazu\n- erster"),
    "a table without its second line": replaced("|---|---|\n", ""),
    "a paragraph in the wrong place": lambda text: text.replace("    Addieren ergibt 0,55.\n\n", "") + "\nAddieren.\n",
    "a paragraph too many": replaced("## Die Summe", "Ein Absatz, den nur das Deutsche hat.\n\n## Die Summe"),
    "an item is gone": replaced("- zweiter Punkt\n", ""),
    "code is translated": replaced("print((query * key).sum())", "print((anfrage * key).sum())"),
    "code doesn't parse": replaced("# erst malnehmen", "print(\n# meine Bemerkung\n# erst malnehmen"),
    "comments that English lacks": replaced(
        "import torch\n", "import torch  # Folgen von Zahlen\n# eine Bemerkung von mir\n"
    ),
    "a language misspelled": replaced("```python\nimport", "```pyhton\nimport"),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "another page": lambda text: "# Etwas { #etwas }\n\nGanz anderer Text von mir.\n\n```python\nx = 1  # mein\n```\n",
}
OTHERS: dict[str, Callable[[Path], object]] = {  # of files beside the text of the page
    "latin-1": lambda root: (root / GERMAN).write_bytes((root / GERMAN).read_bytes() + "Größe\n".encode("latin-1")),
    "the page is gone": lambda root: (root / GERMAN).unlink(),
    "the page has another name": lambda root: (root / GERMAN).rename(root / "docs/de/bewertungen.md"),
    "the lock is gone": lambda root: (root / LOCK).unlink(),
    "the lock is cut": lambda root: (root / LOCK).write_text((root / LOCK).read_text()[:400]),
    "the lock has a conflict": lambda root: (root / LOCK).write_text("<<<<<<< HEAD\n" + (root / LOCK).read_text()),
    "English has other code": lambda root: edit(
        root,
        ENGLISH,
        ("query = torch.tensor([0.5, 0.6])  # (d_k,)\n", "query = torch.ones(2)\n"),
        ("# multiply", "# x"),
    ),
    "English lost half": lambda root: (root / ENGLISH).write_text((root / ENGLISH).read_text().partition("- first")[0]),
}
ALL = list(product([*DAMAGES, *OTHERS], COMMANDS))
# What mends or replaces texts meets every damage in each run; the other commands take turns, the night takes all.
IN_EACH_RUN = [pair for number, pair in enumerate(ALL) if pair[1] in ("sync", "import") or number % 4 == 0]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> Path:
    """The small handbook, accepted and committed; since then a sentence, a comment and the lock have changed."""
    root = written(tmp_path_factory.mktemp("prepared"))
    (root / ".gitignore").write_text("/dist/\n", encoding="utf-8")
    git(root, "init", "--quiet")
    assert handbook(root, "accept", str(root / GERMAN)).exit_code == 0
    commit(root, "Begin")
    edit(root, ENGLISH, ("- second item", "- a second item"), ("- first item", "- a first item"))
    edit(root, GERMAN, ("zweier Vektoren.", "zweier Vektoren, und mein neuer Satz."))
    assert handbook(root, "accept", "--yes", str(root / GERMAN)).exit_code == 1, "two items are stale"
    assert handbook(root, "export", "de", "scores", "--to", str(root)).exit_code == 0
    catalog = (root / "scores.po").read_text(encoding="utf-8")
    catalog = re.sub(r"#, fuzzy\n", "", catalog)
    catalog = catalog.replace('msgstr "erster Punkt"', 'msgstr "der erste Punkt"').replace("mein neuer", "ein alter")
    (root / "scores.po").write_text(catalog, encoding="utf-8")
    (root / "answer.txt").write_text(ANSWER, encoding="utf-8")
    edit(root, GERMAN, ("Skalarprodukt", "innere Produkt"), ("dann addieren", "dann zusammenzählen"))
    return root


def _lines(data: bytes) -> set[str]:
    """The lines with words in a page, of code its comments; without marks and ids."""
    text = re.sub(r"\{ *#[\w-]+ *\}", "", data.decode("utf-8", errors="replace"))
    lines = {re.sub(r"^[\W_]+|[\W_]+$", "", re.sub(r"^.*(?:^|\s)#+ ", "", line)) for line in text.splitlines()}
    return {line for line in lines if re.search(r"[^\W\d_]{3}", line)}


@pytest.mark.parametrize("damage, command", sample(ALL, IN_EACH_RUN))
def test_what_somebody_wrote_is_kept(prepared, tmp_path, monkeypatch, damage, command):
    root = shutil.copytree(prepared, tmp_path / "checkout")
    if damage in DAMAGES:
        data = (root / GERMAN).read_bytes().decode("utf-8")
        (root / GERMAN).write_bytes(DAMAGES[damage](data).encode("utf-8"))
    else:
        OTHERS[damage](root)
    before = {path: path.read_bytes() for path in root.glob("docs/de/*.md")}
    english = _lines((root / ENGLISH).read_bytes())
    lock = (root / LOCK).read_bytes() if (root / LOCK).exists() else None
    monkeypatch.chdir(root)
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', COMMANDS[command])]
    result = handbook(root, *words)

    copies = re.findall(r"as it was: (dist/\S+)", result.output)
    there = set().union(*(_lines((root / copy).read_bytes()) for copy in copies))
    for path, data in before.items():
        assert path.exists(), f"{path} is gone\n{result.output}"
        lost = _lines(data) - english - _lines(path.read_bytes()) - there
        # What a catalog or an answer replaces because somebody asked for it is in a copy, too.
        assert not lost, f"{lost}\n{result.output}"
    if lock is not None and not command.startswith("accept"):
        now = (root / LOCK).read_bytes()
        assert set(lock.splitlines()[:-1]) <= set(now.splitlines()) or command == "draft", result.output
        assert len(now.splitlines()) >= len(lock.splitlines())
    if lock is not None and command.startswith("accept"):
        now = (root / LOCK).read_bytes()
        assert now == lock or len(now.splitlines()) >= len(lock.splitlines()), result.output
