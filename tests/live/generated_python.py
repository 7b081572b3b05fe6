"""Programs of Python's language and library that nobody has written: of a seed, the same each time.

A program is a list of statements; what each prints, or raises, is printed. A part raises something at the end that
nobody catches.
"""

from __future__ import annotations

import random
from collections.abc import Callable

TEXTS = ["", "a", "b10", "don't", "the cat sat", "ß", "čaša", "a😀b", "\\t x", "Mix ED", "0x1f", "7 cats and 3 dogs"]
NAMES = ["items", "words", "table", "seen", "number", "ratio"]
START = """\
import collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, heapq, itertools
import bisect, json, math, operator, random, re, statistics, string, textwrap, typing
items, words, table = [5, 3, 8, 1], "the cat sat on the mat".split(), {"a": 1, "b10": 2, 3: "c"}
seen, number, ratio = {1, 2, 3}, 7, 0.1
def show(name, act):
    try:
        value = act()
        print(name, type(value).__name__, value if not isinstance(value, (set, frozenset)) else sorted(value, key=repr))
    except Exception as error:
        print(name, type(error).__name__, error)
"""


def program(seed: int) -> str:
    """A program of some thirty lines."""
    maker = _Maker(random.Random(seed))
    lines = [START]
    for place in range(maker.draw.randrange(6, 14)):
        kind = maker.draw.choice(_STATEMENTS)
        lines.append(kind(maker, place))
    if maker.draw.random() < 0.3:
        lines.append(maker.draw.choice(_RAISING).replace("X", maker.expression(2)))
    return "\n".join(lines) + "\n"


class _Maker:
    def __init__(self, draw: random.Random):
        self.draw = draw

    def whole(self) -> str:
        return str(self.draw.choice([0, 1, -1, 2, 3, 7, -16, 10, 255, 2**31, 2**53 + 1, -(10**20)]))

    def decimal(self) -> str:
        return self.draw.choice(["0.0", "-0.0", "0.1", "1.5", "-2.5", "1e16", "1e-7", 'float("nan")', 'float("inf")'])

    def text(self) -> str:
        return f'"{self.draw.choice(TEXTS)}"'

    def slice(self) -> str:
        ends = ["", "0", "1", "-1", "2", "-3", "16", "-16", "-100", "100"]
        step = self.draw.choice(["", "", ":", ":2", ":-1", ":-2", ":0"])
        return f"[{self.draw.choice(ends)}:{self.draw.choice(ends)}{step}]"

    def values(self, depth: int) -> str:
        return ", ".join(self.expression(depth - 1) for _ in range(self.draw.randrange(4)))

    def sequence(self, depth: int) -> str:
        begin, end = self.draw.choice(["[]", "()", "{}", "[]"])
        values = self.values(depth)
        if begin == "{":
            return f"{{{values or '1, 2'}}}"
        return f"({values},)" if begin == "(" and values else f"{begin}{values}{end}"

    def mapping(self, depth: int) -> str:
        pairs = [f"{self.atom()}: {self.expression(depth - 1)}" for _ in range(self.draw.randrange(4))]
        return f"{{{', '.join(pairs)}}}"

    def atom(self) -> str:
        return self.draw.choice(
            [self.whole, self.decimal, self.text, lambda: self.draw.choice(NAMES), self._constant]
        )()

    def _constant(self) -> str:
        return self.draw.choice(["None", "True", "False", "...", "range(5)", "b'ab'", "1j"])

    def expression(self, depth: int = 3) -> str:
        if depth <= 0 or self.draw.random() < 0.15:
            return self.atom()
        return self.draw.choice(_EXPRESSIONS)(self, depth)


def _operator(maker: _Maker, depth: int) -> str:
    sign = maker.draw.choice("+ - * / // % ** @ << >> & | ^ == != < <= > >= is in and or".split())
    right = maker.draw.choice(["0", "1", "2", "-1", "3"]) if sign in ("**", "<<", ">>", "*") else None
    return f"({maker.expression(depth - 1)} {sign} {right or maker.expression(depth - 1)})"


