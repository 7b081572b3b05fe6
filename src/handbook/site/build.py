"""Building the site: MkDocs builds each language into a folder of its own, then all replace the old site."""

from __future__ import annotations

import atexit
import glob
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors
from handbook.core.files import UNFINISHED, is_own_file, left_behind, remove
from handbook.core.parallel import run_in_parallel
from handbook.export import explorer_page
from handbook.project import guards, strings, transliteration
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import content_security_policy, panels, python_bundle, stage_config
from handbook.site.build_log import capture_log, log_findings
from handbook.site.language_site import LanguageSite
from handbook.site.plugin import HandbookPlugin
from handbook.site.stage import CONFIGURATION, Stage

NO_POLICY = "all that a page runs comes from templates in theme/, and scripts in frontend/"
MARK = ".handbook-site"  # the file by which a site is known that a new one may replace


def build(
    only: Sequence[str] | None = None,
    site_dir: str | Path = "site",
    strict: bool = True,
    *,
    root: Path = ROOT,
    quiet: bool = False,
    for_publication: bool = True,
) -> list[Finding]:
    """Build the site, or only some languages of it. The old site is replaced at the end, and only if nothing failed.

    Args:
        only: codes of languages or editions; all if empty. The others are copied from the old site.
        site_dir: where the site is written, below ``root`` or absolute.
        strict: MkDocs' warnings are errors.
        root: the checkout.
        quiet: show no progress.
        for_publication: with social cards and a content security policy.

    Returns:
        The notices.

    Raises:
        DiagnosticError: where the site has errors, a language in ``only`` doesn't exist, or ``site_dir`` holds
            something else than a site; the old site stays.
    """
    all_codes = [language.code for language in languages(root)]
    codes = _selected(only, all_codes, root)
    project = Project(root.resolve())
    target = guards.target(project, project.root / site_dir).resolve()
    _refuse_other_folders(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    for left in left_behind(target.parent.glob(f".{glob.escape(target.name)}.*")):
        remove(left)
    new_site = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=UNFINISHED, dir=target.parent))
    try:
        _prepare(project)
        builds = run_in_parallel(
            [
                partial(
                    build_language,
                    code,
                    new_site / code,
                    root=root,
                    strict=strict,
                    for_publication=for_publication,
                    project=project,
                )
                for code in codes
            ]
        )
        with _progress(len(codes), quiet) as advance:
            findings = list(dict.fromkeys(finding for result in advance(builds) for finding in result))
        if errors(findings):
            raise DiagnosticError(findings)
        if SOURCE_LANGUAGE in codes:
            _move_to_root(new_site / SOURCE_LANGUAGE, new_site)
        (new_site / MARK).touch()
        _copy_other_languages(target, new_site, [code for code in all_codes if code not in codes], all_codes)
        _replace(target, new_site)
        return findings
    except BaseException:
        atexit.register(shutil.rmtree, new_site, ignore_errors=True)  # processes that still write into it end before
        raise
    finally:
        shutil.rmtree(new_site, ignore_errors=True)


def _prepare(project: Project) -> None:
    """Compute what is the same for all editions once, before there are processes; they report what is wrong."""
    list(project.pages())
    with suppress(DiagnosticError):
        for language in languages(project.root):
            strings.tables(language.code, project.root)
    with suppress(DiagnosticError):
        panels.states_of(project)
    with suppress(DiagnosticError):
        python_bundle.parts(project.root)


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
    """Stage one language and build it into a folder of its own. All errors are returned as findings.

    Args:
        language: a folder of ``i18n``, or an edition in a second alphabet.
        site_dir: where the site is written.
        root: the checkout.
        strict: MkDocs' warnings are errors.
        site_url: the address of the English site, in place of that in ``mkdocs.yml``.
        for_publication: with social cards and a content security policy.
        opened: called with the plugin, which knows the chapters after the build.
        project: the checkout's pages, where they are parsed already.

    Returns:
        Errors, warnings and notices.
    """
    findings: list[Finding] = []
    with capture_log() as records, tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        try:
            site = LanguageSite(project or Project(root.resolve()), language, site_url)
            Stage(site, Path(folder), for_publication=for_publication).write_all()
            config = load_config(str(Path(folder) / CONFIGURATION), site_dir=str(site_dir))
            plugin = config.plugins["handbook"]
            assert isinstance(plugin, HandbookPlugin)
            opened(plugin)
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
            _finish_pages(site_dir, site, for_publication)
        except DiagnosticError as error:
            findings += error.findings
        except (Exception, SystemExit) as error:  # MkDocs aborts by SystemExit
            findings += log_findings(records, language, root, strict=True) or [
                Finding(CONFIGURATION, 1, f"{type(error).__name__}: {error}")
            ]
    if not errors(findings):
        findings += log_findings(records, language, root, strict)
    return findings


