"""LibreOffice without a window: recalculate and convert a spreadsheet; read an ods file back.

It answers with exit code 0 whatever happens, and two of one profile wait for each other: so each call has a profile of
its own, and what it wrote is read.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from .findings import Finding, Refused

PROGRAMS = ("soffice", "libreoffice", "localc")
ADVICE = "`apt-get install libreoffice-calc-nogui` on Debian, LibreOffice with Calc elsewhere"
SECONDS = 180  # a first start takes ten
# Else it believes the values that stand in a file.
PROFILE = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
NAMESPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
}
ERROR = re.compile(r"#[A-Z/0]+[?!]|Err:\d+|#N/A")


def program() -> str | None:
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def recalculated(source: Path, kind: str, folder: Path) -> Path:
    """Open ``source``, calculate every formula anew, save it as ``kind`` (``ods``, ``xlsx``, ``pdf``) in ``folder``.

    Raises Refused where there is no LibreOffice, and where it wrote nothing.
    """
    if (found := program()) is None:
        raise Refused([Finding("LibreOffice", 1, "not found", ADVICE)])
    target = folder / f"{source.stem}.{kind}"
    target.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        (Path(profile) / "user").mkdir()
        (Path(profile) / "user" / "registrymodifications.xcu").write_text(PROFILE, encoding="utf-8")
        command = [found, f"-env:UserInstallation={Path(profile).as_uri()}", "--headless", "--norestore", "--convert-to", kind, "--outdir", str(folder), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
            said = (done.stderr or done.stdout).strip()
        except subprocess.TimeoutExpired:
            said = f"no answer in {SECONDS} seconds"
    if not target.is_file():
        raise Refused([Finding(source.name, 1, f"LibreOffice made no {kind} of it", said.split("\n")[-1])])
    return target


@dataclass(frozen=True)
class OfficeCell:
    """``formula`` as in xlsx, without array braces; ``array``: how many rows and columns it fills."""

    value: float | str
    formula: str = ""
    array: tuple[int, int] | None = None


def read_ods(path: Path) -> dict[tuple[str, str], OfficeCell]:
    """All cells with contents, by sheet and address."""
    with zipfile.ZipFile(path) as archive:
        root = ElementTree.fromstring(archive.read("content.xml"))
    found = {}
    for table in root.iter(_tag("table:table")):
        row = 0
        for line in table.iter(_tag("table:table-row")):
            repeated = int(line.get(_tag("table:number-rows-repeated"), 1))
            column = 0
            for cell in line:
                across = int(cell.get(_tag("table:number-columns-repeated"), 1))
                if (content := _content(cell)) is not None:
                    for down in range(repeated):
                        for right in range(across):
                            found[table.get(_tag("table:name")), f"{_letters(column + right)}{row + down + 1}"] = content
                column += across
            row += repeated
    return found


def _content(cell: ElementTree.Element) -> OfficeCell | None:
    kind = cell.get(_tag("office:value-type"))
    formula = cell.get(_tag("table:formula"), "")
    if kind is None and not formula:
        return None
    words = "\n".join("".join(paragraph.itertext()) for paragraph in cell.findall("text:p", NAMESPACES))
    rows, columns = (cell.get(_tag(f"table:number-matrix-{name}-spanned")) for name in ("rows", "columns"))
    number = cell.get(_tag("office:value"))
    value = words if number is None or ERROR.search(words) else float(number)
    return OfficeCell(value, _plain(formula), (int(rows), int(columns)) if rows else None)


def _plain(formula: str) -> str:
    """``of:=SUM([.B2:.B4];1)`` as ``=SUM(B2:B4,1)``."""
    formula = re.sub(r"\[([^\]]*)\]", lambda address: address[1].replace(".", ""), formula.removeprefix("of:"))
    return formula.replace(";", ",").replace(" ", "")


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _tag(name: str) -> str:
    prefix, _, local = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


STAMPS = re.compile(rb"<(meta:creation-date|dc:date|meta:editing-duration|meta:editing-cycles|meta:generator|meta:print-date)>[^<]*</\1>")


def without_stamps(path: Path) -> bytes:
    """The bytes of an ods file without dates, generator, preview and the window's settings."""
    packed = io.BytesIO()
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(packed, "w") as fresh:
        names = [name for name in archive.namelist() if not name.startswith(("Thumbnails/", "Configurations2/")) and name != "manifest.rdf"]
        for name in sorted(names, key=lambda name: (name != "mimetype", name)):
            data = archive.read(name)
            if name == "meta.xml":
                data = STAMPS.sub(b"", data)
            elif name == "META-INF/manifest.xml":
                data = re.sub(rb'\s*<manifest:file-entry [^>]*manifest:full-path="(?:Thumbnails/|Configurations2/|manifest\.rdf)[^>]*/>', b"", data)
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED  # the format asks for it
            fresh.writestr(entry, data)
    return packed.getvalue()
