"""Atomic writes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str | bytes) -> bool:
    """Write a file so that readers see the old content or the new, never a part of it. Creates missing folders.

    Args:
        path: the file; its permissions are kept.
        text: bytes, or text to write as UTF-8.

    Returns:
        whether the file changed; a file with equal content isn't touched.

    Raises:
        OSError: where the file can't be written; the old one stays. It names ``path``, not the temporary file.
    """
    data = text.encode("utf-8") if isinstance(text, str) else text
    if path.is_file() and path.read_bytes() == data:
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    return True


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
