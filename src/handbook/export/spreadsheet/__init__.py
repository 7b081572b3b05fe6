"""The spreadsheet to take away: attention by hand, with formulas that follow when a number is changed."""
