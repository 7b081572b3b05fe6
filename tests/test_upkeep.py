"""What keeps up with the world around the book: `make links` and its workflow, and the actions that workflows use."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from handbook import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PAGE = """\
# T {{ #t }}

A [sound]({0}sound) link, [another page](other.md#x), `{0}code` and
a [broken]({0}gone) one. <{0}often> was asked too often, and {1} isn't asked.

```python
address = "{0}fence"
```
"""


@pytest.fixture
def site() -> Iterator[tuple[str, Counter]]:
    """The address of a site, and how often each of its pages was asked for."""
    asked: Counter[str] = Counter()

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            asked[self.path] += 1
            busy = 503 if asked[self.path] == 1 else 200
            self.send_response({"/sound": 200, "/busy": busy, "/often": 429}.get(self.path, 404))
            self.send_header("Content-Length", "0")
            self.send_header("Retry-After", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


def ignored() -> list[str]:
    """The addresses in lychee.toml that aren't asked, as they stand there."""
    text = (ROOT / "lychee.toml").read_text(encoding="utf-8").partition("exclude = [\n")[2].partition("\n]")[0]
    return text.split("\n")


def check_links(folder: Path) -> tuple[int, str]:
    """`make links`, as the workflow runs it, on pages of ``folder`` and without a pause before it asks again."""
    if not Path(sys.executable).with_name("lychee").is_file():
        without = pytest.fail if os.environ.get("HANDBOOK_NEEDS_LYCHEE") else pytest.skip
        without("no lychee: `make .venv/.links` lets this test run")
    for name in ("Makefile", "lychee.toml"):
        shutil.copyfile(ROOT / name, folder / name)
    (command,) = [step["run"] for step in workflow("links")["jobs"]["links"]["steps"] if "run" in step]
    done = subprocess.run(
        [*command.split(), "-o", ".venv/.links", f"BIN={Path(sys.executable).parent}", "PAUSE=0"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def workflow(name: str) -> dict:
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))


def test_a_broken_link_is_told_with_page_and_line_and_each_address_asked_once(tmp_path, site):
    address, asked = site
    for name in ("i18n/README.md", "models/README.md", "benchmarks/README.md", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"[sound]({address}sound)\n", encoding="utf-8")
    (tmp_path / "README.md").write_text(f"[busy]({address}busy)\n", encoding="utf-8")
    for language in ("en", "de"):
        (tmp_path / "docs" / language).mkdir(parents=True)
        page = PAGE.format(address, "https://www.lesswrong.com/posts/x")
        (tmp_path / "docs" / language / "t.md").write_text(page, encoding="utf-8")
    code, output = check_links(tmp_path)
    assert code != 0
    before, _, again = output.partition("Once more in 0 seconds")
    assert f"{address}busy" in before and f"{address}busy" not in again, "busy at first, and there when asked again"
    for language in ("en", "de"):
        told = again.partition(f"[docs/{language}/t.md]:\n")[2].partition("\n\n")[0]
        assert f"[404] {address}gone (at 4:3)" in told and told.count("\n") == 0, output
    assert asked["/sound"] == 1, "what is there isn't asked twice"
    assert not {"/code", "/fence"} & asked.keys()

    for language in ("en", "de"):
        page = PAGE.format(address, "https://www.lesswrong.com/posts/x").replace("gone", "sound")
        (tmp_path / "docs" / language / "t.md").write_text(page, encoding="utf-8")
    code, output = check_links(tmp_path)
    assert code == 0, output


def test_each_address_that_is_not_asked_has_its_reason():
    assert ignored() and all(re.fullmatch(r"  '\^https://\S+', # \w.+", line) for line in ignored()), ignored()


def test_links_are_checked_each_week_by_a_workflow_that_may_only_read():
    links = workflow("links")
    (schedule,) = links[True]["schedule"]  # YAML 1.1 reads `on` as true
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", schedule["cron"]) and "workflow_dispatch" in links[True]
    assert links["permissions"] == {"contents": "read"} and "permissions" not in links["jobs"]["links"]


def test_actions_are_pinned_and_each_in_one_version():
    pins: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for action, pin in re.findall(r"uses: (\S+?)@(.+)", path.read_text(encoding="utf-8")):
            pins.setdefault(action, set()).add(pin.replace("  #", " #"))
    assert "actions/checkout" in pins
    assert all(len(each) == 1 and re.fullmatch(r"[0-9a-f]{40} # v[\d.]+", *each) for each in pins.values()), pins
