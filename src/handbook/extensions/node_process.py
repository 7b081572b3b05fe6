"""The node process that typesets formulas and calculates widgets: started by the first request, ended with Python."""

from __future__ import annotations

import atexit
import json
import subprocess
import threading
from pathlib import Path
from typing import IO

from handbook.core import npm

SERVER = Path(__file__).with_name("node_server.mjs")


def ask(task: str, **arguments: object) -> dict:
    """Send a request to ``node_server.mjs`` and wait for its response.

    Args:
        task: ``formula`` or ``widget``.
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
    """One process for all requests, started again if it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        atexit.register(self.stop)

    def ask(self, request: dict) -> dict:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._process = self._start()
            stdin, stdout, stderr = _pipes(self._process)
            try:
                stdin.write(json.dumps(request) + "\n")
                stdin.flush()
                response = stdout.readline()
            except BrokenPipeError:
                response = ""
            if not response:
                messages = stderr.read().strip().splitlines()
                self._process = None
                raise npm.error(
                    f"node stopped: {messages[-1] if messages else 'without a word'}", "run `npm ci`, then try again"
                )
            return json.loads(response)

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
        """End the process; the next request starts another one."""
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
