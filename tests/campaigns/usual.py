"""A usual character of each game after some months of play: what must fit on one printed page."""

from typing import Any

from campaigns.models import Character, Series
from campaigns.sheets.json import canonical, fitting_sheet
from rules import get_system

NOTES = (
    "Ferried grain down the river until the river chose her. Laughs before she strikes, and never counts coins.\n\n"
    "Owes Captain Deruvin a favour. Looks for the ledger that drowned with the toll house."
)
POWER = {"use": "attack", "timing": "supplemental", "text": "She stands still until the water does."}
NAMES = ("Heron Stands Still", "One Weapon, Two Blows", "River Breath", "Second Wind", "Salt on the Blade")
INTIMACIES = ("Her brother Oskel", "The people of the river", "Hatred of the toll", "Loyalty to the Guild")


def _powers(system: str) -> list[dict[str, Any]]:
    rules = get_system(system).sheets.powers
    assert rules
    use, timing = rules.uses[0].key, rules.timings[0].key
    return [{"name": name, "use": use, "timing": timing, "text": POWER["text"]} for name in NAMES]


USUAL: dict[str, tuple[str, dict[str, Any]]] = {
    "exalted2e": (
        "dawn",
        {
            "motivation": "Free the river from the Guild's tolls.",
            "specialties": [
                {"ability": ability, "name": name, "dots": dots}
                for ability, name, dots in (
                    ("melee", "On boats", 2), ("dodge", "In crowds", 1), ("sail", "Rapids", 3), ("war", "Barges", 1),
                )
            ],
            "intimacies": [{"text": text} for text in INTIMACIES],
            "backgrounds": {"artifact": 2, "contacts": 3, "resources": 2},
            "own_backgrounds": [{"name": "A barge", "dots": 2}],
            "favored": ["archery", "athletics", "awareness", "dodge", "sail"],
        },
    ),
    "exalted3e": (
        "solar",
        {
            "concept": "River pilot",
            "favored": ["melee", "dodge", "sail", "athletics", "awareness", "ride", "war", "lore", "stealth"],
            "specialties": [
                {"ability": ability, "name": name}
                for ability, name in (("melee", "Duels"), ("dodge", "Crowds"), ("sail", "Rapids"), ("war", "Barges"))
            ],
            "merits": ["giant_4"],
            "own_merits": [{"name": "A barge", "dots": 2}, {"name": "Friends on the quay", "dots": 3}],
            "intimacies": [{"text": text, "kind": "tie", "intensity": "major"} for text in INTIMACIES],
            "charms": "\n".join(NAMES * 3),
        },
    ),
    "wod2004": (
        "officer",
        {
            "specialties": {"firearms": "Pistols", "streetwise": "The harbour", "drive": "Pursuit"},
            "merits": "Fleet of Foot 2\nContacts 3 (harbour, press, morgue)\nResources 2\nStatus (police) 1",
            "virtue": "justice",
            "vice": "wrath",
        },
    ),
    "v20da": (
        "vampire",
        {
            "concept": "Archivist of the abbey",
            "clan": "Cappadocian",
            "disciplines": {"auspex": 2, "fortitude": 1, "potence": 2},
            "clan_disciplines": ["auspex", "fortitude"],
            "backgrounds": {"allies": 2, "herd": 2, "resources": 3},
            "own_traits": [{"name": "Ogham", "kind": "knowledge", "dots": 2}],
            "specialties": {"melee": "Knives"},
        },
    ),
}  # fmt: skip


def make_usual(system: str) -> Character:
    """Return the usual character of a game. It is stored nowhere."""
    archetype, more = USUAL[system]
    blank = get_system(system).sheets.blank(archetype)
    rated = {
        f"{group}.{name}": 2 + number % 4
        for group in ("abilities", "skills")
        if isinstance(blank.get(group), dict)
        for number, name in enumerate(list(blank[group])[::2])
    }
    sheet = canonical(system, {**fitting_sheet(system, blank, rated), **more, "powers": _powers(system)})
    series = Series(name="The Salt Road", system=system)
    return Character(name="Ysane of the Reeds", notes=NOTES, sheet=sheet, series=series)
