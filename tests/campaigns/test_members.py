"""Invites, roles, leaving, and the owner whom nobody else can remove."""

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.core.refusals import Refused
from campaigns.models import Membership, Role
from campaigns.series.members.services import (
    change_role,
    create_invite,
    hand_over,
    join_series,
    leave_series,
    remove_member,
    revoke_invite,
)
from tests.cast import Cast


def test_an_invite_makes_a_member_of_its_role(cast: Cast) -> None:
    invite = create_invite(cast.membership(cast.storyteller), Role.SPECTATOR)
    assert join_series(cast.stranger, invite).role == Role.SPECTATOR


def test_a_member_who_opens_a_link_stays_what_they_are(cast: Cast) -> None:
    invite = create_invite(cast.membership(cast.storyteller), Role.SPECTATOR)
    assert join_series(cast.player, invite).role == Role.PLAYER
    assert Membership.objects.filter(series=cast.series, user=cast.player).count() == 1


def test_a_revoked_link_lets_nobody_in(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    invite = create_invite(run, Role.PLAYER)
    revoke_invite(run, invite)
    with pytest.raises(Refused):
        join_series(cast.stranger, invite)
    assert not Membership.objects.filter(user=cast.stranger).exists()


def test_there_are_only_so_many_open_links(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    invites = [create_invite(run, Role.PLAYER) for _ in range(20)]
    with pytest.raises(Refused):
        create_invite(run, Role.PLAYER)
    revoke_invite(run, invites[0])
    create_invite(run, Role.PLAYER)


def test_a_player_can_be_named_co_storyteller(cast: Cast) -> None:
    change_role(cast.membership(cast.storyteller), cast.membership(cast.player), Role.STORYTELLER)
    assert cast.membership(cast.player).role == Role.STORYTELLER


def test_players_change_nobody(cast: Cast) -> None:
    asker, target = cast.membership(cast.player), cast.membership(cast.rival)
    for change in (
        lambda: create_invite(asker, Role.PLAYER),
        lambda: change_role(asker, target, Role.SPECTATOR),
        lambda: remove_member(asker, target),
        lambda: hand_over(asker, target),
    ):
        with pytest.raises(PermissionDenied):
            change()
    assert cast.membership(cast.rival).role == Role.PLAYER


def test_nobody_but_the_owner_can_touch_the_owner(cast: Cast) -> None:
    asker, owner = cast.membership(cast.co_storyteller), cast.membership(cast.storyteller)
    with pytest.raises(Refused):
        remove_member(asker, owner)
    with pytest.raises(Refused):
        change_role(asker, owner, Role.PLAYER)
    with pytest.raises(PermissionDenied):
        hand_over(asker, asker)
    assert cast.membership(cast.storyteller).role == Role.STORYTELLER


def test_the_owner_hands_over_and_may_then_leave(cast: Cast) -> None:
    owner = cast.membership(cast.storyteller)
    with pytest.raises(Refused):
        leave_series(owner)
    hand_over(owner, cast.membership(cast.player))
    cast.series.refresh_from_db()
    assert cast.series.owner == cast.player
    assert cast.membership(cast.player).role == Role.STORYTELLER
    leave_series(owner)
    assert not Membership.objects.filter(series=cast.series, user=cast.storyteller).exists()


def test_characters_of_those_who_go_become_the_storytellers(cast: Cast) -> None:
    remove_member(cast.membership(cast.storyteller), cast.membership(cast.player))
    leave_series(cast.membership(cast.rival))
    cast.heroine.refresh_from_db()
    cast.duelist.refresh_from_db()
    assert cast.heroine.owner is None
    assert cast.duelist.owner is None


def test_who_was_removed_does_not_come_back_by_the_link_they_came_by(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    invite = create_invite(run, Role.PLAYER)
    remove_member(run, join_series(cast.stranger, invite))
    with pytest.raises(Refused, match="revoked"):
        join_series(cast.stranger, invite)
    assert not Membership.objects.filter(series=cast.series, user=cast.stranger).exists()


def test_who_is_no_storyteller_any_more_does_not_become_one_by_a_link(cast: Cast) -> None:
    run, once = cast.membership(cast.storyteller), cast.membership(cast.co_storyteller)
    links = {role: create_invite(once, role) for role in Role}
    change_role(run, once, Role.STORYTELLER)
    assert run.series.invites.filter(revoked_at=None).count() == 3
    change_role(run, once, Role.PLAYER)
    leave_series(once)
    with pytest.raises(Refused, match="revoked"):
        join_series(cast.co_storyteller, links[Role.STORYTELLER])
    assert join_series(cast.co_storyteller, links[Role.PLAYER]).role == Role.PLAYER


def test_nobody_gives_a_role_to_who_has_just_left(cast: Cast) -> None:
    target = cast.membership(cast.rival)
    leave_series(cast.membership(cast.rival))
    with pytest.raises(Refused, match="no longer a member"):
        change_role(cast.membership(cast.storyteller), target, Role.SPECTATOR)


def test_a_role_lost_meanwhile_counts(cast: Cast) -> None:
    asker = cast.membership(cast.co_storyteller)
    Membership.objects.filter(pk=asker.pk).update(role=Role.PLAYER)
    with pytest.raises(PermissionDenied):
        create_invite(asker, Role.PLAYER)
    Membership.objects.filter(pk=asker.pk).delete()
    with pytest.raises(PermissionDenied):
        leave_series(asker)
