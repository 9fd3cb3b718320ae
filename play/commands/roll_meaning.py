"""From the words of a typed roll to a system's request or its plain numbers. It reads no database."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

from campaigns.core.language import translate
from play.commands.roll_command import NAMED, NO, SWITCHED, RollWords, parse_number
from rules.battle import Choice, Field, Json
from rules.errors import BadInput
from rules.powers import Power
from rules.system import System
from rules.tasks import SpokenRules
from rules.text import Text

DOTS = re.compile(r"\s+(alone|\d+)$")
"""What a form adds to the name of a trait."""


def find_request(system: System, sheet: Any, said: RollWords) -> dict[str, Json]:
    """Return the request of a roll from a sheet.

    Raises `BadInput` that names what the sheet or the book does not have.
    """
    spoken = system.tasks.spoken
    request = find_traits(system, sheet, said.traits)
    hints = get_type_hints(system.rolls.request)
    for word, text in said.words.items():
        key, value = _target(system, spoken.words, word, text, hints)
        request[key] = value
    for name, amount in _more(system, spoken.words, said).items():
        request[name] = amount
    if said.powers:
        request["powers"] = find_powers(system, sheet, said.powers)
    return request


def find_powers(system: System, sheet: Any, said: str) -> list[str]:
    """Return the keys of the powers that were named, with commas or "and" between them."""
    owned: Sequence[Power] = sheet.powers if system.sheets.powers is not None else ()
    whole = _find_power(owned, said)
    if whole:
        return [whole.key]
    parts = [part for part in re.split(r",|\band\b", said, flags=re.I) if part.strip()]
    found = [(part, _find_power(owned, part)) for part in parts]
    for part, power in found:
        if power is None:
            raise BadInput("unknown_power", Text("There is no power “{strip}” on the sheet.", strip=part.strip()[:40]))
    return [power.key for _part, power in found if power]


def _find_power(owned: Sequence[Power], said: str) -> Power | None:
    """Return the power of this name, or the only one whose name begins with it."""
    wanted = " ".join(said.casefold().split())
    exact = [power for power in owned if power.name.casefold() == wanted]
    begun = [power for power in owned if power.name.casefold().startswith(wanted)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def find_numbers(system: System, said: RollWords) -> dict[str, Json]:
    """Return the numbers of a roll of plain dice, as the system's `command` takes them."""
    if said.powers:
        raise BadInput("bare_pool", Text("A power needs a character: name traits instead of dice."))
    numbers: dict[str, Json] = {"pool": max(0, (said.pool or 0) + said.dice)}
    table = system.tasks.spoken.numbers
    if said.is_sum and said.dice:
        raise BadInput("sum_of_dice", _refuse_sum(said.pool or 0, said.dice, has_successes="s" in table))
    for word, text in said.words.items():
        if word in ("wp", "channel", "stunt") and word not in table:
            raise BadInput("bare_pool", Text("“{word}” needs a character: name traits instead of dice.", word=word))
        hint = bool if word in SWITCHED else int
        key, value = _target(system, table, word, text, {str(table.get(word)): hint})
        numbers[key] = value
    if said.successes:
        key, _ = _target(system, table, "s", str(said.successes), {})
        numbers[key] = said.successes
    return numbers


def _refuse_sum(pool: int, number: int, *, has_successes: bool) -> Text:
    """Refuse "2d10+3": elsewhere it is a sum, here it could be three dice more or three successes more."""
    said = f"/roll {pool} {number:+d}"
    if not has_successes and number > 0:
        return Text("Dice aren’t added up here. Write {said} for more dice.", said=said)
    if not has_successes:
        return Text("Dice aren’t added up here. Write {said} for fewer dice.", said=said)
    if number > 0:
        return Text("Dice aren’t added up here. Write {said} for more dice, or {said}s for more successes.", said=said)
    return Text("Dice aren’t added up here. Write {said} for fewer dice, or {said}s for fewer successes.", said=said)


