"""A real browser, and the page in it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en-US",
)
WAIT = 120_000
ILL = ("serious", "critical")


def required() -> bool:
    """Return whether it is a failure that there is no browser."""
    return os.environ.get("LUDEX_BROWSER") == "required"


def program() -> str | None:
    """Return the path of a browser; ``LUDEX_BROWSER`` may name one."""
    named = os.environ.get("LUDEX_BROWSER", "")
    if named and not required():
        return shutil.which(named)
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextlib.contextmanager
def launched(path: str) -> Iterator[Any]:
    """Yield a browser that runs."""
    with import_module("playwright.sync_api").sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield made
        finally:
            made.close()


class Table:
    """A page in a context of its own, and what went wrong in it."""

    def __init__(self, browser: Any, address: str, **context: Any) -> None:
        self.context = browser.new_context(**{"locale": "en-GB", **context})
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.address = address
        self.wrong: list[str] = []
        self.foreign: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", self._requested)

    def _requested(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.foreign.append(request.url)

    def open(self, fragment: str = "") -> Any:
        """Open the page at a fragment."""
        self.page.goto(self.address + fragment)
        return self.page

    def put(self, player: str, words: str, zone: str, name: str) -> None:
        """Put a card on the table, by words of its name."""
        page = self.page
        page.locator(f'[data-key="zone-{player}"]').select_option(zone)
        page.locator(f'[data-key="add-{player}"]').fill(words)
        page.get_by_role("option", name=name).first.click()
        page.locator(".chip", has_text=name).first.wait_for()


def ill(page: Any) -> list[str]:
    """Return what axe finds that is serious or critical."""
    # The policy of the page forbids scripts of others: axe is put in through the tools' own door.
    session = page.context.new_cdp_session(page)

    def run(expression: str) -> Any:
        said = {"expression": expression, "awaitPromise": True}
        return session.send("Runtime.evaluate", said)["result"].get("value")

    if run("typeof axe") != "object":
        where = import_module("axe_playwright_python.sync_playwright").__file__
        run((Path(str(where)).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = run(
        "axe.run({resultTypes: ['violations']}).then((found) => JSON.stringify("
        "found.violations.map((one) => "
        "[one.impact, one.id, ...one.nodes.map((node) => node.html.slice(0, 200))])))"
    )
    session.detach()
    return [" ".join(one) for one in json.loads(found) if one[0] in ILL]
