"""What waits for a person at the tables of all their series: their turn, a roll, stunts, requests to take back.

It is read from the states that the logs are folded to, so it is right after a rewind and after a killed process, and
no row has to be kept for it. All series together take two queries.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.core.seats import person_key, seat_members
from campaigns.models import Character, Membership, Role, Scene, User
from campaigns.series.awaited import Urgency, WaitingMatter
from play.models import Entry
from play.table.events import NO_STEP
from play.table.history import effective_spans, is_effective
from play.table.newest import load_states
from play.table.standing_orders import NOTHING, LeftAhead, without_former
from play.table.state import Span, TableState
from play.table.undo_events import UndoRequest
from rules import get_system
from rules.battle import Seat
from rules.tasks import awaited as list_rollers
from rules.tasks import list_unruled, task_audience
from rules.text import isolate_name, list_names


@dataclass(frozen=True, slots=True)
class Place:
    """A table with its state, as a person sits there. `others`: the keys of characters that others play. `ahead`: what
    is left ahead by those who have the characters now.
    """

    scene: Scene
    state: TableState
    seat: Seat
    others: frozenset[str]
    ahead: LeftAhead

    def is_mine(self, character: str | None) -> bool:
        """Return whether it is for this person to act for a character. None: for the Storyteller's own."""
        if character is None:
            return self.seat.storyteller
        return self.seat.controls(character) and character not in self.others

    def make_awaited(self, urgency: Urgency, words: str, part: str) -> WaitingMatter:
        """Return what waits here, with a link to that part of the table's page."""
        url = f"{reverse('table', args=[self.scene.pk])}#{part}"
        return WaitingMatter(urgency, self.scene.series.pk, words, url)


def list_awaited(
    user: User, memberships: Iterable[Membership], played: Sequence[Character], scenes: Sequence[Scene]
) -> list[WaitingMatter]:
    """Return what these open scenes of their series await from a person, one thing of each kind for each table."""
    return _list_of_places(list(_list_places(user, memberships, played, scenes)))


def list_awaited_at(
    scene: Scene, state: TableState, seat: Seat, user: User, there: Sequence[Character]
) -> list[WaitingMatter]:
    """Return what an open scene in this state awaits from a person with this seat. `there`: the characters of the
    series. Only where players ask to take something back, the database is asked.
    """
    return _list_of_places([_make_place(scene, state, seat, user, there)])


def list_awaited_in(
    user: User,
    membership: Membership,
    played: Sequence[Character],
    scenes: Sequence[Scene],
    states: Mapping[int, TableState],
) -> list[WaitingMatter]:
    """Return what the open `scenes` of one series await from a person. `played`: the characters that somebody plays.

    `states`: those of their tables, as `load_states` returns them.
    """
    if membership.role == Role.SPECTATOR:
        return []
    seat = seat_members([membership], played)[user.pk]
    there = [scene for scene in scenes if scene.pk in states]
    return _list_of_places([_make_place(scene, states[scene.pk], seat, user, played) for scene in there])


def _list_of_places(places: Sequence[Place]) -> list[WaitingMatter]:
    found = [awaited for place in places for awaited in _list_at_table(place)]
    return [*found, *_list_requests([place for place in places if place.seat.storyteller and place.state.requests])]


def _list_at_table(place: Place) -> Iterator[WaitingMatter]:
    """Yield what waits for the person at one table."""
    for found in (_list_proposals, _list_turns, _list_rolls, _list_rulings, _list_stunts):
        yield from found(place)


def _list_places(
    user: User, memberships: Iterable[Membership], played: Sequence[Character], scenes: Sequence[Scene]
) -> Iterator[Place]:
    by_series = {membership.series_id: membership for membership in memberships if membership.role != Role.SPECTATOR}
    states = load_states([scene for scene in scenes if scene.series.pk in by_series])
    seats: dict[int, Seat] = {}
    for scene in scenes:
        if scene.pk not in states:
            continue
        series = scene.series.pk
        there = [character for character in played if character.series_id == series]
        if series not in seats:
            seats[series] = seat_members([by_series[series]], there)[user.pk]
        yield _make_place(scene, states[scene.pk], seats[series], user, there)


def _make_place(scene: Scene, state: TableState, seat: Seat, user: User, there: Sequence[Character]) -> Place:
    mine = seat.characters  # also those of somebody for whom the person stands in
    owners = {str(character.pk): person_key(character.owner_id) for character in there if character.owner_id}
    others = frozenset(key for key, owner in owners.items() if owner != person_key(user.pk) and key not in mine)
    ahead = without_former(state.ahead, state.battle, owners) if state.battle else NOTHING
    return Place(scene, state, seat, others, ahead)


def _list_proposals(place: Place) -> Iterator[WaitingMatter]:
    """Yield the numbers that players propose, for the Storyteller, and her refusals, for their player."""
    proposals = place.state.proposals
    names = [proposal.name for proposal in proposals if not proposal.is_refused]
    if names and place.seat.storyteller:
        yield place.make_awaited(Urgency.TURN, _("%(name)s asks for a ruling") % {"name": list_names(names)}, "asked")
    if any(proposal.is_refused and proposal.person in place.seat.characters for proposal in proposals):
        yield place.make_awaited(Urgency.TURN, _("The Storyteller said no to what you asked for"), "asked")


