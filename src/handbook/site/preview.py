"""The preview of ``handbook serve``.

Each page is rendered when a browser requests it, and again after a file was saved. MkDocs' own server builds the whole
site after each save. Here MkDocs reads the configuration, files and navigation of a language once, and renders single
pages. Social cards come only with a build; the content security policy comes as a header.
"""

from __future__ import annotations

import html
import posixpath
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import TypeVar
from urllib.parse import quote, urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

from mkdocs.commands.build import get_context
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from rich.console import Console

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.checks import registry
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors, format_findings
from handbook.core.files import write_atomically
from handbook.extensions import widgets
from handbook.figures import diagrams
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import build, content_security_policy, downloads, preview_guard, search, stage_config, stage_page
from handbook.site.build_log import capture_log, extension_findings
from handbook.site.language_site import LanguageSite
from handbook.site.stage import CONFIGURATION, DOCS, Stage

WATCHED = ("docs", "i18n", "content", "models", "theme", "frontend", "mkdocs.yml", "requirements/torch.txt")
NOT_FOUND = "404.html"
HTML = ("Content-Type", "text/html; charset=utf-8")
Result = TypeVar("Result")


def serve(host: str = "127.0.0.1", port: int = 8000, *, root: Path = ROOT) -> None:
    """Serve all languages until Ctrl+C.

    Args:
        host: the address to listen on.
        port: of TCP.
        root: the checkout.

    Raises:
        DiagnosticError: where the port is taken.
    """
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        preview = Preview(host, port, Path(folder), root)
        try:
            preview.server_bind()
        except OSError as error:
            preview.server_close()
            hint = f"is a preview still running? Another port: handbook serve --port {port + 1}"
            raise DiagnosticError([Finding(f"{host}:{port}", 1, f"can't serve here: {error.strerror}", hint)]) from None
        try:
            preview.serve()
        except KeyboardInterrupt:
            preview.console.print("Stopped.")
        finally:
            preview.shutdown()


class PreviewedLanguage:
    """One staged language in MkDocs, whose pages are rendered on request."""

    def __init__(self, site: LanguageSite, folder: Path, target: Path) -> None:
        """Stage the language.

        Args:
            site: the language.
            folder: where it is staged.
            target: where rendered files are written.

        Raises:
            DiagnosticError: where it can't be staged.
        """
        self.site, self.stage = site, Stage(site, folder)
        self.stage.write_all()
        config = load_config(str(folder / CONFIGURATION), site_dir=str(target))
        config.plugins.on_startup(command="serve", dirty=False)
        self.config = config = config.plugins.on_config(config)
        self.env = config.theme.get_env()
        files = get_files(config)
        files.add_files_from_theme(self.env, config)
        self.files = files = config.plugins.on_files(files, config=config)
        set_exclusions(files, config)
        self.nav = config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
        self.pages = [file.page or Page(None, file, config) for file in files.documentation_pages()]
        # From the navigation.
        self.nav_titles = {page.file.src_uri: page.title for page in self.pages if page.title is not None}
        self.env = config.plugins.on_env(self.env, config=config, files=files)
        self.by_address = {file.dest_uri: file for file in files}
        self.current: set[str] = set()  # addresses of what was written since the last change
        self.has_titles = False

    def forget_pages(self) -> None:
        """To be called when the text of pages has changed: they are rendered again."""
        self.current.clear()
        self.has_titles = False

    def _set_titles(self) -> None:
        """Set the titles and the front matter of all pages: pages show those of others that aren't rendered yet."""
        for page in self.pages:
            page.meta = stage_page.meta(self.site, _name(page))
            page.title = self._title(page)
        self.has_titles = True

    def make(self, address: str) -> bool:
        """Write the file with this address, unless it is current; False where the site has none.

        Raises:
            DiagnosticError: where the page has errors.
        """
        if address in self.current:
            return True
        if not self.has_titles:
            self._set_titles()
        file = self.by_address.get(address)
        if file and (staged := f"{DOCS}/{file.src_uri}") in self.stage.files:
            self.stage.write(staged)
        if file and file.page:
            self._make_page(file.page)
        elif address == search.SECTIONS:
            self._make_search_sections()
        elif address in self.config.theme.static_templates:
            self._make_template(address)
        elif file:
            file.copy_file()
        else:
            return False
        self.current.add(address)
        return True

    def _make_page(self, page: Page) -> None:
        """Render a page as a build does, with MkDocs' events in their order."""
        config, plugins, files = self.config, self.config.plugins, self.files
        page.title = self._title(page)
        page = plugins.on_pre_page(page, config=config, files=files)
        page.read_source(config)
        page.markdown = plugins.on_page_markdown(page.markdown or "", page=page, config=config, files=files)
        with capture_log() as records:
            page.render(config, files)
        if failures := errors(extension_findings(records)):
            raise DiagnosticError(failures)
        page.content = plugins.on_page_content(page.content or "", page=page, config=config, files=files)
        page.active = True
        try:
            template = self.env.get_template(page.meta.get("template", "main.html"))
            output = template.render(get_context(self.nav, files, config, page))
            output = plugins.on_post_page(output, page=page, config=config)
        finally:
            page.active = False
        self._write(page.file.dest_uri, output)

    def _make_template(self, name: str) -> None:
        """Render a template of the theme that is no page: the sitemap, ``404.html``."""
        base = urlsplit(str(self.config.site_url)).path if name == NOT_FOUND else get_relative_url(".", name)
        output = self.env.get_template(name).render(get_context(self.nav, self.files, self.config, base_url=base))
        self._write(name, self.config.plugins.on_post_template(output, template_name=name, config=self.config))

    def _make_search_sections(self) -> None:
        """Render all pages, for their sections: browsers request them when the search is opened."""
        plugin = next(plugin for name, plugin in self.config.plugins.items() if name.rpartition("/")[2] == "search")
        plugin.on_config(self.config)  # starts an empty index
        for page in self.pages:
            self.make(page.file.dest_uri)
            plugin.on_page_context(
                get_context(self.nav, self.files, self.config, page), page=page, config=self.config, nav=self.nav
            )
        plugin.on_post_build(config=self.config)
        search.write_sections(self.config)

    def _title(self, page: Page) -> str:
        """The page's title in the navigation, or else its first heading."""
        return self.nav_titles.get(page.file.src_uri) or self.site.title_of(_name(page))

    def _write(self, address: str, content: str | bytes) -> None:
        write_atomically(Path(self.config.site_dir) / address, content)


