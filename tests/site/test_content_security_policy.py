"""The content security policy: every page has one, it names no other host, and it holds."""

import re

import pytest
from waiting import until

from handbook import ROOT
from handbook.site.content_security_policy import NoPolicyError, inline_scripts, policy, with_policy

TAG = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
# echo -n 'let a = 1;' | openssl dgst -sha256 -binary | base64
CODE, HASH = "let a = 1;", "'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck='"


def directives(text: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in text.split(";"))}


def test_an_inline_script_is_allowed_by_its_hash_and_data_needs_none():
    found = directives(
        policy(
            f'<script>{CODE}</script><script src="a.js"></script><script type="application/ld+json">{{}}</script>',
            frozenset([CODE, "let b = 2;"]),
        )
    )
    assert found["script-src"] == ["'self'", HASH]


def test_the_policy_stands_before_anything_that_it_binds():
    html = with_policy(f'<html><head><meta charset="utf-8"><script>{CODE}</script></head></html>', frozenset([CODE]))
    assert html.index("charset") < html.index("Content-Security-Policy") < html.index("<script>")


@pytest.mark.parametrize(
    "html, words",
    [
        ('<meta charset="utf-8"><script>let  b =\n2</script>', "an inline script that isn't the theme's: let b = 2"),
        (f"<script>{CODE}</script><meta charset=utf-8>", "above all scripts"),
        ("<title>a</title>", "above all scripts"),
    ],
    ids=["a stranger's script", "a script above the policy", "no place for the policy"],
)
def test_a_page_that_cannot_have_its_policy_is_told(html, words):
    with pytest.raises(NoPolicyError, match=words):
        with_policy(html, frozenset([CODE]))


def test_a_strangers_script_that_nobody_saw_does_not_run(browser, tmp_path):
    """Each of these a browser takes for a script, and not everybody who looks for scripts."""
    strange = (
        "<script>document.title += 1</script\t>",
        "<svg><script>document.title += 2</script ></svg>",
        "<img src=x onerror='document.title += 3'>",
        "<a href='javascript:void(document.title += 4)'>a</a>",
        "<iframe srcdoc='<script>parent.document.title += 5</script >'></iframe>",
    )
    head = f'<html><head><meta charset="utf-8"><title>ours</title><script>{CODE}document.title += a</script>'
    (tmp_path / "a.html").write_text(
        with_policy(f"{head}<body>{''.join(strange)}", frozenset([f"{CODE}document.title += a"])), encoding="utf-8"
    )
    page = browser.new_page()
    page.goto((tmp_path / "a.html").as_uri())
    page.click("a")
    assert page.title() == "ours1"
    page.close()


def test_the_themes_scripts_are_the_same_in_every_page():
    """One that isn't would have no hash, and not run."""
    for path in (ROOT / "theme").rglob("*.html"):
        own = re.findall(r"<script>(.*?)</script>", path.read_text(encoding="utf-8"), re.S)
        assert set(own) <= inline_scripts([ROOT / "theme"]), path


def test_every_page_has_one_that_names_no_host_and_allows_nothing_unknown(site_dir):
    pages = sorted(
        path for path in site_dir.rglob("*.html") if "assets" not in path.relative_to(site_dir).parts
    )  # there lies a page that stands alone
    assert len(pages) > 56
    for path in pages:
        tags = TAG.findall(path.read_text(encoding="utf-8"))
        assert len(tags) == 1, path
        found = directives(tags[0])
        assert not re.search(r"https?:|\*|//", re.sub(r"'sha256-[^']+'", "", tags[0])), path
        assert all(value == "'self'" or value.startswith("'sha256-") for value in found["script-src"]), path
        assert found["default-src"] == found["connect-src"] == found["style-src"] == ["'self'"]


def test_the_browser_stops_a_script_from_nowhere_and_a_call_to_another_host(address, browser):
    page = browser.new_page()
    page.goto(address)
    page.evaluate(
        """() => {
          window.stopped = [];
          document.addEventListener("securitypolicyviolation", (event) => stopped.push(event.effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "document.title = 'ran'";
          document.head.append(script);
          fetch("https://example.org/").catch(() => {});
        }"""
    )
    until(
        page, "['script-src-elem', 'connect-src'].every(rule => stopped.includes(rule))", timeout=5_000
    )  # told some time later
    assert page.title() != "ran"
    page.close()
