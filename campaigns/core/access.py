"""Load objects for a request, and check what the person may do with them.

Views load every object through this module. What a person may not see raises 404; what they may only read raises 403
when they try to change it.
"""

from functools import reduce
from operator import and_
from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.shortcuts import get_list_or_404, get_object_or_404
from django.utils.translation import gettext as _

from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    Episode,
    ExperienceEntry,
    Invite,
    Membership,
    Project,
    Proposal,
    Role,
    Scene,
    Series,
    SheetChange,
    Story,
    User,
)

Part = TypeVar("Part", bound=Story | Episode | Scene | Downtime)

_PATH_TO_SERIES: dict[type, str] = {
    Story: "series",
    Episode: "story__series",
    Scene: "episode__story__series",
    Downtime: "story__series",
}
_PATH_TO_PART: dict[type, str] = {
    Story: "stories",
    Episode: "stories__episodes",
    Scene: "stories__episodes__scenes",
    Downtime: "stories__downtimes",
}
HIDING: dict[type, tuple[str, ...]] = {
    Story: ("hidden",),
    Episode: ("hidden", "story__hidden"),
    Scene: ("planned", "hidden", "episode__hidden", "episode__story__hidden"),
    Downtime: ("hidden", "episode__hidden", "story__hidden"),
}
"""The lookups that say whether a part, or a part around it, is hidden. A planned scene is."""


def get_series_for(user: User, pk: int) -> tuple[Series, Membership]:
    """Return a series and the person's membership of it. Raises 404 for non-members."""
    membership = get_object_or_404(Membership.objects.select_related("series", "series__owner"), series=pk, user=user)
    return membership.series, membership


def get_series_to_run(user: User, pk: int) -> tuple[Series, Membership]:
    """Return a series that the person runs as a Storyteller. Raises 404 for non-members, 403 for other members."""
    series, membership = get_series_for(user, pk)
    require_storyteller(membership)
    return series, membership


def get_series_to_play(user: User, pk: int) -> tuple[Series, Membership]:
    """Return a series in which the person may have characters. Raises 404 for non-members, 403 for spectators."""
    series, membership = get_series_for(user, pk)
    require_player(membership)
    return series, membership


def get_part_for(model: type[Part], user: User, pk: int) -> tuple[Part, Membership]:
    """Return a story, episode, scene or downtime, and the membership. Raises 404 for non-members, and for players if it
    is hidden.

    A missing part and a hidden one take the same query, so that the response time does not tell them apart.
    """
    part: Part = get_object_or_404(known_parts(model, user).select_related(_PATH_TO_SERIES[model]), pk=pk)
    memberships = Membership.objects.select_related("series")
    return part, memberships.get(user=user, **{f"series__{_PATH_TO_PART[model]}__pk": pk})


def get_members_at(user: User, scene: int) -> list[Membership]:
    """Return the members of the series of a scene that the person may see, with their own membership among them.

    Raises 404 as `get_part_for` does: a missing scene and a hidden one take the same query.
    """
    known = known_parts(Scene, user).filter(pk=scene)
    return get_list_or_404(Membership, **{f"series__{_PATH_TO_PART[Scene]}__in": known})


def get_part_to_run(model: type[Part], user: User, pk: int) -> tuple[Part, Membership]:
    """Return a part of a series that the person runs as a Storyteller, and the membership."""
    part, membership = get_part_for(model, user, pk)
    require_storyteller(membership)
    return part, membership


def get_character_for(user: User, pk: int) -> tuple[Character, Membership]:
    """Return a character that the person may know of, and the membership. To read its sheet, see `can_read_sheet`.

    A missing character and a hidden one take the same query, so that the response time does not tell them apart.
    """
    character = get_object_or_404(_known_characters(user).select_related("series", "owner"), pk=pk)
    return character, Membership.objects.select_related("series").get(series=character.series_id, user=user)


