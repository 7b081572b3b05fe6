"""What a hand does to the live blocks of a page in a browser, with a stand-in for Python."""

from __future__ import annotations

from functools import partial

import stub_python
from waiting import until, visit

from handbook import ROOT
from handbook.project.checkout import Project
from handbook.project.strings import Strings

PROJECT = Project(ROOT)
NAME = "by-hand"
SHAPE, QUERY, PRODUCTS = 0, 1, 3  # blocks of the page: the second prints a vector, the fourth a matrix


def words(language):
    return Strings.of(language, "run", ROOT).all()


def _bring(body, route):
    route.fulfill(body=body)


class Reader:
    """A page with live blocks, and what a hand does to them."""

    def __init__(self, page, address, language="en", name=NAME, python=True, slow=()):
        self.page, self.asked, self.errors = page, [], []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        if python:
            self.bring_python(language, name, slow)
        self.url = address + ("" if language == "en" else f"{language}/") + f"{name}/"
        visit(page, self.url)

    def bring_python(self, language="en", name=NAME, slow=()):
        """From now on a stand-in comes when Python is asked for; for the blocks ``slow`` it takes some seconds."""
        for pattern, body in stub_python.files(PROJECT.page(language, name), slow).items():
            self.page.route(pattern, partial(_bring, body))

    def block(self, index):
        return self.page.locator("[data-live]").nth(index)

    def press(self, index, action):
        self.block(index).locator(f"[data-action={action}]").click()

    def result(self, index):
        return self.block(index).locator("[data-result]")

    def until(self, index, state):
        expression = (
            "([index, state]) => document.querySelectorAll('[data-live]')[index]"
            ".querySelector('[data-result]').dataset.state === state"
        )
        until(self.page, expression, [index, state])

    def run(self, index, state="done"):
        self.press(index, "run")
        self.until(index, state)

    def edit(self, index, text=None):
        self.press(index, "edit")
        editor = self.block(index).locator("[data-code]")
        editor.wait_for()
        if text is not None:
            editor.fill(text)
        return editor

    def printed(self, index):
        return self.result(index).locator("pre").text_content().strip()

    def focused(self):
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")
