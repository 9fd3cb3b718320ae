"""Show handouts from the record, between scenes: to everybody, or to the players of some characters.

What is shown at a table follows from its log; what is shown here stands in rows without a scene.
"""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.locks import series_to_run
from campaigns.core.refusals import Refused
from campaigns.models import Character, Handout, HandoutReader, Membership, NoticeKind, Series
from campaigns.notices.services import announce, everybody, notify, settle
from rules.text import Text


def show_handout(membership: Membership, handout: Handout, characters: Iterable[int] | None) -> None:
    """Show a handout to the players of these characters, or to everybody with None, in place of those before."""
    with series_to_run(membership) as series:
        fresh = _find(series, handout)
        people = None if characters is None else _find_people(series, characters)
        _forget(series, fresh)
        keys: list[Character | None] = [None] if people is None else [*people]
        HandoutReader.objects.bulk_create(HandoutReader(handout=fresh, character=key) for key in keys)
        _notify(series, fresh, people, membership.user_id)


def hide_handout(membership: Membership, handout: Handout) -> None:
    """Hide a handout that was shown from the record. Where a table shows it, it stays."""
    with series_to_run(membership) as series:
        _forget(series, _find(series, handout))


def list_people(series: Series | int) -> list[Character]:
    """Return the characters whose players a handout can be shown to."""
    played = Character.objects.filter(series=series, owner__isnull=False, extra=False)
    return list(played.only("pk", "name", "owner").order_by("name", "pk"))


def _find(series: Series, handout: Handout) -> Handout:
    fresh = series.handouts.filter(pk=handout.pk).first()
    if fresh is None:
        raise Refused(_("Someone has just deleted this handout."), status=404)
    return fresh


def _find_people(series: Series, characters: Iterable[int]) -> list[Character]:
    wanted = set(characters)
    found = [person for person in list_people(series) if person.pk in wanted]
    if not found or len(found) != len(wanted):
        raise Refused(_("Choose who sees it: characters that someone plays."), status=422)
    return found


def _forget(series: Series, handout: Handout) -> None:
    HandoutReader.objects.filter(handout=handout, scene=None).delete()
    settle(series, _key(handout))


def _notify(series: Series, handout: Handout, people: list[Character] | None, by: int) -> None:
    """Tell those who see it."""
    words, url = (
        Text("{what} is shown to you.", what=handout.title),
        f"{reverse('handouts', args=[series.pk])}#handout-{handout.pk}",
    )
    if people is None:
        notify(NoticeKind.HANDOUT, series, everybody(series, by), _key(handout), words, url)
        announce(NoticeKind.HANDOUT, series, _key(handout), words, url)
        return
    owners = {person.owner_id for person in people if person.owner_id and person.owner_id != by}
    notify(NoticeKind.HANDOUT, series, owners, _key(handout), words, url)


def _key(handout: Handout) -> str:
    return f"handout {handout.pk} shown"
