"""Which head does what, found by what it looks at and what breaks without it: for the card of the model and its test.

    python tools/detectors.py models/grammar.safetensors …

prints the tables of models/README.md. Classes and functions come from the chapter `training`, texts from the module
`grammar`, which the chapter imports. A relation lists, for a text, where the model stands (the token *before* the
predicted one) and the places that a head should look at from there.
"""

from __future__ import annotations

import ast
import copy
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "models"))
import grammar  # noqa: E402

LANGUAGES = ("en", "de", "sr", "sw")
TEXTS = 120
UNTRAINED = 3
SUBJECTS = ("ANIMAL.N", "ANIMAL.nom.N", "PERSON.N", "PERSON.nom.N")
VERBS = ("ANIMAL.sound.N", "MOVE.N", "BE.N")
OBJECTS = ("OTHER.word", "THING.word")
PRONOUNS = ("OTHER.it", "THING.it", "KEEP.sg.THING/c", "KEEP.N.THING/c")  # in Swahili the verb holds it

Look = tuple[int, list[int]]  # where the model stands, and the places to look at


class Chapter:
    """The definitions of the chapter's script and of the grammar's module, without what the script runs."""

    def __init__(self, script: Path = ROOT / "snippets" / "en" / "training.py"):
        tree = ast.parse(script.read_text(encoding="utf-8"))
        wanted = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
        kept: list[ast.stmt] = [node for node in tree.body if isinstance(node, wanted)]
        self.names: dict = {"__name__": "chapter", "TABLES": grammar.TABLES, "Text": grammar.Text}
        exec(compile(ast.Module(kept, []), str(script), "exec"), self.names)

    def __getattr__(self, name: str):
        return self.names[name]

    def texts(self, language: str, kind: str | None = None, count: int = TEXTS, seed: int = 0) -> list:
        return [self.Text(language, random.Random(seed + number), kind) for number in range(count)]


def places(text, *roles: str) -> list[int]:
    return [place for place, role in enumerate(text.roles) if role in roles]


def previous(text) -> list[Look]:
    """In a list of random words: from each word to the one before it."""
    return [(place, [place - 1]) for place in places(text, "HEARD.all")[1:]]


def induction(text) -> list[Look]:
    """In the repetition: from each word to what followed it the first time."""
    heard, repeated = places(text, "HEARD.all"), places(text, "HEARD.part")
    first = {text.words[place]: place for place in heard}
    return [(place, [first[text.words[place]] + 1]) for place in repeated[:-1]]


def subject(text) -> list[Look]:
    """From the token before the verb, over a phrase, to the subject."""
    verb = places(text, *VERBS)
    return (
        [(verb[0] - 1, places(text, *SUBJECTS))] if verb and places(text, "WHERE") and places(text, *SUBJECTS) else []
    )


def antecedent(text) -> list[Look]:
    """From the token before the object pronoun to what it stands for."""
    return [(places(text, *PRONOUNS)[0] - 1, places(text, *OBJECTS))]


def bracket(text) -> list[Look]:
    """From the token before a closing bracket to the one that is open there."""
    pairs = [(places(text, f"{name}.close"), places(text, f"{name}.open")) for name in ("BRACKET", "INNER")]
    return [(closing[0] - 1, opening[:1]) for closing, opening in pairs if closing]


def items(text) -> list[Look]:
    """From the token before an item of a list to the items named so far."""
    named = [places(text, f"USE.{number}") for number in "1234"]
    return [
        (here[0] - 1, [place for item in named[:number] for place in item])
        for number, here in enumerate(named)
        if number and here
    ]


RELATIONS: dict[str, tuple[str, Callable]] = {
    "previous token": ("echo", previous),
    "induction": ("echo", induction),
    "subject": ("act", subject),
    "antecedent": ("it", antecedent),
    "opening bracket": ("bracket", bracket),
    "list items": ("list", items),
}


