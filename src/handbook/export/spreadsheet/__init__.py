"""The downloadable spreadsheet: attention by hand, with formulas that are recalculated when a number is changed."""
