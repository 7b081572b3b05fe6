"""No files but the page's own, no environment, no other programs."""

import _host

environ = {}
linesep = "\n"
sep = "/"
name = "posix"


class PathLike:
    pass


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    return path.__fspath__()


def getcwd():
    return "/"


def getenv(key, default=None):
    return environ.get(key, default)


def getpid():
    return 1


def cpu_count():
    return 1


def listdir(path="."):
    return list(_host.file_names())


def remove(path):
    name = _key(path)
    if not _host.has_file(name):
        raise FileNotFoundError(2, "No such file or directory", path)
    _host.remove_file(name)


unlink = remove


def makedirs(name, mode=0o777, exist_ok=False):
    pass


mkdir = makedirs


def _key(path):
    return "/".join(part for part in str(path).split("/") if part not in ("", "."))


class _Path:
    """os.path"""

    @staticmethod
    def exists(path):
        return _host.has_file(_key(path))

    isfile = exists

    @staticmethod
    def isdir(path):
        return _key(path) == ""

    @staticmethod
    def join(first, *more):
        result = first
        for part in more:
            result = part if part.startswith("/") else f"{result.rstrip('/')}/{part}" if result else part
        return result

    @staticmethod
    def basename(path):
        return path.rpartition("/")[2]

    @staticmethod
    def dirname(path):
        return path.rpartition("/")[0]

    @staticmethod
    def splitext(path):
        stem, dot, ending = path.rpartition(".")
        return (stem, dot + ending) if dot and stem and "/" not in ending else (path, "")

    @staticmethod
    def getsize(path):
        return len(_host.read_bytes(_key(path)))


path = _Path()
