"""A reader's code has no network, no storage and no way to the page: neither from Python nor from JavaScript."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
import python_probes
from browsers import executable
from file_server import served
from samples import sample

from handbook import ROOT
from handbook.core import npm
from handbook.export import offline_zip
from handbook.site import bundler, code_script, python_bundle

HAND = ROOT / "tests/hand/engine.mjs"
ATTACKS = python_probes.read(Path(__file__).with_name("attacks.txt"))
REACHABLE = Path(__file__).with_name("reachable.py").read_text("utf-8")
MOST_BYTES = 4_300_000  # of all that the first Run loads
# Of nothing that leads out of the realm the stranger may find even the name.
OUT = (
    "fetch XMLHttpRequest WebSocket EventSource WebTransport RTCPeerConnection Worker SharedWorker BroadcastChannel "
    "MessageChannel MessagePort importScripts postMessage open sendBeacon getDirectory IDBFactory CacheStorage Cache "
    "FontFace Request Response Notification ServiceWorker createObjectURL WebAssembly OffscreenCanvas FileReader eval "
    "setTimeout setInterval addEventListener dispatchEvent"
).split()
PAGE = """<!doctype html><meta charset="utf-8"><title>Python</title>
<meta http-equiv="Content-Security-Policy" content="{policy}">
<p class="downloads__needs"><a href="notes.txt" download>notes</a></p><script src="engine.js"></script>"""
POLICY = "default-src 'none'; script-src 'self'; frame-src 'self'; connect-src 'self'; img-src 'self'"


@cache
def _attacked() -> dict[str, str]:
    return python_probes.in_page(ATTACKS)


@pytest.mark.parametrize("name", ATTACKS)
def test_python_finds_no_way_into_javascript(name: str) -> None:
    """Each attack raises one of Python's own errors."""
    answer = _attacked()[name]
    assert re.search(r"^[A-Z]\w*(Error|Exception)\b", answer, re.MULTILINE), answer
    assert "[native code]" not in answer


def test_nothing_of_javascript_is_among_all_that_python_reaches() -> None:
    answer = python_probes.in_page({"walk": f"{REACHABLE}\nwalk()"})["walk"]
    *found, last = answer.splitlines()
    assert found == []
    assert int(last.removeprefix("seen ")) > 100_000


def test_an_object_of_pyodide_would_be_seen() -> None:
    """The control: the same walk, with one on its way."""
    planted = "kind = type('JsProxy', (), {})\nsys.planted = kind()\n"
    answer = python_probes.in_page({"walk": f"{REACHABLE}\n{planted}walk()"})["walk"]
    assert "outside: <class '__main__.JsProxy'>" in answer


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """A page with an engine, over http and in a folder, and what a stranger would run in its Worker."""
    folder = tmp_path_factory.mktemp("python")
    entry = folder / "entry.js"
    home = json.dumps(str(ROOT / "frontend/live"))[1:-1]
    entry.write_text(
        f"""import {{ loadEngine }} from "{home}/load-engine.js";
        import {{ createEngine }} from "{home}/engine.js";
        const home = document.currentScript.src;
        const python = {json.dumps(python_bundle.settings(ROOT))};
        globalThis.makeEngine = () => loadEngine(home, python, {{ report() {{}}, ask: async () => {{}} }});
        globalThis.createEngine = createEngine;
        globalThis.frameAddress = new URL(python.frame, home).href;
        """
    )
    (folder / "engine.js").write_text(bundler.bundle(entry), encoding="utf-8")
    stranger = Path(__file__).with_name("stranger.js").read_text("utf-8")
    (folder / "closed.js").write_text(
        f'import {{ closeRealm }} from "{home}/realm.js";\nglobalThis.closeRealm = closeRealm;\n'
    )
    held = dict(python_bundle.parts(ROOT)) | {"notes.txt": "čaša\n".encode()}
    held["stranger.js"] = stranger.encode()
    held["closed.js"] = (bundler.bundle(folder / "closed.js") + stranger).encode()
    for name, content in held.items():
        (folder / name).write_bytes(content)
        (folder / f"{name}.js").write_bytes(offline_zip.holding(name, content))
    (folder / python_bundle.FRAME).write_text(python_bundle.frame(ROOT), encoding="utf-8")
    (folder / "index.html").write_text(PAGE.format(policy=POLICY), encoding="utf-8")
    (folder / "favicon.ico").write_bytes(b"")
    return folder


@pytest.fixture(
    scope="module",
    params=sample(
        ["chromium http", "firefox http", "chromium file", "firefox file"], ["chromium http", "firefox file"]
    ),
)
def seen(request, site: Path, nightly) -> dict:
    """What a browser tells of Python in a page."""
    name, protocol = request.param.split()
    with served(site) as address:
        plan = {
            "browser": name,
            "executable": executable(name),
            "url": (site / "index.html").as_uri() if protocol == "file" else f"{address}index.html",
            "attacks": list(ATTACKS.values()),
            "walk": f"{REACHABLE}\nwalk()" if nightly else "",
        }
        command = [npm.node(), HAND]
        done = subprocess.run(command, input=json.dumps(plan), capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_python_runs_in_the_browser(seen, takes_minutes) -> None:
    results = seen["results"]
    assert results["torch"]["output"] == "tensor(2.)\n" and results["torch"]["error"] is None
    assert results["again"]["output"] == "torch.Size([3])\n"
    assert results["file"]["output"] == "čaša\n\n"
    assert results["error"]["error"]["text"] == "ZeroDivisionError: division by zero"
    assert results["error"]["error"]["line"] == 2
    assert results["many"]["cut"] and results["many"]["output"].count("\n") == 1000
    assert results["check"]["error"]["text"] == "AssertionError: not yet"
    assert results["afterReset"]["output"] == "False\n"
    assert seen["errors"] == []


@pytest.mark.parametrize("where", ["loop", "kernel", "import"])
def test_stop_ends_what_has_no_end_at_once_and_the_page_stays_alive(seen, where: str, takes_minutes) -> None:
    assert seen["stops"][where]["stopped"] and seen["stops"][where]["output"] == "so far\n"
    assert seen["results"]["afterStop"]["output"] == "False\n"
    assert seen["alive"][where] > 2, "the page goes on meanwhile"


def test_attacks_in_the_browser_end_in_an_error_and_nothing_is_asked_of_a_stranger(seen, takes_minutes) -> None:
    assert [attack for attack in seen["attacks"] if not attack["error"]] == []
    assert [line for line in seen["walk"]["output"].splitlines() if not line.startswith("seen ")] == []
    assert seen["asked"] == []


def test_a_stranger_in_the_worker_finds_no_way_out(seen, takes_minutes) -> None:
    """In the emptied realm, and by the frame's policy alone."""
    closed = {name: way for name, way in seen["closed"]["ways"].items() if not way.startswith("refused")}
    assert closed == {}
    assert set(OUT).isdisjoint(seen["closed"]["names"])
    assert seen["open"]["ways"]["eval"].startswith("refused")
    assert seen["asked"] == []


def test_what_the_first_run_loads() -> None:
    files = code_script.files(ROOT, "en")
    script = files[code_script.SCRIPT]()
    assert isinstance(script, str)
    size = sum(part["size"] for part in python_bundle.settings(ROOT)["parts"])
    assert size <= MOST_BYTES
