"""The page in a real browser: by mouse and by keyboard, on a phone, with hostile input.

Without a browser these are skipped, unless ``LUDEX_BROWSER=required``; ``LUDEX_BROWSER`` may also
name the program.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kb

REQUIRED = os.environ.get("LUDEX_BROWSER") == "required"
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
WAIT = 30_000
ILL = ("serious", "critical")


def program() -> str | None:
    named = os.environ.get("LUDEX_BROWSER", "")
    if named and not REQUIRED:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def missing(what: str) -> None:
    if REQUIRED:
        pytest.fail(f"LUDEX_BROWSER=required, and there is no {what}")
    pytest.skip(f"there is no {what}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = program()
    if path is None:
        missing("browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield made
        made.close()


@pytest.fixture(scope="module")
def address(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    command = [sys.executable, "-m", "kb", "serve", "--port", "0", "--workers", "2"]
    # No card store: what is offered is what comes with Ludex.
    store = tmp_path_factory.mktemp("store") / "none.sqlite"
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "LUDEX_STORE": str(store)},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=30)


class Table:
    """A page in a context of its own, and what went wrong in it."""

    def __init__(self, browser: Any, address: str, **context: Any) -> None:
        self.context = browser.new_context(locale="en-GB", **context)
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
        page.get_by_label(f"Where {player}'s card goes").select_option(zone)
        page.get_by_role("combobox", name=f"Add a card for {player}").fill(words)
        page.get_by_role("option", name=name).first.click()
        page.locator(".chip", has_text=name).first.wait_for()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Any]:
    tables: list[Table] = []

    def make(**context: Any) -> Table:
        tables.append(Table(browser, address, **context))
        return tables[-1]

    yield make
    for table in tables:
        table.context.close()
        assert table.wrong == []
        assert table.foreign == []


def ill(page: Any) -> list[str]:
    """Return what axe finds that is serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    # The policy of the page forbids scripts of others: axe is put in through the tools' own door.
    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": source})
    answer = session.send(
        "Runtime.evaluate",
        {
            "expression": "axe.run().then((found) => JSON.stringify(found.violations.map((one) => "
            "[one.impact, one.id, ...one.nodes.map((node) => node.html.slice(0, 200))])))",
            "awaitPromise": True,
        },
    )
    session.detach()
    found = json.loads(answer["result"]["value"])
    return [" ".join(one) for one in found if one[0] in ILL]


def sentences(page: Any, *said: str) -> list[str]:
    """Return the rulings that are shown; with some given, wait until these are."""
    from playwright.sync_api import expect

    found = page.locator("article.ruling .sentence")
    if said:
        expect(found).to_have_text(list(said), timeout=WAIT)
    else:
        found.first.wait_for()
    return found.all_text_contents()


# --- The two Jaces ------------------------------------------------------------------------------


def test_from_an_empty_page_to_the_proof_by_mouse(opened: Any) -> None:
    table = opened(viewport={"width": 1280, "height": 900})
    page = table.open()
    assert page.locator(".chip").count() == 0
    page.get_by_label("Day", exact=True).fill("2013-01-30")
    page.get_by_text("Comprehensive Rules of 1 October 2012").wait_for()
    table.put("Anna", "sculpteur", "hand", "Jace, the Mind Sculptor")
    table.put("Bert", "jace bel", "battlefield", "Jace Beleren")
    page.get_by_role("button", name="cast Jace, the Mind Sculptor", exact=True).click()
    page.get_by_role("button", name="All pass: the topmost resolves", exact=True).click()
    page.get_by_label("What happens?").check(force=True)
    page.get_by_role("button", name="Ask", exact=True).click()
    said = "Both Jace, the Mind Sculptor and Jace Beleren are in the graveyard."
    sentences(page, said)
    proof = page.locator(".proof")
    proof.get_by_role("button", name="Unfold all").click()
    proof.get_by_text("Jace Beleren has the planeswalker type jace").first.wait_for()
    assert not ill(page)
    proof.get_by_role("link", name="704.5j").first.click()
    page.get_by_role("heading", name="704.5j").wait_for()
    assert "since" in page.locator(".facts").first.inner_text() or "2012" in page.inner_text("main")
    assert not ill(page)
    page.go_back()
    sentences(page, said)


