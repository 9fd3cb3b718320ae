"""The relationship map with its list and history, and the forms of ties."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.faces import add_faces
from campaigns.core.records.form import RecordForm
from campaigns.core.records.pages import RecordPages
from campaigns.models import KnownTo, Membership, Tie, TieKind
from campaigns.people.ties.forms import TieForm
from campaigns.people.ties.map import NARROW, draw_map
from campaigns.people.ties.offers import list_offers
from campaigns.people.ties.visible import (
    get_tie_to_run,
    list_changes,
    list_ends,
    load_ties,
    narrow_ties,
    ties_at,
    visible_ties,
)
from rules.text import isolate_name

MANY = 8
"""The number of ties from which on the map can be narrowed."""
ASKED = ("source", "target", "kind", "words", "strength", "name")


class TiePages(RecordPages[Tie]):
    """The relationship map and the forms of ties."""

    form = TieForm
    name, plural = "tie", "ties"

    def initial_values(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with what a sheet offers."""
        asked: dict[str, Any] = {"kind": TieKind.KIN}
        asked |= {name: request.GET[name] for name in ASKED if name in request.GET}
        if "knower" in request.GET:
            asked |= {"known_to": KnownTo.SOME, "knowers": [request.GET["knower"]]}
        return asked

    def list_context(self, request: HttpRequest, membership: Membership) -> dict[str, Any]:
        """Draw the ties that the member knows of, as they are now or as they were after a scene."""
        known = load_ties(visible_ties(membership), membership)
        changes = list_changes(known)
        scenes = [change.scene for change in changes if change.scene]
        scene = next((scene for scene in scenes if str(scene.pk) == request.GET.get("at")), None)
        held = ties_at(known, scene)
        everyone, kinds = list_ends(held), {tie.tie.kind for tie in held}
        around = next((end for end in everyone if str(end.pk) == request.GET.get("around")), None)
        kind = next((name for name in TieKind if name in kinds and name == request.GET.get("kind")), None)
        shown = narrow_ties(held, around.pk if around else None, kind or "")
        faces = add_faces(list_ends(shown), membership)
        storyteller = access.is_storyteller(membership)
        return {
            "ties": shown,
            "maps": {"wide": draw_map(shown, faces), "narrow": draw_map(shown, faces, NARROW)},
            "changes": changes,
            "scenes": scenes,
            "scene": scene,
            "everyone": everyone if len(held) >= MANY else (),
            "around": around,
            "kinds": [name for name in TieKind if name in kinds],
            "kind": kind,
            "offers": list_offers(membership, [tie.tie for tie in known]) if storyteller else (),
        }

    def find_way_on(self, row: Tie, form: RecordForm) -> str:
        """Go to the map."""
        return self.find_way_back(row)

    def say_saved(self, row: Tie, *, is_new: bool) -> str:
        """Name where a new tie begins."""
        return _("Relationship of %(name)s saved.") % {"name": isolate_name(row.source.name)} if is_new else ""

    def say_removed(self, row: Tie) -> str:
        """Say that it was deleted."""
        return _("Relationship deleted.")


PAGES = TiePages(get_tie_to_run)
