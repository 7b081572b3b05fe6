"""torch.utils: nothing of it is needed on the pages."""


def __getattr__(name):
    from torch.nn._parameter import unknown

    raise unknown("torch.utils", name)
