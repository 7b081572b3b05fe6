"""Paths of the page's files: those of its data, and those that its code has written."""


class PurePath:
    def __init__(self, *parts):
        texts = [str(part) for part in parts]
        for index in range(len(texts) - 1, 0, -1):
            if texts[index].startswith("/"):
                texts = texts[index:]
                break
        text = "/".join(part for part in texts if part)
        names = [name for name in text.split("/") if name not in ("", ".")]
        self._root = "/" if text.startswith("/") else ""
        self._names = names

    def _with(self, names):
        path = type(self)()
        path._root, path._names = self._root, list(names)
        return path

    def __str__(self):
        return self._root + "/".join(self._names) or "."

    def __repr__(self):
        return f"PosixPath({str(self)!r})"

    def __fspath__(self):
        return str(self)

    def __eq__(self, other):
        return isinstance(other, PurePath) and str(self) == str(other)

    def __lt__(self, other):
        return self._names < other._names

    def __hash__(self):
        return hash(str(self))

    def __truediv__(self, other):
        return type(self)(self, other)

    def __rtruediv__(self, other):
        return type(self)(other, self)

    def joinpath(self, *others):
        return type(self)(self, *others)

    def as_posix(self):
        return str(self)

    def is_absolute(self):
        return self._root == "/"

    @property
    def parts(self):
        return tuple([self._root] * bool(self._root) + self._names)

    @property
    def name(self):
        return self._names[-1] if self._names else ""

    @property
    def suffix(self):
        place = self.name.rfind(".")
        return self.name[place:] if 0 < place < len(self.name) - 1 else ""

    @property
    def stem(self):
        return self.name[: len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        return self._with(self._names[:-1])

    @property
    def parents(self):
        return tuple([self._with(self._names[:count]) for count in range(len(self._names) - 1, -1, -1)])

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._with([*self._names[:-1], name])

    def with_suffix(self, suffix):
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls("/")

    def resolve(self):
        return self

    absolute = expanduser = resolve

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode, encoding=encoding)

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding) as file:
            return file.read()

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open("w", encoding=encoding) as file:
            return file.write(data)

    def write_bytes(self, data):
        with self.open("wb") as file:
            return file.write(data)

    def exists(self):
        return self.is_file() or self.is_dir()

    def is_file(self):
        try:
            self.open("rb").close()
        except OSError:
            return False
        return True

    def is_dir(self):
        return not self._names or any(True for _ in self.iterdir())

    def iterdir(self):
        from os import listdir

        found = set()
        for name in listdir():
            names = [part for part in name.split("/") if part]
            if len(names) > len(self._names) and names[: len(self._names)] == self._names:
                found.add(names[len(self._names)])
        return iter([self / name for name in sorted(found)])

    def glob(self, pattern):
        from fnmatch import fnmatch

        return iter([path for path in self.iterdir() if fnmatch(path.name, pattern)])

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        pass


PosixPath, PurePosixPath = Path, PurePath
