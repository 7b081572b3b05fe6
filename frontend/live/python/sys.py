"""What programs ask of the interpreter."""

from _sys import *  # noqa: F403

argv = [""]
byteorder = "little"
maxsize = 9223372036854775807
maxunicode = 1114111
platform = "browser"
version = "3.13.0 (in the browser)"
executable = ""


class _Version(tuple):
    major, minor, micro, releaselevel, serial = 3, 13, 0, "final", 0

    def __repr__(self):
        return "sys.version_info(major=3, minor=13, micro=0, releaselevel='final', serial=0)"


version_info = _Version((3, 13, 0, "final", 0))
path = []


def exit(status=None):
    raise SystemExit(status)


def intern(string):
    return string
