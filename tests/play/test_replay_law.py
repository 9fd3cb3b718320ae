"""The law of the log, tried through the services and the database: random fights in every system, rewinds among them.

After every command the kept state is what folding the log gives, every seat's board can be drawn, its log has no gaps,
and what is hidden from a seat is nowhere on it.
"""

import contextlib
import json
import random
import uuid
from typing import Any

import pytest

from campaigns.access import get_seat
from campaigns.models import Scene, User
from play import render
from play.models import Entry
from play.moves import BattleMove, BringIn, CloseBattle, OpenBattle, Rewind
from play.services.commands import submit
from play.services.facts import read_facts, seat_class_of
from play.services.history import state_at
from play.services.reading import read_board
from play.state import encode_state
from rules import SYSTEMS, get_system
from rules.battle import Field, Offer
from rules.codec import encode
from rules.defaults import default_answer
from rules.errors import RulesError
from tests.cast import SECRET, gather_cast
from tests.play.conftest import TableInPlay
from tests.rules.battle_laws import SeededRoller

COMMANDS = 40
LURKER = "c4"
"""Whom the game brings in hidden, as the fourth."""


class Game:
    """A random fight at a table, with the law checked after every command."""

    def __init__(self, system: str, seed: int) -> None:
        cast = gather_cast(system)
        scene = Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk)
        self.table = TableInPlay(cast, scene)
        self.system = get_system(system)
        self.random, self.roller = random.Random(seed), SeededRoller(seed)
        self.people = (cast.storyteller, cast.player, cast.rival)
        self.accepted = 0
        self.in_hiding = True

    def begin(self) -> None:
        cast, keys = self.table.cast, self.table.keys
        for move in (
            OpenBattle(),
            BringIn(keys(cast.heroine, cast.duelist), "travellers"),
            BringIn(keys(cast.warden), "toll company"),
            BringIn(keys(cast.lurker), "toll company", hidden=True),
            BattleMove({"kind": "StartBattle"}),
        ):
            self.submit(cast.storyteller, move)

    def submit(self, user: User, move: Any) -> None:
        table = self.table
        submit(table.cast.membership(user), table.scene, uuid.uuid4(), table.number, move, self.roller)
        self.accepted += 1
        self.check()

    def step(self) -> None:
        if self.random.random() < 0.06:
            self.submit(self.table.cast.storyteller, Rewind(self.random.randint(6, self.table.number)))
            return
        if self.random.random() < 0.2 and self.answer_by_default():
            return
        user = self.random.choice(self.people)
        offers = [offer for offer in self.board(user).offers if not offer.reason and offer.move != "EndBattle"]
        quiet = [offer for offer in offers if offer.actor != LURKER and LURKER not in json.dumps(encode(offer.fields))]
        if quiet or offers:
            # Whoever lies in wait acts when nobody else can; from then on the others may have seen who it is.
            self.in_hiding = self.in_hiding and bool(quiet)
            self.submit(user, BattleMove(self.fill(self.random.choice(quiet or offers))))

    def answer_by_default(self) -> bool:
        """Every prompt has an answer that the book falls back on, and it is always a legal one."""
        board = self.board(self.table.cast.storyteller)
        pending = board.battle["pending"] if board.battle else []
        if not pending or pending[0]["who"] == LURKER:
            return False
        answer = default_answer(board.offers, pending[0]["id"])
        assert answer
        try:
            self.submit(self.table.cast.storyteller, BattleMove(answer))
        except RulesError as refusal:
            raise AssertionError(f"the default {answer} is refused: {refusal}") from refusal
        return True

    def fill(self, offer: Offer) -> dict[str, Any]:
        asked = {
            field.name: self.answer(field) for field in offer.fields if field.required or self.random.random() < 0.5
        }
        return {"kind": offer.move, **encode(offer.fixed), **asked}

    def answer(self, field: Field) -> Any:
        choices = [choice.value for choice in field.choices if not choice.reason]
        match field.kind:
            case "choice":
                return self.random.choice(choices) if choices else None
            case "choices":
                return self.random.sample(choices, min(len(choices), max(field.low, 1)))
            case "list":
                return [self.random.choice(choices) for _ in range(max(field.low, 1))]
            case "number":
                return self.random.randint(field.low, field.high)
            case "flag":
                return self.random.random() < 0.5
            case _:
                return "because"[: field.high or 7]

    def board(self, user: User) -> Any:
        return read_board(read_facts(self.table.scene.pk), seat_class_of(self.table.cast.membership(user)))

    def check(self) -> None:
        table = self.table.table
        assert encode_state(state_at(self.system, table, table.number)) == table.state
        for user in (*self.people, self.table.cast.spectator):
            board = self.board(user)
            counts = [line.count for line in board.log]
            assert counts == list(range(board.count, board.count - len(counts), -1))
            html = "".join(render.pieces(board).values()) + "".join(html for _n, html in render.log_lines(board))
            if self.in_hiding:
                assert (SECRET in html) == (user == self.table.cast.storyteller)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_kept_state_is_the_fold_of_the_log_after_every_command(db: None, system: str, seed: int) -> None:
    game = Game(system, seed)
    game.begin()
    for _ in range(COMMANDS):
        with contextlib.suppress(RulesError):  # what no longer fits is refused; that it changed nothing is checked next
            game.step()
    assert game.accepted > COMMANDS / 4
    if game.table.state()["battle"]:
        game.submit(game.table.cast.storyteller, CloseBattle())
    assert Entry.objects.count() == game.table.number
    assert get_seat(game.table.cast.membership(game.people[1])).characters