def _method(maker: _Maker, depth: int) -> str:
    call = maker.draw.choice(_METHODS)
    return f"({maker.expression(depth - 1)}).{call.replace('X', maker.expression(depth - 2))}"


def _function(maker: _Maker, depth: int) -> str:
    call = maker.draw.choice(_FUNCTIONS)
    while "X" in call:
        call = call.replace("X", maker.expression(depth - 1), 1)
    return call


def _comprehension(maker: _Maker, depth: int) -> str:
    body, condition = maker.expression(depth - 2), maker.draw.choice(["", " if x", " if not x", " if x != 3"])
    loop = f"for x in {maker.sequence(depth - 1)}{condition}"
    return maker.draw.choice([f"[(x, {body}) {loop}]", f"{{str(x): {body} {loop}}}", f"list({body} {loop})"])


def _formatted(maker: _Maker, depth: int) -> str:
    spec = maker.draw.choice(
        ["", "!r", ":>8", ":^9", ":.3f", ":,", ":+.1e", ":08.2f", ":x", ":_", ":%", ":.3", "!s:<6"]
    )
    value = maker.expression(depth - 1)
    return f"f'''<{{({value}){spec}}}>'''"


_EXPRESSIONS: list[Callable[[_Maker, int], str]] = [
    _operator, _operator, _method, _method, _function, _function, _comprehension, _formatted,
    lambda maker, depth: f"({maker.expression(depth - 1)}){maker.slice()}",
    lambda maker, depth: f"({maker.expression(depth - 1)})[{maker.atom()}]",
    lambda maker, depth: maker.sequence(depth),
    lambda maker, depth: maker.mapping(depth),
    lambda maker, depth: f"(not {maker.expression(depth - 1)})",
    lambda maker, depth: f"(-{maker.expression(depth - 1)})",
    lambda maker, depth: f"({maker.atom()} if {maker.expression(depth - 1)} else {maker.atom()})",
    lambda maker, depth: f"(lambda x, *rest, y={maker.atom()}, **more: (x, rest, y, more))({maker.values(depth)})",
]  # fmt: skip

_METHODS = [
    "upper()", "title()", "split()", "split(X)", "strip()", "find('a')", "count(X)", "replace('a', 'bb')",
    "partition('a')", "center(9, '*')", "zfill(6)", "join(['x', 'y'])", "startswith(X)", "encode()", "splitlines()",
    "expandtabs(3)", "append(X)", "index(X)", "pop()", "sort()", "reverse()", "copy()", "extend(X)", "insert(-1, X)",
    "get(X)", "items()", "keys()", "setdefault(X, [])", "update(a=X)", "add(X)", "discard(X)", "union(X)",
    "bit_length()", "is_integer()", "as_integer_ratio()", "hex()", "conjugate()", "isdigit()", "istitle()",
    "casefold()", "removeprefix('a')",
]  # fmt: skip

