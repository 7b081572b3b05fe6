"""Text in lines of a width."""


def _pieces(text, hyphens):
    """Words and the spaces between them, in turn; words may end at a hyphen."""
    pieces = []
    for sign in text:
        if pieces and (sign == " ") == pieces[-1].endswith(" "):
            pieces[-1] += sign
        else:
            pieces.append(sign)
    if not hyphens:
        return pieces
    return [part for piece in pieces for part in _parted(piece)]


def _parted(word):
    parts, start = [], 0
    for place in range(2, len(word) - 2):
        if word[place] == "-" and word[place - 2 : place].isalpha() and word[place + 1 : place + 3].isalpha():
            parts.append(word[start : place + 1])
            start = place + 1
    return [*parts, word[start:]]


def wrap(
    text,
    width=70,
    *,
    initial_indent="",
    subsequent_indent="",
    break_long_words=True,
    break_on_hyphens=True,
    drop_whitespace=True,
    tabsize=8,
    **options,
):
    if width <= 0:
        raise ValueError(f"invalid width {width!r} (must be > 0)")
    text = "".join([" " if sign in "\t\n\x0b\x0c\r " else sign for sign in text.expandtabs(tabsize)])
    pieces = _pieces(text, break_on_hyphens)
    lines = []
    while pieces:
        indent = subsequent_indent if lines else initial_indent
        room = width - len(indent)
        if drop_whitespace and lines and pieces[0].strip() == "":
            pieces.pop(0)
        line, length = [], 0
        while pieces and length + len(pieces[0]) <= room:
            line.append(pieces.pop(0))
            length += len(line[-1])
        if pieces and len(pieces[0]) > room:
            if break_long_words:
                left = room - length if room >= 1 else 1
                hyphen = pieces[0].rfind("-", 0, left) if break_on_hyphens else -1
                if hyphen > 0 and pieces[0][:hyphen].strip("-"):
                    left = hyphen + 1
                line.append(pieces[0][:left])
                pieces[0] = pieces[0][left:]
            elif not line:
                line.append(pieces.pop(0))
        if drop_whitespace and line and line[-1].strip() == "":
            line.pop()
        if line:
            lines.append(indent + "".join(line))
    return lines


def fill(text, width=70, **options):
    return "\n".join(wrap(text, width, **options))


def shorten(text, width, *, placeholder=" [...]", **options):
    words = text.split()
    if len(" ".join(words)) <= width:
        return " ".join(words)
    while words and len(" ".join(words) + placeholder) > width:
        words.pop()
    return " ".join(words) + placeholder if words else placeholder.lstrip()


def dedent(text):
    lines = [line if line.strip() else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if line:
            spaces = line[: len(line) - len(line.lstrip())]
            if margin is None:
                margin = spaces
            while not spaces.startswith(margin):
                margin = margin[:-1]
    return "\n".join([line[len(margin or "") :] for line in lines])


def indent(text, prefix, predicate=None):
    wanted = predicate or (lambda line: line.strip())
    return "".join([prefix + line if wanted(line) else line for line in text.splitlines(True)])