def get_sheet_for(user: User, pk: int) -> tuple[Character, Membership]:
    """Return a character whose sheet the person may read. Raises 403 if they may only know of it."""
    character, membership = get_character_for(user, pk)
    if not can_read_sheet(character, membership):
        raise PermissionDenied(_("Only the player and the Storyteller can see this sheet."))
    return character, membership


def get_character_to_edit(user: User, pk: int) -> tuple[Character, Membership]:
    """Return a character that the person plays, or runs as a Storyteller. Raises 403 if they may only read it."""
    character, membership = get_character_for(user, pk)
    require_editor(character, membership)
    return character, membership


def get_change_to_edit(user: User, pk: int) -> tuple[SheetChange, Membership]:
    """Return a sheet change of a character that the person may edit."""
    change = get_object_or_404(SheetChange, pk=pk, character__in=_known_characters(user))
    change.character, membership = get_character_to_edit(user, change.character_id)
    return change, membership


def get_ledger_for(user: User, pk: int) -> tuple[Character, Membership]:
    """Return a character whose experience the person may read: its player and the Storyteller may."""
    character, membership = get_character_for(user, pk)
    if not can_read_sheet(character, membership):
        raise PermissionDenied(_("Only the player and the Storyteller can see this experience ledger."))
    return character, membership


def get_proposal_to_edit(user: User, pk: int) -> tuple[Proposal, Membership]:
    """Return a proposal of a character that the person may edit."""
    proposal = get_object_or_404(Proposal, pk=pk, character__in=_known_characters(user))
    proposal.character, membership = get_character_to_edit(user, proposal.character_id)
    return proposal, membership


def get_proposal_to_run(user: User, pk: int) -> tuple[Proposal, Membership]:
    """Return a proposal in a series that the person runs as a Storyteller."""
    proposal = get_object_or_404(Proposal, pk=pk, character__in=_known_characters(user))
    proposal.character, membership = get_character_for(user, proposal.character_id)
    require_storyteller(membership)
    return proposal, membership


def get_entry_to_run(user: User, pk: int) -> tuple[ExperienceEntry, Membership]:
    """Return a ledger entry in a series that the person runs as a Storyteller."""
    entry = get_object_or_404(ExperienceEntry, pk=pk, character__in=_known_characters(user))
    entry.character, membership = get_character_for(user, entry.character_id)
    require_storyteller(membership)
    return entry, membership


def get_doing_to_edit(user: User, pk: int) -> tuple[Doing, Membership]:
    """Return what a character does in a downtime, if the person may edit that character."""
    known = {"character__in": _known_characters(user), "downtime__in": known_parts(Downtime, user)}
    doing = get_object_or_404(Doing, pk=pk, **known)
    doing.downtime, membership = get_part_for(Downtime, user, doing.downtime_id)
    doing.character, _ = get_character_to_edit(user, doing.character_id)
    return doing, membership


def get_project_to_edit(user: User, pk: int) -> tuple[Project, Membership]:
    """Return a project of a character that the person may edit."""
    project = get_object_or_404(Project, pk=pk, character__in=_known_characters(user))
    project.character, membership = get_character_to_edit(user, project.character_id)
    return project, membership


def get_result_to_run(user: User, pk: int) -> tuple[DowntimeResult, Membership]:
    """Return a downtime's result for a character, in a series that the person runs as a Storyteller."""
    results = DowntimeResult.objects.select_related("run__downtime__story__series", "run__downtime__episode")
    result = get_object_or_404(results, pk=pk, character__in=_known_characters(user))
    result.character, membership = get_character_for(user, result.character_id)
    require_storyteller(membership)
    return result, membership


def known_parts(model: type[Part], user: User) -> QuerySet[Part]:
    """Return the parts of all the person's series that are not hidden from them."""
    members = f"{_PATH_TO_SERIES[model]}__memberships"
    seen = Q(**{f"{members}__role": Role.STORYTELLER}) | not_hidden(model)
    return QuerySet(model).filter(seen, **{f"{members}__user": user})


def not_hidden(model: type[Part]) -> Q:
    """Return a filter for parts that are not hidden, nor inside a hidden part.

    It negates, because a downtime need not lie in an episode.
    """
    return reduce(and_, (~Q(**{hiding: True}) for hiding in HIDING[model]))