def test_from_an_empty_page_to_the_proof_by_keyboard(opened: Any) -> None:
    page = opened(viewport={"width": 1280, "height": 900}).open()
    page.locator(".option").first.wait_for()
    keys = page.keyboard

    def reach(**attributes: str) -> None:
        """Press Tab until something has the focus."""
        ((name, value),) = attributes.items()
        for _ in range(80):
            keys.press("Tab")
            if (
                page.evaluate_handle("document.activeElement").get_attribute(f"data-{name}")
                == value
            ):
                return
        raise AssertionError(f"Tab never reached {value}")

    reach(key="date")
    keys.type("01302013")
    page.get_by_text("Comprehensive Rules of 1 October 2012").wait_for()
    for player, words, name in (("Anna", "mind sc", "Sculptor"), ("Bert", "jace bel", "Beleren")):
        reach(key=f"add-{player}")
        if player == "Anna":
            keys.press("Tab")
            keys.type("hand")
            keys.press("Shift+Tab")
        keys.type(words)
        page.get_by_role("option", name=name).first.wait_for()
        keys.press("ArrowDown")
        keys.press("Enter")
        page.locator(".chip", has_text=name).wait_for()
    page.get_by_role("button", name="cast Jace, the Mind Sculptor", exact=True).wait_for()
    reach(key='do-{"cast":"Jace, the Mind Sculptor","by":"Anna"}')
    keys.press("Enter")
    page.get_by_role("button", name="Take back: Anna: cast Jace, the Mind Sculptor").wait_for()
    page.locator(".steps .old").wait_for(state="detached")
    reach(key="resolve-top")
    keys.press("Enter")
    reach(key="kind-may")
    for _ in range(3):
        keys.press("ArrowRight")
    reach(key="ask")
    keys.press("Enter")
    assert sentences(page) == [
        "Both Jace, the Mind Sculptor and Jace Beleren are in the graveyard."
    ]
    # The focus is at the ruling: the first branch of the proof is a few tabs away.
    for _ in range(40):
        keys.press("Tab")
        focused = page.evaluate_handle("document.activeElement")
        if focused.get_attribute("class") == "fold":
            break
    assert focused.get_attribute("aria-expanded") == "true"
    keys.press("Enter")
    assert focused.get_attribute("aria-expanded") == "false"


def test_what_is_not_legal_is_greyed_with_its_reason(opened: Any) -> None:
    table = opened(viewport={"width": 1280, "height": 900})
    page = table.open()
    page.get_by_label("Day", exact=True).fill("2013-01-30")
    table.put("Bert", "jace bel", "battlefield", "Jace Beleren")
    page.locator(".refused summary").last.click()
    refused = page.locator(".refused li", has_text="activate the +2 ability of Jace Beleren").first
    assert refused.get_by_role("button").first.get_attribute("aria-disabled") == "true"
    assert "it is Bert's own turn, but it is Anna's turn" in refused.inner_text()
    assert refused.get_by_role("link", name="606.3").first.is_visible()
    assert not ill(page)
    refused.get_by_role("button", name="Ask why").click()
    sentences(page, "No: Bert may not activate the +2 ability of Jace Beleren.")


# --- Links and files ----------------------------------------------------------------------------


def start(page: Any, name: str = "two-jaces") -> list[str]:
    page.locator(f'[data-key="start-{name}"]').click()
    return sentences(page)


def test_a_link_shows_the_same_to_somebody_else(opened: Any) -> None:
    page = opened().open()
    said = start(page)
    page.wait_for_url(re.compile(r"#/ask\?s="))
    other = opened(color_scheme="dark").open(page.url.removeprefix(opened().address))
    sentences(other, *said)
    assert other.locator(".chip").all_text_contents() == page.locator(".chip").all_text_contents()


def test_a_broken_link_says_so(opened: Any) -> None:
    page = opened().open("#/ask?s=zAAAA")
    assert "holds no situation" in page.get_by_role("alert").inner_text()


