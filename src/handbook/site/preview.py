"""The preview of ``handbook serve``.

Each page is made when a browser asks for it, and again when a file was saved since. MkDocs' own server builds the whole
site for each saved sentence. Here MkDocs reads configuration, files and navigation of a language once, and is asked for
single pages of it. Cards and the content security policy come only with a build.
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
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import build, stage_page
from handbook.site.build_log import listening, own_findings
from handbook.site.language_site import LanguageSite
from handbook.site.stage import CONFIGURATION, DOCS, Stage

WATCHED = ("docs", "i18n", "content", "theme", "frontend", "mkdocs.yml")
SEARCH_INDEX = "search/search_index.json"
NOT_FOUND = "404.html"
Made = TypeVar("Made")


def serve(host: str = "127.0.0.1", port: int = 8000, *, root: Path = ROOT) -> None:
    """Serve all languages until Ctrl+C. Raises DiagnosticError where the port is taken."""
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
    """One staged language as MkDocs sees it, and its pages as they are asked for."""

    def __init__(self, site: LanguageSite, folder: Path, target: Path) -> None:
        """``folder``: where the language is staged; ``target``: where files are put to be served."""
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
        # By the navigation.
        self.named = {page.file.src_uri: page.title for page in self.pages if page.title is not None}
        self.env = config.plugins.on_env(self.env, config=config, files=files)
        self.by_address = {file.dest_uri: file for file in files}
        self.current: set[str] = set()  # addresses of what was made since the last change
        self.is_titled = False

    def forget_pages(self) -> None:
        """Called when the text of pages has changed."""
        self.current.clear()
        self.is_titled = False

    def _title_pages(self) -> None:
        """Each page tells the titles and descriptions of others, which MkDocs knows only once they are rendered."""
        for page in self.pages:
            page.meta = stage_page.meta(self.site, _name(page))
            page.title = self._title(page)
        self.is_titled = True

    def make(self, address: str) -> bool:
        """Put what has this address into the folder; False where there is nothing.

        Raises DiagnosticError where it can't be made.
        """
        if address in self.current:
            return True
        if not self.is_titled:
            self._title_pages()
        file = self.by_address.get(address)
        if file and (staged := f"{DOCS}/{file.src_uri}") in self.stage.files:
            self.stage.write(staged)
        if file and file.page:
            self._make_page(file.page)
        elif address == SEARCH_INDEX:
            self._make_search_index()
        elif address in self.config.theme.static_templates:
            self._make_template(address)
        elif file:
            file.copy_file()
        else:
            return False
        self.current.add(address)
        return True

    def _make_page(self, page: Page) -> None:
        """As MkDocs does it in a build: its events in their order."""
        config, plugins, files = self.config, self.config.plugins, self.files
        if wrong := errors(self.site.source_of(_name(page)).findings):
            raise DiagnosticError(wrong)
        page.title = self._title(page)
        page = plugins.on_pre_page(page, config=config, files=files)
        page.read_source(config)
        page.markdown = plugins.on_page_markdown(page.markdown or "", page=page, config=config, files=files)
        with listening() as records:
            page.render(config, files)
        if wrong := errors(own_findings(records)):
            raise DiagnosticError(wrong)
        page.content = plugins.on_page_content(page.content or "", page=page, config=config, files=files)
        page.active = True
        try:
            template = self.env.get_template(page.meta.get("template", "main.html"))
            made = template.render(get_context(self.nav, files, config, page))
            made = plugins.on_post_page(made, page=page, config=config)
        finally:
            page.active = False
        self._write(page.file.dest_uri, made)

    def _make_template(self, name: str) -> None:
        """A file of the theme that is no page: the site's map, the page for addresses that lead nowhere."""
        base = urlsplit(str(self.config.site_url)).path if name == NOT_FOUND else get_relative_url(".", name)
        made = self.env.get_template(name).render(get_context(self.nav, self.files, self.config, base_url=base))
        self._write(name, self.config.plugins.on_post_template(made, template_name=name, config=self.config))

    def _make_search_index(self) -> None:
        """From all pages: the search asks for it when it is opened."""
        search = next(plugin for name, plugin in self.config.plugins.items() if name.rpartition("/")[2] == "search")
        search.on_config(self.config)  # begins an index
        for page in self.pages:
            self.make(page.file.dest_uri)
            search.on_page_context(
                get_context(self.nav, self.files, self.config, page), page=page, config=self.config, nav=self.nav
            )
        search.on_post_build(config=self.config)

    def _title(self, page: Page) -> str:
        """As the navigation says it, or else its first heading."""
        return self.named.get(page.file.src_uri) or self.site.title_of(_name(page))

    def _write(self, address: str, made: str | bytes) -> None:
        write_atomically(Path(self.config.site_dir) / address, made)


def _name(page: Page) -> str:
    return PurePosixPath(page.file.src_uri).stem


