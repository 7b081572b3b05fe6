"""`handbook serve` through a long day: edits, renames, deletions and half-written files, in all languages.

``python tools/soak.py --edits 1000`` (``make soak``): the preview must stay up, its memory level, and whenever the
files are sound again it must serve exactly what a fresh build gives. ``test_soak.py`` does a short one.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import click

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import errors
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import build
from handbook.translation import accept, lockfile

NAMES = ("index", "references", "glossary", "translating")  # short ones, with the panels that look at all pages
LONGEST_WAIT = 240  # seconds for the preview to catch up
CHECKED = (".html", ".xml", ".json")


def checkout(folder: Path) -> Path:
    """A small checkout of real pages, with locks that say that all is fresh.

    So a change of the English shows in each language.
    """
    for name in ("content", "i18n", "theme", "frontend", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    for language in Project(ROOT).languages:
        for name in NAMES:
            source = ROOT / "docs" / language / f"{name}.md"
            if source.is_file():
                target = folder / "docs" / language / f"{name}.md"
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
    project = Project(folder)
    for page in project.pages(project.languages[1:]):
        path = lockfile.path_of(folder, page.language, page.name)
        path.write_text(lockfile.render(accept.entries_of(project.source(page), page), path), encoding="utf-8")
    return folder


# -- what happens to files


@dataclass
class Day:
    """Edits in random order. What is broken is remembered, and mended sooner or later."""

    root: Path
    rng: Random
    sound: dict[Path, bytes | None] = field(default_factory=dict)  # what a broken file must become again
    count: int = 0

    def pages(self) -> list[Path]:
        return sorted(path for path in (self.root / "docs").glob("*/*.md") if path not in self.sound)

    def one(self) -> str:
        """One thing that happens; returns its name."""
        self.count += 1
        if self.sound and self.rng.random() < 0.3:
            return self.mend(self.rng.choice(sorted(self.sound)))
        action: Callable[[], str | None] = self.rng.choices(
            [
                self.edit,
                self.insert,
                self.replace,
                self.break_off,
                self.remove,
                self.rename,
                self.junk,
                self.string,
                self.term,
                self.unlock,
                self.touch,
            ],
            [8, 4, 3, 4, 2, 2, 1, 2, 1, 1, 1],
        )[0]
        return action() or self.edit()

    def mend(self, path: Path) -> str:
        data = self.sound.pop(path)
        _write(path, data)
        return f"mend {path.name}"

    @property
    def codes(self) -> list[str]:
        return sorted(path.name for path in (self.root / "docs").iterdir())

    def renamed(self, language: str) -> list[str]:
        """Addresses that pages had for a while."""
        prefix = "" if language == SOURCE_LANGUAGE else f"{language}/"
        return [f"{prefix}{name}-{number}/index.html" for name in NAMES for number in range(3)]

    def mend_all(self) -> None:
        for path in list(self.sound):
            self.mend(path)

    def _page(self) -> Path:
        return self.rng.choice(self.pages())

    def edit(self) -> str:
        path = self._page()
        text = path.read_text(encoding="utf-8")
        words = [
            match for match in re.finditer(r"(?<= )[a-z]{4,9}(?= )", text) if text.count("\n", 0, match.start()) > 6
        ]
        if not words:
            return self.insert()
        word = self.rng.choice(words)
        path.write_text(text[: word.start()] + word[0][::-1] + text[word.end() :], encoding="utf-8")
        return f"edit {path.parent.name}/{path.name}"

    def insert(self) -> str:
        path = self._page()
        text = path.read_text(encoding="utf-8")
        if len(text) > 20_000:
            text = text[:10_000].rpartition("\n\n")[0] + "\n"
        path.write_text(text.rstrip("\n") + f"\n\nA paragraph, the {self.count}th.\n", encoding="utf-8")
        return f"insert {path.parent.name}/{path.name}"

    def replace(self) -> str:
        """As careful editors save: another file, then its name."""
        path = self._page()
        beside = path.with_name(f".{path.name}.swp")
        beside.write_bytes(
            path.read_bytes().replace(b" and ", b" & ", 1) + b"\n<!-- saved -->\n" * (self.rng.random() < 0.1)
        )
        if self.rng.random() < 0.3:
            time.sleep(self.rng.random() * 0.6)
        beside.replace(path)
        return f"replace {path.parent.name}/{path.name}"

    def break_off(self) -> str:
        """As others save: from the start, and somebody looks meanwhile."""
        path = self._page()
        data = path.read_bytes()
        self.sound[path] = data
        path.write_bytes(data[: self.rng.randrange(len(data))])
        return f"half {path.parent.name}/{path.name}"

    def remove(self) -> str | None:
        path = self._page()
        if path.parent.name == SOURCE_LANGUAGE and path.name == "index.md":
            return None
        self.sound[path] = path.read_bytes()
        path.unlink()
        return f"remove {path.parent.name}/{path.name}"

    def rename(self) -> str | None:
        path = self._page()
        other = path.with_name(f"{path.stem}-{self.rng.randrange(3)}.md")
        if other.exists() or other in self.sound or path.stem == "index":
            return None
        self.sound[path] = path.read_bytes()
        self.sound[other] = None
        path.rename(other)
        return f"rename {path.parent.name}/{path.name}"

    def junk(self) -> str:
        path = self._page()
        self.sound[path] = path.read_bytes()
        path.write_bytes(self.rng.randbytes(2000))
        return f"junk {path.parent.name}/{path.name}"

    def string(self) -> str | None:
        path = self.rng.choice(sorted((self.root / "i18n").glob("*/ui.toml")))
        if path in self.sound:
            return None
        text = path.read_text(encoding="utf-8")
        if self.rng.random() < 0.5:
            self.sound[path] = path.read_bytes()
            path.write_text(text[: self.rng.randrange(len(text))], encoding="utf-8")
            return f"half {path.parent.name}/ui.toml"
        path.write_text(re.sub(r'(?m)^edit = ".*"', f'edit = "edit {self.count}"', text), encoding="utf-8")
        return f"string {path.parent.name}"

    def term(self) -> str | None:
        path = self.rng.choice(sorted((self.root / "i18n").glob("*/glossary.toml")))
        if path in self.sound:
            return None
        text = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub(r'(?m)^definition = ".*"', f'definition = "Definition {self.count}."', text, count=1),
            encoding="utf-8",
        )
        return f"term {path.parent.name}"

    def unlock(self) -> str | None:
        locks = [path for path in sorted((self.root / "i18n").glob("*/lock/*.lock")) if path not in self.sound]
        if not locks:
            return None
        path = self.rng.choice(locks)
        self.sound[path] = path.read_bytes()
        path.write_bytes(path.read_bytes()[: self.rng.randrange(200)])
        return f"half {path.parent.parent.name}/{path.name}"

    def touch(self) -> str:
        path = self._page()
        path.touch()
        return f"touch {path.name}"


def _write(path: Path, data: bytes | None) -> None:
    if data is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(data)


# -- the preview


@dataclass
class Preview:
    """`handbook serve` as a process of its own, and what it says."""

    root: Path
    log: Path

    def __enter__(self) -> Preview:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        with self.log.open("wb") as out:
            command = [
                sys.executable,
                "-m",
                "handbook.cli",
                "--root",
                str(self.root),
                "serve",
                "--port",
                str(self.port),
            ]
            self.process = subprocess.Popen(command, stdout=out, stderr=out)
        self.wait(lambda: self.get("") is not None, lambda: "the first page")
        return self

    def __exit__(self, *problem) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def wait(self, done: Callable[[], bool], what: Callable[[], str]) -> None:
        end = time.monotonic() + LONGEST_WAIT
        while not done():
            if self.process.poll() is not None:
                raise AssertionError(f"the preview ended: {self.said()}")
            if time.monotonic() > end:
                raise AssertionError(f"waited {LONGEST_WAIT} s in vain for {what()}; the preview says: {self.said()}")
            time.sleep(0.3)

    def get(self, path: str) -> bytes | None:
        try:
            with urllib.request.urlopen(self.address + path, timeout=LONGEST_WAIT) as answer:
                return _without_reload(answer.read())
        except urllib.error.HTTPError as error:
            return b"" if error.code == 404 else f"status {error.code}".encode()
        except OSError:
            return None

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]

    def memory(self) -> int:
        """What the process holds, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) // 1024


