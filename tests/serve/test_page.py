"""The page in a real browser: by mouse and by keyboard, on a phone, with hostile input.

Without a browser these are skipped, unless ``LUDEX_BROWSER=required``; ``LUDEX_BROWSER`` may also
name the program.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import kb
from kb.cases import examples_of
from tests.serve import states
from tests.serve.browser import WAIT, Table, ill, launched, program, required
from tests.serve.states import DESK, PHONE, TOURS, Tour, walk

WIDE = {"width": 1280, "height": 900}


def missing(what: str) -> None:
    if required():
        pytest.fail(f"LUDEX_BROWSER=required, and there is no {what}")
    pytest.skip(f"there is no {what}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = program()
    if path is None:
        missing("browser")
    for package in ("playwright", "axe_playwright_python"):
        if importlib.util.find_spec(package) is None:
            missing(package)
    with launched(str(path)) as made:
        yield made


@pytest.fixture(scope="module")
def address(browser: Any, server: httpx2.Client) -> str:
    return f"{str(server.base_url).rstrip('/')}/"


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
    table = opened(viewport=WIDE)
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
    proof.get_by_role("link", name="704.5j").first.click()
    page.get_by_role("heading", name="704.5j").wait_for()
    assert "since" in page.locator(".facts").first.inner_text() or "2012" in page.inner_text("main")
    page.go_back()
    sentences(page, said)


def test_from_an_empty_page_to_the_proof_by_keyboard(opened: Any) -> None:
    page = opened(viewport=WIDE).open()
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
    table = opened(viewport=WIDE)
    page = table.open()
    page.get_by_label("Day", exact=True).fill("2013-01-30")
    table.put("Bert", "jace bel", "battlefield", "Jace Beleren")
    page.locator(".refused summary").last.click()
    refused = page.locator(".refused li", has_text="activate the +2 ability of Jace Beleren").first
    assert refused.get_by_role("button").first.get_attribute("aria-disabled") == "true"
    assert "it is Bert's own turn, but it is Anna's turn" in refused.inner_text()
    assert refused.get_by_role("link", name="606.3").first.is_visible()
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


# --- What if --------------------------------------------------------------------------------------


def what_if(page: Any, key: str, value: str) -> list[str]:
    """Ask what if, and return what stands beside the answer: both sides of what changes."""
    control = page.locator(f'[data-key="if-{key}"]')
    old = page.locator(".beside > h4").all_inner_texts()
    if control.evaluate("(one) => one.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.fill(value)
    page.locator(".what-if form", has=control).locator("button").click()
    page.wait_for_function(
        "(old) => { const now = [...document.querySelectorAll('.beside > h4')]"
        ".map((one) => one.innerText); return now.length && String(now) !== String(old); }",
        arg=old,
    )
    return page.locator(".pair-of.differs").first.locator(".side").all_inner_texts()


def test_what_changes_stands_beside_the_answer(opened: Any, tmp_path: Path) -> None:
    page = opened(viewport=WIDE).open()
    start(page)
    for key, value in (("rule", "704.5j"), ("edition", "2013-07-13")):
        before, after = what_if(page, key, value)
        assert "graveyard" in before
        assert "battlefield" in after
    (warp,) = (one for one in examples_of("fftcg") if one.name.startswith("ffc-013"))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(warp)
    page.locator(".sentence", has_text="Plain Warper").first.wait_for()
    assert "Plain Warper" in page.locator(".depends").first.inner_text()
    before, after = what_if(page, "reading", "N-FF-01=book")
    assert "No: " in before
    assert "Yes: " in after


# --- All states -----------------------------------------------------------------------------------

SEEN: dict[Tour, dict[str, Any]] = {
    states.table: {**PHONE, "color_scheme": "dark", "locale": "fr"},
    states.steps: DESK,
    states.rulings: {**DESK, "color_scheme": "dark"},
    states.rulebook: {**PHONE, "locale": "fr"},
    states.errata: DESK,
}
"""Each in one of the lights and on one of the screens; ``tests.serve.states`` goes through all."""


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.__name__)
def test_nobody_is_hindered_in_any_state(opened: Any, tour: Tour) -> None:
    assert {name: wrong for name, wrong in walk(opened(**SEEN[tour]), tour) if wrong} == {}


# --- A server that others can reach ---------------------------------------------------------------


def test_a_token_is_asked_for_once_and_errata_are_off(
    browser: Any, serving: Callable[..., Any]
) -> None:
    words = ("--host", "0.0.0.0", "--token", "sesame", "--workers", "1")
    with serving("serve", *words) as (address, _):
        table = Table(browser, address.replace("0.0.0.0", "127.0.0.1") + "/", **DESK)
        page = table.open("#/erratum/mtg")
        page.get_by_role("textbox", name="Token").wait_for()
        assert ill(page) == []
        for said in ("open", "sesame"):
            page.get_by_role("textbox", name="Token").fill(said)
            page.get_by_role("button", name="Done").click()
        page.get_by_text("This server takes no changed rules").wait_for()
        page.get_by_role("link", name="Ask").first.click()
        start(page)
        assert not page.locator("dialog").count()
        assert ill(page) == []
        table.context.close()
        assert table.wrong == []


# --- Hostile input, phones, languages -----------------------------------------------------------


def test_what_is_pasted_stays_text(opened: Any) -> None:
    table = opened(viewport=WIDE)
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
    page.get_by_role("button", name="Put it into this situation").click()
    page.locator(".chip").wait_for()
    page.get_by_label("Name of Bert").fill(evil)
    page.get_by_label("Name of Bert").press("Tab")
    page.get_by_label("What may a player do?").check(force=True)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".ruling article, .ruling .error").first.wait_for()
    assert page.locator("main img, main script").count() == 0


def test_it_is_usable_on_a_phone_held_upright(opened: Any) -> None:
    page = opened(**PHONE).open()
    start(page)
    title = page.get_by_role("heading", name="The ruling")
    for _ in range(50):  # it is brought to sight, to a part of a pixel
        if -1 < title.bounding_box()["y"] < 400:
            break
        page.wait_for_timeout(100)
    assert -1 < title.bounding_box()["y"] < 400
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360
    buttons = page.locator(".tools button, .option, .primary").all()
    assert min(button.bounding_box()["height"] for button in buttons if button.is_visible()) >= 36
