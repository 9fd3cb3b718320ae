"""The law of the log, tried through the services and the database: random games in every system, rewinds among them.

After every command the kept state is what folding the log gives, every seat's board can be drawn, its log has no gaps,
and what is hidden from a seat is nowhere on it. What is taken home at the end plays to the same state.
"""

import contextlib
import json
import random
import uuid
from typing import Any

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from campaigns.models import Notice, Scene, User
from play.commands.moves import (
    BattleMove,
    BringIn,
    CloseBattle,
    EndPost,
    OpenBattle,
    PassTime,
    Pause,
    Rewind,
    Say,
    SetPost,
)
from play.commands.submit import submit
from play.models import Entry, Table
from play.seats.board import Board
from play.seats.export import export_battle
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board, gather_translated_board
from play.seats.pace import list_awaited_in
from play.stage.facts import make_facts
from play.table.history import is_effective, state_at
from play.table.live_scene import live_scenes
from play.table.newest import load_states
from play.table.proposals import RulingProposed
from play.table.state import encode_state
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Field, Move, Offer
from rules.codec import encode
from rules.defaults import default_answer
from rules.dice import SeededRoller
from rules.errors import RulesError
from rules.replay import play
from tests.cast import SECRET, gather_cast
from tests.play.conftest import find_id
from tests.play.stage.sent_parts import list_sent

pytestmark = pytest.mark.walk

SEEDS = st.integers(0, 2**32)
OF_THE_LOG = ("count", "said", "log", "undo", "redo")
"""Facts that another line in the log changes."""


