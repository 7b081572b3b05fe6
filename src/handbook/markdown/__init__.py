"""The parser of pages and its model: the only code that finds a fence or a heading."""
