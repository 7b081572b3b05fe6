"""What goes with `with`."""

import sys


class ContextDecorator:
    """A context that can stand above a function."""

    def _recreate_cm(self):
        return self

    def __call__(self, function):
        def inner(*args, **kwargs):
            with self._recreate_cm():
                return function(*args, **kwargs)

        inner.__name__, inner.__qualname__, inner.__wrapped__ = function.__name__, function.__qualname__, function
        return inner


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None


class _Generated(ContextDecorator):
    def __init__(self, function, args, kwargs):
        self._made = function, args, kwargs
        self.gen = function(*args, **kwargs)

    def _recreate_cm(self):
        return _Generated(*self._made)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except BaseException as error:
            if error is value or (isinstance(value, StopIteration) and error.__cause__ is value):
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(function):
    def helper(*args, **kwargs):
        return _Generated(function, args, kwargs)

    helper.__name__, helper.__qualname__, helper.__wrapped__ = function.__name__, function.__qualname__, function
    helper.__doc__ = function.__doc__
    return helper


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class _Redirected(AbstractContextManager):
    def __init__(self, new_target):
        self._target, self._before = new_target, []

    def __enter__(self):
        self._before.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, *details):
        setattr(sys, self._stream, self._before.pop())


class redirect_stdout(_Redirected):
    _stream = "stdout"


class redirect_stderr(_Redirected):
    _stream = "stderr"


class ExitStack:
    """Contexts that are entered one by one and left together."""

    def __init__(self):
        self._exits = []

    def enter_context(self, context):
        result = context.__enter__()
        self._exits.append(context.__exit__)
        return result

    def push(self, leave):
        self._exits.append(leave.__exit__ if hasattr(leave, "__exit__") else leave)
        return leave

    def callback(self, function, /, *args, **kwargs):
        self._exits.append(lambda *details: function(*args, **kwargs) and None)
        return function

    def pop_all(self):
        stack = ExitStack()
        stack._exits, self._exits = self._exits, []
        return stack

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        failed, error = kind is not None, value
        while self._exits:
            try:
                if self._exits.pop()(*((type(error), error, None) if error is not None else (None, None, None))):
                    error = None
            except BaseException as other:
                error = other
        if error is not None and error is not value:
            raise error
        return failed and error is None
