"""Warnings are printed once, as Python prints them."""

import sys

filters = []
_seen = set()
_silent = False


def warn(message, category=None, stacklevel=1, source=None):
    kind = type(message) if isinstance(message, Warning) else (category or UserWarning)
    text = f"{kind.__name__}: {message}"
    if _silent or text in _seen:
        return
    _seen.add(text)
    sys.stderr.write(text + "\n")


def warn_explicit(message, category, filename, lineno, *more):
    warn(message, category)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    global _silent
    if action == "ignore":
        _silent = True


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action)


def resetwarnings():
    global _silent
    _silent = False


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, **options):
        self._action = action

    def __enter__(self):
        self._before = _silent
        if self._action:
            filterwarnings(self._action)
        return []

    def __exit__(self, *error):
        global _silent
        _silent = self._before
