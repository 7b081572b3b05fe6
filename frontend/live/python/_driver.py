"""Runs blocks in one namespace, and says what they raise as CPython does."""

import builtins
import io
import sys

import _host
import _syntax


class _Stream:
    encoding = "utf-8"

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        _host.write(text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


builtins.open = io.open
_stream = sys.stdout = sys.stderr = _Stream()
namespace = {"__name__": "__main__"}
blocks = set()


def run(name, source):
    """Run a block; returns type, text, line and block of what it raises, a trace through blocks, one through all."""
    blocks.add(name)
    namespace["__name__"] = "__main__"
    return executed(name, source, namespace)


def parse(name, source):
    """Say what is wrong with a block's text."""
    blocks.add(name)
    return executed(name, source, None)


def check(name, source, assertions):
    """Run a reader's answer and assertions on it, and give all names the values that they had."""
    blocks.update((name, "check"))
    before = dict(namespace)
    namespace.update({key: value.copy() for key, value in before.items() if type(value) in (list, dict, set)})
    torch = sys.modules.get("torch")
    state = torch.get_rng_state() if torch else None
    said = executed(name, source, namespace)
    if not said[0]:
        said = executed("check", assertions, namespace)
    for new in [key for key in namespace if key not in before]:
        del namespace[new]
    namespace.update(before)
    if state is not None:
        torch.set_rng_state(state)
    return said


def executed(name, source, names):
    _sources[name] = source
    try:
        code = compile(source, name, "exec")
        if names is not None:
            exec(code, names)
    except SystemExit:
        return ["", "", 0, "", [], [], None]
    except BaseException as error:
        return described(error, name)
    return ["", "", 0, "", [], [], None]


_sources = {}


def described(error, name):
    error = _host.exception(error)
    if isinstance(error, SyntaxError) and getattr(error, "filename", None) in blocks:
        kind = _syntax.explain(error, _sources.get(error.filename, "")) or type(error).__name__
        return [kind, f"{kind}: {error.msg}", error.lineno or 0, name, [], [], error]
    steps, frames = [], []
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        line = traceback.tb_lineno
        if code.co_filename in blocks:
            line = _syntax.line_within(_sources.get(code.co_filename, ""), line, _host.place(traceback.tb_frame))
            steps.append((code.co_filename, line, code.co_name))
        frames.append(f"{code.co_filename}, line {line}, in {code.co_name}")
        traceback = traceback.tb_next
    block, line = steps[-1][:2] if steps else (name, 0)
    trace = [f"{step[0]}, line {step[1]}, in {step[2]}" for step in steps]
    return [type(error).__name__, last_line(error), line, block, trace, frames, error]


def last_line(error):
    """As the last line of a traceback."""
    kind = type(error)
    name = kind.__qualname__
    if name == "JavascriptError":
        return f"SystemError: Python in the page can't do this ({error})"
    if kind.__module__ not in ("__main__", "builtins"):
        name = f"{kind.__module__}.{name}"
    try:
        text = str(error.msg) if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = "<exception str() failed>"
    return f"{name}: {text}" if text else name


def reset():
    global namespace
    sys.stdout = sys.stderr = _stream
    namespace = {"__name__": "__main__"}
