"""``python -m handbook.cli``"""

from handbook.cli.commands import main

main()
