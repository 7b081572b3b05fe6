"""Run the benchmarks, all or those named: `python benchmarks/run.py [NAME…] [--json FILE]`."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import attention
import building
import examples
import explorer
import layout_shift
import lighthouse
import live_blocks
import measure
import pages
import peers
import search
import status
import widgets
from rich.console import Console
from rich.table import Table

from handbook.core.files import write_atomically

BENCHMARKS = {
    "examples": examples.run,
    "status": status.run,
    "widgets": widgets.run,
    "explorer": explorer.run,
    "live": live_blocks.run,
    "attention": attention.run,
    "building": building.run,
    "peers": peers.run,
    "search": search.run,
    "lighthouse": lighthouse.run,
    "pages": pages.run,
    "layout-shift": layout_shift.run,
}

FORMATS = {"s": ".3f", "frames": ".2f", "kB": ".1f", "ms": ".1f"}

out = Console(highlight=False, markup=False)


def main(arguments: list[str] | None = None) -> dict:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="write the figures, with versions and machine; of those that are there, only the ones named are replaced",
    )
    parser.add_argument("--runs", type=int, default=5, help="turns of each comparison")
    parser.add_argument(
        "--page",
        default="",
        help="examples: this page only, in all languages; peers: this page only; pages: this kind of page only",
    )
    parser.add_argument("--pages", type=int, default=1000, help="status: pages a language")
    parser.add_argument("--languages", type=int, default=20, help="status: languages beside English")
    parser.add_argument("--blocks", type=int, default=15, help="status: blocks a page, at least")
    parser.add_argument("--changes", type=int, default=50, help="widgets: changes a turn")
    parser.add_argument("--tokens", type=int, default=2048, help="attention: the longest text, at least 64")
    parser.add_argument("--faults", type=int, default=50, help="peers: faults to plant, at most 50")
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="lighthouse, pages: a site that is built already")
    parser.add_argument(
        "--site-pages", type=int, default=200, help="building: pages of the largest site, in two languages"
    )
    parser.add_argument(
        "--site-languages",
        type=int,
        default=20,
        help="building: the most languages, English among them, with ten pages",
    )
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    options = measure.Options(**{field.name: getattr(chosen, field.name) for field in fields(measure.Options)})

    figures = _begun(chosen.json if chosen.names else None)
    machine = figures["machine"]
    out.print(
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gb']} GB; "
        + ", ".join(f"{name} {number}" for name, number in figures["versions"].items() if number)
    )
    for name in chosen.names or BENCHMARKS:
        report = BENCHMARKS[name](options)
        measure.progress("")
        show(report)
        figures["benchmarks"][name] = report.to_json()
        if chosen.json:  # after each: the next may fail, and all of them take half an hour
            write_atomically(chosen.json, json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    return figures


def _begun(file: Path | None) -> dict:
    """Versions and machine, with the figures that ``file`` already has if they are of the same."""
    figures = {**measure.surroundings(), "benchmarks": {}}
    if file and file.is_file():
        earlier = json.loads(file.read_text(encoding="utf-8"))
        if all(earlier[name] == figures[name] for name in ("versions", "machine")):
            figures["benchmarks"] = earlier["benchmarks"]
    return figures


def show(report: measure.Report) -> None:
    out.print(f"\n{report.title}", style="bold")
    if report.facts:
        out.print(", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in report.facts.items()), style="dim")
    for table in report.tables:
        shown = Table(title=table.title, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for head in ("", "median", "least", "most", "unit", "runs", "ratio"):
            shown.add_column(head, justify="left" if head in ("", "unit") else "right")
        for row in map(measure.Row.to_json, table.rows):
            shown.add_row(
                row["name"],
                *(format(row[key], FORMATS.get(row["unit"], ",.0f")) for key in ("median", "least", "most")),
                row["unit"],
                str(row["runs"]),
                "" if row["ratio"] is None else f"{row['ratio']:.2f}",
            )
        out.print()
        out.print(shown)
        for note in table.notes:
            out.print(f"  {note}", style="dim")
    for grid in report.grids:
        shown = Table(title=grid.title, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for head in ("", *grid.heads):
            shown.add_column(
                head,
                justify="right"
                if head and all(row[grid.heads.index(head)][:1].isdigit() for row in grid.rows.values())
                else "left",
            )
        for name, cells in grid.rows.items():
            shown.add_row(name, *cells)
        out.print()
        out.print(shown)
        for note in grid.notes:
            out.print(f"  {note}", style="dim")


if __name__ == "__main__":
    main()
