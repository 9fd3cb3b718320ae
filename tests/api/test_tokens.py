"""A token is a seat: no more than its member may do, and dead at once when the seat is lost."""

import gzip
import json
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from campaigns.core.refusals import Refused
from campaigns.models import AuditEntry, AuditKind, Character, Membership, Role, SeatToken, TokenScope, User
from campaigns.series.members.services import change_role, leave_series, remove_member
from campaigns.series.tokens.services import MAX_TOKENS, make_token
from config import transfer
from config.accounts import my_data
from config.backup.tables import list_models
from play.commands.moves import Say
from tests.api.conftest import Program, sit
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db


def status(program: Program, path: str = "me") -> int:
    return int(program.get(path).status_code)


def test_a_token_says_what_it_is_and_its_use_is_noted(coins: TableInPlay, player: Program) -> None:
    assert SeatToken.objects.get().last_used_at is None
    said = json.loads(player.get("me").content)
    assert (said["role"], said["scope"], said["characters"]) == ("player", "act", [str(coins.cast.heroine.pk)])
    assert SeatToken.objects.get().last_used_at is not None


def test_the_secret_is_stored_nowhere(player: Program) -> None:
    row = SeatToken.objects.values().get()
    assert player.secret not in str(row)
    assert player.secret.split("_", 2)[2] not in str(row)


@pytest.mark.parametrize("secret", ["", "sw_", "x" * 10_000, "sw_0123456789abcdef_" + "a" * 43, "sw_\x00"])
def test_what_is_no_token_is_refused_alike(player: Program, secret: str) -> None:
    response = Client().get("/api/v1/me", headers={"authorization": f"Bearer {secret}"})
    assert response.status_code == 401
    assert response.content == Client().get("/api/v1/me").content
    assert response["WWW-Authenticate"] == "Bearer"


def test_a_wrong_end_of_the_secret_is_refused(player: Program) -> None:
    player.secret = player.secret[:-1] + ("a" if player.secret[-1] != "a" else "b")
    assert status(player) == 401


def test_a_session_is_no_token(coins: TableInPlay, sign_in: SignIn) -> None:
    assert sign_in(coins.cast.storyteller).get("/api/v1/me").status_code == 401


def test_a_token_dies_with_its_time(player: Program) -> None:
    SeatToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert status(player) == 401


def test_a_token_dies_when_its_member_leaves_or_is_removed(coins: TableInPlay, player: Program) -> None:
    cast = coins.cast
    rival = sit(cast, cast.rival, TokenScope.READ)
    assert (status(player), status(rival)) == (200, 200)
    leave_series(cast.membership(cast.player))
    remove_member(cast.membership(cast.storyteller), cast.membership(cast.rival))
    assert (status(player), status(rival)) == (401, 401)
    assert not SeatToken.objects.exists()


def test_a_token_dies_with_the_role_in_which_it_was_made(coins: TableInPlay) -> None:
    cast = coins.cast
    second = sit(cast, cast.co_storyteller, TokenScope.READ)
    change_role(cast.membership(cast.storyteller), cast.membership(cast.co_storyteller), Role.PLAYER)
    assert status(second) == 401


def test_a_token_dies_when_its_characters_are_played_by_others(coins: TableInPlay, player: Program) -> None:
    Character.objects.filter(pk=coins.cast.heroine.pk).update(owner=coins.cast.rival)
    assert status(player) == 401


def test_a_token_dies_with_a_closed_account(coins: TableInPlay, player: Program) -> None:
    coins.cast.player.is_active = False
    coins.cast.player.save()
    assert status(player) == 401


