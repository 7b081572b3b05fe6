"""Says that bertviz isn't in the page."""

raise ModuleNotFoundError("bertviz isn't in the page: this needs Python on a computer, with bertviz installed")
