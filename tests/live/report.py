"""`handbook live`, from any checkout: ``report.py [docs/en/by-hand.md …] [--seconds 60] [--quiet]``."""

import sys

from handbook import ROOT
from handbook.cli.commands import main

if __name__ == "__main__":
    main(["--root", str(ROOT), "live", *sys.argv[1:]])