def test_a_token_is_of_one_series(coins: TableInPlay, player: Program) -> None:
    from tests.cast import gather_cast

    coins.cast.player.username = "somebody else"
    for user in (*coins.cast.members, coins.cast.stranger):
        user.username += " of the other"
        user.save()
    other = gather_cast("coins")
    Membership.objects.create(series=other.series, user=coins.cast.player, role=Role.PLAYER)
    for path in (f"scenes/{other.scene.pk}", f"characters/{other.heroine.pk}"):
        assert status(player, path) == 404
    assert player.move(other.scene.pk, 0, {"kind": "Say", "text": "x"}).status_code == 404


def test_a_token_acts_as_its_characters_alone(coins: TableInPlay) -> None:
    cast = coins.cast
    Character.objects.filter(pk=cast.warden.pk).update(owner=cast.player)
    program = sit(cast, cast.player, TokenScope.ACT, cast.heroine)
    scene = coins.scene.pk
    coins.act(cast.storyteller, Say("For the warden.", to=str(cast.warden.pk)))
    assert json.loads(program.get(f"scenes/{scene}/log").content)["lines"] == []
    assert (status(program, f"characters/{cast.heroine.pk}"), status(program, f"characters/{cast.warden.pk}")) == (
        200,
        403,
    )
    roll = {"kind": "MakeRoll", "character": str(cast.warden.pk), "request": {}}
    assert program.move(scene, 0, roll).status_code in (400, 409)
    said = program.move(scene, 0, {"kind": "Say", "text": "x", "speaker": str(cast.warden.pk)})
    assert said.status_code in (400, 409)
    assert program.move(scene, 0, {"kind": "Say", "text": "x", "speaker": str(cast.heroine.pk)}).status_code == 200


def test_a_token_does_not_tell_of_other_characters_that_its_member_keeps_hidden(coins: TableInPlay) -> None:
    cast = coins.cast
    Character.objects.filter(pk=cast.lurker.pk).update(owner=cast.player)
    narrow = sit(cast, cast.player, TokenScope.ACT, cast.heroine)
    assert (str(cast.lurker.pk) in keys_of(narrow), status(narrow, f"characters/{cast.lurker.pk}")) == (False, 404)
    for wider in (sit(cast, cast.player, TokenScope.READ), sit(cast, cast.player, TokenScope.ACT, cast.lurker)):
        assert (str(cast.lurker.pk) in keys_of(wider), status(wider, f"characters/{cast.lurker.pk}")) == (True, 200)


def keys_of(program: Program) -> set[str]:
    """The keys of the characters that a program is told of."""
    return {str(one["id"]) for one in json.loads(program.get("characters").content)["characters"]}


def test_nobody_makes_a_token_of_more_than_their_seat(coins: TableInPlay) -> None:
    cast = coins.cast
    wrong: tuple[tuple[User, TokenScope, list[str]], ...] = (
        (cast.player, TokenScope.STORYTELLER, []),
        (cast.player, TokenScope.ACT, []),
        (cast.player, TokenScope.ACT, [str(cast.duelist.pk)]),
        (cast.player, TokenScope.ACT, [f"person:{cast.rival.pk}"]),
        (cast.spectator, TokenScope.ACT, [str(cast.heroine.pk)]),
        (cast.storyteller, TokenScope.ACT, [str(cast.warden.pk)]),
    )
    for user, scope, keys in wrong:
        with pytest.raises(Refused):
            make_token(cast.membership(user), "bot", scope, keys, 30)
    assert not SeatToken.objects.exists()


def test_a_member_has_so_many_tokens_at_most(coins: TableInPlay) -> None:
    for _n in range(MAX_TOKENS):
        sit(coins.cast, coins.cast.player, TokenScope.READ)
    with pytest.raises(Refused, match="Revoke one first"):
        sit(coins.cast, coins.cast.player, TokenScope.READ)


