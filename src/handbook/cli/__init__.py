"""The command `handbook`."""
