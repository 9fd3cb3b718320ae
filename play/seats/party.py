"""Who is in the scene while nobody fights, as a seat sees them.

What a seat may see of others is what the game's own board would show it if all of them stood before a fight, so there
is no second list of secrets. Of characters that the seat acts for, the figures of the sheet come with their places, to
be touched.
"""

import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from campaigns.models import Character, Series
from campaigns.sheets.kept_rolls import KeptRoll, weigh_roll
from play.seats.board import Party, PartyMember, Points
from play.seats.facts import TableFacts
from play.seats.task_board import list_unread_rolls
from play.table.fighters import find_fighting_sheet
from play.table.live_scene import LiveScene
from play.table.people import load_sheets
from play.table.state import series_options
from rules import get_system
from rules.battle import Json, Seat
from rules.battle.moves import AddCombatant
from rules.errors import RulesError
from rules.sheets import Trait
from rules.sheets.conditions import list_chips, parse_words, say_word
from rules.sheets.points import most_of
from rules.system import System
from rules.text import EMPTY
from rules.view import CombatantView, initials

HOME, AWAY = "party", "others"
"""The sides on which the players' characters and the Storyteller's stand."""


def gather_party(facts: TableFacts, seat: Seat, *, playing: bool) -> Party:
    """Return who is in the scene, for a table at which no fight runs."""
    known = [character for character in facts.characters if not character.hidden or seat.controls(str(character.pk))]
    there = [who for who in known if facts.state.is_here(str(who.pk), plays=who.owner_id is not None)]
    there.sort(key=lambda character: (str(character.pk) not in seat.characters, character.owner_id is None))
    rolling = list_unread_rolls(facts, seat) if playing else []  # the forms of rolls are drawn after it
    load_sheets([*_list_unread(facts.live, facts.scene.series, there), *rolling])
    views = view_characters(facts.live, facts.scene.series, there, seat)
    absent = [character for character in known if character not in there] if seat.storyteller and playing else []
    return Party(
        tuple(_member(facts, character, views[str(character.pk)], seat, playing) for character in there),
        tuple((str(character.pk), character.name) for character in absent),
    )


def is_calm(facts: TableFacts) -> bool:
    """Return whether no fight runs: there is none, or it is still being gathered."""
    fight = facts.state.battle
    return fight is None or fight.phase == "setup"


def view_characters(
    live: LiveScene, series: Series, there: Sequence[Character], seat: Seat
) -> dict[str, CombatantView]:
    """Return each character as the game's board shows it to the seat before a fight. One whose sheet cannot fight shows
    its name.

    What is made of a sheet is remembered in `live`, once for each version of the sheet.
    """
    system = get_system(series.system)
    options = series_options(system, series)
    load_sheets(_list_unread(live, series, there))
    ready = {str(character.pk): _fighter(live, series, character, options) for character in there}
    state = system.battle.start(options)
    state = replace(state, combatants=tuple(fighter for fighter in ready.values() if fighter is not None))
    shown = {who["id"]: who for who in system.battle.view(state, seat)["combatants"]}
    views = {
        str(character.pk): show_character(shown.get(str(character.pk)) or _name_only(character), character)
        for character in there
    }
    return {str(character.pk): _add_conditions(live, views[str(character.pk)], character) for character in there}


def _list_unread(live: LiveScene, series: Series, there: Iterable[Character]) -> list[Character]:
    """Return those of these characters whose sheets `_fighter` will read."""
    return [character for character in there if live.sheets.get(_fighter_key(series, character)) is None]


def _add_conditions(live: LiveScene, who: CombatantView, character: Character) -> CombatantView:
    """Return the view with the conditions of the sheet after those of the rules."""
    words = map(say_word, _list_conditions(live, character))
    found: CombatantView = {**who, "conditions": [*who["conditions"], *words]}
    return found


def _list_conditions(live: LiveScene, character: Character) -> tuple[str, ...]:
    """Return the conditions of the sheet, read once for each version of it."""
    key = ("conditions", character.pk, character.version)
    words: tuple[str, ...] = live.sheets.get_or_make(key, lambda: parse_words(character.sheet))
    return words


