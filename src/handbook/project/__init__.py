"""The checkout: its pages, strings and data files, and how each language writes numbers."""
