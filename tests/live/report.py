"""Which blocks of the pages run in the page as printed: ``report.py [docs/en/by-hand.md …] [-v]``.

Each page's blocks run in the engine, in their order, and what they print is compared with the output on the page.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from handbook import ROOT
from handbook.site import live_pages


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("pages", nargs="*", type=Path, help="all English pages if none is named")
    arguments.add_argument("-s", "--seconds", default=120, type=int, help="for a block")
    arguments.add_argument("-q", "--quiet", action="store_true", help="the table only")
    options = arguments.parse_args()
    paths = options.pages or sorted((ROOT / "docs/en").glob("*.md"))
    pages = [live_pages.read(path, ROOT) for path in paths]
    rows = []
    for result in live_pages.run([page for page in pages if page.python()], ROOT, options.seconds):
        rows.append(result)
        if not options.quiet:
            for block in result.blocks:
                if block.state in ("differs", "error"):
                    show(result, block)
    header = ("page", "blocks", "live", "same", "differ", "errors", "not live", "start ms", "run ms")
    table = [header] + [
        (
            result.page.path,
            *map(str, (len(result.blocks), result.count("same", "differs", "error"), result.count("same"))),
            *map(str, (result.count("differs"), result.count("error"), result.count("not live"))),
            str(round(result.start)),
            str(round(sum(block.milliseconds for block in result.blocks))),
        )
        for result in rows
    ]
    table.append(("all", *(str(sum(int(row[column]) for row in table[1:])) for column in range(1, len(header)))))
    widths = [max(map(len, column)) for column in zip(*table)]
    for row in table:
        print(row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:])), sep="  ")
    return any(result.count("differs", "error") for result in rows)


def show(result: live_pages.LivePage, block: live_pages.LiveBlock) -> None:
    print(f"--- {result.page.path}:{block.fence.line} ({block.name}): {block.state} {block.message}")
    expected, actual = block.expected.splitlines(), block.actual.splitlines()
    for line in difflib.unified_diff(expected, actual, "expected", "actual", lineterm="", n=2):
        print("    " + line)
    for line in block.inside.splitlines():
        print("    | " + line[:200])


if __name__ == "__main__":
    sys.exit(main())
