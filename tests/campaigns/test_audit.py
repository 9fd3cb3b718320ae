"""The audit log: who changed roles, owners, links and accounts. It outlives what it tells of, and holds no secret."""

import io
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.accounts.services import delete_account, make_host_invitation
from campaigns.core.audit import asked_from, record
from campaigns.models import AuditEntry, AuditKind, Invite, Role, User
from campaigns.series.members.services import (
    change_role,
    create_invite,
    hand_over,
    join_series,
    leave_series,
    remove_member,
    revoke_invite,
)
from campaigns.tasks import clear_old_audit
from tests.cast import PASSWORD, Cast
from tests.conftest import SignIn
from tests.markup import flat

Row = tuple[str, str, str, str]


def told() -> list[Row]:
    """What was recorded, oldest first: who, what, on whom, how."""
    return [(one.who, one.kind, one.whom, one.detail) for one in AuditEntry.objects.order_by("pk")]


@pytest.fixture
def boss(cast: Cast) -> User:
    return User.objects.create_superuser("boss", password=PASSWORD)


def test_whatever_changes_who_is_in_a_series_is_recorded(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    invite = create_invite(run, Role.PLAYER)
    joined = join_series(cast.stranger, invite)
    join_series(cast.stranger, invite)
    change_role(run, joined, Role.SPECTATOR)
    remove_member(run, joined)
    leave_series(cast.membership(cast.rival))
    hand_over(run, cast.membership(cast.player))
    assert told() == [
        ("storyteller", "link_made", "", "player"),
        ("stranger", "joined", "", "player"),
        ("storyteller", "role_changed", "stranger", "spectator"),
        ("storyteller", "member_removed", "stranger", ""),
        ("storyteller", "link_revoked", "", "player"),
        ("rival", "left", "", ""),
        ("storyteller", "owner_changed", "player", ""),
    ]
    assert set(AuditEntry.objects.values_list("series_number", flat=True)) == {cast.series.pk}


def test_a_link_that_is_revoked_twice_is_recorded_once(cast: Cast) -> None:
    run, invite = cast.membership(cast.storyteller), Invite.objects.create(series=cast.series)
    revoke_invite(run, invite)
    revoke_invite(run, invite)
    assert told() == [("storyteller", "link_revoked", "", "player")]


def test_what_was_refused_is_not_recorded(cast: Cast) -> None:
    with pytest.raises(Exception, match="owner"):
        remove_member(cast.membership(cast.co_storyteller), cast.membership(cast.storyteller))
    assert told() == []


def test_entries_outlive_the_series_and_the_account(cast: Cast) -> None:
    number = cast.series.pk
    delete_account(cast.storyteller, {number: "remove"})
    assert told() == [
        ("storyteller", "series_removed", "storyteller", ""),
        ("storyteller", "account_deleted", "storyteller", ""),
    ]
    assert AuditEntry.objects.filter(series_number=number).count() == 1


def test_an_entry_is_written_once(cast: Cast) -> None:
    record(AuditKind.LEFT, cast.player, series=cast.series.pk)
    entry = AuditEntry.objects.get()
    entry.who = "rival"
    with pytest.raises(TypeError, match="cannot be changed"):
        entry.save()


def test_commands_on_the_machine_are_recorded_with_nobodys_name(cast: Cast) -> None:
    call_command("reset_link", "player", verbosity=0, stdout=io.StringIO())
    call_command("remove_series", str(cast.series.pk), "--yes", verbosity=0, stdout=io.StringIO())
    assert told() == [("", "reset_link_made", "player", ""), ("", "series_removed", "storyteller", "")]


def test_acts_of_the_staff_page_are_recorded_with_the_address(cast: Cast, boss: User, sign_in: SignIn) -> None:
    client = sign_in(boss)
    client.post(reverse("staff_reset_link"), {"name": "player"}, REMOTE_ADDR="192.0.2.7")
    client.post(reverse("staff_invitation"), REMOTE_ADDR="192.0.2.7")
    assert told() == [("boss", "reset_link_made", "player", ""), ("boss", "invitation_made", "", "")]
    page = client.get(reverse("staff_audit")).content.decode()
    assert page.count("192.0.2.7") == 2


def test_an_account_that_an_invitation_made_is_recorded(cast: Cast) -> None:
    client = Client()
    client.get(reverse("invited", args=[make_host_invitation()]))
    new = {"username": "mira", "password1": "nine arches of stone", "password2": "nine arches of stone"}
    client.post(reverse("account_signup"), new)
    assert told()[-1] == ("mira", "invitation_used", "", "")


def test_what_the_admin_does_to_accounts_is_recorded(cast: Cast, boss: User, sign_in: SignIn) -> None:
    client, player = sign_in(boss), cast.player
    account = reverse("admin:campaigns_user_change", args=[player.pk])
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    same = {"username": "player", **joined, **{f"initial-{name}": value for name, value in joined.items()}}
    Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={})
    step = Authenticator.objects.get().pk
    client.post(account, {**same, "is_active": "on", "is_staff": "on"})
    client.post(account, {**same, "is_staff": "on"})
    word = {"password1": "nine arches of stone", "password2": "nine arches of stone", "usable_password": "true"}
    client.post(reverse("admin:auth_user_password_change", args=[player.pk]), word)
    client.post(reverse("admin:mfa_authenticator_delete", args=[step]), {"post": "yes"})
    client.post(reverse("admin:campaigns_user_delete", args=[cast.spectator.pk]), {"post": "yes"})
    assert told() == [
        ("boss", "account_changed", "player", "Staff status"),
        ("boss", "account_shut", "player", "Active"),
        ("boss", "account_changed", "player", "password"),
        ("boss", "second_step_removed", "player", ""),
        ("boss", "account_deleted", "spectator", ""),
    ]


