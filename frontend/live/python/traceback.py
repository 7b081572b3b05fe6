"""What an exception says, without the lines of the program."""

import sys

from _driver import last_line


def format_exception_only(error, value=None):
    return [last_line(error if value is None else value) + "\n"]


def format_exc(limit=None, chain=True):
    error = sys.exception()
    return "NoneType: None\n" if error is None else "".join(format_exception(error))


def format_exception(error, value=None, tb=None, **options):
    error = error if value is None else value
    lines = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if not code.co_filename.startswith("VFS."):
            lines.append(f'  File "{code.co_filename}", line {step.tb_lineno}, in {code.co_name}\n')
        step = step.tb_next
    head = ["Traceback (most recent call last):\n"] if lines else []
    return head + lines + format_exception_only(error)


def print_exc(limit=None, file=None, chain=True):
    print(format_exc(), end="", file=file or sys.stderr)


def print_exception(error, value=None, tb=None, limit=None, file=None, chain=True):
    print("".join(format_exception(error, value)), end="", file=file or sys.stderr)
