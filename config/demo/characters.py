"""The demo's characters: three of players, three of the Storyteller."""

from typing import Any

from campaigns.models import Character, Series
from campaigns.people.portraits.services import keep_portrait
from config.demo.chronicle import SYSTEM
from config.demo.people import People
from config.demo.portraits import FACES, draw_portrait
from rules import get_system
from rules.battle import Json
from rules.codec import encode
from rules.paths import write_path

YSANE, OSKEL, WREN = "Ysane of the Reeds", "Brother Oskel", "Wren Little-Lantern"
DERUVIN, GUARD, FERRYMAN = "Captain Deruvin", "Toll guard", "The Ferryman"

POWERS: dict[str, list[Json]] = {
    YSANE: [
        {
            "name": "Heron Takes the Fish",
            "use": "attack",
            "timing": "supplemental",
            "cost": {"motes": 3},
            "effects": [{"kind": "dice", "amount": 3}, {"kind": "damage", "amount": 2}],
            "text": "She stands still until the water has forgotten her.",
        },
        {
            "name": "The River Bends",
            "use": "defense",
            "timing": "reflexive",
            "cost": {"motes": 4},
            "effects": [{"kind": "dv", "amount": 2}, {"kind": "soak", "amount": 3}],
        },
        {
            "name": "Water Holds Her",
            "use": "ticks",
            "lasts": 12,
            "timing": "reflexive",
            "cost": {"motes": 3},
            "effects": [{"kind": "soak", "amount": 2}],
        },
    ],
    WREN: [
        {
            "name": "Nine Roofs in One Breath",
            "use": "any",
            "timing": "reflexive",
            "cost": {"motes": 2},
            "effects": [{"kind": "dice", "amount": 2}],
        },
        {
            "name": "One Last Lantern",
            "use": "any",
            "timing": "reflexive",
            "cost": {"health": 1},
            "harm": "bashing",
            "once": True,
            "effects": [{"kind": "dice", "amount": 3}],
        },
    ],
}
"""Powers of our own, to be switched on at the table."""

CHARACTERS: dict[str, dict[str, Any]] = {
    YSANE: {
        "owner": "mira",
        "archetype": "dawn",
        "notes": "Ferried grain down the river until the river chose her. Laughs before she strikes.",
        "sheet": {
            "attributes.strength": 4,
            "attributes.dexterity": 5,
            "attributes.stamina": 3,
            "abilities.melee": 5,
            "abilities.dodge": 3,
            "abilities.awareness": 3,
            "weapons": ["daiklave"],
            "armor": ["breastplate"],
            "motivation": "Break the toll lords' hold on the river.",
            "specialties": [{"ability": "melee", "name": "On boats", "dots": 2}],
            "intimacies": [{"text": "The ferrymen of the lower river"}, {"text": "Her brother, wherever he was sold"}],
            "own_backgrounds": [{"name": "A barge", "dots": 2}],
            "unit": {
                "name": "The ferrymen",
                "magnitude": 2,
                "drill": 1,
                "might": 0,
                "close_attack": 1,
                "close_damage": 1,
                "morale": 3,
            },
            "powers": POWERS[YSANE],
        },
    },
    OSKEL: {
        "owner": "jonas",
        "archetype": "heroic_mortal",
        "notes": "A lay brother with a healer's bag and a soldier's knees.",
        "sheet": {
            "abilities.martial_arts": 3,
            "abilities.medicine": 3,
            "abilities.resistance": 3,
            "health": "LL.....",
            "weapons": ["staff"],
            "armor": ["buff_jacket"],
            "motivation": "Bring every traveller in his care home alive.",
        },
    },
    WREN: {
        "owner": "jonas",
        "archetype": "night",
        "notes": "Knows the roofs of nine towns, and is owed money in eight of them.",
        "sheet": {
            "attributes.dexterity": 5,
            "abilities.thrown": 4,
            "abilities.stealth": 4,
            "weapons": ["shuriken", "knife"],
            "armor": ["chain_shirt"],
            "powers": POWERS[WREN],
            "conditions": "in disguise, owes the ferryman a song",
        },
    },
    DERUVIN: {
        "archetype": "heroic_mortal",
        "notes": "Holds the bridge, the winch and the ledger.",
        "secret_notes": "He has stopped believing in the toll. A good word at the right moment turns him.",
        "sheet": {
            "attributes.strength": 4,
            "attributes.dexterity": 4,
            "abilities.melee": 4,
            "abilities.war": 3,
            "weapons": ["spear"],
            "armor": ["lamellar"],
            "shield": "target",
            "unit": {
                "name": "The Toll Company",
                "magnitude": 3,
                "drill": 2,
                "might": 0,
                "close_attack": 2,
                "close_damage": 2,
                "armor": 1,
                "morale": 2,
            },
        },
    },
    GUARD: {"archetype": "extra", "extra": True, "sheet": {"weapons": ["spear"], "armor": ["buff_jacket"]}},
    FERRYMAN: {
        "archetype": "spirit",
        "hidden": True,
        "secret_notes": "Rises when blood touches the water. He wants the salt, not the blood.",
        "sheet": {},
    },
}


def make_characters(series: Series, people: People) -> dict[str, Character]:
    """Create all characters. Return them by name."""
    return {name: _make_character(series, people, name, row) for name, row in CHARACTERS.items()}


def _make_character(series: Series, people: People, name: str, row: dict[str, Any]) -> Character:
    sheets = get_system(SYSTEM).sheets
    sheet: Json = sheets.blank(row["archetype"])
    for path, value in row["sheet"].items():
        sheet = write_path(sheet, path, value)
    character = Character.objects.create(
        series=series,
        name=name,
        owner=people.get(row.get("owner", "")),
        sheet=encode(sheets.parse(sheet)),
        extra=row.get("extra", False),
        hidden=row.get("hidden", False),
        settled=True,
        made_freely="owner" not in row,
        notes=row.get("notes", ""),
        secret_notes=row.get("secret_notes", ""),
    )
    if name in FACES:
        keep_portrait(character, draw_portrait(name))
    return character
