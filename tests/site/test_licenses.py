"""LICENSES.txt names each package of which the site holds something, with its license."""

import io
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from handbook import ROOT
from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError
from handbook.site import bundler, fonts, licenses, python_bundle

TOOLS = {"esbuild", "@esbuild"}  # of which nothing is in the site
ENTRIES = [
    *sorted(ROOT.glob("frontend/entries/*.js")),
    *ROOT.glob("frontend/search/*.js"),
    ROOT / python_bundle.WORKER,
    ROOT / python_bundle.FRAME_SCRIPT,
]


def packages(metafile: dict) -> set[str]:
    """The npm packages whose files are in a bundle."""
    paths = (name for output in metafile["outputs"].values() for name in output["inputs"])
    return {found[1] for name in paths if (found := re.search(r"node_modules/((?:@[^/]+/)?[^/]+)/", name))}


def test_no_package_is_shipped_without_its_license(tmp_path):
    shipped = {face.package for face in fonts.FACES}
    for path in (ROOT / "src/handbook").rglob("*.py"):
        shipped |= set(re.findall(r'npm\.package\("([^"]+)"\)', path.read_text(encoding="utf-8")))
    command = [bundler._esbuild(), *ENTRIES, "--bundle", f"--outdir={tmp_path}", f"--metafile={tmp_path / 'meta'}"]
    subprocess.run(
        [*command, *python_bundle._as_in_a_browser(), "--external:language", "--log-level=error"], check=True, cwd=ROOT
    )
    shipped |= packages(json.loads((tmp_path / "meta").read_text(encoding="utf-8")))
    assert {"minisearch", "prism-code-editor", "xz-decompress", "pyodide", "katex", "source-sans"} <= shipped
    assert shipped - TOOLS == {work.package for work in licenses.WORKS}


def test_each_license_is_whole():
    text = licenses.text(ROOT)
    for holder in (  # as the packages' own files have them
        "2013-2020 Khan Academy",
        "with Reserved Font Name ‘Source’",
        "with Reserved Font Name KaTeX_Main",
        "2020 The JetBrains Mono Project Authors",
        "Luca Ongaro",
        "Jonas Pytte",
        "Lea Verou",
        "Martin Donath",
        "Python Software Foundation",
        "Mozilla Public License, v. 2.0",
        "Steve Sanderson",
        "Zeno Rocha",
        "Fonticons",
    ):
        assert holder in text, holder
    assert text.count("Permission is hereby granted, free of charge") >= 5
    assert text.count("SIL OPEN FONT LICENSE Version 1.1") >= 2 and "Apache License" in text
    versions = {
        name: json.loads((npm.package(name) / "package.json").read_text())["version"]
        for name in ("pyodide", "xz-decompress")
    }
    assert all(f"{name} {version}," in text.lower() for name, version in versions.items())


def test_a_package_that_lost_its_license_is_told(tmp_path):
    with pytest.raises(DiagnosticError, match=f"no license: {tmp_path}/{licenses.WITHOUT_TEXT} is missing"):
        licenses.text(tmp_path)


@pytest.mark.parametrize("face", fonts.FACES[::4] + fonts.FACES[-1:], ids=lambda face: f"{face.family} {face.weight}")
def test_a_subset_says_whose_it_is_and_under_which_license(face):
    def records(font: bytes) -> list[str]:
        names = TTFont(io.BytesIO(font))["name"]
        return [str(names.getDebugName(number) or "") for number in (0, 13, 14)]

    source = face.source("latin")
    subset = records(fonts.subset_font(source, face.ranges["latin"]))
    assert subset == records(source.read_bytes()) and subset[0] and "OFL" in subset[2]


def test_each_page_leads_to_it_and_books_need_none(site_dir):
    """An EPUB holds our text, style and pictures: no typeface, no script, nothing of the theme."""
    assert (site_dir / "de" / licenses.FILE).read_text(encoding="utf-8") == licenses.text(ROOT)
    for page in ("by-hand/index.html", "de/index.html", "sr-cyrl/glossary/index.html"):
        html = (site_dir / page).read_text(encoding="utf-8")
        (link,) = re.findall(f'href="([^"]*{licenses.FILE})"', html)
        assert (site_dir / page).parent.joinpath(link).resolve().is_file()
    for path in site_dir.rglob("*.epub"):
        book = zipfile.ZipFile(path)
        assert {Path(name).suffix for name in book.namelist()} <= {"", ".xml", ".opf", ".css", ".png", ".svg", ".xhtml"}
        assert "font-face" not in book.read("EPUB/book.css").decode() and b"<script" not in book.read("EPUB/nav.xhtml")