def test_what_is_too_long_for_a_link_is_a_file(opened: Any) -> None:
    page = opened(accept_downloads=True).open()
    page.get_by_role("button", name="As text").click()
    words = " ".join(f"{number * 7919 % 100_003:x}" for number in range(5_000))
    text = f"game: mtg\ntitle: {words[:900]}\nplayers: {{Anna: {{}}, Bert: {{}}}}\ncards:\n"
    text += "".join(
        f"  - {{name: Card {n}, types: [instant], text: '{words[n * 900 : n * 900 + 900]}'}}\n"
        for n in range(20)
    )
    page.locator("dialog textarea").fill(text)
    page.get_by_role("button", name="Take it over").click()
    with page.expect_download():
        page.get_by_role("button", name="Too long for a link: save the file").click()
    assert page.url.endswith("#/ask")


def test_what_is_saved_is_answered_alike_by_the_command_line(opened: Any, tmp_path: Path) -> None:
    page = opened(accept_downloads=True).open()
    said = start(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert [ruling.sentence for ruling in kb.ask(file)] == said
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(file)
    sentences(page, *said)


# --- What if, and errata ------------------------------------------------------------------------


def test_what_changes_stands_beside_the_answer(opened: Any) -> None:
    page = opened(viewport={"width": 1280, "height": 900}).open()
    start(page)
    form = page.locator(".what-if form", has=page.get_by_label("on another day"))
    form.get_by_label("on another day").fill("2013-07-20")
    form.get_by_role("button").click()
    page.locator(".pair-of.differs").first.wait_for()
    sides = page.locator(".pair-of.differs").first.locator(".side").all_inner_texts()
    assert "graveyard" in sides[0]
    assert "battlefield" in sides[1]
    form = page.locator(".what-if form", has=page.get_by_label("without the rule"))
    form.get_by_label("without the rule").fill("704.5j")
    form.get_by_role("button").click()
    page.get_by_role("heading", name="Without 704.5j").wait_for()
    assert page.locator(".pair-of.differs").count()
    assert not ill(page)


def test_an_erratum_is_written_and_compared(opened: Any) -> None:
    page = opened(viewport={"width": 1280, "height": 900}).open("#/erratum/mtg?number=306.9")
    text = page.get_by_label("The change")
    text.wait_for()
    page.wait_for_timeout(0)
    for _ in range(100):
        if "amends 306.9" in text.input_value():
            break
        page.wait_for_timeout(100)
    draft = text.input_value()
    text.fill(draft + "%! chnge: 0 to 1\n")
    page.get_by_role("button", name="Check it").click()
    error = page.get_by_role("alert").inner_text()
    assert error.startswith(f"Line {draft.count(chr(10)) + 1}: ")
    assert text.get_attribute("aria-invalid") == "true"
    assert not ill(page)
    text.fill(draft + "%! change: 0 to 1\n")
    page.get_by_label("Ask the worked examples").uncheck()  # all of them take minutes
    page.get_by_role("button", name="Compare").click()
    page.locator(".found .badge", has_text="Some boards end differently.").wait_for()
    assert "loyalty: 1" in page.locator("pre.program").first.inner_text()
    assert not ill(page)


def test_a_card_is_reworded_and_a_search_is_stopped(opened: Any) -> None:
    page = opened(viewport={"width": 1280, "height": 900}).open("#/erratum/mtg?number=306.9")
    page.get_by_label("Search the smallest board").uncheck()
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped.").wait_for()
    page.get_by_label("A card's text").check(force=True)
    page.get_by_role("combobox", name="Name of the card").fill("koth")
    page.locator(".suggestions li", has_text="Koth of the Hammer").first.click()
    page.get_by_label("Text", exact=True).fill("Flying")
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("All of it is understood.").wait_for()
    page.get_by_role("button", name="Compare").click()
    page.locator(".changed-cases").wait_for()
    assert not ill(page)


# --- Hostile input, phones, languages -----------------------------------------------------------


def test_what_is_pasted_stays_text(opened: Any) -> None:
    table = opened(viewport={"width": 1280, "height": 900})
    page = table.open()
    page.on("dialog", lambda dialog: table.wrong.append("a script ran") or dialog.dismiss())
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    page.get_by_role("combobox", name="Add a card for Anna").fill(evil)
    page.locator(".suggestions li").last.click()
    page.get_by_label("Text", exact=True).fill(
        f"{evil} When it enters, draw a card." + "x" * 30_000
    )
    page.get_by_role("button", name="Put it into this situation").click()
    assert "longer than" in page.locator("dialog .error").inner_text()
    page.get_by_label("Text", exact=True).fill(f"{evil} #script(lua) x #end.")
    page.get_by_role("button", name="What is understood?").click()
    page.locator("dialog .runs").wait_for()
    assert not ill(page)
    page.get_by_role("button", name="Put it into this situation").click()
    page.locator(".chip").wait_for()
    page.get_by_label("Name of Bert").fill(evil)
    page.get_by_label("Name of Bert").press("Tab")
    page.get_by_label("What may a player do?").check(force=True)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".ruling article, .ruling .error").first.wait_for()
    assert page.locator("main img, main script").count() == 0


