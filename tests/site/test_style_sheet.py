"""The one style sheet: what it leaves out of the theme's."""

from __future__ import annotations

import pytest

from handbook.site.style_sheet import without_other_colors

RED, OWN = "[data-md-color-primary=red]", "[data-md-color-accent=custom]"


@pytest.mark.parametrize(
    "css, left",
    [
        ("a{b:c}", "a{b:c}"),
        (f"{RED}{{b:c}}a{{b:c}}", "a{b:c}"),
        (f"{RED} .x,.y,{RED}{{b:c}}", ".y{b:c}"),
        (f"{OWN}{{b:c}}", f"{OWN}{{b:c}}"),
        (f"@media screen{{{RED}{{b:c}}}}a{{b:c}}", "a{b:c}"),
        (f"@media print{{{RED}{{b:c}}a{{b:c}}}}", "@media print{a{b:c}}"),
        ('@font-face{font-family:"x,y"}', '@font-face{font-family:"x,y"}'),
    ],
)
def test_colors_that_the_site_does_not_use_are_left_out(css, left):
    assert without_other_colors(css, {"custom"}) == left
