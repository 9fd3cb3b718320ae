"""The board of a party on the series' page: how the characters that people play stand, at any table or at none.

A member sees of each character what the game's board shows to their seat: in the fight that it is in, or else as it
would stand before one. Experience, and what is in training, is for the Storyteller and the character's player.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from campaigns.core.access import can_read_sheet, is_storyteller, visible_characters
from campaigns.core.language import translate
from campaigns.core.seats import seat_members
from campaigns.experience.ledger import load_all_balances
from campaigns.experience.page import WAITING
from campaigns.models import Character, Membership, Proposal, ProposalState, Scene
from play.seats.party import show_character, view_characters
from play.seats.translate import translate_combatant
from play.table.attendance import load_active
from play.table.live_scene import LiveScene, live_scenes
from play.table.state import TableState
from rules import get_system
from rules.battle import Seat
from rules.view import CombatantView

Here = Mapping[int, frozenset[int]]
"""By the key of a scene: the keys of the people who are there now."""


@dataclass(frozen=True, slots=True)
class PartyRow:
    """A character on the board. `scene`: where it is, None where no scene is open. `is_present`: its player is there.

    `purses` (label and balance) and `training` (what is paid for) are empty for those who may not read the sheet.
    """

    character: Character
    who: CombatantView
    is_own: bool
    scene: Scene | None
    is_present: bool
    may_read: bool
    purses: tuple[tuple[str, int], ...] = ()
    training: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesParty:
    """The board; `waiting`: how many proposals wait for the Storyteller, 0 for others.

    `present`: the keys of the people who are at one of the tables now. What a Storyteller does is no sign of it.
    """

    rows: tuple[PartyRow, ...]
    waiting: int = 0
    present: frozenset[int] = frozenset()


def list_characters(membership: Membership) -> QuerySet[Character]:
    """Return the characters that the member may know of, with what a board needs of them."""
    return visible_characters(membership).select_related("owner").defer("notes", "secret_notes", "carry")


def gather_series_party(
    membership: Membership,
    known: Iterable[Character],
    scenes: Sequence[Scene],
    states: Mapping[int, TableState],
    here: Here,
    since: datetime,
) -> SeriesParty:
    """Return the board for a member, of those characters that somebody plays.

    `known`: the characters that the member may know of (`list_characters`). `scenes`: the open ones that they may see,
    the one to go to last. `states`: those of their tables, as `load_states` returns them.

    People count as present where they are `here`, and where they did something after `since`: other processes may have
    pages that this one knows nothing of.
    """
    characters = [character for character in known if character.owner_id is not None and not character.extra]
    characters.sort(key=lambda character: character.owner_id != membership.user_id)
    seat = seat_members([membership], characters)[membership.user_id]
    views = _view_all(membership, characters, seat, [(scene, states.get(scene.pk)) for scene in scenes])
    readable = [character.pk for character in characters if can_read_sheet(character, membership)]
    proposals = _list_proposals(membership, readable)
    balances = load_all_balances(membership.series, readable) if readable else {}
    active = load_active([scene.pk for scene in scenes], since) if scenes else {}
    labels = get_system(membership.series.system).experience.purses
    rows = []
    for character in characters:
        scene = _find_scene(character, scenes, states)
        is_present = scene is not None and character.owner_id in here.get(scene.pk, frozenset()) | active.get(
            scene.pk, set()
        )
        is_read = character.pk in readable
        held = balances.get(character.pk, {})
        rows.append(
            PartyRow(
                character,
                views[character.pk],
                character.owner_id == membership.user_id,
                scene,
                is_present,
                is_read,
                tuple((translate(label), held.get(purse, 0)) for purse, label in labels.items()) if is_read else (),
                tuple(proposals[character.pk, ProposalState.TRAINING]),
            )
        )
    waiting = sum(len(asked) for (_who, state), asked in proposals.items() if state in WAITING)
    present = frozenset[int]().union(*(here.get(scene.pk, ()) for scene in scenes))
    present |= {row.character.owner_id for row in rows if row.is_present and row.character.owner_id}
    return SeriesParty(tuple(rows), waiting if is_storyteller(membership) else 0, present)


def _list_proposals(membership: Membership, readable: Iterable[int]) -> defaultdict[tuple[int, str], list[str]]:
    """Return what is proposed or in training, by character and state: in the whole series for the Storyteller."""
    asked = Proposal.objects.filter(state__in=(*WAITING, ProposalState.TRAINING)).order_by("pk")
    if is_storyteller(membership):
        asked = asked.filter(character__series=membership.series_id)
    else:
        asked = asked.filter(character__in=list(readable))
    found: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for character, state, label in asked.values_list("character", "state", "label"):
        found[character, state].append(translate(label))
    return found


def _find_scene(character: Character, scenes: Iterable[Scene], states: Mapping[int, TableState]) -> Scene | None:
    """Return the scene that a character is in: the last of the open ones to which the Storyteller lets it come."""
    key, found = str(character.pk), None
    for scene in scenes:
        if states.get(scene.pk, TableState()).is_here(key, plays=True):
            found = scene
    return found


def _view_all(
    membership: Membership,
    characters: Sequence[Character],
    seat: Seat,
    tables: Sequence[tuple[Scene, TableState | None]],
) -> dict[int, CombatantView]:
    """Return each character as the seat sees it: in the last fight that it is in, or as it would stand before one."""
    system, by_key = get_system(membership.series.system), {str(character.pk): character for character in characters}
    views: dict[int, CombatantView] = {}
    for _scene, state in tables:
        if state is not None and state.battle is not None and state.battle.phase != "setup":
            for who in system.battle.view(state.battle, seat)["combatants"]:
                character = by_key.get(who["character"] or "")
                if character is not None and _is_known(who, character, seat):
                    views[character.pk] = show_character(who, character)
    live = live_scenes.get(tables[-1][0].pk) if tables else LiveScene()
    calm = [character for character in characters if character.pk not in views]
    shown = view_characters(live, membership.series, calm, seat)
    views |= {character.pk: shown[str(character.pk)] for character in calm}
    return {key: translate_combatant(who) for key, who in views.items()}


def _is_known(who: CombatantView, character: Character, seat: Seat) -> bool:
    """Return whether the seat may know who a combatant is: not where it fights hidden or under another name."""
    return seat.controls(str(character.pk)) or (not who["hidden"] and who["name"] == character.name)