def stage(language: str, folder: Path, *, root: Path = ROOT) -> None:
    """Write a language as a plain MkDocs project, for any builder of such projects.

    Args:
        language: a folder of ``i18n``, or an edition in a second alphabet.
        folder: where the project is written.
        root: the checkout.

    Raises:
        DiagnosticError: where the language can't be staged, or ``folder`` holds something: pages that are gone would
            stay in it, and be built.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise DiagnosticError([Finding(str(folder), 1, "not an empty folder", "remove it, or name another one")])
    try:
        Stage(LanguageSite(Project(root.resolve()), language), folder, for_publication=True).write_all()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)  # half a project would be taken for a whole one
        raise


def _finish_pages(site_dir: Path, site: LanguageSite, for_publication: bool) -> None:
    """Add what needs finished html: its policy, and the text direction, which Material sets on the body alone.

    Raises:
        DiagnosticError: with each page that can't have its policy.
    """
    findings = []
    direction, folder = site.language.direction, language_folder(Path("site"), site.language.code)
    known = content_security_policy.inline_scripts(stage_config.theme_folders(site))
    for path in sorted(site_dir.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        if path in (site_dir / explorer_page.PAGE, site_dir / python_bundle.FOLDER / python_bundle.FRAME):
            # They bring stricter ones.
            continue
        if direction == "rtl":
            html = html.replace("<html ", f'<html dir="{direction}" ', 1)
        try:
            html = content_security_policy.with_policy(html, known) if for_publication else html
        except content_security_policy.NoPolicyError as error:
            findings.append(
                Finding((folder / path.relative_to(site_dir)).as_posix(), 1, f"a page with {error}", NO_POLICY)
            )
        path.write_text(html, encoding="utf-8")
    if findings:
        raise DiagnosticError(findings)


def transliterated_words(
    edition: transliteration.ScriptVariant, root: Path = ROOT
) -> tuple[transliteration.Report, list[Finding]]:
    """Build an edition to see how its transliterator writes each word of its pages and strings.

    Returns:
        The words, and the findings of the build.
    """
    script = transliteration.transliterator(edition.code, root)
    tables = strings.tables(edition.language, root)
    strings.tables(edition.code, root)  # cached from now on: each string counts once
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder, script.reporting() as report:
        script.at("ui.toml")
        script.strings(tables)
        findings = build_language(edition.code, Path(folder) / "site", root=root, strict=False)
    return report, findings


def _selected(only: Sequence[str] | None, all_codes: list[str], root: Path) -> list[str]:
    """The codes in ``only``, with the editions of these languages; all if it is empty."""
    unknown = [code for code in only or () if code not in all_codes]
    if unknown:
        known = ", ".join(all_codes)
        raise DiagnosticError(
            [
                Finding(display_path(root / "i18n", root), 1, f"no language {code}", f"there are {known}")
                for code in unknown
            ]
        )
    return [code for code in all_codes if not only or code in only or transliteration.source_of(code, root) in only]


def _refuse_other_folders(target: Path) -> None:
    """Raises DiagnosticError where the new site would take the place of something else than an earlier one."""
    if target.is_file() or (target.is_dir() and any(target.iterdir()) and not is_own_file(target / MARK)):
        message = f"no folder of an earlier site, since it has no file {MARK}: it would be replaced"
        raise DiagnosticError([Finding(str(target), 1, message, "name a new folder, or remove it yourself")])


def language_folder(site: Path, language: str) -> Path:
    """The folder of a language in the site: English is at its root."""
    return site if language == SOURCE_LANGUAGE else site / language


def _move_to_root(folder: Path, target: Path) -> None:
    """Move the files of a folder into its parent: English is at the root, beside the folders of other languages."""
    for path in folder.iterdir():
        path.rename(target / path.name)
    folder.rmdir()


def _copy_other_languages(old: Path, new: Path, codes: list[str], all_codes: list[str]) -> None:
    """Copy the languages that weren't built from the old site into the new one."""

    def others_of_root(folder: str, names: list[str]) -> list[str]:
        return all_codes if Path(folder) == old else []  # they lie beside English

    for code in codes:
        if (folder := language_folder(old, code)).is_dir():
            shutil.copytree(folder, language_folder(new, code), ignore=others_of_root, dirs_exist_ok=True)


def _replace(old: Path, new: Path) -> None:
    new.chmod(0o755)
    if old.exists():
        backup = Path(tempfile.mkdtemp(prefix=f".{old.name}.old.", suffix=UNFINISHED, dir=old.parent))
        old.rename(backup / "site")
        new.rename(old)
        shutil.rmtree(backup, ignore_errors=True)
    else:
        new.rename(old)


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[Iterable], Iterable]]:
    """A progress bar on a terminal; nothing elsewhere."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} languages"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        yield partial(progress.track, total=total, description="Building")
