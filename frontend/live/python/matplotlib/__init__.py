"""Drawing does nothing here: the page shows the picture that was recorded."""


class Silent:
    """Takes any call and answers with itself."""

    def __call__(self, *args, **kwargs):
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, index):
        return self

    def __iter__(self):
        return iter((self, self))

    def __setitem__(self, index, value):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass


rcParams = {}  # noqa: N816 (matplotlib's name)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Silent()
