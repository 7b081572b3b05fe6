"""The parser of pages and its model. Only this package looks for Markdown syntax."""
