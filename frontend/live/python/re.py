"""Regular expressions, on JavaScript's."""

import _regex

IGNORECASE, MULTILINE, DOTALL, UNICODE, VERBOSE, ASCII = 2, 8, 16, 32, 64, 256
I, M, S, U, X, A = IGNORECASE, MULTILINE, DOTALL, UNICODE, VERBOSE, ASCII  # noqa: E741
NOFLAG = 0


class error(Exception):
    """A pattern that makes no sense."""

    __module__ = "re"


PatternError = error


class Match:
    """Where a pattern was found."""

    def __init__(self, pattern, string, spans):
        self.re, self.string, self._spans = pattern, string, spans

    def _number(self, group):
        number = self.re.groupindex.get(group) if isinstance(group, str) else group
        if number is None or number < 0 or 2 * number >= len(self._spans):
            raise IndexError("no such group")
        return number

    def span(self, group=0):
        number = self._number(group)
        return (self._spans[2 * number], self._spans[2 * number + 1])

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def __getitem__(self, group):
        start, end = self.span(group)
        return None if start < 0 else self.string[start:end]

    def group(self, *groups):
        if len(groups) > 1:
            return tuple([self[group] for group in groups])
        return self[groups[0] if groups else 0]

    def groups(self, default=None):
        found = [self[number] for number in range(1, len(self._spans) // 2)]
        return tuple([default if one is None else one for one in found])

    def groupdict(self, default=None):
        found = {name: self[name] for name in self.re.groupindex}
        return {name: default if one is None else one for name, one in found.items()}

    def expand(self, template):
        return _expanded(template, self)

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={self[0]!r}>"


class Pattern:
    """A regular expression that is ready to be used."""

    def __init__(self, pattern, flags):
        self.pattern, self.flags = pattern, int(flags)
        try:
            self._number = _regex.compile(pattern, self.flags)
        except ValueError as problem:
            raise error(str(problem)) from None
        names = _regex.places(self._number)
        self.groups = len(names)
        self.groupindex = {name: place + 1 for place, name in enumerate(names) if name}

    def _found(self, string, start, how):
        spans = _regex.search(self._number, string, start, how)
        return Match(self, string, spans) if spans else None

    def search(self, string, pos=0):
        return self._found(string, pos, 0)

    def match(self, string, pos=0):
        return self._found(string, pos, 1)

    def fullmatch(self, string, pos=0):
        return self._found(string, pos, 2)

    def finditer(self, string):
        place = 0
        while place <= len(string):
            match = self.search(string, place)
            if match is None:
                return
            yield match
            place = match.end() if match.end() > match.start() else match.end() + 1

    def findall(self, string):
        return [
            match[0] if self.groups == 0 else match.group(1) or "" if self.groups == 1 else match.groups("")
            for match in self.finditer(string)
        ]

    def split(self, string, maxsplit=0):
        parts, place = [], 0
        for match in self.finditer(string):
            if maxsplit and len(parts) // (self.groups + 1) >= maxsplit:
                break
            parts.append(string[place : match.start()])
            parts.extend(match.groups())
            place = match.end()
        return parts + [string[place:]]

    def subn(self, repl, string, count=0):
        parts, place, changed = [], 0, 0
        for match in self.finditer(string):
            if count and changed == count:
                break
            parts.append(string[place : match.start()])
            parts.append(repl(match) if callable(repl) else _expanded(repl, match))
            place, changed = match.end(), changed + 1
        return "".join(parts) + string[place:], changed

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        return f"re.compile({self.pattern!r})"


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def _expanded(template, match):
    """A replacement with its `\\1` and `\\g<name>` filled in."""
    if "\\" not in template:
        return template
    result, place = [], 0
    while place < len(template):
        letter = template[place]
        if letter != "\\" or place + 1 == len(template):
            result.append(letter)
            place += 1
            continue
        following = template[place + 1]
        place += 2
        if following == "g" and template[place : place + 1] == "<":
            end = template.index(">", place)
            name = template[place + 1 : end]
            result.append(match[int(name) if name.isdigit() else name] or "")
            place = end + 1
        elif following.isdigit():
            result.append(match[int(following)] or "")
        else:
            result.append(_ESCAPES.get(following, "\\" + following))
    return "".join(result)


_known = {}


def compile(pattern, flags=0):
    """A pattern that is ready to be used."""
    if isinstance(pattern, Pattern):
        return pattern
    if (pattern, flags) not in _known:
        _known[pattern, flags] = Pattern(pattern, flags)
    return _known[pattern, flags]


def search(pattern, string, flags=0):
    """The first place where the pattern fits."""
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    """Whether the pattern fits at the start."""
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Whether the pattern fits the whole string."""
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    """All that fits, as strings, or tuples of groups."""
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """All places where the pattern fits."""
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    """The pieces between."""
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    """With all that fits replaced."""
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """With all that fits replaced, and how often."""
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    """With everything that has a meaning in patterns escaped."""
    return "".join(["\\" + letter if letter in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else letter for letter in pattern])
