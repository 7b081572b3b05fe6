"""Building the site: each language by MkDocs into a folder of its own, then all in the place of the old site."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors
from handbook.core.parallel import run_in_parallel
from handbook.project import strings, transliteration
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import content_security_policy
from handbook.site.build_log import findings_of, listening
from handbook.site.language_site import LanguageSite
from handbook.site.plugin import HandbookPlugin
from handbook.site.stage import CONFIGURATION, Stage


def build(
    only: Sequence[str] | None = None,
    site_dir: str | Path = "site",
    strict: bool = True,
    *,
    root: Path = ROOT,
    quiet: bool = False,
    for_publication: bool = True,
) -> list[Finding]:
    """Build the site, or only some languages of it, into ``site_dir``; ``for_publication``: with cards and policy.

    The new site takes the old one's place at the end, and only if there is no error (and, if ``strict``, no warning
    of MkDocs); else the old one stays, and DiagnosticError says why. Returns the notices.
    """
    everything = [language.code for language in languages(root)]
    wanted = _wanted(only, everything, root)
    target = (root / site_dir).resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        project = Project(root.resolve())
        list(project.pages())  # parsed once, before there are processes
        each = run_in_parallel(
            [
                partial(
                    build_language,
                    code,
                    stage / code,
                    root=root,
                    strict=strict,
                    for_publication=for_publication,
                    project=project,
                )
                for code in wanted
            ]
        )
        with _progress(len(wanted), quiet) as advance:
            findings = list(dict.fromkeys(finding for found in advance(each) for finding in found))
        if errors(findings):
            raise DiagnosticError(findings)
        if SOURCE_LANGUAGE in wanted:
            _move_up(stage / SOURCE_LANGUAGE, stage)
        _carry_over(target, stage, [code for code in everything if code not in wanted], everything)
        _swap(stage, target)
        return findings
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def build_language(
    language: str,
    site_dir: Path,
    *,
    root: Path = ROOT,
    strict: bool = True,
    site_url: str | None = None,
    for_publication: bool = False,
    opened: Callable[[HandbookPlugin], None] = lambda plugin: None,
    project: Project | None = None,
) -> list[Finding]:
    """Stage one language and build it into a folder of its own. What goes wrong is a finding, whatever it is.

    Args:
        language: a folder of ``i18n``, or an edition in a second alphabet.
        site_dir: where the site is written.
        root: the checkout.
        strict: MkDocs' warnings are errors.
        site_url: the address of the English site, in place of that in ``mkdocs.yml``.
        for_publication: with cards, and with a content security policy, which would stop the preview's own script.
        opened: is given the plugin, which afterwards knows what was built.
        project: the pages as other languages of the same build have parsed them.
    """
    findings: list[Finding] = []
    with listening() as records, tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        try:
            site = LanguageSite(project or Project(root.resolve()), language, site_url)
            Stage(site, Path(folder), with_cards=for_publication).write_all()
            config = load_config(str(Path(folder) / CONFIGURATION), site_dir=str(site_dir))
            plugin = config.plugins["handbook"]
            assert isinstance(plugin, HandbookPlugin)
            opened(plugin)
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
            _finish_pages(site_dir, site.language.direction, for_publication)
        except DiagnosticError as error:
            findings += error.findings
        except (Exception, SystemExit) as error:  # MkDocs aborts by SystemExit
            findings += findings_of(records, language, root, strict=True) or [
                Finding(CONFIGURATION, 1, f"{type(error).__name__}: {error}")
            ]
    if not errors(findings):
        findings += findings_of(records, language, root, strict)
    return findings


def stage(language: str, folder: Path, *, root: Path = ROOT) -> None:
    """Write a language as a plain MkDocs project, for any builder of such projects."""
    Stage(LanguageSite(Project(root.resolve()), language), folder, with_cards=True).write_all()


def _finish_pages(site_dir: Path, direction: str, for_publication: bool) -> None:
    """Adds what only finished html allows: its policy, and the direction that the theme gives to the body alone."""
    for path in site_dir.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        if "Content-Security-Policy" in html:  # the explorer's own page brings a stricter one
            continue
        if direction == "rtl":
            html = html.replace("<html ", f'<html dir="{direction}" ', 1)
        path.write_text(content_security_policy.with_policy(html) if for_publication else html, encoding="utf-8")


def words_of_edition(
    edition: transliteration.ScriptVariant, root: Path = ROOT
) -> tuple[transliteration.Report, list[Finding]]:
    """Every word of an edition's pages and strings as its transliterator writes it; and what the build complains of."""
    script = transliteration.transliterator(edition.code, root)
    tables = strings.tables(edition.language, root)
    strings.tables(edition.code, root)  # kept from now on: each string counts once
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder, script.reporting() as report:
        script.at("ui.toml")
        script.strings(tables)
        found = build_language(edition.code, Path(folder) / "site", root=root, strict=False)
    return report, found


def _wanted(only: Sequence[str] | None, everything: list[str], root: Path) -> list[str]:
    unknown = [code for code in only or () if code not in everything]
    if unknown:
        there = ", ".join(everything)
        raise DiagnosticError(
            [
                Finding(display_path(root / "i18n", root), 1, f"no language {code}", f"there are {there}")
                for code in unknown
            ]
        )
    return [code for code in everything if not only or code in only or transliteration.source_of(code, root) in only]


def place(site: Path, language: str) -> Path:
    return site if language == SOURCE_LANGUAGE else site / language


def _move_up(folder: Path, target: Path) -> None:
    """English lies at the root, among the folders of the others."""
    for path in folder.iterdir():
        path.rename(target / path.name)
    folder.rmdir()


def _carry_over(old: Path, new: Path, untouched: list[str], everything: list[str]) -> None:
    """Bring the languages that weren't built now from the old site into the new one."""
    for code in untouched:
        if place(old, code).is_dir():
            skip = shutil.ignore_patterns(*everything) if code == SOURCE_LANGUAGE else None
            shutil.copytree(place(old, code), place(new, code), ignore=skip, dirs_exist_ok=True)


def _swap(new: Path, old: Path) -> None:
    new.chmod(0o755)
    if old.exists():
        away = Path(tempfile.mkdtemp(prefix=f".{old.name}.old.", dir=old.parent))
        old.rename(away / "site")
        new.rename(old)
        shutil.rmtree(away, ignore_errors=True)
    else:
        new.rename(old)


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[Iterable], Iterable]]:
    """A line that fills up language by language, on a terminal; elsewhere silence."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} languages"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        yield partial(progress.track, total=total, description="Building")
