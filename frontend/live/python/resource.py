"""What a program has used: a page can't know it, so all of it is 0."""

RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1


class _Usage:
    def __getattr__(self, name):
        if name.startswith("ru_"):
            return 0.0 if name in ("ru_utime", "ru_stime") else 0
        raise AttributeError(name)


def getrusage(who):
    return _Usage()