def _known_characters(user: User) -> QuerySet[Character]:
    """Return the characters of the person's series that are not hidden from them."""
    seen = Q(hidden=False) | Q(owner=user) | Q(series__memberships__role=Role.STORYTELLER)
    return Character.objects.filter(seen, series__memberships__user=user)


def known_characters(user: User, series: int) -> QuerySet[Character]:
    """Return the characters of a series that the person may know of."""
    return _known_characters(user).filter(series=series)


def visible_parts(parts: QuerySet[Part], membership: Membership) -> QuerySet[Part]:
    """Filter parts to those that the member may know of."""
    if is_storyteller(membership):
        return parts
    return parts.filter(not_hidden(parts.model))


def visible_characters(membership: Membership) -> QuerySet[Character]:
    """Return the characters of the series that the member may know of."""
    characters = Character.objects.filter(series=membership.series_id)
    if is_storyteller(membership):
        return characters
    own = Q(owner=membership.user_id)
    if membership.only is not None:
        own &= Q(pk__in=list(membership.only))
    return characters.filter(Q(hidden=False) | own)


def can_read_sheet(character: Character, membership: Membership) -> bool:
    """Whether the member may read the sheet: the character's player and Storytellers may."""
    if membership.only is not None and str(character.pk) not in membership.only:
        return False
    return is_storyteller(membership) or character.owner_id == membership.user_id


def can_edit_character(character: Character, membership: Membership) -> bool:
    """Whether the member may edit the character. Spectators may not, even one that is theirs."""
    return membership.role != Role.SPECTATOR and can_read_sheet(character, membership)


def require_editor(character: Character, membership: Membership) -> None:
    """Raise `PermissionDenied` unless the member is the character's player or a Storyteller."""
    if not can_edit_character(character, membership):
        raise PermissionDenied(_("Only the player and the Storyteller can change this character."))


def is_storyteller(membership: Membership) -> bool:
    """Whether the member runs the series."""
    return membership.role == Role.STORYTELLER


def require_storyteller(membership: Membership) -> None:
    """Raise `PermissionDenied` unless the member is a Storyteller."""
    if not is_storyteller(membership):
        raise PermissionDenied(_("Only the Storyteller can do this."))


def require_player(membership: Membership) -> None:
    """Raise `PermissionDenied` for spectators: they have no characters."""
    if membership.role == Role.SPECTATOR:
        raise PermissionDenied(_("Spectators have no characters. Ask the Storyteller for a player’s link."))


def get_member_to_run(user: User, pk: int) -> tuple[Membership, Membership]:
    """Return a member of a series that the person runs as a Storyteller, and the person's own membership."""
    target = get_object_or_404(
        Membership.objects.select_related("series", "series__owner", "user"), pk=pk, series__memberships__user=user
    )
    membership = get_object_or_404(Membership, series=target.series_id, user=user)
    require_storyteller(membership)
    return target, membership


def get_member_or_self(user: User, pk: int) -> tuple[Membership, Membership]:
    """Return a membership that is the person's own, or of a series that the person runs, and the person's own."""
    own = Membership.objects.select_related("series", "series__owner", "user").filter(pk=pk, user=user).first()
    return (own, own) if own is not None else get_member_to_run(user, pk)


def get_invite_to_run(user: User, pk: int) -> tuple[Invite, Membership]:
    """Return an invite of a series that the person runs as a Storyteller, and the membership."""
    invite = get_object_or_404(Invite.objects.select_related("series"), pk=pk, series__memberships__user=user)
    membership = get_object_or_404(Membership, series=invite.series_id, user=user)
    require_storyteller(membership)
    return invite, membership


def get_open_invite(token: str) -> Invite:
    """Return the invite with this token, for anybody who has the link. Raises 404 if it is revoked or unknown."""
    return get_object_or_404(
        Invite.objects.select_related("series", "series__owner"), token=token, revoked_at__isnull=True
    )
