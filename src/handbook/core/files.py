"""Writing files whole, reading those that somebody hands in, and telling which lie in the checkout."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding

UNFINISHED = ".unfinished"  # the ending of what a killed command leaves behind; .gitignore has it, too
LONGEST_BUILD = 24 * 60 * 60  # seconds


def lies_in(path: Path, root: Path) -> bool:
    """Whether a file lies below ``root`` where its symbolic links lead, those of its folders included.

    What is read into a build has to, and what commands write. ``root`` itself may be reached through links.
    """
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root))


def is_own_file(path: Path) -> bool:
    """Whether there is a file at ``path``, and no symbolic link, folder, pipe or device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a NUL in the name
        return False
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.EINVAL):  # no file can be called so
            return False
        raise


def read_utf8(path: Path, name: str, largest: int) -> str:
    """The text of a file that somebody hands in, without a byte order mark.

    Args:
        path: the file.
        name: of it, as findings print it.
        largest: bytes that it may have.

    Raises:
        DiagnosticError: it is larger, or not UTF-8; or a pipe or a device, which may never end.
        OSError: it can't be read.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise DiagnosticError([Finding(name, 1, "not a regular file", "save what it gives as a file, and name that")])
    if (size := status.st_size) > largest:
        raise DiagnosticError([too_large(name, size, largest)])
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x}"
        raise DiagnosticError([Finding(name, line, message, "save the file as UTF-8")]) from None


def too_large(name: str, size: int, largest: int) -> Finding:
    """That a file has more bytes than anybody's work needs: to read it would take minutes."""
    return Finding(name, 1, f"{size} bytes are too many", f"a file has at most {largest}")


def write_atomically(path: Path, text: str | bytes) -> bool:
    """Write a file so that readers see the old content or the new, never a part of it. Creates missing folders.

    Args:
        path: the file; its permissions are kept.
        text: bytes, or text to write as UTF-8.

    Returns:
        whether the file changed; a file with equal content isn't touched.

    Raises:
        OSError: where the file can't be written; the old one stays. It names ``path``, not the temporary file. Also
            where a link, a pipe or a device is there: it would be replaced.
    """
    data = text.encode("utf-8") if isinstance(text, str) else text
    try:
        if os.path.lexists(path) and not path.is_dir() and not is_own_file(path):
            raise OSError(errno.EINVAL, "not a regular file, which alone is replaced")
        if path.is_file() and path.read_bytes() == data:
            return False
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


def left_behind(paths: Iterable[Path]) -> Iterator[Path]:
    """Those of ``paths`` that killed commands have left behind.

    A file may also be one that a running command is about to finish. Of folders, which are of builds and may be in
    use for minutes, those count that are old.
    """
    for path in paths:
        is_old = path.is_dir() and not path.is_symlink() and time.time() - path.stat().st_mtime > LONGEST_BUILD
        if path.name.endswith(UNFINISHED) and (is_own_file(path) or is_old):
            yield path


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it, that may be gone already."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=UNFINISHED)
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
