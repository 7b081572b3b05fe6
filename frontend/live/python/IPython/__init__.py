"""Says that IPython isn't in the page."""

raise ModuleNotFoundError("IPython isn't in the page: this needs Python on a computer, with IPython installed")
