"""Small files in the shapes that the publishers document, with cards that nobody prints."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any


def scryfall(name: str, **more: Any) -> dict[str, Any]:
    """Return a card object, one printing."""
    about = name.lower().replace(" ", "-")
    return {
        "object": "card",
        "id": f"print-{about}-{more.get('set', 'tst')}-{more.get('lang', 'en')}",
        "oracle_id": f"oracle-{about}",
        "name": name,
        "lang": "en",
        "released_at": "2020-01-31",
        "layout": "normal",
        "mana_cost": "{1}{U}",
        "cmc": 2.0,
        "type_line": "Creature — Owl",
        "oracle_text": "Flying",
        "power": "1",
        "toughness": "2",
        "colors": ["U"],
        "keywords": ["Flying"],
        "set": "tst",
        "collector_number": "7",
        "legalities": {"standard": "legal"},
        **more,
    }


OWL = scryfall("Lamplit Owl")
OWL_FR = scryfall(
    "Lamplit Owl",
    lang="fr",
    printed_name="Chouette éclairée",
    printed_type_line="Créature : chouette",
    printed_text="Vol",
)
OWL_AGAIN = scryfall("Lamplit Owl", set="tsu", collector_number="8", released_at="2022-01-31")
TURNING = {
    "object": "card",
    "id": "print-turning",
    "oracle_id": "oracle-turning",
    "name": "Dusk Walker // Dawn Runner",
    "lang": "ja",
    "released_at": "2021-01-31",
    "layout": "transform",
    "cmc": 3.0,
    "type_line": "Creature — Wolf // Creature — Wolf",
    "keywords": ["Transform"],
    "set": "tst",
    "collector_number": "9",
    "card_faces": [
        {
            "object": "card_face",
            "name": "Dusk Walker",
            "mana_cost": "{2}{G}",
            "type_line": "Creature — Wolf",
            "oracle_text": "{T}: Transform Dusk Walker.",
            "power": "2",
            "toughness": "2",
            "colors": ["G"],
            "printed_name": "薄暮のガルム",
            "printed_type_line": "クリーチャー — 狼",
            "printed_text": "変身させる。",
        },
        {
            "object": "card_face",
            "name": "Dawn Runner",
            "mana_cost": "",
            "type_line": "Creature — Wolf",
            "oracle_text": "Trample",
            "power": "4",
            "toughness": "4",
            "colors": ["G"],
            "color_indicator": ["G"],
            "printed_name": "暁の走者",
            "printed_type_line": "クリーチャー — 狼",
            "printed_text": "トランプル",
        },
    ],
}
REVERSIBLE = {
    "object": "card",
    "id": "print-reversible",
    "name": "Lamplit Owl // Lamplit Owl",
    "lang": "en",
    "released_at": "2023-01-31",
    "layout": "reversible_card",
    "set": "slx",
    "collector_number": "1",
    "card_faces": [
        {
            "object": "card_face",
            "oracle_id": OWL["oracle_id"],
            "layout": "normal",
            "name": "Lamplit Owl",
            "mana_cost": "{1}{U}",
            "cmc": 2.0,
            "type_line": "Creature — Owl",
            "oracle_text": "Flying",
            "colors": ["U"],
        }
    ]
    * 2,
}
MELDING = scryfall(
    "Left Half",
    layout="meld",
    all_parts=[
        {"object": "related_card", "component": "meld_part", "name": "Left Half"},
        {"object": "related_card", "component": "meld_part", "name": "Right Half"},
        {"object": "related_card", "component": "meld_result", "name": "The Whole Thing"},
    ],
)


def faces(layout: str, first: str, second: str) -> dict[str, Any]:
    """Return a card object with two faces."""
    card = scryfall(f"{first} // {second}", layout=layout)
    parts = ("mana_cost", "type_line", "oracle_text", "power", "toughness")
    card["card_faces"] = [
        {"object": "card_face", "name": first, **{part: card[part] for part in parts}},
        {
            "object": "card_face",
            "name": second,
            "mana_cost": "{R}",
            "type_line": "Instant",
            "oracle_text": "Draw a card.",
        },
    ]
    del card["oracle_text"]
    return card


RULING = {
    "object": "ruling",
    "oracle_id": OWL["oracle_id"],
    "source": "wotc",
    "published_at": "2020-02-01",
    "comment": "It may fly by day, too.",
}


def mtgjson(name: str, **more: Any) -> dict[str, Any]:
    """Return a card of an atomic file."""
    return {
        "colorIdentity": ["U"],
        "colors": ["U"],
        "convertedManaCost": 2.0,
        "foreignData": [],
        "identifiers": {"scryfallOracleId": f"oracle-{name.lower()}"},
        "layout": "normal",
        "manaCost": "{1}{U}",
        "manaValue": 2.0,
        "name": name,
        "power": "1",
        "subtypes": ["Owl"],
        "supertypes": [],
        "text": "Flying",
        "toughness": "2",
        "type": "Creature — Owl",
        "types": ["Creature"],
        **more,
    }


ATOMIC: dict[str, Any] = {
    "meta": {"date": "2024-03-15", "version": "5.2.2+20240315"},
    "data": {
        "Lamplit Owl": [
            mtgjson(
                "Lamplit Owl",
                foreignData=[
                    {
                        "language": "French",
                        "name": "Chouette éclairée",
                        "text": "Vol",
                        "type": "Créature : chouette",
                    }
                ],
                rulings=[{"date": "2020-02-01", "text": "It may fly by day, too."}],
            )
        ],
        "Dusk Walker // Dawn Runner": [
            mtgjson(
                "Dusk Walker // Dawn Runner",
                faceName="Dusk Walker",
                side="a",
                layout="transform",
                foreignData=[
                    {
                        "language": "Japanese",
                        "name": "薄暮のガルム // 暁の走者",
                        "faceName": "薄暮のガルム",
                        "text": "変身させる。",
                        "type": "クリーチャー — 狼",
                    }
                ],
            ),
            mtgjson(
                "Dusk Walker // Dawn Runner", faceName="Dawn Runner", side="b", layout="transform"
            ),
        ],
        "Same Name": [
            mtgjson("Same Name", identifiers={"scryfallOracleId": "one"}, text="Draw a card."),
            mtgjson("Same Name", identifiers={"scryfallOracleId": "two"}, text="Scry 1."),
        ],
    },
}


def of_set(card: dict[str, Any], code: str, number: str) -> dict[str, Any]:
    """Return a card of a set file."""
    return {**card, "uuid": f"{code}-{number}", "setCode": code, "number": number}


SET = {
    "baseSetSize": 2,
    "booster": {"default": {"sheets": {"common": {"cards": {"TST-1": 1}}}}},
    "cards": [
        of_set(ATOMIC["data"]["Lamplit Owl"][0], "TST", "1"),
        of_set(ATOMIC["data"]["Dusk Walker // Dawn Runner"][0], "TST", "2"),
        of_set(ATOMIC["data"]["Dusk Walker // Dawn Runner"][1], "TST", "2"),
    ],
    "code": "TST",
    "releaseDate": "2020-01-31",
    "tokens": [{"name": "Owl", "type": "Token Creature — Owl", "uuid": "t"}],
}
ALL_PRINTINGS = {"meta": ATOMIC["meta"], "data": {"TST": SET, "TSU": {**SET, "code": "TSU"}}}


def written(path: Path, data: object, *, packed: bool = False) -> Path:
    """Write data as JSON, or text as it is."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    raw = text.encode()
    path.write_bytes(gzip.compress(raw) if packed else raw)
    return path
