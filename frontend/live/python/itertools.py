"""Walks made of other walks."""


def count(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(iterable):
    items = list(iterable)
    while items:
        yield from items


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def accumulate(iterable, func=None, *, initial=None):
    total, begun = initial, initial is not None
    if begun:
        yield total
    for item in iterable:
        if not begun:
            total, begun = item, True
        else:
            total = total + item if func is None else func(total, item)
        yield total


def chain(*iterables):
    for iterable in iterables:
        yield from iterable


def _chained(iterables):
    for iterable in iterables:
        yield from iterable


chain.from_iterable = _chained


def compress(data, selectors):
    return (item for item, wanted in zip(data, selectors) if wanted)


def dropwhile(predicate, iterable):
    dropping = True
    for item in iterable:
        dropping = dropping and predicate(item)
        if not dropping:
            yield item


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def filterfalse(predicate, iterable):
    return (item for item in iterable if not (item if predicate is None else predicate(item)))


def groupby(iterable, key=None):
    group, last, begun = [], None, False
    for item in iterable:
        this = item if key is None else key(item)
        if begun and this != last:
            yield last, iter(group)
            group = []
        group.append(item)
        last, begun = this, True
    if begun:
        yield last, iter(group)


def islice(iterable, *bounds):
    bounds = slice(*bounds)
    start, stop, step = bounds.start or 0, bounds.stop, bounds.step or 1
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    walk = iter(iterable)
    place = 0
    while stop is None or place < stop:
        try:
            item = next(walk)
        except StopIteration:
            return
        if place >= start and (place - start) % step == 0:
            yield item
        place += 1


def pairwise(iterable):
    begun, last = False, None
    for item in iterable:
        if begun:
            yield last, item
        last, begun = item, True


def batched(iterable, n):
    if n < 1:
        raise ValueError("n must be at least one")
    batch = []
    for item in iterable:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        yield tuple(batch)


def starmap(function, iterable):
    return (function(*arguments) for arguments in iterable)


def tee(iterable, n=2):
    walk, waiting = iter(iterable), [[] for _ in range(n)]

    def one(own):
        while True:
            if not own:
                try:
                    item = next(walk)
                except StopIteration:
                    return
                for other in waiting:
                    other.append(item)
            yield own.pop(0)

    return tuple([one(own) for own in waiting])


def zip_longest(*iterables, fillvalue=None):
    walks, going = [iter(iterable) for iterable in iterables], len(iterables)
    done = [False] * going
    while going:
        items = []
        for number, walk in enumerate(walks):
            item = fillvalue
            if not done[number]:
                try:
                    item = next(walk)
                except StopIteration:
                    done[number], going = True, going - 1
            items.append(item)
        if going:
            yield tuple(items)


def product(*iterables, repeat=1):
    results = [()]
    for pool in [list(iterable) for iterable in iterables] * repeat:
        results = [(*result, item) for result in results for item in pool]
    return iter(results)


def _choices(pool, r, following):
    """Rows of `r` items; `following` says which places may come after those that are taken."""
    if r == 0:
        yield ()
        return
    waiting = [iter(following(()))]
    taken = []
    while waiting:
        place = next(waiting[-1], None)
        if place is None:
            waiting.pop()
            if taken:
                taken.pop()
        elif len(taken) == r - 1:
            yield tuple([pool[one] for one in [*taken, place]])
        else:
            taken.append(place)
            waiting.append(iter(following(tuple(taken))))


def permutations(iterable, r=None):
    pool = list(iterable)
    return _choices(
        pool, len(pool) if r is None else r, lambda taken: [place for place in range(len(pool)) if place not in taken]
    )


def combinations(iterable, r):
    pool = list(iterable)
    return _choices(pool, r, lambda taken: range(taken[-1] + 1 if taken else 0, len(pool)))


def combinations_with_replacement(iterable, r):
    pool = list(iterable)
    return _choices(pool, r, lambda taken: range(taken[-1] if taken else 0, len(pool)))
