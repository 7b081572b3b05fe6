"""Runs blocks in one namespace, and says what they raise as CPython does."""

import __future__

import ast
import builtins
import json
import linecache
import os
import sys
import traceback
from contextvars import Context
from types import ModuleType

import _fresh
import _kernels
import _walls

HOME = os.getcwd()
_FUTURE = __future__.annotations.compiler_flag
_blocks = {}  # what ran, by name
_context = Context()  # such as decimal's precision


def load():
    """What takes time and is the same for everybody: a memory of Python can be kept after it."""
    _kernels.connect()
    _walls.load()
    _fresh.drop()
    import torch.nn.functional  # noqa: F401


def begin():
    """Close Python, and remember it as it is."""
    _kernels.connect()
    _walls.close()
    _fresh.remember()
    _empty()


def reset():
    """A fresh namespace, and modules as at the start."""
    _fresh.restore()
    _empty()


def _empty():
    global _context
    _context = Context()
    main = sys.modules["__main__"] = ModuleType("__main__")
    main.__builtins__ = builtins
    _blocks.clear()
    linecache.clearcache()
    os.chdir(HOME)


def run(name, source):
    """Run a block; JSON of what it raises, or that its last line has a value which nobody sees."""
    return _told(_context.run(_executed, name, source))


def parse(name, source):
    """Say what is wrong with a block's text."""
    return _told(_executed(name, source, is_run=False))


def check(name, source, assertions):
    """Run a reader's answer and assertions on it, and give all names the values that they had."""
    namespace = vars(sys.modules["__main__"])
    before = dict(namespace)
    namespace.update({key: value.copy() for key, value in before.items() if type(value) in (list, dict, set)})
    torch = sys.modules.get("torch")
    state = torch.get_rng_state() if torch else None
    _kernels.watch()
    found = _context.run(_executed, name, source)
    if found.get("error") is None:
        found = _context.run(_executed, "check", assertions)
    found["isChanged"] = _kernels.is_changed()
    namespace.clear()
    namespace.update(before)
    if state is not None:
        torch.set_rng_state(state)
    return _told(found)


def _told(found):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # a program's own stream, which is closed or isn't one
    return json.dumps({"error": None, **found})


def _executed(name, source, is_run=True):
    namespace = vars(sys.modules["__main__"])
    _blocks[name] = source
    linecache.cache[name] = (len(source), None, [line + "\n" for line in source.split("\n")], name)
    try:
        tree = compile(source, name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        first = compile(tree, name, "exec", dont_inherit=True)
        future = first.co_flags & _FUTURE
        rest = last and compile(ast.Expression(last.value), name, "eval", future, dont_inherit=True)
        value = None
        if is_run:
            exec(first, namespace)
            value = rest and eval(rest, namespace)
    except SystemExit:
        return {}
    except BaseException as error:
        return {"error": _described(error, name)}
    return {} if value is None else {"isUnprinted": True}


def _described(error, name):
    """What is told of an error: where it was raised, a trace through blocks, and all as CPython writes it."""
    whole = traceback.TracebackException.from_exception(error)
    steps = [(frame.filename, frame.lineno or 0, frame.name) for frame in whole.stack if frame.filename in _blocks]
    block, line = steps[-1][:2] if steps else (name, 0)
    if isinstance(error, SyntaxError) and error.filename in _blocks:
        block, line = error.filename, error.lineno or 0
    whole.stack = traceback.StackSummary(
        frame for frame in whole.stack if frame.filename != _executed.__code__.co_filename
    )
    return {
        "type": type(error).__name__,
        "text": _last_line(error),
        "line": line or None,
        "block": block,
        "trace": [f"{step[0]}, line {step[1]}, in {step[2]}" for step in steps],
        "traceback": "".join(whole.format()),
        "lacks": (error.name or "").split(".")[0] if isinstance(error, ModuleNotFoundError) else "",
    }


def _last_line(error):
    """As the last line of a traceback, without what Python guesses."""
    kind = type(error)
    name = (
        kind.__qualname__ if kind.__module__ in ("__main__", "builtins") else f"{kind.__module__}.{kind.__qualname__}"
    )
    try:
        text = str(error.msg) if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = "<exception str() failed>"
    return f"{name}: {text}" if text else name