_FUNCTIONS = [
    "len(X)", "sum(X)", "min(X)", "max(X, key=str)", "sorted(X, key=repr)", "list(reversed(X))", "abs(X)",
    "round(X, 1)", "divmod(X, X)", "bool(X)", "int(X)", "float(X)", "str(X)", "repr(X)", "ascii(X)", "ord(X)",
    "chr(X)", "hex(X)", "bin(X)", "list(zip(X, X))", "list(enumerate(X))", "list(map(str, X))",
    "list(filter(None, X))", "any(X)", "all(X)", "tuple(X)", "dict(X)", "isinstance(X, (int, str))",
    "hash((1, 2)) == hash((1, 2))", "next(iter(X))", "pow(X, 2, 7)", "type(X)",
    "collections.Counter(X).most_common(2)", "collections.deque(X, maxlen=2)", "list(itertools.chain(X, X))",
    "list(itertools.accumulate(X))", "list(itertools.pairwise(X))", "[(k, list(g)) for k, g in itertools.groupby(X)]",
    "list(itertools.islice(itertools.cycle(X), 4))", "list(itertools.product(X, repeat=2))[:5]",
    "functools.reduce(operator.add, X)", "re.findall(r'\\w+|[^\\w\\s]', X)", "re.sub('a', '<\\\\g<0>>', X)",
    "re.split(r'\\s', X)", "re.search(r'(?i)(?P<n>[a-z]+)$', X)", "json.dumps(X, sort_keys=True)", "json.loads(X)",
    "statistics.mean(X)", "statistics.median(X)", "statistics.pstdev(X)", "math.sqrt(X)", "math.log(X)",
    "math.floor(X)", "math.isclose(X, X)", "math.fsum(X)", "math.gcd(X, X)", "math.comb(7, X)",
    "heapq.nsmallest(2, X)", "copy.deepcopy(X)", "bisect.bisect([1, 3, 5], X)", "textwrap.wrap(X, 7)",
    "string.capwords(X)", "fractions.Fraction(X)", "decimal.Decimal(X) + 1", "random.Random(3).sample(X, 2)",
    "random.Random(str(X)).random()", "datetime.date(2026, 1, 31) + datetime.timedelta(days=X)",
    "'%s %r %5.2f' % (X, X, X)", "'{0} {0!r:>6}'.format(X)", "operator.itemgetter(0, 1)(X)",
    "vars(type('T', (), {'x': X})).get('x')", "list(range(X))[:4]", "bytes(X)[:3]",
]  # fmt: skip


def _shown(maker: _Maker, place: int) -> str:
    return f"show({place}, lambda: {maker.expression()})"


def _changed(maker: _Maker, place: int) -> str:
    name = maker.draw.choice(["items", "words", "table", "seen", "number", "ratio"])
    change = maker.draw.choice([
        f"{name} = {maker.expression(2)}", f"{name} += {maker.expression(2)}", f"{name} *= 2",
        f"{name}[0] = {maker.atom()}",
        f"{name}{maker.slice()} = {maker.sequence(1)}", f"del {name}[0]", f"first, *{name} = {maker.sequence(2)}",
        f"{name} |= {maker.sequence(1)}", f"{name}[{maker.atom()}] = {maker.atom()}",
    ])  # fmt: skip
    caught = f"except Exception as error:\n    print({place}, type(error).__name__, error)"
    return f"try:\n    {change}\n{caught}\nprint({name})"


def _template(text: str) -> Callable[[_Maker, int], str]:
    def make(maker: _Maker, place: int) -> str:
        result = text.replace("PLACE", str(place))
        while "EXPRESSION" in result:
            result = result.replace("EXPRESSION", maker.expression(2), 1)
        while "ATOM" in result:
            result = result.replace("ATOM", maker.atom(), 1)
        return result

    return make