def test_no_seat_reads_what_is_secret(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say(SECRET, to=str(cast.duelist.pk)))
    people = [(cast.player, TokenScope.ACT, (cast.heroine,)), (cast.spectator, TokenScope.READ, ())]
    paths = ["me", "scenes", "characters", "downtimes", "threads", "openapi.json"]
    paths += [f"scenes/{coins.scene.pk}{part}" for part in ("", "/log", "/offers")]
    paths += [f"characters/{one.pk}{part}" for one in (cast.heroine, cast.lurker) for part in ("", "/ledger")]
    paths += [f"scenes/{one.pk}" for one in (cast.hidden_scene,)]
    for user, scope, keys in people:
        program = sit(cast, user, scope, *keys)
        answers: list[HttpResponse] = [program.get(path) for path in paths]
        assert {one.status_code for one in answers} <= {200, 403, 404}
        assert not [path for path, one in zip(paths, answers, strict=True) if SECRET in one.content.decode()]
    teller = sit(cast, cast.storyteller, TokenScope.STORYTELLER)
    assert SECRET in teller.get("characters").content.decode()


def test_the_record_is_read(coins: TableInPlay, player: Program) -> None:
    cast = coins.cast
    for path in (f"characters/{cast.heroine.pk}/ledger", "downtimes", "threads"):
        assert status(player, path) == 200
    downtime = json.loads(player.get("downtimes").content)["downtimes"][0]
    assert downtime["title"] == cast.downtime.title
    assert [one["name"] for one in downtime["people"]] == [cast.heroine.name]
    assert status(player, f"characters/{cast.duelist.pk}/ledger") == 403


def test_a_token_is_made_shown_once_and_revoked_on_its_page(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client, page = sign_in(cast.player), f"/series/{cast.series.pk}/tokens/"
    form = {
        "name": "My bot",
        "scope": "act",
        "characters": [cast.heroine.pk],
        "days": 7,
        "command": "2b3f7a0e-7f5c-4f0e-9a53-0c3b2f8a9d11",
    }
    made = client.post(page, form)
    assert made.status_code == 200
    secret = made.content.decode().split('value="sw_')[1].partition('"')[0]
    assert f'data-copy="sw_{secret}"' in made.content.decode()
    assert status(Program(f"sw_{secret}")) == 200
    assert secret not in client.get(page).content.decode()
    assert client.post(page, form).status_code == 302
    token = SeatToken.objects.get()
    assert sign_in(cast.rival).post(f"{page}{token.pk}/revoke/").status_code == 403
    assert status(Program(f"sw_{secret}")) == 200
    client.force_login(cast.player)
    client.post(f"{page}{token.pk}/revoke/")
    assert status(Program(f"sw_{secret}")) == 401
    kinds = AuditEntry.objects.values_list("kind", flat=True)
    assert {AuditKind.TOKEN_MADE, AuditKind.TOKEN_REVOKED} <= set(kinds)


def test_a_stranger_has_no_page_of_tokens(coins: TableInPlay, sign_in: SignIn) -> None:
    page = f"/series/{coins.cast.series.pk}/tokens/"
    assert sign_in(coins.cast.stranger).get(page).status_code == 404


def test_tokens_are_in_ones_own_data_but_in_no_backup_and_no_series_file(coins: TableInPlay, player: Program) -> None:
    written = my_data.write(coins.cast.player).decode()
    assert [one["name"] for one in json.loads(written)["tokens"]] == ["bot"]
    token = SeatToken.objects.get()
    assert token.digest not in written
    assert token.prefix not in written
    assert SeatToken not in list_models()
    series_file = gzip.decompress(transfer.write(coins.cast.series)).decode()
    assert token.digest not in series_file
    assert token.prefix not in series_file


def test_requests_are_limited_by_token(coins: TableInPlay, player: Program, settings: object) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "api": (2, 0)}  # type: ignore[attr-defined]
    assert [status(player) for _n in range(3)] == [200, 200, 429]
    refused = player.get("me")
    assert refused["Content-Type"] == "application/problem+json"
    assert int(refused["Retry-After"]) > 0
    assert status(sit(coins.cast, coins.cast.rival, TokenScope.READ)) == 200