def test_it_is_usable_on_a_phone_held_upright(opened: Any) -> None:
    page = opened(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).open()
    start(page)
    title = page.get_by_role("heading", name="The ruling")
    for _ in range(50):  # it is brought to sight
        if 0 <= title.bounding_box()["y"] < 400:
            break
        page.wait_for_timeout(100)
    assert 0 <= title.bounding_box()["y"] < 400
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360
    buttons = page.locator(".tools button, .option, .primary").all()
    assert min(button.bounding_box()["height"] for button in buttons if button.is_visible()) >= 36
    assert not ill(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_speaks_french_in_either_light(opened: Any, scheme: str) -> None:
    page = opened(color_scheme=scheme, reduced_motion="reduce").open()
    page.get_by_label("Language").select_option("fr")
    page.get_by_role("heading", name="Sur la table").wait_for()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator(".option").first.wait_for()
    assert not ill(page)
    start(page, "reactions")
    if scheme == "dark":
        return
    assert not ill(page)
    page.goto(page.url.split("#")[0] + "#/rules/mtg?date=2013-01-30&other=2013-07-20")
    page.locator(".changes .two").first.wait_for()
    assert not ill(page)


def test_how_sure_an_answer_is_shows_without_colour(opened: Any) -> None:
    page = opened().open()
    page.get_by_role("button", name="As text").click()
    area = page.locator("dialog textarea")
    area.fill("game: mtg\nplayers: {Anna: {batlefield: [Ogre]}, Bert: {}}\n")
    page.get_by_role("button", name="Take it over").click()
    assert page.locator("article.ruling").count() == 0
    for state, text in (("Conditional", CONDITIONAL), ("Undetermined", UNDETERMINED)):
        page.get_by_role("button", name="As text").click()
        page.locator("dialog textarea").fill(text)
        page.get_by_role("button", name="Take it over").click()
        page.locator(".badge", has_text=state).first.wait_for()
        assert not ill(page)


CONDITIONAL = """
game: mtg
date: 2013-01-30
cards:
  - name: Peace
    types: [enchantment]
    abilities: [{other: "Creatures can't attack you."}]
players:
  Anna: {battlefield: [Grizzly Bears]}
  Bert: {battlefield: [Peace]}
turn: {player: Anna, phase: beginning of combat}
do: [{until: {phase: declare attackers}}]
ask: [{may: {attack: {Grizzly Bears: Bert}, by: Anna}}]
"""

UNDETERMINED = """
game: mtg
date: 2013-01-30
cards:
  - name: Riddle
    cost: "{R}"
    types: [instant]
    abilities: [{effect: [{other: "Win a riddle contest."}]}]
players:
  Anna: {hand: [Riddle]}
  Bert: {}
do: [{cast: Riddle, by: Anna}, {resolve: top}]
ask: [{what: life, of: Bert}]
"""
