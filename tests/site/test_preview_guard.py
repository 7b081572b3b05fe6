"""What the preview answers to strangers: a web page that has a browser ask this machine, and programs that send."""

import re
import socket
import threading

import pytest
from small_site import PAGE, checkout
from waiting import until

from handbook.site.preview import Preview

FORM = "---\ndescription: A.\ntemplate: strange.html\n---\n\n# A { #a }\n"
STRANGE = (
    '{% extends "main.html" %}{% block content %}<script>document.title = "{{ page.title }}"</script>{% endblock %}'
)


@pytest.fixture(scope="module")
def preview(takes_minutes, tmp_path_factory):
    """A preview of a small checkout on a port of its own."""
    folder = tmp_path_factory.mktemp("preview")
    root = checkout(folder / "checkout")
    (root / "theme/strange.html").write_text(STRANGE, encoding="utf-8")
    (root / "docs/en/strange.md").write_text(FORM, encoding="utf-8")
    (folder / "served").mkdir()
    served = Preview("127.0.0.1", 0, folder / "served", root)
    served.server_bind()
    served.server_activate()
    threading.Thread(target=served.serve_forever, args=(0.05,), daemon=True).start()
    yield served
    served.shutdown()
    served.server_close()


def asked(
    preview: Preview, method: str = "GET", path: str = "/by-hand/", host: str = "localhost"
) -> tuple[int, str, str]:
    """Status, headers and body of an answer."""
    with socket.create_connection(("127.0.0.1", preview.server_port), timeout=300) as line:
        line.sendall(f"{method} {path} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        received = b"".join(iter(lambda: line.recv(65536), b"")).decode("utf-8", "replace")
    head, _, body = received.partition("\r\n\r\n")
    return int(head.split()[1]), head, body


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "[x", "127.0.0.1.x.org"]
)
def test_another_hosts_name_gets_nothing(preview, host):
    status, _, body = asked(preview, host=host)
    assert status == 403 and "serve --host" in body and "<" not in body


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.0.7"])
def test_this_machine_and_numbers_get_the_page(preview, host):
    assert asked(preview, host=host)[0] == 200


def test_the_name_that_the_preview_was_given_gets_the_page(preview, monkeypatch):
    monkeypatch.setattr(preview, "host", "tower.lan")
    assert asked(preview, host="tower.lan:8000")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE", "OPTIONS"])
def test_who_sends_is_refused(preview, method):
    status, head, _ = asked(preview, method)
    assert status == 405 and "\r\nAllow: GET, HEAD" in head


def test_only_the_head_is_sent_where_only_that_is_asked_for(preview):
    status, head, body = asked(preview, "HEAD")
    assert (status, body) == (200, "") and int(re.search(r"Content-Length: (\d+)", head)[1]) > 1000


def test_many_may_ask_at_once(preview):
    assert preview.request_queue_size >= 100


def test_a_page_that_cannot_have_its_policy_is_not_shown(preview):
    status, head, body = asked(preview, path="/strange/")
    assert status == 500 and "an inline script that isn&#x27;t the theme&#x27;s" in body
    assert "Content-Security-Policy: default-src 'self'" in head


def test_in_a_browser_the_policy_holds_and_a_saved_page_is_shown(preview, browser):
    page = browser.new_page()
    wrong = []
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"http://127.0.0.1:{preview.server_port}/by-hand/")
    assert wrong == []
    page.evaluate(
        "() => { window.before = true; fetch('https://example.org/').catch(() => { window.stopped = true }) }"
    )
    until(page, "window.stopped")
    assert any("Content Security Policy" in text for text in wrong)
    (preview.checkout / "docs/en/by-hand.md").write_text(PAGE.format("Saved"), encoding="utf-8")
    with page.expect_navigation(timeout=60_000), preview._epoch_cond:  # as when the watcher has seen it
        preview.update()
        preview._visible_epoch = preview._wanted_epoch = preview._visible_epoch + 1
        preview._epoch_cond.notify_all()
    assert "Saved" in page.inner_text("h1")
    page.close()
