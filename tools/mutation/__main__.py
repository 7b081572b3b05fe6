"""The long run: ``PYTHONPATH=tools python -m mutation [--mutants 2000] [--seed 1]``, or ``make mutate``.

Prints a line for each family, each survivor with its diff, each false alarm with what was said. Exits with 1 if there
is any of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.progress import Progress

from .families import COMPUTED, FAMILIES, planted
from .gate import Checkout, Mutant, Verdict
from .harmless import HARMLESS

HARMLESS_SHARE = 10  # a harmless change for so many faults


@dataclass
class Found:
    """What a run has seen so far; each mutant with its diff."""

    told: dict[str, Counter]  # by family
    alone: dict[str, Counter] = field(default_factory=lambda: {name: Counter() for name in COMPUTED})  # by running
    survivors: list[tuple[Mutant, str, Verdict]] = field(default_factory=list)
    unseen: list[tuple[Mutant, str]] = field(default_factory=list)
    alarms: list[tuple[Mutant, str, Verdict]] = field(default_factory=list)
    harmless: int = 0

    @property
    def planted(self) -> int:
        return sum(counts["planted"] for counts in self.told.values())

    def fault(self, checkout: Checkout, mutant: Mutant, verdict: Verdict) -> None:
        counts = self.told[mutant.family]
        counts["planted"] += 1
        counts.update(verdict.gates)
        counts["told"] += bool(verdict.errors)
        if mutant.family in self.alone and (by_run := checkout.judge_by_run(mutant)):
            self.alone[mutant.family]["run"] += 1
            self.alone[mutant.family]["told"] += bool(by_run.errors)
            if not by_run.errors:
                self.unseen.append((mutant, _diff(checkout, mutant)))
        if not verdict.errors:
            self.survivors.append((mutant, _diff(checkout, mutant), verdict))

    def harmless_change(self, checkout: Checkout, mutant: Mutant, verdict: Verdict) -> None:
        self.harmless += 1
        if verdict.errors or verdict.notices:
            self.alarms.append((mutant, _diff(checkout, mutant), verdict))


@click.command()
@click.option("--mutants", default=2000, show_default=True, help="Faults to plant.")
@click.option("--seed", default=1, show_default=True, help="Another seed plants them elsewhere.")
@click.option("--family", "only", default="", help="Only families with this in their name.")
def main(mutants: int, seed: int, only: str) -> None:
    families = {name: plant for name, plant in FAMILIES.items() if only in name}
    harmless = {name: plant for name, plant in HARMLESS.items() if only in name}
    found = Found({name: Counter() for name in families})
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
        Progress(transient=True, disable=not sys.stderr.isatty()) as progress,
    ):
        checkout = Checkout(Path(folder))
        task = progress.add_task("planting", total=mutants + mutants // HARMLESS_SHARE)
        for mutant, verdict in _judged(checkout, families, mutants, seed):
            found.fault(checkout, mutant, verdict)
            if not sys.stderr.isatty() and found.planted % 100 == 0:
                click.echo(f"{found.planted} planted, {len(found.survivors)} survived", err=True)
            progress.advance(task)
        for mutant, verdict in _judged(checkout, harmless, mutants // HARMLESS_SHARE, seed):
            found.harmless_change(checkout, mutant, verdict)
            progress.advance(task)
    _report(found)
    sys.exit(bool(found.survivors or found.alarms))


def _diff(checkout: Checkout, mutant: Mutant) -> str:
    file = checkout.root / mutant.path
    return mutant.diff(file.read_bytes() if file.is_file() else b"")


def _judged(checkout: Checkout, kinds: dict, count: int, seed: int) -> Iterator[tuple[Mutant, Verdict]]:
    """Each family in its turn until ``count`` are planted; one that finds no place is left out."""
    left = dict(kinds)
    number = done = 0
    while left and done < count:
        for name in list(left):
            mutant = planted(name, number, seed, checkout, kinds)
            if mutant is None:
                del left[name]
                continue
            yield mutant, checkout.judge(mutant)
            done += 1
            if done == count:
                break
        number += 1


def _report(found: Found) -> None:
    for name, counts in found.told.items():
        gates = ", ".join(f"{gate} {count}" for gate, count in counts.items() if gate not in ("planted", "told"))
        click.echo(
            f"{counts['told']:>4} of {counts['planted']:<4} {name}"
            + (f"  ({gates})" if gates else "  no place for it today")
        )
    click.echo("\nBy running the English page alone, as if all translations had taken the fault over:")
    for name, counts in found.alone.items():
        click.echo(f"{counts['told']:>4} of {counts['run']:<4} {name}")
    for mutant, diff in found.unseen:
        click.echo(f"\nnot seen by running the page alone: {mutant.family}\n{diff}")
    for mutant, diff, verdict in found.survivors:
        click.echo(
            f"\nsurvived: {mutant.family}\n{diff}" + "".join(f"\n  notice: {words}" for _, words in verdict.notices[:3])
        )
    for mutant, diff, verdict in found.alarms:
        click.echo(
            f"\nfalse alarm: {mutant.family}\n{diff}"
            + "".join(f"\n  {gate}: {words}" for gate, words in [*verdict.errors, *verdict.notices][:3])
        )
    told = found.planted - len(found.survivors)
    click.echo(
        f"\n{told} of {found.planted} faults told ({100 * told / max(found.planted, 1):.2f} %), "
        f"{len(found.alarms)} of {found.harmless} harmless changes flagged"
    )


if __name__ == "__main__":
    main()