def test_storytellers_read_their_series_part_without_addresses_and_players_do_not(cast: Cast, sign_in: SignIn) -> None:
    with asked_from("192.0.2.7"):
        record(AuditKind.ROLE_CHANGED, cast.storyteller, whom="rival", series=cast.series.pk, detail=Role.SPECTATOR)
        record(AuditKind.ROLE_CHANGED, cast.storyteller, whom="elsewhere", series=cast.series.pk + 1)
    url = reverse("members", args=[cast.series.pk])
    page = sign_in(cast.co_storyteller).get(url).content.decode()
    assert "changed a role: Spectator" in page
    assert "elsewhere" not in page
    assert "192.0.2.7" not in page
    assert "Audit log" not in sign_in(cast.player).get(url).content.decode()
    assert sign_in(cast.storyteller).get(reverse("staff_audit")).status_code == 404


def test_the_host_finds_entries_by_kind_and_by_person_page_by_page(cast: Cast, boss: User, sign_in: SignIn) -> None:
    client, url = sign_in(boss), reverse("staff_audit")
    for _ in range(51):
        record(AuditKind.JOINED, cast.player, series=1)
    record(AuditKind.MEMBER_REMOVED, cast.storyteller, whom="player", series=1)
    record(AuditKind.LEFT, cast.rival, series=1)

    def count(**asked: str) -> int:
        return flat(client.get(url, asked).content.decode()).count("<tr><td>")

    assert (count(), count(page="2"), count(page="99")) == (50, 3, 3)
    assert (count(kind="left"), count(kind="nonsense")) == (1, 0)
    assert (count(name="player"), count(name="player", page="2"), count(name="storyteller")) == (50, 2, 1)


def test_old_entries_go_when_the_host_keeps_them_no_longer(cast: Cast, settings: LazySettings) -> None:
    record(AuditKind.LEFT, cast.rival, series=1)
    AuditEntry.objects.update(at=timezone.now() - timedelta(days=366))
    record(AuditKind.LEFT, cast.player, series=1)
    settings.AUDIT_DAYS = 0
    clear_old_audit()
    assert len(told()) == 2
    settings.AUDIT_DAYS = 365
    clear_old_audit()
    assert told() == [("player", "left", "", "")]


def test_the_names_of_changed_fields_are_in_the_readers_language(cast: Cast) -> None:
    entry = AuditEntry(kind=AuditKind.ACCOUNT_CHANGED, detail="Staff status, Superuser status")
    assert entry.said == "staff status, superuser status"
    with override("fi"):
        assert "status" not in entry.said
