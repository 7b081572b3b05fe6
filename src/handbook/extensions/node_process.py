"""The node process for formulas, widgets and the home page's model: started by the first request, ended with Python."""

from __future__ import annotations

import atexit
import json
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO

from handbook.core import npm

SERVER = Path(__file__).with_name("node_server.mjs")


def ask(task: str, **arguments: object) -> dict:
    """Send a request to ``node_server.mjs`` and wait for its response.

    Args:
        task: ``formula``, ``widget`` or ``live``.
        arguments: what the function of that name takes, as JSON can write it.

    Returns:
        The response; where it has the key ``error``, that says what was wrong with the request.

    Raises:
        DiagnosticError: where node or its packages are missing, or the process ends without a response.
    """
    return _server.ask({"do": task, **arguments})


def stop() -> None:
    """End the process, which keeps the widgets' scripts as it has loaded them; the next request starts another one."""
    _server.stop()


class _Server:
    """One process for all questions, started again if it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._complaints: IO[str] | None = None  # what node prints; a pipe that nobody reads would fill up
        self._questions = 0
        self._lock = threading.Lock()
        atexit.register(self.stop)

    def ask(self, question: dict) -> dict:
        """The answer to a question. Raises DiagnosticError where there is none."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:  # also in a fork, whose child it isn't
                self._end()
                self._start()
            self._questions += 1
            line = self._answer({**question, "id": self._questions})
            if not line:
                complaint = self._last_complaint()
                self._end()
                raise npm.error(f"node stopped: {complaint or 'without a word'}", "run `npm ci`, then try again")
            try:
                answer = json.loads(line)
            except ValueError:
                answer = {}
            if answer.pop("id", None) != self._questions:  # all further answers would be those to other questions
                self._end()
                raise npm.error(f"node answered: {line.strip()[:80]}", "it is started again; see node_server.mjs")
            return answer

    def stop(self) -> None:
        """End the process; the next question starts another one."""
        with self._lock:
            self._end()

    def _answer(self, question: dict) -> str:
        questions, answers = _pipes(self._process)
        try:
            questions.write(json.dumps(question) + "\n")
            questions.flush()
            return answers.readline()
        except BrokenPipeError:
            return ""

    def _start(self) -> None:
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 (as long as node runs)
        self._process = subprocess.Popen(
            [npm.node(), str(SERVER), str(npm.package("katex") / "dist" / "katex.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            encoding="utf-8",
        )

    def _last_complaint(self) -> str:
        if self._process is None or self._complaints is None:
            return ""
        self._process.wait()
        self._complaints.seek(0)
        return (self._complaints.read().strip().splitlines() or [""])[-1]

    def _end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            for stream in _pipes(self._process):
                stream.close()
            self._process = None
        if self._complaints:
            self._complaints.close()
            self._complaints = None


def _pipes(process: subprocess.Popen[str] | None) -> tuple[IO[str], IO[str]]:
    assert process and process.stdin and process.stdout, "started with pipes"
    return process.stdin, process.stdout


_server = _Server()
