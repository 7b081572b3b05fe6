"""The command `handbook`: the group of all commands, and what they answer to refusals."""

from __future__ import annotations

import os
from pathlib import Path

import click

from handbook.cli import check, publish, translate
from handbook.cli.output import tell
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.project import checkout
from handbook.project.checkout import Project


class Commands(click.Group):
    """Turns refusals into findings and exit code 1: people get `path:line`, never a traceback."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except DiagnosticError as refusal:
            tell(refusal.findings)
        except click.UsageError as error:
            where = error.ctx.command_path if error.ctx else "handbook"
            tell([Finding("command line", 1, error.format_message(), f"{where} --help says what it takes")])
        except OSError as error:
            path = (
                display_path(Path(os.fsdecode(error.filename)), context.obj.root)
                if error.filename and context.obj
                else "handbook"
            )
            tell(
                [Finding(path, 1, error.strerror or str(error), "look at the file, its folder and who may write there")]
            )
        context.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=None,
    hidden=True,
    help="Another checkout.",
)
@click.pass_context
def main(context: click.Context, root: Path | None) -> None:
    """Check, collect, translate, build and serve a book: the checkout in which it is called."""
    context.obj = Project(root.resolve() if root else checkout.find_root(Path.cwd()))


for command in (*check.COMMANDS, *translate.COMMANDS, *publish.COMMANDS):
    main.add_command(command)
