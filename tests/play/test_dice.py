"""Dice that can be proved, at a table: what is sealed, what is shown to whom and when, and how the dice have fallen."""

import json
import re
import uuid
from collections import Counter
from typing import Any

import pytest
from django.db import transaction

from campaigns.chronicle.services import renew_all_dice, set_open
from campaigns.core.seats import person_key
from campaigns.models import Scene, User
from config.transfer.import_series import import_series
from config.transfer.parse import parse
from config.transfer.write import write
from play.commands.moves import BattleMove, BringIn, CloseBattle, MakeRoll, MixDice, OpenBattle, Rewind, Say
from play.commands.submit import submit
from play.models import Command, Seal, Table
from play.seats.dice import count_fallen, find_next_hash, write_proof
from play.table.dice_events import MARK
from rules.battle import Move
from rules.errors import BadInput, IllegalMove
from rules.fair import derive_seed, hash_seed
from rules.fair_file import verify
from rules.system import System
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.walk


def act(coins: TableInPlay, user: User, move: Move, key: uuid.UUID | None = None) -> None:
    """Make a move whose dice fall from the scene's seed."""
    submit(coins.cast.membership(user), fresh(coins.scene), key or uuid.uuid4(), None, move)


def fresh(scene: Scene) -> Scene:
    return Scene.objects.select_related("episode__story__series").get(pk=scene.pk)


def roll(coins: TableInPlay, user: User, secret: str = "") -> None:
    cast = coins.cast
    character = {cast.player: cast.heroine, cast.rival: cast.duelist}.get(user, cast.warden)
    act(coins, user, MakeRoll(str(character.pk), {}, secret))


def close(coins: TableInPlay, is_open: bool = False) -> None:
    set_open(coins.cast.membership(coins.cast.storyteller), fresh(coins.scene), is_open)


def prove(coins: TableInPlay, user: User) -> dict[str, Any]:
    return write_proof(fresh(coins.scene), coins.cast.membership(user))


def list_thrown(coins: TableInPlay) -> list[dict[str, Any]]:
    return [one for thrown in Command.objects.order_by("first").values_list("thrown", flat=True) for one in thrown]


def told(coins: TableInPlay, user: User, sign_in: SignIn) -> str:
    return sign_in(user).get(f"/scenes/{coins.scene.pk}/log.txt").content.decode()


def is_proved(data: dict[str, Any]) -> bool:
    verdicts = verify(data)
    return any(one.throws for one in verdicts) and not any(one.faults for one in verdicts)


def test_the_seed_is_there_before_the_first_die_and_the_log_tells_its_hash(coins: TableInPlay, sign_in: SignIn) -> None:
    before = find_next_hash(fresh(coins.scene))
    assert before in sign_in(coins.cast.player).get(f"/scenes/{coins.scene.pk}/dice/").content.decode()
    roll(coins, coins.cast.player)
    lines = told(coins, coins.cast.spectator, sign_in)
    assert f"1. This scene’s dice are sealed: {before[:MARK]}" in lines
    assert lines.index("sealed") < lines.index("rolls")
    assert find_next_hash(fresh(coins.scene)) == ""
    roll(coins, coins.cast.player)
    assert told(coins, coins.cast.spectator, sign_in).count("sealed") == 1, "it is told once"


