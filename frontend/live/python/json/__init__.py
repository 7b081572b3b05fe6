"""JSON."""

import _json


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        ValueError.__init__(self, f"{msg}: line {self.lineno} column {self.colno} (char {pos})")


JSONDecodeError.__module__ = "json.decoder"


class JSONEncoder:
    def __init__(self, **options):
        self._options = options

    def default(self, value):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

    def encode(self, value):
        return dumps(value, default=self.default, **self._options)


def loads(s, *, object_hook=None, **options):
    if isinstance(s, (bytes, bytearray)):
        s = s.decode("utf-8")
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    value, wrong, position = _json.loads(s, object_hook)
    if wrong:
        raise JSONDecodeError(wrong, s, position)
    return value


def dumps(
    obj,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
):
    if cls is not None:
        default = cls().default
    item, key = separators or ((", " if indent is None else ","), ": ")
    if isinstance(indent, int):
        indent = " " * indent
    return _json.dumps(obj, bool(ensure_ascii), indent, item, key, bool(sort_keys), default)


def load(fp, **options):
    return loads(fp.read(), **options)


def dump(obj, fp, **options):
    fp.write(dumps(obj, **options))
