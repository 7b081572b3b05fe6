"""The node process: an answer is that to the question, or there is none."""

import os

import pytest

from handbook.core.diagnostics import DiagnosticError
from handbook.extensions import katex, node_process


def ask(tex: str) -> str:
    return node_process.ask("formula", tex=tex, display=False)["html"]


@pytest.mark.parametrize("line", ['{"id": 0, "html": "of another"}\n', "printed by a script\n", '{"html": ""}\n'])
def test_what_is_no_answer_to_the_question_ends_the_process(monkeypatch, line):
    with monkeypatch.context() as patch:
        patch.setattr(node_process._Server, "_answer", lambda self, question: line)
        with pytest.raises(DiagnosticError, match="node answered"):
            ask("x_1")
    assert "x" in ask("x_2")


def test_a_fork_has_a_process_of_its_own():
    ask("x_3")
    ours = node_process._server._process.pid
    reader, writer = os.pipe()
    if not (child := os.fork()):
        katex.typeset("x_4")
        os.write(writer, str(node_process._server._process.pid).encode())
        node_process.stop()
        os._exit(0)
    os.waitpid(child, 0)
    assert int(os.read(reader, 20)) != ours
    assert "x" in ask("x_5"), "ours goes on"
    assert node_process._server._process.pid == ours