def test_a_secret_roll_before_any_other_leaves_no_trace(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    browser, paths = sign_in(cast.player), ("log.txt", "dice/", "dice.json")
    hidden = re.compile(r"csrfmiddlewaretoken.*?>|name=.command.*?>")

    def look() -> list[str]:
        return [hidden.sub("", browser.get(f"/scenes/{coins.scene.pk}/{path}").content.decode()) for path in paths]

    act(coins, cast.storyteller, Say("Quiet."))
    before = look()
    roll(coins, cast.storyteller, "storyteller")
    assert look() == before
    assert "not everyone sees are sealed" in told(coins, cast.storyteller, sign_in)
    roll(coins, cast.player)
    assert told(coins, cast.player, sign_in).count("sealed") == 1
    close(coins)
    assert is_proved(prove(coins, cast.player))
    assert is_proved(prove(coins, cast.storyteller))
    assert sum(one.throws for one in verify(prove(coins, cast.storyteller))) == 2


def test_words_alone_seal_nothing(coins: TableInPlay) -> None:
    act(coins, coins.cast.player, Say("Nothing falls"))
    assert coins.number == 1
    assert not Seal.objects.exists()


def test_all_seats_prove_what_they_saw_once_the_scene_is_closed(coins: TableInPlay) -> None:
    cast = coins.cast
    for user, secret in ((cast.player, ""), (cast.rival, "owner"), (cast.storyteller, "storyteller"), (cast.rival, "")):
        roll(coins, user, secret)
    for user in cast.members:
        assert [one["seed"] for one in prove(coins, user)["streams"]] == [""] * len(prove(coins, user)["streams"])
        assert [one["steps"] for one in prove(coins, user)["streams"]] == [[]] * len(prove(coins, user)["streams"])
    close(coins)
    assert all(is_proved(prove(coins, user)) for user in cast.members)
    throws = {user: sum(one.throws for one in verify(prove(coins, user))) for user in cast.members}
    assert throws[cast.storyteller] == throws[cast.co_storyteller] == 4
    assert throws[cast.rival] == 3, "the open ones and the rival's own"
    assert throws[cast.player] == throws[cast.spectator] == 2


def test_a_players_file_holds_no_trace_of_what_others_rolled(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    for user, secret in ((cast.player, ""), (cast.rival, "owner"), (cast.storyteller, "storyteller")):
        roll(coins, user, secret)
    master = fresh(coins.scene).dice_seed
    streams = Table.objects.get().dice["streams"]
    seeds = [derive_seed(master, number) for number in range(len(streams))]
    hidden = [n for n, (audience, *_) in enumerate(streams) if audience not in (None, [person_key(cast.player.pk)])]
    hidden = [n for n in hidden if streams[n][0] != [str(cast.heroine.pk)]]
    assert len(hidden) >= 3

    def read_all(user: User) -> str:
        base, browser = f"/scenes/{coins.scene.pk}", sign_in(user)
        return "".join(browser.get(base + path).content.decode() for path in ("/dice.json", "/dice/", "/log.txt", "/"))

    for user in cast.members:
        page = read_all(user)
        for secret in (master, *seeds):
            assert secret not in page, "nobody has a seed while the scene is open"
    close(coins)
    for user in (cast.player, cast.spectator):
        page = read_all(user)
        assert master not in page
        assert seeds[0] in page
        for number in hidden:
            assert seeds[number] not in page
            assert hash_seed(seeds[number]) not in page
        assert cast.duelist.name not in json.dumps(prove(coins, user)["streams"])


def test_those_who_may_not_see_the_scene_get_no_file(coins: TableInPlay, sign_in: SignIn) -> None:
    roll(coins, coins.cast.player)
    close(coins)
    for path in ("dice.json", "dice/"):
        assert sign_in(coins.cast.stranger).get(f"/scenes/{coins.scene.pk}/{path}").status_code == 404
        assert sign_in(coins.cast.player).get(f"/scenes/{coins.cast.hidden_scene.pk}/{path}").status_code == 404
    assert sign_in(coins.cast.stranger).get(f"/series/{coins.cast.series.pk}/dice/").status_code == 404


def test_a_rewind_never_uses_a_number_again(coins: TableInPlay) -> None:
    cast = coins.cast
    for _ in range(3):
        roll(coins, cast.player)
        act(coins, cast.storyteller, Rewind(coins.count()))
    roll(coins, cast.player)
    assert [one["number"] for one in list_thrown(coins)] == [0, 1, 2, 3]
    close(coins)
    assert is_proved(prove(coins, cast.player))


def test_a_roll_that_was_lost_with_its_transaction_falls_the_same_again(coins: TableInPlay) -> None:
    roll(coins, coins.cast.player)

    faces = []
    for _ in range(2):
        with transaction.atomic():
            roll(coins, coins.cast.player)
            faces.append(list_thrown(coins)[-1])
            transaction.set_rollback(True)
    roll(coins, coins.cast.player)
    assert faces[0] == faces[1] == list_thrown(coins)[-1]
    assert [one["number"] for one in list_thrown(coins)] == [0, 1]


def test_a_refused_roll_and_a_repeated_one_use_no_number(coins: TableInPlay) -> None:
    cast, key = coins.cast, uuid.uuid4()
    move = MakeRoll(str(cast.heroine.pk), {})
    act(coins, cast.player, move, key)
    act(coins, cast.player, move, key)
    with pytest.raises(IllegalMove):
        act(coins, cast.rival, move)
    with pytest.raises(BadInput):
        act(coins, cast.player, MakeRoll(str(cast.heroine.pk), {}, "nobody"))
    assert [one["number"] for one in list_thrown(coins)] == [0]


def test_a_fight_with_somebody_hidden_is_proved_without_telling_of_them(coins: TableInPlay) -> None:
    cast = coins.cast
    act(coins, cast.storyteller, OpenBattle())
    act(coins, cast.storyteller, BringIn(coins.keys(cast.heroine), "travellers"))
    act(coins, cast.storyteller, BringIn(coins.keys(cast.lurker), "toll company"))
    act(coins, cast.storyteller, BattleMove({"kind": "StartBattle"}))
    act(coins, cast.storyteller, BattleMove({"kind": "Flip", "actor": coins.id_of(cast.lurker)}))
    act(coins, cast.player, BattleMove({"kind": "Flip", "actor": coins.id_of(cast.heroine)}))
    made = [one["dice"] for command in Command.objects.order_by("first") for one in command.made if one["dice"]]
    assert made == [one["dice"] for one in list_thrown(coins)]
    assert [one["audience"] for one in list_thrown(coins)] == [[str(cast.lurker.pk)], None]
    act(coins, cast.storyteller, CloseBattle())
    close(coins)
    (mine,) = prove(coins, cast.player)["streams"]
    assert [step["throw"] for step in mine["steps"]] == [0], "no gap tells of the lurker"
    assert is_proved(prove(coins, cast.player))
    assert is_proved(prove(coins, cast.storyteller))


def test_words_that_people_add_change_all_further_dice_and_are_proved(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    act(coins, cast.player, MixDice("  swordfish  and\tmore "))
    roll(coins, cast.player)
    page = sign_in(cast.spectator).post(
        f"/scenes/{coins.scene.pk}/dice/", {"words": "from the bench", "command": str(uuid.uuid4())}
    )
    assert page.status_code == 302
    roll(coins, cast.rival, "owner")
    close(coins)
    file = prove(coins, cast.rival)
    assert is_proved(file)
    assert {step["words"] for step in file["streams"][0]["steps"]} == {"swordfish and more", "from the bench", ""}
    file["streams"][0]["steps"][0]["words"] = "swordfish"
    assert not is_proved(file)
    assert "player adds to the dice: “swordfish and more”" in told(coins, cast.rival, sign_in)


@pytest.mark.parametrize("words", ["", "   ", "x" * 101, "\u200b", "\x00"])
def test_words_that_cannot_be_read_are_refused_with_a_sentence(coins: TableInPlay, sign_in: SignIn, words: str) -> None:
    page = sign_in(coins.cast.player).post(f"/scenes/{coins.scene.pk}/dice/", {"words": words})
    assert page.status_code == 409
    assert 'role="alert"' in page.content.decode()
    assert not Command.objects.exists()


def test_a_scene_that_is_opened_again_has_another_seed(coins: TableInPlay) -> None:
    roll(coins, coins.cast.player)
    first = fresh(coins.scene).dice_seed
    close(coins)
    close(coins, is_open=True)
    assert fresh(coins.scene).dice_seed != first
    file = prove(coins, coins.cast.player)
    assert file["streams"][0]["seed"], "what fell before is shown, though the scene is open again"
    roll(coins, coins.cast.player)
    shown = [bool(one["seed"]) for one in prove(coins, coins.cast.player)["streams"] if one["steps"] or not one["seed"]]
    assert shown[0] is True
    assert shown[1] is False
    assert Seal.objects.count() == 2
    close(coins)
    file = prove(coins, coins.cast.player)
    assert is_proved(file)
    assert [step["throw"] for one in file["streams"] for step in one["steps"]] == [0, 0]


def test_the_storyteller_seals_anew_and_nobody_else_does(coins: TableInPlay, sign_in: SignIn) -> None:
    roll(coins, coins.cast.player)
    address = f"/scenes/{coins.scene.pk}/dice/seal/"
    assert sign_in(coins.cast.player).post(address).status_code == 403
    assert not prove(coins, coins.cast.player)["streams"][0]["seed"]
    assert sign_in(coins.cast.storyteller).post(address).status_code == 302
    assert is_proved(prove(coins, coins.cast.player))
    roll(coins, coins.cast.player)
    assert Seal.objects.count() == 2


def test_no_die_falls_once_a_scene_was_closed_by_another_process(coins: TableInPlay) -> None:
    roll(coins, coins.cast.player)
    stale = fresh(coins.scene)
    close(coins)
    with pytest.raises(IllegalMove, match="closed"):
        submit(
            coins.cast.membership(coins.cast.player), stale, uuid.uuid4(), None,
            MakeRoll(str(coins.cast.heroine.pk), {}),
        )  # fmt: skip


def test_a_scene_of_before_dice_were_sealed_has_nothing_to_prove(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, MakeRoll(str(coins.cast.heroine.pk), {}), [7, 7, 7])
    close(coins)
    assert verify(prove(coins, coins.cast.player)) == []


def test_a_copy_takes_only_seeds_that_are_shown(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player, "owner")
    roll(coins, cast.storyteller)
    secret = fresh(coins.scene).dice_seed
    assert secret not in json.dumps(parse(write(cast.series)))
    close(coins)
    copy = import_series(cast.stranger, parse(write(cast.series)))
    scene = Scene.objects.select_related("episode__story__series").get(
        episode__story__series=copy, title=cast.scene.title
    )
    assert scene.dice_seed != secret
    membership = copy.memberships.select_related("series", "user").get(user=cast.stranger)
    file = write_proof(scene, membership)
    assert is_proved(file)
    assert sum(one.throws for one in verify(file)) == 2
    set_open(membership, scene, True)
    submit(membership, fresh(scene), uuid.uuid4(), None, Say("On it goes"))


def test_a_file_with_bad_dice_is_refused(coins: TableInPlay) -> None:
    from campaigns.core.refusals import Refused

    roll(coins, coins.cast.player)
    close(coins)
    data = parse(write(coins.cast.series))
    scene = next(one for one in data["stories"][0]["episodes"][0]["scenes"] if one["entries"])
    scene["seals"][0]["seed"] = "no seed"
    with pytest.raises(Refused):
        import_series(coins.cast.stranger, data)


def test_a_restored_backup_goes_on_with_other_seeds(coins: TableInPlay) -> None:
    roll(coins, coins.cast.player)
    before = fresh(coins.scene).dice_seed
    renew_all_dice()
    assert fresh(coins.scene).dice_seed != before
    roll(coins, coins.cast.player)
    assert Seal.objects.count() == 2
    assert [one["number"] for one in list_thrown(coins)] == [0, 0]
    close(coins)
    assert is_proved(prove(coins, coins.cast.player))


def test_the_page_counts_what_everybody_saw_and_nothing_else(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    for user, secret in ((cast.player, ""), (cast.rival, "owner"), (cast.storyteller, "storyteller"), (cast.rival, "")):
        roll(coins, user, secret)
    seen = [face for one in list_thrown(coins) if one["audience"] is None for face in one["dice"]]
    for user in cast.members:
        whole, people = count_fallen(cast.membership(user), [coins.scene])
        assert whole.faces == tuple(Counter(seen)[face] for face in range(1, 11))
        assert {one.who for one in people} == {"player", "rival"}
    for path in (f"/scenes/{coins.scene.pk}/dice/", f"/series/{cast.series.pk}/dice/"):
        page = sign_in(cast.spectator).get(path).content.decode()
        assert "Too few dice" in page
        assert "rival" in page


def test_hidden_scenes_are_counted_for_the_storyteller_alone(coins: TableInPlay) -> None:
    cast = coins.cast
    hidden = fresh(cast.hidden_scene)
    submit(cast.membership(cast.storyteller), hidden, uuid.uuid4(), None, MakeRoll(str(cast.warden.pk), {}))
    assert count_fallen(cast.membership(cast.storyteller), [hidden])[0].dice
    assert not count_fallen(cast.membership(cast.player), [hidden])[0].dice


@pytest.mark.parametrize("key", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_a_fight_of_each_game_is_proved(db: None, key: str) -> None:
    cast = gather_cast(key)
    scene = fresh(cast.scene)
    teller = cast.membership(cast.storyteller)
    for move in (
        BringIn((str(cast.heroine.pk),), "travellers"),
        BringIn((str(cast.lurker.pk),), "toll company", hidden=True),
        BattleMove({"kind": "StartBattle"}),
        CloseBattle(),
    ):
        submit(teller, scene, uuid.uuid4(), None, move)
    set_open(teller, scene, False)
    for user in (cast.storyteller, cast.player, cast.spectator):
        file = write_proof(fresh(scene), cast.membership(user))
        assert not any(one.faults for one in verify(file))
    _check_nothing_of_the_lurker(cast, scene)


def _check_nothing_of_the_lurker(cast: Cast, scene: Scene) -> None:
    thrown = [one for made in Command.objects.values_list("thrown", flat=True) for one in made]
    assert [str(cast.lurker.pk)] in [one["audience"] for one in thrown], "the lurker's dice are its own"
    file = write_proof(fresh(scene), cast.membership(cast.player))
    assert not any(cast.lurker.name in one["whose"] for one in file["streams"])
    assert len(file["streams"]) <= 2, "the open ones and perhaps the player's own"


def test_the_verifying_page_is_for_everybody(client: Any, db: None, toy: System) -> None:
    page = client.get("/dice/verify/")
    assert page.status_code == 200
    assert 'id="verify-dice"' in page.content.decode()