def _list_turns(place: Place) -> Iterator[WaitingMatter]:
    """Yield the prompt or the turn that a running fight awaits from the person. Prompts come before turns."""
    state = place.state
    if state.battle is None or state.paused or state.card:
        return
    view = get_system(place.scene.series.system).battle.view(state.battle, place.seat)
    if view["phase"] != "running":
        return
    fighters = {who["id"]: who for who in view["combatants"]}
    for prompt in view["pending"]:
        asked = fighters.get(prompt["who"])
        if prompt["mine"] and place.is_mine(asked["character"] if asked else None):
            values = {"name": isolate_name(prompt["name"]), "question": translate(prompt["question"])}
            yield place.make_awaited(Urgency.TURN, _("%(name)s: %(question)s") % values, "mine")
            return
    acting = [
        who["name"]
        for who in fighters.values()
        if who["acts_now"]
        and who["mine"]
        and not who["out"]
        and place.is_mine(who["character"])
        and place.ahead.find_laid(who["id"]) is None
    ]
    if acting and not view["pending"]:
        yield place.make_awaited(Urgency.TURN, _("Your turn: %(name)s") % {"name": list_names(acting)}, "mine")


def _list_rolls(place: Place) -> Iterator[WaitingMatter]:
    """Yield the first task that waits for a roll or help of the person's."""
    for task in place.state.work.tasks:
        if place.seat.may_see(task_audience(task)) and any(map(place.is_mine, list_rollers(task))):
            yield place.make_awaited(Urgency.TABLE, _("Roll: %(title)s") % {"title": isolate_name(task.title)}, "tasks")
            return


def _list_rulings(place: Place) -> Iterator[WaitingMatter]:
    """Yield the influence on which the Storyteller has to rule."""
    titles = [task.title for task in place.state.work.tasks if list_unruled(task)]
    if titles and place.seat.storyteller:
        yield place.make_awaited(
            Urgency.TABLE, _("Influence to rule on: %(title)s") % {"title": list_names(titles)}, "tasks"
        )


def _list_stunts(place: Place) -> Iterator[WaitingMatter]:
    """Yield the stunt that the Storyteller has to rate, and the one whose reward the player chooses."""
    stunts = place.state.work.stunts
    claimed = [stunt.name for stunt in stunts if stunt.state == "claimed"]
    if claimed and place.seat.storyteller:
        yield place.make_awaited(Urgency.TABLE, _("Rate a stunt: %(name)s") % {"name": list_names(claimed)}, "tasks")
    earned = [stunt.name for stunt in stunts if stunt.state == "earned" and place.is_mine(stunt.character)]
    if earned:
        yield place.make_awaited(Urgency.TABLE, _("Choose a reward: %(name)s") % {"name": list_names(earned)}, "tasks")


def _list_requests(places: Sequence[Place]) -> Iterator[WaitingMatter]:
    """Yield the tables where players ask to take a step back, without requests that are overtaken."""
    overtaken = _find_overtaken(places)
    for place in places:
        names = [request.name for request in place.state.requests if (place.scene.pk, request.person) not in overtaken]
        if names:
            words = _("%(name)s asks to undo a step") % {"name": list_names(names)}
            yield place.make_awaited(Urgency.TABLE, words, "asked")


def _find_overtaken(places: Iterable[Place]) -> set[tuple[int, str]]:
    """Return the scene and person of the requests that count no more: the person has acted since (`play.seats.undo`).

    One query reads what was done since the requests, with the rewinds.
    """
    asked = {place.scene.pk: place.state.requests for place in places}
    since = [
        Q(table__scene=scene, number__gt=min(request.last for request in requests)) for scene, requests in asked.items()
    ]
    if not since:
        return set()
    either = since[0]
    for other in since[1:]:
        either |= other
    rows = Entry.objects.filter(either).filter(Q(told=True) | Q(rewound_to__isnull=False)).order_by("number")
    found: set[tuple[int, str]] = set()
    by_scene: dict[int, list[tuple[int, str, str, int | None]]] = {scene: [] for scene in asked}
    for scene, number, by, kind, to in rows.values_list(
        "table__scene", "number", "command__user", "event__kind", "rewound_to"
    ):
        by_scene[scene].append((number, person_key(by or 0), kind, to))
    for scene, steps in by_scene.items():
        spans = _list_spans(steps)
        found.update((scene, request.person) for request in asked[scene] if _has_acted(request, steps, spans))
    return found


def _list_spans(steps: Sequence[tuple[int, str, str, int | None]]) -> list[Span]:
    rewinds = [(number, to) for number, _by, _kind, to in steps if to is not None]
    return effective_spans(rewinds, steps[-1][0]) if steps else []


def _has_acted(request: UndoRequest, steps: Sequence[tuple[int, str, str, int | None]], spans: Sequence[Span]) -> bool:
    return any(
        number > request.last and by == request.person and kind not in NO_STEP and is_effective(list(spans), number)
        for number, by, kind, _to in steps
    )
