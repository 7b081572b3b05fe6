"""The node process that sets formulas and calculates widgets: started when it is first asked, ended with Python."""

from __future__ import annotations

import atexit
import json
import subprocess
import threading
from pathlib import Path
from typing import IO

from handbook.core import npm

SERVER = Path(__file__).with_name("node_server.mjs")


def ask(task: str, **question: object) -> dict:
    """The answer of ``node_server.mjs`` to one question.

    ``task``: ``formula`` or ``widget``. ``question``: what the function of that name there takes, as JSON can write it.
    An answer with ``error`` says what was wrong with the question. Raises DiagnosticError where node or its packages
    are missing.
    """
    return _server.ask({"do": task, **question})


def stop() -> None:
    """End the process, which has loaded the widgets' scripts as they were; the next question starts another one."""
    _server.stop()


class _Server:
    """One process for all questions, started again if it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        atexit.register(self.stop)

    def ask(self, question: dict) -> dict:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._process = self._start()
            questions, answers, complaints = _pipes(self._process)
            try:
                questions.write(json.dumps(question) + "\n")
                questions.flush()
                answer = answers.readline()
            except BrokenPipeError:
                answer = ""
            if not answer:
                complaint = complaints.read().strip().splitlines()
                self._process = None
                raise npm.error(
                    f"node stopped: {complaint[-1] if complaint else 'without a word'}", "run `npm ci`, then try again"
                )
            return json.loads(answer)

    @staticmethod
    def _start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [npm.node(), str(SERVER), str(npm.package("katex") / "dist" / "katex.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def stop(self) -> None:
        """End the process; the next question starts another one."""
        if self._process:
            self._process.kill()
            self._process.wait()
            for stream in _pipes(self._process):
                stream.close()
            self._process = None


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str], IO[str]]:
    assert process.stdin and process.stdout and process.stderr, "started with pipes"
    return process.stdin, process.stdout, process.stderr


_server = _Server()
