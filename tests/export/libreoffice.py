"""LibreOffice without a window: calculates every formula of xlsx files anew.

It answers with exit code 0 whatever happens, and two of one profile wait for each other: so each call has a profile of
its own, and what it wrote is looked for.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

PROGRAMS = ("soffice", "libreoffice", "localc")
ADVICE = "`apt-get install libreoffice-calc-nogui` on Debian, LibreOffice with Calc elsewhere"
SECONDS = 300  # a first start takes ten
# Else it believes the values that stand in a file.
PROFILE = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""


class LibreOfficeError(Exception):
    """LibreOffice didn't write what it was asked for; the message is what it said."""


def find_program() -> str | None:
    """The path of LibreOffice, or None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def recalculate(sources: Sequence[Path], folder: Path) -> list[Path]:
    """Open xlsx files, calculate every formula anew, and save them under the same names in ``folder``, another one.

    Raises LibreOfficeError where a file wasn't written in ``SECONDS``, FileNotFoundError without LibreOffice.
    """
    program = find_program()
    if program is None:
        raise FileNotFoundError(f"no LibreOffice: {ADVICE}")
    with tempfile.TemporaryDirectory() as profile:
        (Path(profile) / "user").mkdir()
        (Path(profile) / "user" / "registrymodifications.xcu").write_text(PROFILE, encoding="utf-8")
        options = [f"-env:UserInstallation={Path(profile).as_uri()}", "--headless", "--norestore"]
        command = [program, *options, "--convert-to", "xlsx", "--outdir", str(folder), *map(str, sources)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
            message = (done.stderr or done.stdout).strip()
        except subprocess.TimeoutExpired:
            message = f"no answer in {SECONDS} seconds"
    targets = [folder / source.name for source in sources]
    if missing := [target.name for target in targets if not target.is_file()]:
        raise LibreOfficeError(f"{', '.join(missing)} not written: {message}")
    return targets
