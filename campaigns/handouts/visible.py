"""What a person may see of handouts: the Storyteller all of them, others those that are shown to them now."""

from collections.abc import Iterable

from django.db.models import Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.core.access import is_storyteller, not_hidden, require_storyteller
from campaigns.models import Handout, HandoutReader, Membership, Role, Scene, User


def get_handout_for(user: User, pk: int) -> tuple[Handout, Membership]:
    """Return a handout that the person may see, and the membership. Raises 404 for all others.

    A missing handout and a secret one take the same query, so that the response time does not tell them apart.
    """
    handout = get_object_or_404(_known_handouts(user.pk).select_related("series"), pk=pk)
    return handout, Membership.objects.select_related("series", "user").get(series=handout.series_id, user=user)


def get_handout_to_run(user: User, pk: int) -> tuple[Handout, Membership]:
    """Return a handout of a series that the person runs as a Storyteller, and the membership."""
    handout, membership = get_handout_for(user, pk)
    require_storyteller(membership)
    return handout, membership


def _known_handouts(user: int, only: frozenset[str] | None = None) -> QuerySet[Handout]:
    """Return the handouts that the person may see in any series; of those for single characters, if `only` is given,
    what these were shown."""
    mine = Membership.objects.filter(user=user)
    run, played = mine.filter(role=Role.STORYTELLER), mine.filter(role=Role.PLAYER)
    scenes = Scene.objects.filter(not_hidden(Scene))
    own = Q(character__owner=user, character__series__in=played.values("series"))
    if only is not None:
        own &= Q(character__in=list(only))
    there = Q(scene=None) | Q(scene__in=scenes)
    readers = HandoutReader.objects.filter(Q(character=None) | own).filter(there)
    shown = Q(pk__in=readers.values("handout"), series__in=mine.values("series"))
    return Handout.objects.filter(Q(series__in=run.values("series")) | shown)


def visible_handouts(membership: Membership) -> QuerySet[Handout]:
    """Return the handouts of the series that the member may see, the newest first."""
    readers = Prefetch("readers", HandoutReader.objects.select_related("scene", "character").order_by("pk"))
    handouts = _known_handouts(membership.user_id, membership.only).filter(series=membership.series_id)
    return handouts.select_related("scene").prefetch_related(readers) if is_storyteller(membership) else handouts


def find_handouts(handouts: Iterable[Handout], words: str) -> list[Handout]:
    """Return the handouts with all these words in their title, text or description."""
    wanted = words.casefold().split()
    texts = ((handout, f"{handout.title} {handout.text} {handout.description}".casefold()) for handout in handouts)
    return [handout for handout, text in texts if all(word in text for word in wanted)]


def handouts_of(scene: Scene, membership: Membership) -> QuerySet[Handout]:
    """Return the handouts that the member was shown in a scene. The Storyteller also gets those meant for it."""
    shown = Q(readers__in=_readers_in(scene, membership))
    wanted = shown | Q(scene=scene) if is_storyteller(membership) else shown
    return visible_handouts(membership).filter(wanted).distinct()


def _readers_in(scene: Scene, membership: Membership) -> QuerySet[HandoutReader]:
    readers = HandoutReader.objects.filter(scene=scene)
    if is_storyteller(membership):
        return readers
    return readers.filter(Q(character=None) | Q(character__owner=membership.user_id))
