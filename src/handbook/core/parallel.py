"""Running tasks in parallel processes."""

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
    """The tasks' results, in order, from as many processes as there are processors.

    The processes are forks, so they share what this one has loaded so far. Forking is safe only on Linux, and only in
    a process without threads; elsewhere the tasks run one after the other.
    """
    if len(tasks) < 2 or sys.platform != "linux" or threading.active_count() > 1:
        return (task() for task in tasks)
    pool = ProcessPoolExecutor(min(len(tasks), os.cpu_count() or 1), get_context("fork"), _tasks.extend, (tasks,))
    results = pool.map(_run_task, range(len(tasks)))  # submits all tasks: the forks start here
    pool.shutdown(wait=False)
    return results


def _run_task(index: int) -> Any:
    return _tasks[index]()
