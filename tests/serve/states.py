"""The states of the page, one after the other: ``python -m tests.serve.states FOLDER``.

In each one axe looks for what hinders people, and a picture is kept: on a desk and on a phone, in
light and in dark, in English and in French. What is found is printed, and makes it fail.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.serve.browser import Table, ill, launched, program
from tests.serve.servers import serving

Tour = Callable[[Table], Iterator[str]]

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

ILLEGAL = """
game: mtg
date: 2013-01-30
players:
  Anna: {battlefield: [Jace Beleren]}
  Bert: {battlefield: [Gideon Jura]}
do: [{activate: Gideon Jura, ability: "+2", by: Bert}]
ask: [{outcomes: {}}]
"""

UNKNOWN = """
game: mtg
players:
  Anna: {battlefield: [Jace Belern]}
  Bert: {}
ask: [{options: {by: Anna}}]
"""

AIMED = """
game: mtg
date: 2013-01-30
cards:
  - name: Test Bolt
    types: [instant]
    cost: "{R}"
    abilities: [{targets: [creature or player], effect: [{damage: 3, to: target 1}]}]
players:
  Anna: {hand: [Test Bolt], battlefield: [{card: Grizzly Bears, tapped: true}]}
  Bert: {battlefield: [{card: Jace Beleren, loyalty: 5}, Grizzly Bears]}
"""


def key(table: Table, name: str) -> Any:
    """Return what bears a key, in whatever language it speaks."""
    return table.page.locator(f'[data-key="{name}"]')


def read(table: Table, text: str) -> None:
    """Have the page read a file."""
    with table.page.expect_file_chooser() as chooser:
        key(table, "load").click()
    chooser.value.set_files([{"name": "a.yaml", "mimeType": "text/yaml", "buffer": text.encode()}])


def answered(table: Table) -> None:
    table.page.locator("article.ruling").first.wait_for()
    table.page.locator(".steps .old, .waiting").first.wait_for(state="detached")


def table(table: Table) -> Iterator[str]:
    """Put a table together."""
    page = table.open()
    page.locator(".option, .next .dim").first.wait_for()
    yield "empty"
    key(table, "add-Anna").fill("jace")
    page.locator(".suggestions li").nth(1).wait_for()
    page.keyboard.press("ArrowDown")
    yield "suggestions"
    page.keyboard.press("Enter")
    page.locator(".chip").click()
    page.locator("dialog .runs").wait_for()
    yield "card"
    page.keyboard.press("Escape")
    key(table, "more-Anna").locator("summary").click()
    yield "more"
    key(table, "add-Bert").fill("Hedge Owl")
    page.locator(".suggestions li").last.click()
    page.locator("dialog textarea").fill("Flying\nWhen Hedge Owl enters, win a riddle contest.")
    page.locator("dialog [type=button]").last.click()
    page.locator("dialog .runs").wait_for()
    yield "described"
    page.locator("dialog [type=submit]").click()
    page.locator(".chip", has_text="Hedge Owl").wait_for()
    key(table, "as-text").click()
    page.locator("dialog textarea").fill("game: mtg\nplayers: [")
    page.locator("dialog .primary").click()
    page.locator("dialog .error:not([hidden])").wait_for()
    yield "as-text"


def steps(table: Table) -> Iterator[str]:
    """Look at what may be done next."""
    page = table.open()
    read(table, AIMED)
    page.locator(".option[aria-expanded]").first.click()
    page.locator(".targets .option").first.wait_for()
    for summary in page.locator(".steps summary, .questions summary").all():
        summary.click()
    yield "steps"
    read(table, ILLEGAL)
    answered(table)
    yield "illegal"
    read(table, UNKNOWN)
    page.locator(".ruling .error").wait_for()
    page.locator(".steps .error").wait_for()
    yield "refused"


def rulings(table: Table) -> Iterator[str]:
    """Get answers of each kind, and ask what if."""
    page = table.open()
    key(table, "start-two-jaces").click()
    answered(table)
    for summary in page.locator(".right summary").all():
        summary.click()
    page.locator(".proof-head button").first.click()
    yield "answer"
    key(table, "if-date").fill("2013-07-20")
    page.locator(".what-if form", has=key(table, "if-date")).locator("button").click()
    page.locator(".pair-of.differs").first.wait_for()
    page.locator(".beside summary").first.click()
    yield "what-if"
    key(table, "life-Anna" if key(table, "life-Anna").count() else "life-Archibald").fill("3")
    page.keyboard.press("Tab")
    page.locator(".ruling .warning").first.wait_for()
    yield "changed-since"
    for name, text in (("conditional", CONDITIONAL), ("undetermined", UNDETERMINED)):
        read(table, text)
        page.locator(f"article.{name}").wait_for()
        mark = page.locator(f".badge.{name} .mark").inner_text()
        assert mark == {"conditional": "◐", "undetermined": "?"}[name]
        yield name
    page.goto(table.address + "#/ask?s=zAAAA")
    page.locator(".ruling .error").wait_for()
    yield "broken-link"


def rulebook(table: Table) -> Iterator[str]:
    """Read the rules."""
    page = table.open("#/rules/mtg?q=loyalty")
    page.locator(".rules li").first.wait_for()
    yield "rules"
    page.goto(table.address + "#/rules/mtg?date=2013-01-30&other=2013-07-20")
    page.locator(".changes .two").first.wait_for()
    yield "two-days"
    page.goto(table.address + "#/rule/mtg/306.4")
    page.locator(".history svg").first.wait_for()
    yield "rule"
    page.goto(table.address + "#/rule/mtg/999.9")
    page.locator("main .error").wait_for()
    yield "no-rule"


def errata(table: Table) -> Iterator[str]:
    """Change a rule, and a card's text."""
    page = table.open("#/erratum/fftcg?number=12.4.1")
    area = key(table, "text")
    page.wait_for_function(
        "() => document.querySelector('textarea')?.value.includes('amends 12.4.1')"
    )
    yield "erratum"
    draft = area.input_value()
    area.fill(f"{draft}%! chnge: 7 to 6\n")
    key(table, "check").click()
    error = page.locator("#erratum-error").inner_text()
    assert f" {draft.count(chr(10)) + 1}" in error.partition("'")[0], error
    assert area.get_attribute("aria-invalid") == "true"
    yield "erratum-error"
    area.fill(f"{draft}%! change: 7 to 6\n")
    key(table, "cases").uncheck()  # all of them take minutes
    key(table, "compare").click()
    page.locator(".found .badge.conditional").wait_for()
    assert "Bert: {damage: 6}" in page.locator("pre.program").inner_text()
    key(table, "stop").wait_for(state="detached")
    yield "erratum-result"
    key(table, "verify").click()
    page.locator(".panel progress + .dim", has_text=",").wait_for()
    yield "looking-for-contradictions"
    key(table, "stop").click()
    key(table, "stop").wait_for(state="detached")
    yield "stopped"
    page.locator("#kind-card").check(force=True)
    key(table, "card").fill("plain herald")
    page.locator(".suggestions li").first.click()
    page.locator(".erratum strong").wait_for()
    key(table, "words").fill("Haste\nBanding with riddles")
    key(table, "check").click()
    page.locator("#erratum-said .runs").wait_for()
    yield "card-error"
    key(table, "words").fill("Haste")
    key(table, "compare").click()
    page.locator(".changed-cases .differs").first.wait_for()
    yield "card-result"


