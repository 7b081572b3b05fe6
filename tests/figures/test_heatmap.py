"""Heat maps of what isn't attention: axes and rows with names of their own."""

from __future__ import annotations

from drawn import render, svgs, texts

OUTPUT = "```{.text .output #table}\ntensor([[1.0, 0.0], [0.5, 0.5]])\n```"


def words(name: str, language: str = "en") -> list[str]:
    figure = f'<figure data-picture="heat-map" data-output="table" data-name="{name}"'
    html = render(f'{OUTPUT}\n\n{figure} data-rows="greedy T=2" data-columns="bark are"></figure>', language)
    return ["".join(text.itertext()) for text in texts(svgs(html)[0])]


def test_a_picture_names_its_own_axes_and_rows():
    english, serbian = words("next-token"), words("next-token", "sr")
    assert {"rule", "token", "greedy", "T=2", "bark"} <= set(english)
    assert {"pravilo", "token", "pohlepno", "T=2", "bark"} <= set(serbian)
    assert not {"Q", "K", "queries", "keys"} & set(english)


def test_without_names_the_axes_are_queries_and_keys():
    assert {"Q", "K", "queries", "keys", "greedy"} <= set(words("looks"))


def test_the_scale_ends_in_the_digits_that_it_needs():
    output = "```{.text .output #table}\ntensor([[16.4, -0.5], [2.0, 0.0]])\n```"
    figure = '<figure data-picture="heat-map" data-output="table" data-name="looks" data-rows="a b" data-columns="c d">'
    words = ["".join(text.itertext()) for text in texts(svgs(render(f"{output}\n\n{figure}</figure>", "en"))[0])]
    assert words[-2:] == ["16.4", "\u221216.4"]