def _fighter(live: LiveScene, series: Series, character: Character, options: Any) -> Any:
    """Return the character as a combatant that has not joined a fight; None where the rules refuse the sheet."""
    key = _fighter_key(series, character)
    (made,) = live.sheets.get_or_make(key, lambda: (_make_fighter(get_system(series.system), character, options),))
    return made


def _fighter_key(series: Series, character: Character) -> Hashable:
    values = character.name, character.hidden, character.owner_id is None, json.dumps(series.options)
    return "party", character.pk, character.version, *values


def _make_fighter(system: System, character: Character, options: Any) -> Any:
    battle, key = system.battle, str(character.pk)
    side = AWAY if character.owner_id is None else HOME
    move = AddCombatant(
        id=key,
        name=character.name,
        side=side,
        character=key,
        sheet=character.sheet,
        hidden=character.hidden,
        npc=character.owner_id is None,
    )
    try:
        return battle.make_combatant(battle.start(options), move)
    except RulesError:
        return None


def show_character(who: CombatantView, character: Character) -> CombatantView:
    """Return the view without the figures of a fight, and with the portrait."""
    shown: Any = {name: value for name, value in who.items() if name != "stats"}
    found: CombatantView = shown | ({"portrait": character.face_url} if character.face_url else {})
    return found


def _name_only(character: Character) -> CombatantView:
    bare: CombatantView = {
        "id": str(character.pk),
        "character": str(character.pk),
        "name": character.name,
        "initials": initials(character.name),
        "side": HOME,
        "own": character.owner_id is not None,
        "mine": False,
        "hidden": character.hidden,
        "extra": character.extra,
        "being": EMPTY,
        "acts_now": False,
        "acts_at": None,
        "out": EMPTY,
        "conditions": [],
    }
    return bare


def _member(facts: TableFacts, character: Character, who: CombatantView, seat: Seat, playing: bool) -> PartyMember:
    key = str(character.pk)
    owner = character.owner.get_username() if character.owner else ""
    member = PartyMember(key, who, owner, key in seat.characters, playing and seat.controls(key))
    if not member.may_touch:
        return member
    try:
        sheet = _load_sheet(facts, character)
    except RulesError:
        return replace(member, may_touch=False)
    points = facts.system.sheets.points(sheet)
    boxes = points.track.high if points.track else 0
    return replace(
        member,
        conditions=list_chips(_list_conditions(facts.live, character)),
        nature=facts.system.recovery.find_nature(sheet),
        has_boxes=0 < boxes == len(who.get("health", ())),
        pools=tuple(map(_points, points.pools)),
        others=tuple(map(_points, points.others)),
        favorites=tuple(_favorite(facts, character, sheet, favorite) for favorite in character.favorites),
    )


def _load_sheet(facts: TableFacts, character: Character) -> Any:
    """Return the sheet that counts now, parsed once for each version."""
    fought = find_fighting_sheet(facts.system, facts.state, character)
    if fought is not None:
        return fought
    key = ("sheet", character.pk, character.version)
    return facts.live.sheets.get_or_make(key, lambda: facts.system.sheets.parse(character.sheet))


def _points(trait: Trait) -> Points:
    named = next((choice.label for choice in trait.choices if choice.value == str(trait.value)), EMPTY)
    return Points(trait.key, trait.label, int(trait.value), trait.full, most_of(trait), named)


def _favorite(facts: TableFacts, character: Character, sheet: Any, kept: Json) -> KeptRoll:
    """Return a kept roll with its dice and its chance, worked out once for each sheet."""
    key = ("favorite", character.pk, character.version, kept["id"], json.dumps(facts.scene.series.options))
    options = series_options(facts.system, facts.scene.series)
    found: KeptRoll = facts.live.sheets.get_or_make(key, lambda: weigh_roll(facts.system, sheet, kept, options))
    return found
