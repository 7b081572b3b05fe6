"""Files made from the handbook, for readers to download."""