@dataclass
class Seen:
    """What the heads of a model do at one relation; tables are (layers, heads)."""

    score: torch.Tensor  # attention from where the model stands to the places
    loss: float  # of the predictions made there
    even: float  # the score of even attention
    count: int


def see(chapter: Chapter, model, texts: list, relation: Callable) -> Seen:
    """A place that looks at itself doesn't count: it would pass for agreement."""
    inputs, targets = chapter.batch_of(texts, model.ids)
    with torch.no_grad():
        losses = nn.functional.cross_entropy(model(inputs).transpose(1, 2), targets, reduction="none")
    weights = torch.stack([block.attention.attention_weights for block in model.blocks], dim=1)
    score, loss, even = [], [], []
    for number, text in enumerate(texts):
        for query, keys in relation(text):
            keys = [key for key in keys if key != query]
            if keys:
                score.append(weights[number, :, :, query, keys].sum(dim=-1))
                loss.append(losses[number, query].item())
                even.append(len(keys) / (query + 1))
    return Seen(torch.stack(score).mean(dim=0), sum(loss) / len(loss), sum(even) / len(even), len(loss))


def without(model, layer: int, head: int):
    """A copy of the model whose head hands over nothing: its values are zero."""
    cut = copy.deepcopy(model)
    attention = cut.blocks[layer].attention
    size = attention.W_value.out_features // attention.num_heads
    with torch.no_grad():
        attention.W_value.weight[head * size : (head + 1) * size] = 0
    return cut


def costs(chapter: Chapter, model, texts: list, relation: Callable, whole: float) -> torch.Tensor:
    """(layers, heads): how much the loss at the relation rises without each head."""
    heads = range(model.blocks[0].attention.num_heads)
    return torch.tensor(
        [
            [see(chapter, without(model, layer, head), texts, relation).loss - whole for head in heads]
            for layer in range(len(model.blocks))
        ]
    )


def best_untrained(chapter: Chapter, model, texts: list, relation: Callable) -> float:
    """The highest score among the heads of models that have learned nothing."""
    best = 0.0
    for seed in range(UNTRAINED):
        torch.manual_seed(seed)
        best = max(best, see(chapter, chapter.Decoder(model.vocabulary), texts, relation).score.max().item())
    return best


def name_of(head: int, num_heads: int = 4) -> str:
    return f"{head // num_heads}.{head % num_heads}"


def table(chapter: Chapter, path: Path) -> list[str]:
    """A model's lines for the card: each relation in each language."""
    model = chapter.load(str(path))
    lines = []
    for relation, (kind, looks) in RELATIONS.items():
        for language in LANGUAGES:
            texts = [text for text in chapter.texts(language, kind) if looks(text)]
            seen = see(chapter, model, texts, looks)
            cost = costs(chapter, model, texts, looks, seen.loss).flatten()
            score = seen.score.flatten()
            best, dearest = score.argmax().item(), cost.argmax().item()
            untrained = best_untrained(chapter, model, texts, looks)
            lines.append(
                f"| {relation} | {language} | {seen.even:.2f} | {untrained:.2f} "
                f"| {name_of(best)} | {score[best]:.2f} | {cost[best]:.2f} "
                f"| {name_of(dearest)} | {score[dearest]:.2f} | {cost[dearest]:.2f} |"
            )
    return lines


HEAD = (
    "| relation | language | even | untrained | head that looks most | its score | its cost "
    "| dearest head | its score | its cost |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def main(paths: list[str]) -> None:
    torch.set_num_threads(1)
    chapter = Chapter()
    for path in paths:
        model = chapter.load(path)
        print(f"\n{path}\n\n| language | loss | floor |\n|---|---|---|")
        for language in LANGUAGES:
            texts = chapter.texts(language, count=400, seed=9_000)
            with torch.no_grad():
                print(f"| {language} | {chapter.loss_of(model, texts).item():.3f} | {chapter.floor_of(texts):.3f} |")
        print(f"\n{HEAD}", *table(chapter, Path(path)), sep="\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
