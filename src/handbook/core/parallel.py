"""Work shared out among processes."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

Result = TypeVar("Result")
_tasks: list[Callable[[], Any]] = []


def run_in_parallel(tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
    """What each task returns, in their order, from as many processes as there are processors.

    The processes are forks: what this one has read and made until now, they have too. A fork is safe on Linux, in a
    process without threads; elsewhere one task is done after the other.
    """
    if len(tasks) < 2 or sys.platform != "linux" or threading.active_count() > 1:
        return (task() for task in tasks)
    pool = ProcessPoolExecutor(min(len(tasks), os.cpu_count() or 1), get_context("fork"), _tasks.extend, (tasks,))
    results = pool.map(_do, range(len(tasks)))  # from here on the forks are there
    pool.shutdown(wait=False)
    return results


def _do(number: int) -> Any:
    return _tasks[number]()