class Game(RuleBasedStateMachine):
    """A table at which anything happens, in an order that hypothesis chooses."""

    system = ""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        live_scenes.forget()
        self.cast = cast = gather_cast(self.system)
        self.scene = Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk)
        self.book, self.roller = get_system(self.system), SeededRoller(0)
        self.people = (cast.storyteller, cast.player, cast.rival)
        self.checked, self.in_hiding = -1, True
        self.begin()

    def begin(self) -> None:
        cast = self.cast
        travellers, company = (str(cast.heroine.pk), str(cast.duelist.pk)), (str(cast.warden.pk),)
        for move in (
            OpenBattle(),
            BringIn(travellers, "travellers"),
            BringIn(company, "toll company"),
            BringIn((str(cast.lurker.pk),), "toll company", hidden=True),
            BattleMove({"kind": "StartBattle"}),
        ):
            self.submit(cast.storyteller, move)
        self.lurker = find_id(self.scene, cast.lurker)

    def submit(self, user: User, move: Move) -> None:
        submit(self.cast.membership(user), self.scene, uuid.uuid4(), None, move, self.roller)

    @property
    def table(self) -> Table:
        return Table.objects.filter(scene=self.scene).first() or Table(scene=self.scene)

    def gather(self, user: User) -> Board:
        """What somebody's facts are made of."""
        return gather_board(load_facts(self.scene.pk), seat_class_of(self.cast.membership(user)))

    def board(self, user: User) -> Board:
        return gather_translated_board(load_facts(self.scene.pk), seat_class_of(self.cast.membership(user)))

    def fights(self) -> bool:
        return bool(self.table.state["battle"])

    @precondition(fights)
    @rule(who=st.integers(0, 2), seed=SEEDS)
    def act(self, who: int, seed: int) -> None:
        chance = random.Random(seed)
        board = self.board(self.people[who])
        offers = [offer for offer in board.offers if not offer.reason and offer.move != "EndBattle"]
        quiet = [o for o in offers if o.actor != self.lurker and self.lurker not in json.dumps(encode(o.fields))]
        if not offers or (board.paused and not board.storyteller):
            return
        # Whoever lies in wait acts when nobody else can; from then on the others may have seen who it is.
        self.in_hiding = self.in_hiding and bool(quiet)
        with contextlib.suppress(RulesError):  # some fillings contradict themselves: refused, nothing changes
            self.submit(self.people[who], BattleMove(fill(chance.choice(quiet or offers), chance)))

    @precondition(fights)
    @rule(who=st.integers(0, 2), seed=SEEDS)
    def act_and_take_it_back(self, who: int, seed: int) -> None:
        """Undoing the last step gives the state and everybody's facts before it."""
        hiding, before, state, number = self.in_hiding, self.told(), self.table.state, self.table.number
        self.act(who, seed)
        if self.table.number == number:
            return
        if self.only_asks():  # what waits for a ruling is no step yet: undoing would take back the one before
            assert (self.table.state["battle"], self.table.state["paused"]) == (state["battle"], state["paused"])
            return
        step = self.board(self.cast.storyteller).last_step
        assert step is not None
        self.submit(self.cast.storyteller, Rewind(step.count))
        assert self.table.state == state
        if not self.table.state.get("post"):  # by post a wait begins anew, and its deadline is told
            assert self.told() == before
        self.in_hiding = hiding

    def only_asks(self) -> bool:
        newest = Entry.objects.get(table=self.table, number=self.table.number)
        return bool(newest.event["kind"] == RulingProposed.__name__)

    def told(self) -> list[dict[str, Any]]:
        """What everybody is told, but for what tells of the log."""
        told: list[Any] = [make_facts(self.gather(user)) for user in (*self.people, self.cast.spectator)]
        kept = ({name: fact for name, fact in facts.items() if name not in OF_THE_LOG} for facts in told)
        return [facts | {"result": {**facts.get("result", {}), "is_newest": False}} for facts in kept]

    @precondition(fights)
    @rule()
    def answer_by_default(self) -> None:
        """Every prompt has an answer that the book falls back on, and it is always a legal one."""
        board = self.board(self.cast.storyteller)
        pending = board.battle["pending"] if board.battle else []
        if pending and pending[0]["who"] != self.lurker:
            answer = default_answer(board.offers, pending[0]["id"])
            assert answer
            self.submit(self.cast.storyteller, BattleMove(answer))

    @rule(seed=SEEDS)
    def take_back(self, seed: int) -> None:
        entry = random.Random(seed).randint(
            max(6, self.table.storyteller_count - 12), max(6, self.table.storyteller_count)
        )
        with contextlib.suppress(RulesError):  # it was taken back before
            self.submit(self.cast.storyteller, Rewind(entry))

    @rule(who=st.integers(0, 2))
    def speak(self, who: int) -> None:
        self.submit(self.people[who], Say("Onward."))

    @precondition(fights)
    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        with contextlib.suppress(RulesError):  # it was so already
            self.submit(self.cast.storyteller, Pause(paused))

    @rule(hours=st.integers(1, 720), live=st.booleans())
    def play_by_post_or_live(self, hours: int, live: bool) -> None:
        with contextlib.suppress(RulesError):  # it was so already
            self.submit(self.cast.storyteller, EndPost() if live else SetPost(hours, hours))

    @precondition(fights)
    @rule(dice=st.integers(0, 9))
    def close(self, dice: int) -> None:
        if not dice:  # once in a while
            self.submit(self.cast.storyteller, CloseBattle())

    @precondition(lambda self: not self.fights())
    @rule()
    def start_anew(self) -> None:
        self.submit(self.cast.storyteller, PassTime(1, "hour"))
        self.begin()

    @invariant()
    def the_kept_state_is_the_fold_of_the_log(self) -> None:
        table = self.table
        if table.number == self.checked:
            return
        self.checked = table.number
        assert encode_state(state_at(self.book, table, table.number)) == table.state
        assert Entry.objects.filter(table=table).count() == table.number
        for user in (*self.people, self.cast.spectator):
            board = self.gather(user)
            counts = [line.count for line in board.log]
            assert counts == list(range(board.count, board.count - len(counts), -1))
            told = repr(make_facts(board)) if board.storyteller else repr([*list_sent(board)])
            if self.in_hiding and user != self.cast.storyteller:
                awaited = list_awaited_in(self.cast.membership(user), [self.scene], load_states([self.scene]))
                assert SECRET not in repr([(one.wait, one.who) for one in awaited])
                assert SECRET not in "".join(Notice.objects.filter(user=user).values_list("words", flat=True))
            if self.in_hiding:
                assert (SECRET in told) == (user == self.cast.storyteller)

    def teardown(self) -> None:
        try:
            if self.fights():
                assert play(self.take_home())["state"] == self.table.state["battle"]
        finally:
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    def take_home(self) -> dict[str, Any]:
        """The fight under way as the Storyteller's battle file."""
        facts = load_facts(self.scene.pk)
        opened = Entry.objects.filter(table=facts.table, event__kind="BattleOpened").order_by("-number")
        numbers = opened.values_list("number", flat=True)
        at = next(at for at in numbers if is_effective(facts.spans, at))
        told = Entry.objects.filter(table=facts.table, told=True, number__lte=at)  # a file is asked for by its line
        return export_battle(facts, told.count(), STORYTELLER)


def fill(offer: Offer, chance: random.Random) -> dict[str, Any]:
    asked = {field.name: answer(field, chance) for field in offer.fields if field.required or chance.random() < 0.5}
    return {"kind": offer.move, **encode(offer.fixed), **asked}


def answer(field: Field, chance: random.Random) -> Any:
    choices = [choice.value for choice in field.choices if not choice.reason]
    match field.kind:
        case "choice":
            return chance.choice(choices) if choices else None
        case "choices":
            return chance.sample(choices, min(len(choices), max(field.low, 1)))
        case "list":
            return [chance.choice(choices) for _ in range(max(field.low, 1))]
        case "number":
            return chance.randint(field.low, field.high)
        case "flag":
            return chance.random() < 0.5
        case _:
            return "because"[: field.high or 7]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_kept_state_is_the_fold_of_the_log_after_every_command(db: None, system: str) -> None:
    machine = type("GameOf" + system.title(), (Game,), {"system": system})
    run_state_machine_as_test(machine, settings=settings(max_examples=2, stateful_step_count=20, deadline=None))
