"""Who asks: the seat of a token, in the series that it belongs to."""

from dataclasses import dataclass
from typing import cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from campaigns.models import Membership, Scene, SeatToken, TokenScope
from campaigns.series.tokens.services import find_token, hold
from play.seats.facts import SeatClass, TableFacts, load_facts, seat_at
from play.table.people import get_scene_for


class Bearer(HttpBearer):
    """Lets in who sends a living token as `Authorization: Bearer …`. Cookies are not looked at."""

    def authenticate(self, request: HttpRequest, token: str) -> SeatToken | None:
        """Return the token of this secret, with its membership; None for a dead one."""
        return find_token(token)


def get_asker(request: HttpRequest) -> SeatToken:
    """Return the token that was let in."""
    return cast(SeatToken, request.auth)  # type: ignore[attr-defined]


def require_acting(token: SeatToken) -> None:
    """Raise `PermissionDenied` for a token that only reads."""
    if token.scope == TokenScope.READ:
        raise PermissionDenied(_("This token is read-only. Create one that can act."))


def find_place(token: SeatToken, scene_id: int) -> tuple[Scene, Membership]:
    """Return a scene as a click of the member finds it, and the membership with no more than the token gives.

    404 for scenes that the member may not see, and for those of other series.
    """
    scene, membership = get_scene_for(token.membership.user, scene_id)
    if membership.pk != token.membership_id:
        raise Http404
    return scene, hold(token, membership)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table as it is now, and how a member, or the program in its place, sits at it."""

    scene: Scene
    membership: Membership
    facts: TableFacts
    seat_class: SeatClass


def sit_down(token: SeatToken, scene_id: int) -> Sitting:
    """Return a scene's table, and how the token sits at it. 404 as in `find_place`."""
    return take_seat(*find_place(token, scene_id))


def take_seat(scene: Scene, membership: Membership) -> Sitting:
    """Return a scene's table, and how a member sits at it who may see it."""
    facts = load_facts(scene.pk)
    return Sitting(scene, membership, facts, seat_at(facts, membership))
