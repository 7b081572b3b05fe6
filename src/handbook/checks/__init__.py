"""Every rule for pages and the files beside them; the registry lists them all."""
