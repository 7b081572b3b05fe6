"""Writing files whole, and reading those that somebody hands in."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding


def read_utf8(path: Path, name: str, largest: int) -> str:
    """The text of a file that somebody hands in, without a byte order mark.

    Args:
        path: the file.
        name: of it, as findings print it.
        largest: bytes that it may have.

    Raises:
        DiagnosticError: it is larger, or not UTF-8.
        OSError: it can't be read.
    """
    if (size := path.stat().st_size) > largest:
        raise DiagnosticError([Finding(name, 1, f"{size} bytes are too many", f"a file has at most {largest}")])
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x}"
        raise DiagnosticError([Finding(name, line, message, "save the file as UTF-8")]) from None


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


def write_over(path: Path, text: str, before: str | None, name: str) -> bool:
    """As ``write_atomically``, of a file that was read a while ago: what somebody has saved since isn't overwritten.

    Args:
        path: the file.
        text: to write.
        before: the text that was read; None where there was no file.
        name: of the file, as findings print it.

    Raises:
        DiagnosticError: the file is another one now.
        OSError: it can't be read or written.
    """
    now = path.read_bytes() if path.is_file() else None
    if now != (None if before is None else before.encode("utf-8")):
        message = "this file was saved by somebody else meanwhile: it is left as it is"
        raise DiagnosticError([Finding(name, 1, message, "run this again")])
    return write_atomically(path, text)


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