TOURS: tuple[Tour, ...] = (table, steps, rulings, rulebook, errata)

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


PAINTED = "() => performance.getEntriesByName('first-contentful-paint').map((one) => one.startTime)"


def too_wide(page: Any) -> str | None:
    """Return how wide a page is that is wider than the screen."""
    wide, screen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    return f"{wide} wide on a screen of {screen}" if wide > screen else None


def walk(table: Table, tour: Tour) -> Iterator[tuple[str, list[str]]]:
    """Yield the states of a tour, and what is wrong in each."""
    for name in tour(table):
        table.page.wait_for_timeout(50)
        wide = too_wide(table.page)
        yield name, [*ill(table.page), *([wide] if wide else [])]


def main(folder: str, *only: str) -> int:
    """Go through all states; 1 if something is wrong in one."""
    path = program()
    assert path is not None, "there is no browser"
    failed = count = 0
    paints = []
    with launched(path) as browser, serving("serve") as (where, _):
        address = f"{where}/"
        for (size, screen), scheme, lang in itertools.product(
            (("desk", DESK), ("phone", PHONE)), ("light", "dark"), ("en", "fr")
        ):
            said = f"{size}-{scheme}-{lang}"
            if only and said not in only:
                continue
            for tour in TOURS:
                table = Table(browser, address, color_scheme=scheme, locale=lang, **screen)
                for name, wrong in walk(table, tour):
                    paints += table.page.evaluate(PAINTED)
                    count += 1
                    failed += bool(wrong)
                    for one in wrong:
                        print(f"{said} {name}: {one}")  # noqa: T201
                    table.page.screenshot(path=Path(folder, f"{name}-{said}.png"), full_page=True)
                failed += bool(table.wrong or table.foreign)
                print(*table.wrong, *table.foreign, end="")  # noqa: T201
                table.context.close()
    print(f"the slowest first paint: {max(paints):.0f} ms")  # noqa: T201
    print(f"{count} states, {failed} with something wrong")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
