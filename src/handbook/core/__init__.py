"""Helpers that don't depend on pages: diagnostics, files, configuration files, html, processes."""