def _without_reload(html: bytes) -> bytes:
    """MkDocs adds a script that asks for changes."""
    return re.sub(rb"<script>\s*var livereload.*?</script>", b"", html, flags=re.S)


def fresh(root: Path, address: str) -> dict[str, bytes]:
    """What a build from nothing gives: ``{path: contents}`` of the pages. Raises AssertionError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        for language in languages(root):
            place = Path(folder) if language.code == SOURCE_LANGUAGE else Path(folder) / language.code
            wrong = errors(build.build_language(language.code, place, root=root, strict=False, site_url=address))
            assert not wrong, wrong
        files = [path for path in Path(folder).rglob("*") if path.suffix in CHECKED]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def differing(preview: Preview, wanted: dict[str, bytes]) -> list[str]:
    return [
        path for path, data in wanted.items() if _stable(preview.get(path) or b"") != _stable(_without_reload(data))
    ]


def _stable(data: bytes) -> bytes:
    """Without the hour of the build, what a style sheet is called after its contents, and line ends.

    Sitemaps and feeds may hold the hour.
    """
    data = re.sub(rb"(stylesheets/\w+)\.[0-9a-f]{8}\.css", rb"\1.css", data)
    return b" ".join(re.sub(rb"\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|\+00:00))?", b"", data).split())


def _caught_up(preview: Preview) -> int:
    """Wait until it serves what a fresh build gives; how many files that are."""
    wanted = fresh(preview.root, preview.address)
    preview.wait(
        lambda: not differing(preview, wanted), lambda: f"a fresh build's {', '.join(differing(preview, wanted)[:5])}"
    )
    return len(wanted)


def soak(
    root: Path, log: Path, edits: int, seed: int, tell: Callable[[str], None] = print, at_once: int = 10
) -> list[tuple[int, int]]:
    """Through the day, with a comparison after about ``at_once`` edits each.

    Returns ``(edits, MB)`` at each comparison. Raises AssertionError where something isn't right.
    """
    memory = []
    with Preview(root, log) as preview:
        _caught_up(preview)
        day = Day(root, Random(seed))
        while day.count < edits:
            for _ in range(at_once + day.rng.randint(0, at_once // 2)):
                said = day.one()
                assert preview.process.poll() is None, f"after “{said}” the preview ended: {preview.said()}"
                time.sleep(day.rng.choice([0, 0, 0.05, 0.3, 1.0]))
            assert preview.get("") is not None, f"no answer: {preview.said()}"
            day.mend_all()
            files = _caught_up(preview)
            left = [path for language in day.codes for path in day.renamed(language) if preview.get(path)]
            assert not left, f"pages that are gone are still served: {left}"
            memory.append((day.count, preview.memory()))
            tell(f"{day.count:>5} edits, {memory[-1][1]} MB, {files} files as in a fresh build")
    return memory


@click.command()
@click.option("--edits", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--at-once", default=25, show_default=True, help="Edits between two comparisons with a fresh build.")
def main(edits: int, seed: int, at_once: int) -> None:
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        log = Path(folder) / "serve.log"
        try:
            memory = soak(checkout(Path(folder) / "checkout"), log, edits, seed, click.echo, at_once)
        except AssertionError as problem:
            raise SystemExit(f"broke: {problem}") from None
        half = [size for count, size in memory if count >= edits / 2]
        click.echo(f"memory: {memory[0][1]} MB at first, {min(half)} to {max(half)} MB in the second half")


if __name__ == "__main__":
    main()
