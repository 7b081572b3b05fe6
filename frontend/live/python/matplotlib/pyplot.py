"""Figures and axes that take everything and draw nothing."""

from matplotlib import Silent, rcParams

__all__ = ["rcParams", "subplots"]


class Axes:
    """Several axes, in rows and columns as numpy has them."""

    def __init__(self, shape, cells=None):
        self.shape = shape
        count = shape[0] if len(shape) == 1 else shape[0] * shape[1]
        self._cells = cells or [Silent() for _ in range(count)]

    @property
    def flat(self):
        return iter(self._cells)

    def flatten(self):
        return Axes((len(self._cells),), self._cells)

    ravel = flatten

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, index):
        if len(self.shape) == 1:
            return self._cells[index]
        width = self.shape[1]
        rows = [self._cells[start : start + width] for start in range(0, len(self._cells), width)]
        if isinstance(index, tuple):
            row, column = index
            return rows[row][column]
        return Axes((width,), rows[index])

    def __iter__(self):
        return iter([self[index] for index in range(len(self))])


def subplots(nrows=1, ncols=1, *, squeeze=True, **options):
    if not squeeze:
        return Silent(), Axes((nrows, ncols))
    if nrows == ncols == 1:
        return Silent(), Silent()
    return Silent(), Axes((nrows * ncols,) if 1 in (nrows, ncols) else (nrows, ncols))


def show(*args, **kwargs):
    pass


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Silent()
