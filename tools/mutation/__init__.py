"""Mutants of the handbook's content: a fault planted in a page, an output, a lock, a glossary, strings or settings.

``families`` plants faults that somebody must be told of, ``harmless`` makes changes that nobody must be bothered with,
``gate`` asks everything that the project has to say about a mutant. ``python -m mutation`` (``make mutate``) is the
long run.
"""
