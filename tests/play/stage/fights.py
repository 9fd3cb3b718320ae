"""Whole fights through the services, looked at by every kind of seat after each command."""

import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from play.commands.moves import BattleMove, Pause, PutCardAway, Rewind, Say, ShowCard
from play.seats.board import Board
from play.stage.facts import make_facts
from rules.battle import Offer
from rules.defaults import default_answer
from rules.dice import SeededRoller
from rules.errors import RulesError
from tests.play.test_replay_law import Game, fill

SEATS = ("storyteller", "player", "rival", "spectator")
ATTACKS = ("Attack", "Declare")
"""Parts of the names of the moves that a fight is about."""
SAID = ("Onward.", "Hold the *rope*!", "/me looks up", "Who goes there? – Nobody.")


class Fight(Game):
    """A fight of two travellers against a warden, and somebody who lies in wait; the dice are seeded."""

    def __init__(self, system: str, seed: int = 1) -> None:
        self.system = system
        self.chance = random.Random(seed)
        super().__init__()
        self.roller = SeededRoller(seed)

    def __enter__(self) -> "Fight":
        return self

    def __exit__(self, *_raised: object) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def look(self, seat: str) -> Board:
        """The board of a seat, before it is translated."""
        return self.gather(getattr(self.cast, seat))

    def facts(self, seat: str) -> Any:
        """The facts of a seat."""
        return make_facts(self.look(seat))

    def play(self, steps: int) -> Iterator[int]:
        """Do so many things; gives the number of each when it is done."""
        for step in range(steps):
            with contextlib.suppress(RulesError):  # refused: while the X-Card is up, or where a form contradicts itself
                self.do_something()
            yield step

    def do_something(self) -> None:
        """Answer what is asked, act for those whose turn it is; now and then speak, pause, undo or rule."""
        cast, dice = self.cast, self.chance.random()
        if dice < 0.06:
            self.submit(self.chance.choice(self.people), Say(self.chance.choice(SAID)))
        elif dice < 0.1:
            if step := self.board(cast.storyteller).last_step:
                self.submit(cast.storyteller, Rewind(step.count))
        elif dice < 0.13:
            paused = self.board(cast.storyteller).paused
            self.submit(cast.storyteller, Pause(not paused))
        elif dice < 0.16:
            self.submit(cast.player, ShowCard())
        elif dice < 0.25:
            self.act(self.chance.randint(0, 2), self.chance.randint(0, 999))
        else:
            self.fight_on()

    def fight_on(self) -> None:
        """Answer the first prompt, or act for somebody whose turn it is."""
        board = self.board(self.cast.storyteller)
        battle = board.battle
        if board.card:
            self.submit(self.cast.storyteller, PutCardAway())
        elif battle is None:
            self.start_anew()
        elif battle["pending"]:
            self._answer(board, battle["pending"][0])
        else:
            acting = {who["id"] for who in battle["combatants"] if who["acts_now"]} - {self.lurker}
            legal = [o for id in acting for o in board.offers.acts.get(id, ()) if o.group == "act" and not o.reason]
            attacks = [offer for offer in legal if any(name in offer.move for name in ATTACKS)]
            wanted = attacks if attacks and self.chance.random() < 0.7 else legal or [*board.offers.whole]
            self._try(wanted)

    def _answer(self, board: Board, prompt: Any) -> None:
        if prompt["who"] == self.lurker:
            self.in_hiding = False
        answers = [offer for offer in board.offers.whole if offer.prompt == prompt["id"] and not offer.reason]
        if self.chance.random() < 0.5 and answers:
            self._try(answers)
        elif default := default_answer(board.offers, prompt["id"]):
            self.submit(self.cast.storyteller, BattleMove(default))

    def _try(self, offers: list[Offer]) -> None:
        open_ones = [offer for offer in offers if not offer.reason and offer.move != "EndBattle"]
        for _try in range(4):
            if not open_ones:
                return
            move = fill(self.chance.choice(open_ones), self.chance)
            if self.lurker in json.dumps(move):  # nobody knows yet who lies in wait
                continue
            with contextlib.suppress(RulesError):
                self.submit(self.cast.storyteller, BattleMove(move))
                return
