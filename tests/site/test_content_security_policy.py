"""The content security policy: every page has one, it names no other host, and it holds."""

import re

from waiting import until

from handbook.site.content_security_policy import policy, with_policy

TAG = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
# echo -n 'let a = 1;' | openssl dgst -sha256 -binary | base64
CODE, HASH = "let a = 1;", "'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck='"


def directives(text: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in text.split(";"))}


def test_an_inline_script_is_allowed_by_its_hash_and_data_needs_none():
    found = directives(
        policy(f'<script>{CODE}</script><script src="a.js"></script><script type="application/ld+json">{{}}</script>')
    )
    assert found["script-src"] == ["'self'", HASH]


def test_the_policy_stands_before_anything_that_it_binds():
    html = with_policy(f'<html><head><meta charset="utf-8"><script>{CODE}</script></head></html>')
    assert html.index("charset") < html.index("Content-Security-Policy") < html.index("<script>")


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