def _target(
    system: System, table: Mapping[str, str | tuple[str, Json]], word: str, text: str, hints: Mapping[str, Any]
) -> tuple[str, Json]:
    """Return the key that a word sets, and its value, by the type of the key."""
    found = table.get(word)
    if found is None:
        known = ", ".join(name for name in table if name.isalpha() and name != "s")
        name = {"s": "successes more", "+": "dice more"}.get(word, f"“{word}”")
        raise BadInput(
            "not_here",
            Text("{name} has no {name2} for this roll. Known: {known}.", name=system.name, name2=name, known=known),
        )
    if isinstance(found, tuple):
        return found
    hint = hints.get(found, int)
    if hint is bool:
        return found, text not in NO and text != "0"
    if hint is str or word in NAMED:
        return found, text
    return found, parse_number(text) if re.fullmatch(r"[+\-−]?\d+", text, re.A) else int(text not in NO)


def _more(system: System, table: Mapping[str, str | tuple[str, Json]], said: RollWords) -> dict[str, Json]:
    """Return the keys for dice and successes more or less."""
    found: dict[str, Json] = {}
    if said.dice:
        less = said.dice < 0 and "-" in table
        key, _ = _target(system, table, "-" if less else "+", "0", {})
        found[key] = -said.dice if less else said.dice
    if said.successes:
        key, _ = _target(system, table, "s", "0", {})
        found[key] = said.successes
    return found


def parse_traits(system: System, sheet: Any, text: str) -> dict[str, Json]:
    """Return the request of traits, as a task has them: "Wits + Awareness". Empty for no text."""
    if not text.strip():
        return {}
    return find_traits(system, sheet, tuple(part.strip() for part in text.split("+")))


def find_traits(system: System, sheet: Any, traits: Sequence[str]) -> dict[str, Json]:
    """Put each named trait into a place of the request that can hold it."""
    spoken = system.tasks.spoken
    by_name = {field.name: field for field in system.rolls.fields(sheet)}
    places = [by_name[name] for name in spoken.traits]
    if not places:
        raise BadInput(
            "no_traits", Text("{name} does not roll traits. Enter a number of dice: /roll 8.", name=system.name)
        )
    if len(traits) > len(places):
        raise BadInput("many_traits", Text("Up to {places} traits can be rolled together.", places=len(places)))
    request = _assign(list(traits), places)
    if request is None:
        unknown = next((name for name in traits if not any(_find(name, place) for place in places)), traits[-1])
        raise BadInput(
            "unknown_trait",
            Text("There is no “{unknown}” to roll. Use the sheet’s trait names.", unknown=unknown[:40]),
        )
    _check_alone(spoken, list(request.values()), traits)
    return {place.name: "" for place in places if any(c.value == "" for c in place.choices)} | request


def _assign(traits: list[str], places: Sequence[Field]) -> dict[str, Json] | None:
    """Return the first way to give every trait a place of its own."""
    if not traits:
        return {}
    for place in places:
        choice = _find(traits[0], place)
        rest = None if choice is None else _assign(traits[1:], [other for other in places if other is not place])
        if choice is not None and rest is not None:
            if choice.reason:
                raise BadInput("trait_barred", choice.reason)
            return {place.name: choice.value, **rest}
    return None


def _find(name: str, place: Field) -> Choice | None:
    """Return the choice of this name, or the only one whose name begins with it."""
    wanted = " ".join(name.casefold().replace("_", " ").split())
    named = [(_list_names(choice), choice) for choice in place.choices if choice.value]
    exact = [choice for names, choice in named if wanted in names]
    if exact or len(wanted) < 3:
        return exact[0] if exact else None
    begun = [choice for names, choice in named if any(word.startswith(wanted) for word in names)]
    return begun[0] if len(begun) == 1 else None


def name_trait(choice: Choice) -> str:
    """Return the name of a trait in the reader's language, as a line takes it."""
    return DOTS.sub("", translate(choice.label))


def _list_names(choice: Choice) -> tuple[str, ...]:
    """Return what a trait may be called: its name in English and in the reader's language, and its key.

    A form may add dots or a remark to the name; both ways are good.
    """
    labels = [label.casefold() for label in (choice.label, translate(choice.label))]
    return (
        *labels,
        *(DOTS.sub("", label) for label in labels),
        choice.value.replace("_", " ").casefold(),
    )


def _check_alone(spoken: SpokenRules, values: Sequence[Json], traits: Sequence[str]) -> None:
    if len(values) == 1 and spoken.alone is not None and values[0] not in spoken.alone:
        raise BadInput(
            "alone",
            Text("Roll {title} with another trait: enter both, joined by +.", title=traits[0].strip().title()),
        )
