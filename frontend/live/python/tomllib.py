"""Reads TOML: tables, dotted names, texts, numbers, lists. Dates aren't in it."""


class TOMLDecodeError(ValueError):
    pass


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
ENDS = " \t\n,]}#="
ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\", "e": "\x1b"}


class _Reader:
    def __init__(self, text):
        self.text, self.place = text.replace("\r\n", "\n"), 0

    def fail(self, message):
        before = self.text[: self.place]
        line, column = before.count("\n") + 1, self.place - before.rfind("\n")
        where = "at end of document" if self.place >= len(self.text) else f"at line {line}, column {column}"
        raise TOMLDecodeError(f"{message} ({where})")

    def skip(self, signs=" \t"):
        """Go past spaces and comments, and past line ends if they are among `signs`."""
        text, place, end = self.text, self.place, len(self.text)
        while place < end:
            if text[place] == "#":
                place = text.find("\n", place)
                place = end if place < 0 else place
            elif text[place] in signs:
                place += 1
            else:
                break
        self.place = place

    def word(self, signs=None):
        """The letters of a name, or all up to what ends a value."""
        text, place, end = self.text, self.place, len(self.text)
        while place < end and (text[place] not in ENDS if signs is None else text[place] in signs):
            place += 1
        word, self.place = text[self.place : place], place
        return word

    def at(self, sign):
        return self.text.startswith(sign, self.place)

    def take(self, sign, message):
        if not self.at(sign):
            self.fail(message)
        self.place += len(sign)

    def document(self):
        root = current = {}
        while True:
            self.skip(" \t\n")
            if self.place >= len(self.text):
                return root
            if self.at("["):
                current = self.header(root)
            else:
                self.pair(current)
            self.skip()
            if self.place < len(self.text) and not self.at("\n"):
                self.fail("Expected newline or end of document after a statement")

    def header(self, root):
        many = self.at("[[")
        self.place += 2 if many else 1
        names = self.names()
        self.take("]]" if many else "]", "Expected ']' at the end of a table declaration")
        table = self.inner(root, names[:-1])
        if many:
            entries = table.setdefault(names[-1], [])
            entries.append({})
            return entries[-1]
        return self.inner(table, names[-1:])

    def inner(self, table, names):
        for name in names:
            table = table.setdefault(name, {})
            if isinstance(table, list):
                table = table[-1]
            if not isinstance(table, dict):
                self.fail("Cannot overwrite a value")
        return table

    def names(self):
        names = []
        while True:
            self.skip()
            if self.at('"') or self.at("'"):
                names.append(self.string(self.text[self.place]))
            else:
                names.append(self.word(LETTERS))
                if not names[-1]:
                    self.fail("Invalid initial character for a key part")
            self.skip()
            if not self.at("."):
                return names
            self.place += 1

    def pair(self, table):
        *path, name = self.names()
        self.take("=", "Expected '=' after a key in a key/value pair")
        self.skip()
        value = self.value()
        table = self.inner(table, path)
        if name in table:
            self.fail("Cannot overwrite a value")
        table[name] = value

    def value(self):
        for sign in ('"""', "'''", '"', "'"):
            if self.at(sign):
                return self.string(sign)
        if self.at("["):
            return self.array()
        if self.at("{"):
            return self.table()
        start, word = self.place, self.word()
        if word in ("true", "false"):
            return word == "true"
        try:
            return self.number(word)
        except ValueError:
            self.place = start
            return self.fail("Invalid value")

    def number(self, word):
        for prefix, base in (("0x", 16), ("0o", 8), ("0b", 2)):
            if word.startswith(prefix):
                return int(word[2:], base)
        if word.lstrip("+-").isdigit():
            return int(word)
        return int(word) if "_" in word and word.replace("_", "").lstrip("+-").isdigit() else float(word)

    def string(self, quotes):
        self.place += len(quotes)
        if len(quotes) == 3 and self.at("\n"):
            self.place += 1
        if quotes[0] == "'":
            end = self.text.find(quotes, self.place)
            if end < 0:
                self.fail("Unterminated string")
            part, self.place = self.text[self.place : end], end + len(quotes)
            return part
        parts = []
        while True:
            ends = [end for end in (self.text.find('"', self.place), self.text.find("\\", self.place)) if end >= 0]
            end = min(ends, default=len(self.text))
            parts.append(self.text[self.place : end])
            self.place = end
            if self.at(quotes):
                while len(quotes) == 3 and self.at(quotes + '"'):  # what precedes the last three belongs to the text
                    parts.append('"')
                    self.place += 1
                self.place += len(quotes)
                return "".join(parts)
            if self.place >= len(self.text) or (len(quotes) == 1 and "\n" in parts[-1]):
                self.fail("Unterminated string")
            if self.at("\\"):
                parts.append(self.escape())
            else:
                parts.append('"')
                self.place += 1

    def escape(self):
        sign = self.text[self.place + 1]
        self.place += 2
        if sign in ESCAPES:
            return ESCAPES[sign]
        if sign in "uU":
            length = 4 if sign == "u" else 8
            code = self.text[self.place : self.place + length]
            self.place += length
            return chr(int(code, 16))
        if sign in " \t\n":
            self.place -= 1
            while self.text[self.place] in " \t\n":
                self.place += 1
            return ""
        return self.fail("Unescaped '\\' in a string")

    def array(self):
        self.place += 1
        values = []
        while True:
            self.skip(" \t\n")
            if self.at("]"):
                self.place += 1
                return values
            values.append(self.value())
            self.skip(" \t\n")
            if not self.at("]"):
                self.take(",", "Unclosed array")

    def table(self):
        self.place += 1
        table = {}
        self.skip()
        while not self.at("}"):
            self.pair(table)
            self.skip()
            if not self.at("}"):
                self.take(",", "Unclosed inline table")
                self.skip()
        self.place += 1
        return table


def loads(text):
    return _Reader(text).document()


def load(file):
    return loads(file.read().decode("utf-8"))
