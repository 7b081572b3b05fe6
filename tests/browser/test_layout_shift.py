"""Nothing moves under a reader's eyes: as a page loads, on a slow phone and line too, and while it is scrolled."""

from __future__ import annotations

import pytest
from browsers import PHONE_SIZE
from samples import sample
from waiting import visit

from handbook import ROOT

MOST = 0.02  # of the score of which browsers' makers call up to 0.1 good
# A script of 400 kB builds the explorer; references begin with words in italics; a script fills the last of them.
BY_DAY = [("explorer", "phone", "fast"), ("references", "desk", "fast"), ("your data", "desk", "fast")]

PHONE = '<meta name="viewport" content="width=device-width,initial-scale=1">'


@pytest.fixture
def measure(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import layout_shift

    return layout_shift


def ways() -> list[tuple[str, str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        import layout_shift
    return [(name, device, line) for name in layout_shift.PAGES for device in layout_shift.DEVICES
            for line in layout_shift.LINES]  # fmt: skip


@pytest.mark.parametrize(("name", "device", "line"), sample(ways(), BY_DAY))
def test_nothing_moves(measure, browser, site_dir, name, device, line):
    with measure.served_as_built(site_dir) as address:
        found = measure.visit(browser, address + measure.PAGES[name], device, line)
    assert found.total < MOST, found.moved


def test_what_moves_is_noticed_as_it_loads_and_later(measure, browser, tmp_path):
    late = "setTimeout(() => document.querySelector('i').style.height = '200px', {})"
    lower = (
        "addEventListener('scroll', () => scrollY > 1000 && "
        "(document.querySelector('b').style.marginTop = '150px'), {})"
    )
    text = "<i style='display: block'></i>" + "<p>text</p>" * 40 + "<b style='display: block'></b>" + "<p>text</p>" * 40
    for name, script in {"still": "", "late": late.format(800), "lower": lower.format("{ once: false }")}.items():
        (tmp_path / f"{name}.html").write_text(
            f"<!doctype html><title>A page</title>{PHONE}{text}<script>{script}</script>"
        )
    with measure.served(tmp_path) as address:
        still, late, lower = (
            measure.visit(browser, f"{address}{name}.html", "phone", "fast") for name in ("still", "late", "lower")
        )
    assert still.total == 0
    assert late.shift > 0.05 and late.moved
    assert lower.shift == 0 and lower.scrolled > 0.01


def test_a_page_is_not_laid_out_anew_for_each_of_its_boxes(open_page, address):
    """Whether a box scrolls was once asked between changes of others: a slow phone stood still for seconds."""
    page = open_page(PHONE_SIZE)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    visit(page, f"{address}seeing-attention/")
    boxes = page.locator(".goes-on").count()
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    assert boxes > 30
    assert metrics["LayoutCount"] < boxes
