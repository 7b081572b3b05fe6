"""What is wrong with a text and where, as CPython says it, where Brython has other words or another line."""

import keyword

OPENING = {")": "(", "]": "[", "}": "{"}
COMMA = "invalid syntax. Perhaps you forgot a comma?"


def explain(error, source):
    """Say what is wrong with a text where Brython only says that something is; the error's name if it is another."""
    lines = source.split("\n")
    number = error.lineno or 0
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    words = line.split()
    if error.msg.startswith("unexpected indent"):
        error.lineno = _first_indented(lines) or number
    elif words and words[0] in ("print", "exec") and error.msg == "invalid syntax" and words[1:2] != ["="]:
        error.msg = f"Missing parentheses in call to '{words[0]}'. Did you mean {words[0]}(...)?"
    elif "was never closed" in error.msg and _open_quote(line):
        error.msg = f"unterminated string literal (detected at line {number})"
    elif "does not match opening" in error.msg:
        _say_which_bracket(error, lines)
    elif error.msg in ("invalid syntax", COMMA) and _is_comma_missing(error, lines, number):
        error.msg = COMMA
    elif error.msg == COMMA:
        error.msg = "invalid syntax"
    elif error.msg == "invalid syntax" and _leading_zero(line):
        error.msg = "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"
    elif error.msg == "invalid syntax" and _is_unindent(lines, number):
        error.msg = "unindent does not match any outer indentation level"
        return "IndentationError"
    return ""


def _marks(lines):
    """Line and column, from 0, of all that is no space, comment, or inside of a text; texts are their first quote."""
    quote = ""
    for row, line in enumerate(lines):
        column = 0
        while column < len(line):
            letter = line[column]
            if quote:
                if letter == "\\":
                    column += 1
                elif line.startswith(quote, column):
                    column += len(quote) - 1
                    quote = ""
            elif letter == "#":
                break
            elif letter in "'\"":
                yield row, column, letter
                quote = letter * 3 if line.startswith(letter * 3, column) else letter
                column += len(quote) - 1
            elif not letter.isspace():
                yield row, column, letter
            column += 1
        if len(quote) == 1:
            quote = ""


def line_within(source, start, place):
    """Of a statement over several lines that begins at `start`: the line `place` if that is one of them."""
    depth, last = 0, start
    for row, _, letter in _marks(source.split("\n")):
        if row + 1 >= start:
            if depth <= 0 and row + 1 > start:
                break
            last = row + 1
            depth += (letter in "([{") - (letter in OPENING)
    return place if start <= place <= last else start


def _say_which_bracket(error, lines):
    opened = []
    for row, _, letter in _marks(lines):
        if letter in "([{":
            opened.append((letter, row))
        elif letter in OPENING:
            bracket, start = opened.pop() if opened else (OPENING[letter], row)
            if bracket != OPENING[letter]:
                place = "" if start == row else f" on line {start + 1}"
                error.msg = f"closing parenthesis '{letter}' does not match opening parenthesis '{bracket}'{place}"
                error.lineno = row + 1
                return


def _first_indented(lines):
    """The number of the first line that stands further to the right than it may."""
    depth, before, last, row_before = 0, 0, ":", -1
    for row, column, letter in _marks(lines):
        if row != row_before and depth == 0:
            if column > before and last != ":" and not (row and lines[row - 1].endswith("\\")):
                return row + 1
            before = column
        row_before, last = row, letter
        depth += (letter in "([{") - (letter in OPENING)
    return 0


def _is_comma_missing(error, lines, number):
    """Whether two values follow each other in brackets where the error is; its line becomes that of the first."""
    place = (number - 1, max((error.offset or 1) - 1, 0))
    depth, before = 0, None
    for row, column, letter in _marks(lines):
        if (row, column) >= place:
            break
        depth += (letter in "([{") - (letter in OPENING)
        before = (row, column, letter)
    if depth <= 0 or error.msg == COMMA:
        return depth > 0
    word = _word(lines, *place)
    text = lines[before[0]][: before[1] + 1]
    previous = text[len(text.rstrip("_" + LETTERS)) :]
    follows = word[:1].isalnum() or word[:1] in ("_", "'", '"')
    ends = before[2].isalnum() or before[2] in "_)]}'\""
    if not (follows and ends) or keyword.iskeyword(word) or keyword.iskeyword(previous):
        return False
    error.lineno = before[0] + 1
    return True


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def _word(lines, row, column):
    line = lines[row][column:] if 0 <= row < len(lines) else ""
    end = 0
    while end < len(line) and (line[end].isalnum() or line[end] == "_"):
        end += 1
    return line[: max(end, 1)]


def _open_quote(line):
    quote = ""
    index = 0
    while index < len(line):
        letter = line[index]
        if letter == "\\":
            index += 1
        elif quote:
            if letter == quote:
                quote = ""
        elif letter in "'\"":
            if line[index : index + 3] == letter * 3:
                return False
            quote = letter
        elif letter == "#":
            return False
        index += 1
    return bool(quote)


def _leading_zero(line):
    before = " "
    for index, letter in enumerate(line):
        if letter == "0" and not (before.isalnum() or before in "._") and line[index + 1 : index + 2].isdigit():
            return True
        before = letter
    return False


def _is_unindent(lines, number):
    def indent(line):
        return len(line) - len(line.lstrip())

    above = [indent(line) for line in lines[: number - 1] if line.strip()]
    own = indent(lines[number - 1]) if 0 < number <= len(lines) else 0
    return bool(above) and own < above[-1] and own not in above
