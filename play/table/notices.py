"""Notices to people who are not at the table: handouts, whispers, and requests to take something back.

A notice holds no word of what was whispered or is shown: it says where to read it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TypeVar

from django.urls import reverse
from django.utils import timezone

from campaigns.core.seats import person_key
from campaigns.models import Character, NoticeKind, ReadMark, Scene
from campaigns.notices.services import announce, everybody, notify, settle, storytellers
from play.table.handout_events import HandoutPutAway, HandoutShown
from play.table.proposals import Proposals, say_numbers
from play.table.speech import Said
from play.table.undo_events import Requests
from rules.battle import Audience, Event
from rules.text import Text

RequestsType = TypeVar("RequestsType")
AT_THE_TABLE = timedelta(minutes=3)
"""Those who have read the scene's log within this time see at the table what happens."""


def notify_of_events(scene: Scene, events: Sequence[Event], by: int) -> None:
    """Tell those who are away of handouts and whispers, in the transaction that writes the events.

    `by`: the key of the person who did it.
    """
    for event in events:
        match event:
            case HandoutShown():
                _notify_of_handout(scene, event, by)
            case HandoutPutAway():
                settle(scene.series, _key(event.handout, scene))
            case Said() if event.audience is not None:
                _notify_of_whisper(scene, event, by)


def notify_of_requests(scene: Scene, before: Requests, after: Requests) -> None:
    """Tell the Storytellers of requests to take something back, and close the notices of those that are answered."""
    added = _settle_gone(scene, before, after, lambda request: f"undo {request.person}")
    for key, request in added:
        words = Text("{who} asks to undo a step in “{scene}”.", who=request.name, scene=scene.title)
        people = [user for user in storytellers(scene.series) if person_key(user) != request.person]
        notify(NoticeKind.UNDO, scene.series, people, key, words, _url(scene))


def notify_of_proposals(scene: Scene, before: Proposals, after: Proposals) -> None:
    """Tell the Storytellers which numbers players propose, and a player of a refusal. Close what is answered."""
    added = _settle_gone(scene, before, after, lambda proposal: f"ruling {proposal.id}")
    for key, proposal in added:
        values = {"scene": scene.title, "numbers": say_numbers(proposal.numbers)}
        if proposal.is_refused:
            words, people = Text("The Storyteller refuses {numbers} in “{scene}”.", **values), [proposal.user]
        else:
            words = Text("{who} asks for {numbers} in “{scene}”.", who=proposal.name, **values)
            people = storytellers(scene.series)
        notify(NoticeKind.ANSWER, scene.series, people, key, words, _url(scene))


def _settle_gone(
    scene: Scene, before: Sequence[RequestsType], after: Sequence[RequestsType], name: Callable[[RequestsType], str]
) -> list[tuple[str, RequestsType]]:
    """Close the notices of what is no longer asked for. Return what is new, each with the key of its notice."""
    for gone in before:
        if gone not in after:
            settle(scene.series, _key(name(gone), scene))
    return [(_key(name(new), scene), new) for new in after if new not in before]


def _notify_of_handout(scene: Scene, event: HandoutShown, by: int) -> None:
    words = Text("{what} is shown in “{scene}”.", what=event.title, scene=scene.title)
    people, key = _find_away(scene, _hearing(scene, event.audience), by), _key(event.handout, scene)
    notify(NoticeKind.HANDOUT, scene.series, people, key, words, _url(scene))
    if event.audience is None and not scene.is_hidden:
        announce(NoticeKind.HANDOUT, scene.series, key, words, _url(scene))


def _notify_of_whisper(scene: Scene, event: Said, by: int) -> None:
    words = Text("Someone whispers to you in “{scene}”.", scene=scene.title)
    people = _find_away(scene, _hearing(scene, event.audience), by)
    notify(NoticeKind.MENTION, scene.series, people, _key("whisper", scene), words, _url(scene))


def _hearing(scene: Scene, audience: Audience) -> list[int]:
    """Return the keys of the people for whom something is. In a hidden scene there are only Storytellers.

    What is for nobody by name is for the Storytellers, who hear all; of what is for some, they are not told.
    """
    tellers = storytellers(scene.series)
    if audience is None:
        return tellers if scene.is_hidden else everybody(scene.series)
    if not audience:
        return tellers
    characters = [int(key) for key in audience if key.isascii() and key.isdecimal()]
    played = Character.objects.filter(series=scene.series, pk__in=characters, owner__isnull=False)
    found = set(played.values_list("owner", flat=True))
    found |= {user for user in everybody(scene.series) if person_key(user) in audience}
    return sorted(found & set(tellers) if scene.is_hidden else found)


def _find_away(scene: Scene, people: Iterable[int], by: int) -> list[int]:
    """Return those of these people who are not at the table now, without the one who did it."""
    recent = ReadMark.objects.filter(scene=scene, at__gt=timezone.now() - AT_THE_TABLE)
    return sorted(set(people) - {by} - set(recent.values_list("user", flat=True)))


def _key(matter: str, scene: Scene) -> str:
    return f"{matter} scene {scene.pk}"


def _url(scene: Scene) -> str:
    return reverse("table", args=[scene.pk])
