"""Code blocks that readers run in the page: how many of each page can, and how long Python in the page takes."""

from __future__ import annotations

import time

from measure import ROOT, Grid, Options, Report, Table, compared, in_turns

from handbook import SOURCE_LANGUAGE
from handbook.execution import program
from handbook.project.checkout import Project
from handbook.site import live_pages

PAGES = ("by-hand", "queries-keys-values", "causal-attention")  # where beginners begin
TIMES = 4  # each page in a turn: one run is short


def run(options: Options) -> Report:
    project = Project(ROOT)
    with live_pages.Engine(ROOT) as engine:
        tables = [_table(project, engine, name, options.runs) for name in PAGES]
    return Report("Code that runs in the page", tables, grids=[_shares(project)])


def _table(project: Project, engine: live_pages.Engine, name: str, runs: int) -> Table:
    page = project.page(SOURCE_LANGUAGE, name)
    assert not engine.run(page).count(live_pages.DIFFERS, live_pages.ERROR)

    def in_torch() -> float:
        start = time.perf_counter()
        for _ in range(TIMES):
            program.run_program(page, ROOT)
        return (time.perf_counter() - start) / TIMES

    def in_page() -> float:
        runs = [engine.run(page).blocks for _ in range(TIMES)]
        return sum(block.milliseconds for blocks in runs for block in blocks) / 1000 / TIMES

    in_torch()  # imports torch
    contenders = {"torch, in CPython": in_torch, "the page's Python": in_page}
    return Table(f"all blocks of {name}", compared(in_turns(contenders, runs)))


def _shares(project: Project) -> Grid:
    """Every translation has the same blocks: tests insist."""
    rows = {}
    for name in project.ordered():
        fences = project.page(SOURCE_LANGUAGE, name).python()
        missing = [fence.attributes.get("reason", "") for fence in fences if not live_pages.is_live(fence)]
        if fences:
            rows[name] = [str(len(fences)), str(len(fences) - len(missing)), ", ".join(sorted(set(missing)))]
    return Grid("blocks that run in the page", ["blocks", "live", "the others need"], rows)
