"""A canary in every text of every sheet: at the table nobody hears those of others, whatever they open or are sent.

In all four systems, before the first blow: what somebody strikes with is told to all.
"""

import json
import re
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from campaigns.models import Character, Scene, User
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from play.live.frames import Drawing, draw_board
from play.seats.board import Board
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.overlay import cut_overlay
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Json, Move
from rules.errors import RulesError
from tests.cast import SECRET, Cast, gather_cast
from tests.conftest import SignIn
from tests.play.opened import open_all
from tests.play.test_odds import form_of

pytestmark = pytest.mark.walk

PATHS = ("", "plain/", "forecast/", "log.txt", "recap/", "fights/1.json", "what-if/3/")
CANARY = re.compile(r"canary(\d+)")
OPENED = re.compile(r'href="([^"#]*\?open=(?:card|entry|person|roll|tool)[^"#]*)')
"""Links of the page without scripts that open something on it."""


def texts(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in a sheet there are texts."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(item, (*path, key))


def plant(character: Character) -> int:
    """Put the character's canary wherever the rules let it stand; gives in how many places."""
    sheets, planted = get_system(character.series.system).sheets, 0
    for path in list(texts(character.sheet)):
        sheet = place = json.loads(json.dumps(character.sheet))
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = f"canary{character.pk}"
        try:
            sheets.parse(sheet)
        except RulesError:
            continue
        character.sheet, planted = sheet, planted + 1
    character.secret_notes = f"{SECRET} canary{character.pk}"
    character.save()
    return planted


class Table:
    """A fight that is about to begin, of people who all carry canaries."""

    def __init__(self, system: str, sign_in: SignIn, *first: Move) -> None:
        self.cast: Cast = gather_cast(system)
        self.sign_in = sign_in
        self.everybody = (self.cast.heroine, self.cast.duelist, self.cast.warden, self.cast.lurker)
        assert min(map(plant, self.everybody)) >= 8
        for move in first:
            self.act(move)
        for keys, side in ((self.everybody[:2], "travellers"), (self.everybody[2:], "toll company")):
            self.act(BringIn(tuple(str(character.pk) for character in keys), side))

    def act(self, move: Move) -> None:
        """Do it as the Storyteller."""
        scene = Scene.objects.select_related("episode__story__series").get(pk=self.cast.scene.pk)
        submit(self.cast.membership(self.cast.storyteller), scene, uuid.uuid4(), None, move)

    def hear(self, user: User) -> str:
        """All that somebody can open of the table, and what they are told who ask for what is not theirs."""
        client, base = self.sign_in(user), f"/scenes/{self.cast.scene.pk}/"
        heard = [client.get(base + path).content.decode() for path in PATHS]
        opened = set(OPENED.findall(heard[PATHS.index("plain/")]))
        heard += [client.get(unescape(address)).content.decode() for address in opened]
        if user in self.cast.members:
            heard += [json.dumps(told) for _path, told in open_all(client, self.cast.scene.pk)]
            heard += self._weigh(client, user)
            for character in (self.cast.warden, self.cast.lurker):
                heard += self._ask_for(client, character)
        return "".join(heard)

    def _weigh(self, client: Any, user: User) -> Iterator[str]:
        """What the first forms of somebody's own tell when they are weighed."""
        battle = get_system(self.cast.series.system).battle
        offers = [one for one in self.board(user).offers if not one.reason and battle.can_foresee(one.move)]
        for offer in offers[:4]:
            yield client.get(f"/scenes/{self.cast.scene.pk}/stage/outlook/", form_of(offer)).content.decode()

    def board(self, user: User) -> Board:
        """The table as this person may see it."""
        return gather_board(load_facts(self.cast.scene.pk), seat_class_of(self.cast.membership(user)))

    def draw(self, user: User) -> Drawing:
        """The facts of the table as this person's page shows them."""
        return draw_board(self.board(user))

    def _ask_for(self, client: Any, character: Character) -> Iterator[str]:
        base, key = f"/scenes/{self.cast.scene.pk}/", str(character.pk)
        for fields in (
            {"move": "MakeRoll", "character": key},
            {"move": "Say", "text": f"/roll 3 as {character.name}"},
            {"move": "Say", "text": f"/w [{character.name}] Who are you?"},
            {"move": "BattleMove", "kind": "EndBattle", "m.actor": key},
        ):
            form = {"command": str(uuid.uuid4()), "number": "0", **fields}
            answer = client.post(f"{base}command/", form, headers={"hx-request": "true"})
            yield answer.content.decode().replace(character.name, "") if answer.status_code >= 400 else ""
        yield client.get(f"{base}stage/odds/", {"character": key}).content.decode()


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_hears_anothers_canaries(system: str, db: None, sign_in: SignIn) -> None:
    table = Table(system, sign_in)
    cast, own = table.cast, {"player": "heroine", "rival": "duelist"}
    before = {user: table.draw(user) for user in cast.members}
    table.act(BattleMove({"kind": "StartBattle"}))
    table.act(Say("The fog lifts."))
    for name in ("player", "rival", "spectator", "stranger"):
        user, mine = getattr(cast, name), {str(getattr(cast, own[name]).pk)} if name in own else set()
        heard = table.hear(user)
        if name == "spectator":
            heard += json.dumps(cut_overlay(table.draw(user).facts, "digest"))
        if name != "stranger":
            heard += table.draw(user).make_change(before[user])
        assert set(CANARY.findall(heard)) <= mine, name
        assert SECRET not in heard, name
    told = sign_in(cast.storyteller).get(f"/scenes/{cast.scene.pk}/fights/1.json").content.decode()
    assert set(CANARY.findall(told)) == {str(one.pk) for one in table.everybody}


def test_nobody_hears_which_intimacy_words_work_on(db: None, sign_in: SignIn) -> None:
    table = Table("exalted2e", sign_in, OpenBattle(), BattleMove({"kind": "SetKind", "battle": "debate"}))
    cast, heroine = table.cast, f"canary{table.cast.heroine.pk}"
    table.act(BattleMove({"kind": "StartBattle"}))
    ids = {one["character"]: one["id"] for one in _view(table)["combatants"]}
    target = ids[str(cast.heroine.pk)]
    while not any(prompt["who"] == target for prompt in _view(table)["pending"]):
        actor = next(one["id"] for one in _view(table)["combatants"] if one["acts_now"])
        words = {
            "kind": "Persuade",
            "ability": "presence",
            "attribute": "charisma",
            "text": "Forget",
            "purpose": "erode",
        }
        sure = {**words, "targets": [target], "magic_successes": 5}
        table.act(BattleMove({"actor": actor, **({"kind": "TakeGuard"} if actor == target else sure)}))
    answers: dict[str, Any] = {
        "RuleLeaning": {"intimacy": "-1", "which": heroine},
        "MeetInfluence": {"stance": "none"},
        "AnswerInfluence": {"resist": False},
    }
    for kind, fields in answers.items():
        prompt = next(prompt["id"] for prompt in _view(table)["pending"] if prompt["who"] == target)
        table.act(BattleMove({"kind": kind, "prompt": prompt, **fields}))
    for name in ("rival", "spectator", "stranger"):
        assert heroine not in table.hear(getattr(cast, name)), name
    assert heroine in sign_in(cast.player).get(f"/scenes/{cast.scene.pk}/log.txt").content.decode()


def _view(table: Table) -> Any:
    """The fight as the Storyteller sees it."""
    facts = load_facts(table.cast.scene.pk)
    return get_system("exalted2e").battle.view(facts.state.battle, STORYTELLER)
