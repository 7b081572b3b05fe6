"""What Python in the page is made of: a Worker's script, Python's program and library, and their frame."""

from __future__ import annotations

import base64
import gzip
import hashlib
import lzma
from collections.abc import Callable
from functools import cache
from pathlib import Path

from handbook.core import npm
from handbook.core.files import write_atomically
from handbook.site import bundler, python_library

FOLDER = "assets/javascripts/"
FRAME = "python.html"
WORKER, FRAME_SCRIPT = "frontend/live/worker.js", "frontend/live/frame.js"
# No origin (its element is sandboxed), no network, no code made of text, one Worker: what the page's code may do.
POLICY = "default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; worker-src blob:"
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">\
<meta http-equiv="Content-Security-Policy" content="{policy}"><title>Python</title><script>{script}</script></html>
"""


def files(root: Path) -> dict[str, Callable[[], bytes]]:
    """By its path on the site, the function that makes each file. Raises as ``parts``."""
    made: dict[str, Callable[[], bytes]] = {FOLDER + FRAME: lambda: frame(root).encode("utf-8")}
    for name, content in parts(root).items():
        made[FOLDER + name] = lambda content=content: content  # type: ignore[misc]
    return made


@cache
def parts(root: Path) -> dict[str, bytes]:
    """Script, program and library by their names, which change with the content: a browser can keep them for good.

    They are compressed here, the script as browsers can unpack it, and the others as the script can, a quarter smaller:
    so they are as small from any server, and the page knows how many bytes come.

    Args:
        root: the checkout.

    Raises:
        DiagnosticError: where esbuild has an error, a module isn't Python, or a package is missing.
    """
    script = bundler.bundle(root / WORKER, *_as_in_a_browser()).encode("utf-8")
    program = (npm.package("pyodide") / "pyodide.asm.wasm").read_bytes()
    contents = {
        "worker-{}.bin": gzip.compress(script, 9, mtime=0),
        "python-{}.xz": _packed(program),
        "library-{}.xz": _packed(python_library.library(root).read_bytes()),
    }
    return {name.format(hashlib.sha256(content).hexdigest()[:12]): content for name, content in contents.items()}


def _packed(content: bytes) -> bytes:
    """Compressed by xz, once on a machine: it takes some seconds."""
    kept = npm.cached(f"{hashlib.sha256(content).hexdigest()[:16]}.xz")
    if not kept.is_file():
        # The script unpacks it with this much memory. Code for WebAssembly isn't aligned (pb).
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 8 << 20, "pb": 0}]
        write_atomically(kept, lzma.compress(content, check=lzma.CHECK_CRC32, filters=filters))
    return kept.read_bytes()


def _as_in_a_browser() -> list[str]:
    """What Pyodide has for node and for modules is left out."""
    return ["--log-override:empty-import-meta=silent", "--external:node:*", "--external:ws"]


def settings(root: Path) -> dict:
    """What the page has to know of these files (frontend/live/load-engine.js). Raises as ``parts``."""
    contents = parts(root)
    begun = hashlib.sha256("".join(contents).encode()).hexdigest()[:12]
    return {
        "parts": [{"name": name, "size": len(content)} for name, content in contents.items()],
        "begun": f"begun-{begun}",
        "frame": FRAME,
    }


def frame(root: Path) -> str:
    """The page that Python's Worker belongs to."""
    script = bundler.bundle(root / FRAME_SCRIPT).strip()
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return PAGE.format(policy=POLICY.format(digest=digest), script=script)
