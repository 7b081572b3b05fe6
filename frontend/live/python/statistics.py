"""Means, medians and spreads."""

import math


class StatisticsError(ValueError):
    pass


def _numbers(data, least=1, text="mean requires at least one data point"):
    numbers = list(data)
    if len(numbers) < least:
        raise StatisticsError(text)
    return numbers


def _typed(value, numbers):
    """As Python does: ints stay ints where the result is whole."""
    if all(isinstance(number, int) for number in numbers) and value == int(value):
        return int(value)
    return value


def _sum(numbers):
    return sum(numbers) if all(isinstance(number, int) for number in numbers) else math.fsum(numbers)


def mean(data):
    numbers = _numbers(data)
    return _typed(_sum(numbers) / len(numbers), numbers)


def fmean(data, weights=None):
    numbers = _numbers(data, 1, "fmean requires at least one data point")
    if weights is None:
        return math.fsum(numbers) / len(numbers)
    weights = list(weights)
    if len(weights) != len(numbers):
        raise StatisticsError("data and weights must be the same length")
    return math.fsum(number * weight for number, weight in zip(numbers, weights)) / math.fsum(weights)


def geometric_mean(data):
    return math.exp(fmean(math.log(number) for number in data))


def harmonic_mean(data):
    numbers = _numbers(data, 1, "harmonic_mean requires at least one data point")
    return numbers[0] if len(numbers) == 1 else len(numbers) / math.fsum(1 / number for number in numbers)


def _middle(data):
    numbers = sorted(_numbers(data, 1, "no median for empty data"))
    half = len(numbers) // 2
    return numbers[half - 1 + len(numbers) % 2], numbers[half]


def median(data):
    low, high = _middle(data)
    return low if low is high else (low + high) / 2


def median_low(data):
    return _middle(data)[0]


def median_high(data):
    return _middle(data)[1]


def multimode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def mode(data):
    modes = multimode(data)
    if not modes:
        raise StatisticsError("no mode for empty data")
    return modes[0]


def _squares(numbers, center):
    center = _sum(numbers) / len(numbers) if center is None else center
    return _sum([(number - center) ** 2 for number in numbers])


def variance(data, xbar=None):
    numbers = _numbers(data, 2, "variance requires at least two data points")
    return _typed(_squares(numbers, xbar) / (len(numbers) - 1), numbers)


def pvariance(data, mu=None):
    numbers = _numbers(data, 1, "pvariance requires at least one data point")
    return _typed(_squares(numbers, mu) / len(numbers), numbers)


def stdev(data, xbar=None):
    numbers = _numbers(data, 2, "stdev requires at least two data points")
    return math.sqrt(_squares(numbers, xbar) / (len(numbers) - 1))


def pstdev(data, mu=None):
    numbers = _numbers(data, 1, "pstdev requires at least one data point")
    return math.sqrt(_squares(numbers, mu) / len(numbers))


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    numbers = sorted(_numbers(data, 2, "must have at least two data points"))
    count = len(numbers) + (1 if method == "exclusive" else -1)
    result = []
    for part in range(1, n):
        place = part * count // n
        if method == "exclusive":
            place = min(max(place, 1), len(numbers) - 1)
            rest = part * count - place * n
            low, high = numbers[place - 1], numbers[place]
        else:
            rest = part * count - place * n
            low, high = numbers[place], numbers[min(place + 1, len(numbers) - 1)]
        result.append((low * (n - rest) + high * rest) / n)
    return result


def correlation(x, y):
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError("correlation requires at least two data points")
    middle_x, middle_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    both = math.fsum((one - middle_x) * (other - middle_y) for one, other in zip(x, y))
    if not _squares(x, middle_x) or not _squares(y, middle_y):
        raise StatisticsError("at least one of the inputs is constant")
    return both / math.sqrt(_squares(x, middle_x) * _squares(y, middle_y))
