"""There is one thread: locks are never held by another."""


class LockType:
    def acquire(self, blocking=True, timeout=-1):
        return True

    def release(self):
        pass

    def __enter__(self):
        return True

    def __exit__(self, *error):
        pass


RLock = allocate_lock = LockType


def get_ident():
    return 1