_STATEMENTS: list[Callable[[_Maker, int], str]] = [_shown] * 6 + [_changed] * 3 + list(map(_template, [
    """\
def counting():
    best = 0
    def step(value=ATOM):
        nonlocal best
        best = (best, value)
        return best
    return step
step = counting()
show(PLACE, lambda: (step(), step(EXPRESSION)))""",
    """\
def generating(n):
    try:
        got = yield n
        print("got", got)
        yield from EXPRESSION
    finally:
        print("closed")
g = generating(ATOM)
show(PLACE, lambda: (next(g), g.send(ATOM), list(g)))""",
    """\
@dataclasses.dataclass(order=True)
class Point:
    x: int = 1
    y: float = dataclasses.field(default=ATOM, compare=False)
    more: list = dataclasses.field(default_factory=list)
show(PLACE, lambda: (Point(), Point(2) > Point(1), dataclasses.replace(Point(), x=3)))
show(PLACE, lambda: dataclasses.asdict(Point(EXPRESSION)))""",
    """\
class Base:
    made = []
    def __init__(self, value):
        self.value = value
        Base.made.append(type(self).__name__)
    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"
    def __eq__(self, other):
        return isinstance(other, Base) and self.value == other.value
    @property
    def twice(self):
        return self.value * 2
class Part(Base):
    def __init__(self, value, *rest):
        super().__init__(value)
        self.rest = rest
    def __getitem__(self, key):
        return (self.value, *self.rest)[key]
    def __len__(self):
        return 1 + len(self.rest)
    __hash__ = None
show(PLACE, lambda: (Part(EXPRESSION, 2), Base(ATOM) == Base(ATOM), Part(ATOM, 5)[-16:], list(Part(1, 2))))
show(PLACE, lambda: Part(ATOM).twice)
show(PLACE, lambda: {Part(1)})""",
    """\
class Color(enum.Enum):
    RED = 1
    BLUE = ATOM
show(PLACE, lambda: (Color.RED, Color(1), list(Color), Color["RED"].name))""",
    """\
def kind(value):
    match value:
        case []: return "empty"
        case [x, *rest] if rest: return ("list", x, rest)
        case {"a": x, **rest}: return ("dict", x, rest)
        case str(text): return "text " + text
        case int() | float(): return "number"
        case (_, _): return "pair"
        case _: return "else"
show(PLACE, lambda: [kind(one) for one in (EXPRESSION, ATOM, [1], [1, 2], {"a": 1, "b": 2}, "x")])""",
    """\
def tried():
    for i in range(3):
        try:
            if i == 1:
                raise KeyError(ATOM) from ValueError("before")
            print(i, EXPRESSION)
        except (KeyError, TypeError) as error:
            print(repr(error), repr(error.__cause__))
            continue
        else:
            print("fine")
        finally:
            print("finally", i)
show(PLACE, tried)""",
    """\
@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
@contextlib.contextmanager
def opened(name):
    print("open", name)
    try:
        yield name
    except ZeroDivisionError as error:
        print("caught", error)
with opened(ATOM) as name:
    print(name, fib(30), fib.cache_info().currsize)
    1 / 0
show(PLACE, lambda: EXPRESSION)""",
    """\
i, total = 0, []
while True:
    i += 1
    if i % 2: continue
    if i > 7: break
    total.append((i, EXPRESSION))
else:
    print("never")
print(PLACE, total)""",
    """\
def f(a, b=ATOM, /, c=3, *rest, d, **more):
    return a, b, c, rest, d, more
for given, named in [((1,), {"d": ATOM}), ((1, 2, 3, 4), {"d": 5, "e": 6}), ((), {}), ((1,), {"a": 2, "d": 3})]:
    show(PLACE, lambda: f(*given, **named))""",
    """\
x = "outer"
class Scope:
    x = "class"
    inside = [x for _ in range(1)]
    def look(self):
        return x
show(PLACE, lambda: (Scope.inside, Scope().look(), [x := EXPRESSION, x]))""",
]))  # fmt: skip

_RAISING = [
    "def outer():\n    def inner():\n        return (X)[99] + 1 / 0\n    return inner()\nouter()",
    "class Wrong(Exception): pass\ntry:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise Wrong(X) from error",
    "try:\n    {}['missing']\nfinally:\n    undefined_name",
    "assert (X) == 'nothing', f'not {1 + 1}'",
    "raise ExceptionGroup('several', [ValueError(1), TypeError(X)])",
    "def deep(n):\n    return deep(n + 1)\ndeep(0)",
    "import nowhere.at_all",
    "print(X\nprint(1)",
    "for i in range(3)\n    print(i)",
    "json.loads('{\"a\": ')",
    "items.no_such_method()",
    "[int(x) for x in ['1', 'x']]",
]
