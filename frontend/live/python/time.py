"""Clocks."""

import _host

perf_counter = monotonic = process_time = thread_time = _host.clock
time = _host.time


def perf_counter_ns():
    return int(perf_counter() * 1e9)


monotonic_ns = process_time_ns = perf_counter_ns


def time_ns():
    return int(time() * 1e9)


def sleep(seconds):
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass
