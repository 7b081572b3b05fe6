"""The long run: ``PYTHONPATH=tests python -m mutation [--mutants 2000] [--seed 1]``, or ``make mutate``.

Prints a line for each family, each survivor with its diff, each false alarm with what was said. Exits with 1 if there
is any of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import click
from rich.progress import Progress

from .families import COMPUTED, FAMILIES, planted
from .gate import Checkout
from .harmless import HARMLESS

HARMLESS_SHARE = 10  # a harmless change for so many faults


@click.command()
@click.option("--mutants", default=2000, show_default=True, help="Faults to plant.")
@click.option("--seed", default=1, show_default=True, help="Another seed plants them elsewhere.")
@click.option("--family", "only", default="", help="Only families with this in their name.")
def main(mutants: int, seed: int, only: str) -> None:
    families = {name: plant for name, plant in FAMILIES.items() if only in name}
    harmless = {name: plant for name, plant in HARMLESS.items() if only in name}
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
        Progress(transient=True, disable=not sys.stderr.isatty()) as progress,
    ):
        checkout = Checkout(Path(folder))
        task = progress.add_task("planting", total=mutants + mutants // HARMLESS_SHARE)

        def diff_of(mutant) -> str:
            file = checkout.root / mutant.path
            return mutant.diff(file.read_bytes() if file.is_file() else b"")

        def rows(kinds: dict, count: int):
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
                    progress.advance(task)
                    done += 1
                    if done == count:
                        break
                number += 1

        told: dict[str, Counter] = {name: Counter() for name in families}
        survivors, alarms, unseen = [], [], []
        alone: dict[str, Counter] = {name: Counter() for name in COMPUTED}
        for mutant, verdict in rows(families, mutants):
            told[mutant.family]["planted"] += 1
            told[mutant.family].update(verdict.gates)
            told[mutant.family]["told"] += bool(verdict.errors)
            if mutant.family in alone and (by_run := checkout.judge_by_run(mutant)):
                alone[mutant.family]["run"] += 1
                alone[mutant.family]["told"] += bool(by_run.errors)
                if not by_run.errors:
                    unseen.append((mutant, diff_of(mutant)))
            if not verdict.errors:
                survivors.append((mutant, diff_of(mutant), verdict))
            if not sys.stderr.isatty() and sum(counts["planted"] for counts in told.values()) % 100 == 0:
                click.echo(
                    f"{sum(counts['planted'] for counts in told.values())} planted, {len(survivors)} survived", err=True
                )
        harmless_count = 0
        for mutant, verdict in rows(harmless, mutants // HARMLESS_SHARE):
            harmless_count += 1
            if verdict.errors or verdict.notices:
                alarms.append((mutant, diff_of(mutant), verdict))

    for name, counts in told.items():
        gates = ", ".join(f"{gate} {count}" for gate, count in counts.items() if gate not in ("planted", "told"))
        click.echo(
            f"{counts['told']:>4} of {counts['planted']:<4} {name}"
            + (f"  ({gates})" if gates else "  no place for it today")
        )
    click.echo("\nBy running the English page alone, as if all translations had taken the fault over:")
    for name, counts in alone.items():
        click.echo(f"{counts['told']:>4} of {counts['run']:<4} {name}")
    for mutant, diff in unseen:
        click.echo(f"\nnot seen by running the page alone: {mutant.family}\n{diff}")
    for mutant, diff, verdict in survivors:
        click.echo(
            f"\nsurvived: {mutant.family}\n{diff}" + "".join(f"\n  notice: {words}" for _, words in verdict.notices[:3])
        )
    for mutant, diff, verdict in alarms:
        click.echo(
            f"\nfalse alarm: {mutant.family}\n{diff}"
            + "".join(f"\n  {gate}: {words}" for gate, words in [*verdict.errors, *verdict.notices][:3])
        )
    count = sum(counts["planted"] for counts in told.values())
    click.echo(
        f"\n{count - len(survivors)} of {count} faults told ({100 * (count - len(survivors)) / max(count, 1):.2f} %), {len(alarms)} of {harmless_count} harmless changes flagged"
    )
    sys.exit(bool(survivors or alarms))


if __name__ == "__main__":
    main()
