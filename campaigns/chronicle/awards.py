"""The experience that was awarded for a part or a session, as a member may see it."""

from dataclasses import dataclass

from django.db.models import Sum

from campaigns.core.access import is_storyteller
from campaigns.core.parts import kind_of
from campaigns.models import Episode, ExperienceEntry, Membership, Scene, Session
from rules import get_system
from rules.raising import GENERAL
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Award:
    """Experience that a character was paid. `purse`: its name; empty for the purse that every game has."""

    name: str
    purse: Text
    points: int


def list_awards(part: Scene | Episode | Session, membership: Membership) -> list[Award]:
    """Return the experience that characters were paid for a scene, for an episode with its scenes, or for a session.

    Players get that of their own characters. What was taken back, and what was spent, is left out.
    """
    paid = ExperienceEntry.objects.filter(points__gt=0, proposal=None, reverses=None, reversed_by=None)
    paid = paid.filter(**{"session" if isinstance(part, Session) else kind_of(part): part})
    if not is_storyteller(membership):
        paid = paid.filter(character__owner=membership.user_id)
    rows = paid.order_by("character__name", "character", "purse").values_list("character", "character__name", "purse")
    labels = get_system(membership.series.system).experience.purses
    return [
        Award(name, EMPTY if purse == GENERAL else labels[purse], points)
        for _character, name, purse, points in rows.annotate(Sum("points"))
    ]