def _name(page: Page) -> str:
    return PurePosixPath(page.file.src_uri).stem


class Preview(LiveReloadServer):
    """MkDocs' live-reload server, which renders what is requested before it serves it.

    Where a page has errors, its last version without errors is served.
    """

    request_queue_size = 128  # a browser asks for all of a page's parts at once; socketserver's own is 5

    def __init__(self, host: str, port: int, folder: Path, root: Path) -> None:
        self.host = host
        self.checkout, self.folder, self.staged = root.resolve(), folder / "site", folder / "stage"
        self.folder.mkdir()
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)
        self.address = f"http://{host}:{port}/"
        self.lock = threading.RLock()  # requests have threads, and MkDocs renders one page at a time
        self.reported: dict[tuple[str, str], str] = {}  # the last report on each page, so that it isn't repeated
        self.scripts: frozenset[str] = frozenset()  # the theme's, as it was when a language was last staged
        self.bound = False
        self.file_stamps = self._file_stamps()
        self._reset()
        super().__init__(builder=self.update, host=host, port=port, root=str(self.folder), polling_interval=0.2)
        self.set_app(self.answer)
        for path in filter(Path.exists, (root / name for name in WATCHED)):
            self.watch(str(path))

    def _reset(self) -> None:
        """Forget all that was read and staged; languages are staged again on request."""
        self.project = Project(self.checkout)
        self.codes = [language.code for language in languages(self.checkout)]
        self.sites: dict[str, PreviewedLanguage] = {}
        shutil.rmtree(self.staged, ignore_errors=True)
        diagrams.forget()
        widgets.forget()

    def server_bind(self) -> None:
        """Bind the port, once; ``serve`` calls it early for its error. Raises OSError where the port is taken."""
        if not self.bound:
            super().server_bind()
            self.bound = True

    def serve(self, *, open_in_browser: bool = False) -> None:
        """Print the addresses and serve until KeyboardInterrupt."""
        for code in self.codes:
            self.console.print(f"  {self.address}{'' if code == SOURCE_LANGUAGE else code + '/'}")
        self.console.print("Save a page, and the browser shows it. Stop with Ctrl+C.")
        super().serve(open_in_browser=open_in_browser)

    # requests

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond to one request, in a thread of its own: the WSGI application."""
        if refused := preview_guard.refusal(environ, self.host):
            return preview_guard.send(refused, frozenset(), environ, start_response)
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if path.startswith("/livereload/"):
            return self.serve_request(environ, start_response)
        code, address = self._split(path)
        try:
            made = self._answer(environ, path, code, address)
            return preview_guard.send(made, self.scripts, environ, start_response)
        except DiagnosticError as error:
            findings = error.findings
        except content_security_policy.NoPolicyError as error:
            findings = [Finding(address, 1, f"a page with {error}", build.NO_POLICY)]
        failed = ("500 Internal Server Error", [HTML], _error_page(findings))
        return preview_guard.send(failed, frozenset(), environ, start_response)

    def _answer(self, environ: WSGIEnvironment, path: str, code: str, address: str) -> preview_guard.Answer:
        """The answer to a request for a file of the site. Raises DiagnosticError as ``make``."""
        if self.make(code, address):
            return preview_guard.collected(lambda start: self.serve_request(environ, start))
        if self.make(code, posixpath.join(address, "index.html")):
            return "302 Found", [("Location", quote(f"{path}/"))], b""
        return "404 Not Found", [HTML], self._not_found(code)

    def _split(self, path: str) -> tuple[str, str]:
        """The language and the address below it: ``("de", "by-hand/index.html")``."""
        address = path.lstrip("/") + ("index.html" if path.endswith("/") else "")
        first, _, rest = address.partition("/")
        return (first, rest) if first in self.codes else (SOURCE_LANGUAGE, address)

    def make(self, code: str, address: str) -> bool:
        """Write a file into the folder that is served, unless it is current; False where the site has none.

        Args:
            code: a language or edition.
            address: of the file, below the language's home.

        Raises:
            DiagnosticError: where the page has errors, and there is no version without. Else they are only printed.
        """
        with self.lock:
            try:
                if code not in self.sites:
                    self.sites[code] = self._open(code)
                made = _with_findings(lambda: self.sites[code].make(address), self.checkout)
                self.reported.pop((code, address), None)  # should it break again, that is news
                return made
            except DiagnosticError as error:
                self._print_report((code, address), format_findings(error.findings))
                if not (build.language_folder(self.folder, code) / address).is_file():
                    raise
                return True

    def _open(self, code: str) -> PreviewedLanguage:
        def stage() -> PreviewedLanguage:
            site = LanguageSite(self.project, code, self.address)
            self.scripts = content_security_policy.inline_scripts(stage_config.theme_folders(site))
            return PreviewedLanguage(site, self.staged / code, build.language_folder(self.folder, code))

        return _with_findings(stage, self.checkout)

    def _not_found(self, code: str) -> bytes:
        self.make(code, NOT_FOUND)
        return (build.language_folder(self.folder, code) / NOT_FOUND).read_bytes()

    # saved files

    def update(self) -> None:
        """Called when files were saved, before browsers reload. Never raises: the server would hang."""
        try:
            old, new = self.file_stamps, self._file_stamps()
            self.file_stamps = new
            changed = {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
            edited_pages = {path for path in changed if path in old and path in new and path.suffix == ".md"}
            with self.lock:
                staged = self._staged_files(edited_pages)
                if edited_pages == changed:
                    self.project.forget(edited_pages)
                if edited_pages == changed and staged == self._staged_files(edited_pages):
                    for site in self.sites.values():
                        site.forget_pages()
                else:  # the theme, strings, a page that is new or deleted, or that has other files beside it
                    self._reset()
            threading.Thread(target=self.check, args=(edited_pages,), daemon=True).start()
        except (Exception, SystemExit) as error:
            self.console.print(f"Not shown, {type(error).__name__}: {error}", markup=False)

    def _staged_files(self, paths: Iterable[Path]) -> list[tuple[bool, list[str]]]:
        """Whether each page is a lab, and what lies beside it."""
        pages = [self.project.find(path.parent.name, path.stem) for path in paths]
        return [(stage_page.is_lab(page), [*downloads.files(page, self.project)]) for page in pages if page]

    def check(self, paths: Iterable[Path]) -> None:
        """Print the findings of the checks on these pages, unless they were printed before."""
        for path in paths:
            with self.lock:
                try:
                    page = self.project.find(path.parent.name, path.stem)
                    message = format_findings(registry.check_page(page, self.project)) if page else ""
                except DiagnosticError as error:
                    message = format_findings(error.findings)
            self._print_report((path.parent.name, path.name), message)

    def _print_report(self, subject: tuple[str, str], message: str) -> None:
        if message and message not in self.reported.values():
            self.console.print(message, markup=False)
        self.reported[subject] = message

    def _file_stamps(self) -> dict[Path, tuple[int, int]]:
        """The modification time, in nanoseconds, and the size of every watched file."""
        stamps = {}
        for watched in (self.checkout / name for name in WATCHED):
            for path in watched.rglob("*") if watched.is_dir() else [watched]:
                try:
                    if path.is_file():
                        stamps[path] = (path.stat().st_mtime_ns, path.stat().st_size)
                except OSError:  # a temporary file of an editor, deleted meanwhile
                    continue
        return stamps


def _with_findings(make: Callable[[], Result], root: Path) -> Result:
    """What ``make`` returns. Raises DiagnosticError in place of the many errors of MkDocs and its plugins."""
    with capture_log():
        try:
            return make()
        except DiagnosticError:
            raise
        except (Exception, SystemExit) as error:
            raise DiagnosticError(
                [Finding(display_path(root / "mkdocs.yml", root), 1, f"{type(error).__name__}: {error}")]
            ) from error


def _error_page(findings: list[Finding]) -> bytes:
    """The response for a page of which there is no version without errors."""
    return f"<!doctype html><title>Not made</title><pre>{html.escape(format_findings(findings))}</pre>".encode()
