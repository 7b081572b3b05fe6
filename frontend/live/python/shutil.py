"""Folders as wholes: here there are none."""


def rmtree(path, ignore_errors=False):
    """Remove a folder."""
    if not ignore_errors:
        raise FileNotFoundError(2, "No such file or directory", str(path))
