"""Texts and bytes as files, and `open`: the page's own files, and what the code itself writes while it runs."""

import _host

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase:
    """Reads from and writes into what is kept whole in `_data`, at `_at`."""

    closed = False
    _empty = ""
    _newline = "\n"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def isatty(self):
        return False

    def read(self, size=-1):
        self._check()
        if not self.readable():
            raise UnsupportedOperation("not readable")
        end = len(self._data) if size is None or size < 0 else self._at + size
        part = self._data[self._at : end]
        self._at += len(part)
        return part

    def readline(self, size=-1):
        self._check()
        if not self.readable():
            raise UnsupportedOperation("not readable")
        end = self._data.find(self._newline, self._at)
        return self.read((len(self._data) if end < 0 else end + 1) - self._at)

    def readlines(self, hint=-1):
        return list(self)

    def write(self, text):
        self._check()
        if not self.writable():
            raise UnsupportedOperation("not writable")
        if not isinstance(text, self._kind):
            raise TypeError(self._wrong_kind(text))
        before, after = self._data[: self._at], self._data[self._at + len(text) :]
        self._data = before + text + after
        self._at += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def seek(self, offset, whence=0):
        self._at = max(0, offset + (0, self._at, len(self._data))[whence])
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        self._data = self._data[: self._at if size is None else size]
        return len(self._data)

    def getvalue(self):
        return self._data

    def flush(self):
        pass

    def close(self):
        self.flush()
        self.closed = True


class StringIO(IOBase):
    _kind = str

    def __init__(self, initial_value="", newline="\n"):
        self._data, self._at = initial_value or "", 0

    def _wrong_kind(self, value):
        return f"string argument expected, got '{type(value).__name__}'"


class BytesIO(IOBase):
    _kind = (bytes, bytearray)
    _newline = b"\n"

    def __init__(self, initial_bytes=b""):
        self._data, self._at = bytes(initial_bytes), 0

    def _wrong_kind(self, value):
        return f"a bytes-like object is required, not '{type(value).__name__}'"


class _File(IOBase):
    def __init__(self, name, mode, key):
        self.name, self.mode = name, mode
        self._key = key
        self._changed = "w" in mode or "x" in mode
        self._at = len(self._data) if "a" in mode else 0

    def readable(self):
        return "r" in self.mode or "+" in self.mode

    def writable(self):
        return self.mode.strip("bt") != "r"

    def write(self, text):
        self._changed = True
        return IOBase.write(self, text)

    def flush(self):
        if self._changed and not self.closed:
            _host.write_file(self._key, self._data)

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding='UTF-8'>"


class TextIOWrapper(_File):
    _kind = str
    encoding = "UTF-8"

    def __init__(self, name, mode, key, exists):
        self._data = _host.read_text(key) if exists else ""
        _File.__init__(self, name, mode, key)

    def _wrong_kind(self, value):
        return f"write() argument must be str, not {type(value).__name__}"


class BufferedReader(_File):
    _kind = (bytes, bytearray)
    _newline = b"\n"

    def __init__(self, name, mode, key, exists):
        self._data = _host.read_bytes(key) if exists else b""
        _File.__init__(self, name, mode, key)

    def _wrong_kind(self, value):
        return f"a bytes-like object is required, not '{type(value).__name__}'"


BufferedWriter = BufferedReader


def file_key(path):
    """The name under which the page keeps a file."""
    parts = [part for part in str(path).split("/") if part not in ("", ".")]
    return "/".join(parts)


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    name = file if isinstance(file, (str, bytes)) else file.__fspath__()
    if set(mode) - set("rwaxbt+") or len(set(mode) & set("rwax")) != 1:
        raise ValueError(f"invalid mode: {mode!r}")
    key = file_key(name)
    exists = _host.has_file(key)
    if "r" in mode and not exists:
        raise FileNotFoundError(2, "No such file or directory", name)
    if "x" in mode and exists:
        raise FileExistsError(17, "File exists", name)
    kind = BufferedReader if "b" in mode else TextIOWrapper
    return kind(name, mode, key, exists and "w" not in mode)
