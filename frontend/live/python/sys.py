"""What programs ask of the interpreter."""

from _sys import *
from _sys import _getframe

argv = [""]
byteorder = "little"
maxsize = 9223372036854775807
maxunicode = 1114111
platform = "browser"
version = "3.13 (in the browser)"
path = []


def exit(status=None):
    raise SystemExit(status)


def intern(string):
    return string
