"""The command `handbook`: the group of all commands, and how errors are printed."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from pathlib import Path

import click

from handbook.cli import check, exchange, live, publish, translate
from handbook.cli.output import print_findings
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.project import checkout
from handbook.project.checkout import Project


class Commands(click.Group):
    """Prints errors of commands as findings, without a traceback, and exits with code 1."""

    def invoke(self, context: click.Context) -> object:
        """Run the command. DiagnosticError, UsageError and OSError are printed; other exceptions are raised."""
        try:
            return super().invoke(context)
        except DiagnosticError as error:
            print_findings(error.findings)
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "handbook"
            print_findings([Finding("command line", 1, error.format_message(), f"{command} --help says what it takes")])
        except OSError as error:
            path = "handbook"
            if error.filename and context.obj:
                path = display_path(Path(os.fsdecode(error.filename)), context.obj.root)
            hint = "look at the file, its folder and who may write there"
            if error.errno == errno.ENOSPC:
                hint = "make room on the disk and run this again: the file is as it was"
            print_findings([Finding(path, 1, error.strerror or str(error), hint)])
        context.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--root",
    type=click.Path(path_type=Path),
    default=None,
    hidden=True,
    help="Another checkout.",
)
@click.pass_context
def main(context: click.Context, root: Path | None) -> None:
    """Check, collect, translate, build and serve a book: the checkout in which it is called."""
    # Pages, tokens and html have no circles of objects: to look for them often takes a tenth of the time.
    gc.set_threshold(100_000, 50, 50)
    if root and not root.is_dir():
        raise DiagnosticError([Finding(str(root), 1, "not a folder", "name the folder of a checkout after --root")])
    for stream in (sys.stdout, sys.stderr):  # of an encoding that lacks letters, such as that of a pipe on Windows
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    context.obj = Project(root.resolve() if root else checkout.find_root(Path.cwd()))


for command in (*check.COMMANDS, live.live, *translate.COMMANDS, *exchange.COMMANDS, *publish.COMMANDS):
    main.add_command(command)
