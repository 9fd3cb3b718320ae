"""What a character's experience raises and buys (V20-210 to V20-216), by the prices of `experience`. Nothing trains."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.pool import Breakdown
from rules.powers import Power, check_powers
from rules.raising import GENERAL, Award, Bought, Good, Price, Raise, find_bought, find_good, find_raise
from rules.system import ExperienceRules, Trait
from rules.v20da.experience import discipline_kind, raise_cost
from rules.v20da.sheet.model import Sheet
from rules.v20da.sheet.own_traits import OwnTrait
from rules.v20da.sheet.powers import POWERS
from rules.v20da.sheet.sheets import SHEETS

KINDS: Final = {
    "attributes": "attribute",
    "abilities": "ability",
    "disciplines": "discipline",
    "virtues": "virtue",
    "road": "road",
    "willpower": "willpower",
}
AWARDS: Final = (
    Award("automatic", "Being there", 1, "V20-215"),
    Award("learning", "Learning", 1, "V20-215"),
    Award("roleplaying", "Roleplaying", 1, "V20-215"),
    Award("outstanding", "Outstanding roleplaying", 2, "V20-215"),
    Award("heroism", "Heroism", 1, "V20-215"),
    Award("storyteller", "The Storyteller's award", 0, ""),
)
GOODS: Final = (Good("secondary_path", "Secondary path", "V20-210", (("before", 0, 4), ("after", 1, 5)), named="Path"),)


def list_raises(sheet: Sheet, options: Any) -> tuple[Raise, ...]:
    """The traits that experience raises; Disciplines are for vampires."""
    return tuple(
        _raise(sheet, trait, kind)
        for section in SHEETS.layout(sheet)
        if not section.scene
        for trait in section.traits
        if trait.kind == "dots" and (kind := _kind_of(sheet, trait.key))
        if kind != "discipline" or sheet.is_vampire
    )


def price_raise(sheet: Sheet, path: str, before: int, after: int, options: Any) -> Price:
    """The price of raising a trait dot by dot (V20-213). Raises `BadInput`."""
    found = find_raise(list_raises(sheet, options), path, before, after)
    kind = found.kind
    if kind == "discipline":
        row = _row_at(sheet, path)
        kind = discipline_kind(row.key if row else path.partition(".")[2], sheet.clan, sheet.clan_disciplines)
    return _price(raise_cost(kind, before, after))


def list_goods(sheet: Sheet, options: Any) -> tuple[Good, ...]:
    """What is bought beside the sheet's own traits: a vampire's secondary path."""
    return GOODS if sheet.is_vampire else ()


def price_good(sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
    """The price of something bought whole. Raises `BadInput`."""
    good = find_good(list_goods(sheet, options), key, dict(figures))
    before, after = figures["before"], figures["after"]
    find_raise((Raise(key, good.label, key, before, 5, good.rule),), key, before, after)
    return _price(raise_cost(key, before, after))


def put_good(sheet: Sheet, bought: Bought, options: Any) -> dict[str, Json]:
    """The sheet's JSON with a secondary path among the powers, its rating in their words.

    Raises `BadInput`, so for a path that does not stand at the rating it is raised from.
    """
    good = find_bought(list_goods(sheet, options), bought)
    before, after = (f"{good.label} {bought.figures[name]}" for name in ("before", "after"))
    rows = [power for power in sheet.powers if power.name.lower() == bought.name.strip().lower()]
    now = next((power for power in rows if power.text.startswith(good.label)), None)
    if bool(bought.figures["before"]) != bool(now) or (now and now.text != before):
        stands = now.text.removeprefix(f"{good.label} ") if now else "0"
        sentence = f"{bought.name} stands at {stands} now, not at {bought.figures['before']}."
        raise BadInput("moved_on", sentence, key="before")
    kept = tuple(replace(power, text=after) if power is now else power for power in sheet.powers)
    powers = kept if now else (*kept, Power(name=bought.name, text=after))
    data: dict[str, Json] = encode(replace(sheet, powers=check_powers(POWERS, powers)))
    return data


def _row_at(sheet: Sheet, path: str) -> OwnTrait | None:
    """The row of one's own that a path leads to."""
    head, _, rest = path.partition(".")
    return sheet.own_traits[int(rest.partition(".")[0])] if head == "own_traits" else None


def _kind_of(sheet: Sheet, path: str) -> str:
    """What the experience table calls a trait, or nothing; of one's own only what has a name."""
    row = _row_at(sheet, path)
    if row is None:
        return KINDS.get(path.partition(".")[0], "")
    return KINDS.get(row.group, "") if row.name else ""


def _raise(sheet: Sheet, trait: Trait, kind: str) -> Raise:
    by_generation = kind in ("attribute", "ability", "discipline")
    cap = min(trait.high, sheet.maximum) if by_generation else trait.high
    row = _row_at(sheet, trait.key)
    return Raise(trait.key, row.name if row else trait.label, kind, int(str(trait.value)), cap, "V20-216")


def _price(why: Breakdown) -> Price:
    costs = tuple(step.after - step.before for step in why.steps)
    return Price(costs, tuple(0 for _ in costs), why)


EXPERIENCE = ExperienceRules(
    {GENERAL: "Experience"}, AWARDS, list_raises, price_raise, list_goods, price_good, put_good
)
