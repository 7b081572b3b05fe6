"""What knows nothing of pages: diagnostics, files, configuration files, html, processes."""
