"""Says that tokenizers isn't in the page."""

raise ModuleNotFoundError("tokenizers isn't in the page: this needs Python on a computer, with tokenizers installed")
