"""References that keep their object, as nothing here is ever told that one is gone."""


class ref:
    def __init__(self, value, callback=None):
        self._value = value

    def __call__(self):
        return self._value


ReferenceType = ref


def proxy(value, callback=None):
    return value


WeakKeyDictionary = WeakValueDictionary = dict
WeakSet = set