class Preview(LiveReloadServer):
    """MkDocs' live-reload server, before which what is asked for is made.

    A page that breaks leaves the last good one in place.
    """

    def __init__(self, host: str, port: int, folder: Path, root: Path) -> None:
        self.checkout, self.folder, self.staged = root.resolve(), folder / "site", folder / "stage"
        self.folder.mkdir()
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)
        self.address = f"http://{host}:{port}/"
        self.making = threading.RLock()  # browsers ask for many files at once, and MkDocs makes one page after another
        self.told: dict[tuple[str, str], str] = {}  # what was said of each page, so that it isn't said each time
        self.bound = False
        self.seen = self._look()
        self._begin()
        super().__init__(builder=self.update, host=host, port=port, root=str(self.folder), polling_interval=0.2)
        self.set_app(self.answer)
        for path in filter(Path.exists, (root / name for name in WATCHED)):
            self.watch(str(path))

    def _begin(self) -> None:
        self.project = Project(self.checkout)
        self.codes = [language.code for language in languages(self.checkout)]
        self.sites: dict[str, PreviewedLanguage] = {}
        shutil.rmtree(self.staged, ignore_errors=True)

    def server_bind(self) -> None:  # called early: a taken port should be told at once
        if not self.bound:
            super().server_bind()
            self.bound = True

    def serve(self, *, open_in_browser: bool = False) -> None:
        for code in self.codes:
            self.console.print(f"  {self.address}{'' if code == SOURCE_LANGUAGE else code + '/'}")
        self.console.print("Save a page, and the browser shows it. Stop with Ctrl+C.")
        super().serve(open_in_browser=open_in_browser)

    # what is asked for

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request, in a thread of its own."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if path.startswith("/livereload/"):
            return self.serve_request(environ, start_response)
        code, address = self._split(path)
        try:
            if self.make(code, address):
                return self.serve_request(environ, start_response)
            if self.make(code, posixpath.join(address, "index.html")):
                start_response("302 Found", [("Location", quote(f"{path}/"))])
                return []
            status, text = "404 Not Found", self._not_found(code)
        except DiagnosticError as error:
            status, text = "500 Internal Server Error", _complaint(error)
        start_response(status, [("Content-Type", "text/html; charset=utf-8")])
        return [text]

    def _split(self, path: str) -> tuple[str, str]:
        """The language and the address below it: ``("de", "by-hand/index.html")``."""
        address = path.lstrip("/") + ("index.html" if path.endswith("/") else "")
        first, _, rest = address.partition("/")
        return (first, rest) if first in self.codes else (SOURCE_LANGUAGE, address)

    def make(self, code: str, address: str) -> bool:
        """Put a file into the folder that is served, unless it is there; False where the site has none of this address.

        Where it can't be made, the terminal says why, and the last one that could is served; raises DiagnosticError
        where there is none.
        """
        with self.making:
            try:
                if code not in self.sites:
                    self.sites[code] = self._opened(code)
                return _findings_instead(lambda: self.sites[code].make(address), self.checkout)
            except DiagnosticError as error:
                self._say((code, address), format_findings(error.findings))
                if not (build.place(self.folder, code) / address).is_file():
                    raise
                return True

    def _opened(self, code: str) -> PreviewedLanguage:
        def opened() -> PreviewedLanguage:
            site = LanguageSite(self.project, code, self.address)
            return PreviewedLanguage(site, self.staged / code, build.place(self.folder, code))

        return _findings_instead(opened, self.checkout)

    def _not_found(self, code: str) -> bytes:
        self.make(code, NOT_FOUND)
        return (build.place(self.folder, code) / NOT_FOUND).read_bytes()

    # what is saved

    def update(self) -> None:
        """Called when something was saved, before browsers hear of it. Never raises: the server would hang."""
        try:
            before, self.seen = self.seen, self._look()
            changed = {path for path in before.keys() | self.seen.keys() if before.get(path) != self.seen.get(path)}
            texts = {path for path in changed if path in before and path in self.seen and path.suffix == ".md"}
            with self.making:
                if texts == changed:
                    self.project.forget(texts)
                    for one in self.sites.values():
                        one.forget_pages()
                else:  # the theme, strings, a page that comes or goes
                    self._begin()
            threading.Thread(target=self.check, args=(texts,), daemon=True).start()
        except (Exception, SystemExit) as error:
            self.console.print(f"Not shown, {type(error).__name__}: {error}", markup=False)

    def check(self, paths: Iterable[Path]) -> None:
        """Say what the checks have against these pages, once."""
        for path in paths:
            with self.making:
                try:
                    page = self.project.find(path.parent.name, path.stem)
                    said = format_findings(registry.check_page(page, self.project)) if page else ""
                except DiagnosticError as error:
                    said = format_findings(error.findings)
            self._say((path.parent.name, path.name), said)

    def _say(self, subject: tuple[str, str], said: str) -> None:
        if said and said not in self.told.values():
            self.console.print(said, markup=False)
        self.told[subject] = said

    def _look(self) -> dict[Path, tuple[int, int]]:
        """What every file that matters looks like now."""
        places = [self.checkout / name for name in WATCHED]
        files = [
            path for place in places for path in (place.rglob("*") if place.is_dir() else [place]) if path.is_file()
        ]
        looks = {}
        for path in files:
            try:
                looks[path] = (path.stat().st_mtime_ns, path.stat().st_size)
            except OSError:  # an editor's temporary file, gone again
                continue
        return looks


def _findings_instead(make: Callable[[], Made], root: Path) -> Made:
    """What ``make`` returns. MkDocs and its plugins log and raise all kinds of errors: they become DiagnosticError."""
    with listening():
        try:
            return make()
        except DiagnosticError:
            raise
        except (Exception, SystemExit) as error:
            raise DiagnosticError(
                [Finding(display_path(root / "mkdocs.yml", root), 1, f"{type(error).__name__}: {error}")]
            ) from error


def _complaint(error: DiagnosticError) -> bytes:
    """A page in the place of one that never could be made."""
    return f"<!doctype html><title>Not made</title><pre>{html.escape(format_findings(error.findings))}</pre>".encode()
