"""A fight by post with somebody who only ever leaves orders: it goes as by hand, and nobody else learns of it."""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from campaigns.models import Notice
from play.commands.moves import BattleMove, BringIn, GiveStanding, OpenBattle, Rewind, SetPost
from play.commands.overdue import answer_overdue
from play.commands.submit import submit
from play.models import Command, Entry, Wait
from play.seats.facts import seat_class_of
from play.table.history import state_at
from play.table.standing_orders import NOTHING
from play.table.state import encode_state
from rules import SYSTEMS
from rules.battle import Offer
from rules.battle.standing_orders import list_replies, list_turn_offers
from rules.defaults import default_answer
from rules.dice import ScriptedRoller
from tests.conftest import SignIn
from tests.play.test_foes import bring, table_of
from tests.play.test_group_orders import Dice, Skirmish, fill

pytestmark = pytest.mark.walk

PASSES = {"exalted2e": "TakeGuard", "exalted3e": "EndTurn", "wod2004": "EndTurn", "v20da": "DeclareActions"}
"""What passes a turn in each game."""


class ByPost(Skirmish):
    """Guards, whom the Storyteller moves, against the heroine, whose player is away."""

    def __init__(self, system: str, guards: int = 2, seed: int = 1, by_post: bool = True) -> None:
        super().__init__(system, guards=guards, seed=seed)
        if by_post:
            self.act(SetPost(24, 48))

    @property
    def player(self) -> Any:
        return self.cast.player

    @property
    def seat(self) -> Any:
        return seat_class_of(self.cast.membership(self.player))[0]

    @property
    def ahead(self) -> Any:
        return self.facts.state.ahead

    def _actor(self) -> Any:
        return self.facts.state.battle.get(self.heroine)

    def replies(self) -> Mapping[str, Any]:
        return list_replies(self.battle, self.facts.state.battle, self.seat, self._actor())

    def turn_offers(self) -> tuple[str, list[Offer]]:
        return list_turn_offers(self.battle, self.facts.state.battle, self.seat, self._actor())

    def find_pass(self) -> tuple[str, Offer]:
        turn, offers = self.turn_offers()
        kind = PASSES[self.table.cast.series.system]
        fixed = {"others": ["full_defense"]} if kind == "DeclareActions" else {}
        return turn, next(o for o in offers if o.move == kind and all(o.fixed.get(k) == v for k, v in fixed.items()))

    def give(self, when: str, offer: Offer, user: Any = None, **more: Any) -> None:
        deed = fill(offer) if offer.move else {}
        self.act(GiveStanding(self.heroine, when, deed, **more), user or self.player)

    def give_all(self) -> None:
        """Leave an order for everything that can be asked, and for every turn."""
        for when, offers in self.replies().items():
            self.give(when, offers[0])
        self.give(*self.find_pass())

    def strike(self) -> None:
        """Let the Storyteller go on by one step: guards strike at the heroine, her questions are left to her player."""
        asked = [prompt for prompt in self.view["pending"] if prompt["who"] and prompt["who"] != self.heroine]
        mine = {who["id"] for who in self.guards}
        if asked:
            super().answer()
        elif attack := self._find_attack(mine):
            self.make(attack)
        else:
            simple = ("TakeGuard", "EndTurn", "ForgoAction", "RevealDeclarations", "NextTurn")
            offers = [o for o in self.offers() if o.actor in (None, *mine) and o.move in simple]
            self.make(fill(min(offers, key=lambda offer: simple.index(offer.move))))

    def _find_attack(self, guards: set[str]) -> Mapping[str, Any] | None:
        for id in guards:
            try:
                return self.attack(id)
            except StopIteration:
                continue
        return None

    def open_questions(self) -> list[str]:
        return [prompt["id"] for prompt in self.view["pending"]]

    def run_until_asked(self, kind: str) -> str:
        """Go on until the heroine is asked something of this kind; return the id of the question."""
        for _ in range(60):
            asked = [p for p in self.battle.prompts(self.facts.state.battle) if p.who == self.heroine]
            if asked and asked[0].kind == kind:
                return str(asked[0].id)
            self.step()
        raise AssertionError(f"nobody asked her for {kind}")

    def step(self) -> None:
        """Go on by one step: her questions are answered by the book, guards strike, and she passes."""
        if self.view["pending"]:
            prompt = next(prompt for prompt in self.view["pending"])
            answer = default_answer(self.offers(), prompt["id"])
            assert answer is not None
            self.make(answer)
        elif attack := self._find_attack({who["id"] for who in self.guards}):
            self.make(attack)
        else:
            self.pass_on()

    def moves(self) -> list[tuple[str, Any]]:
        """The moves of the battle so far, each with who made it."""
        commands = Command.objects.filter(table=self.table.table).exclude(made=[]).order_by("first")
        return [(one.user.username if one.user else "", made["move"]) for one in commands for made in one.made]

    def count_lines(self, number: int) -> int:
        """How many entries the Storyteller reads after this one."""
        return Entry.objects.filter(table=self.table.table, number__gt=number, told=True).count()

    def run(self, steps: int) -> int:
        """Take some steps; return how often something was asked of the heroine that no order answered."""
        asked = 0
        for _ in range(steps):
            heroine = next(who for who in self.view["combatants"] if who["id"] == self.heroine)
            if heroine["out"] or self.view["phase"] != "running":
                break
            pending = [prompt for prompt in self.view["pending"] if prompt["who"] == self.heroine]
            asked += bool(pending)
            if pending:
                self.answer(self.player)
            else:
                self.strike()
        return asked


def list_played(fight: Skirmish, after: int) -> list[tuple[Any, Any]]:
    """The moves of the battle after an entry, each with its person and its dice."""
    commands = Command.objects.filter(table=fight.table.table, first__gt=after).exclude(made=[]).order_by("first")
    return [(command.user, made) for command in commands.select_related("user") for made in command.made]


def list_awaiting(fight: Skirmish) -> list[int]:
    """The answers for which the player was awaited or told so far."""
    waits = Wait.objects.filter(user=fight.cast.player, kind="answer")
    notices = Notice.objects.filter(user=fight.cast.player, kind="answer")
    return [*waits.values_list("pk", flat=True), *notices.values_list("pk", flat=True)]


def story(fight: Skirmish, after: int) -> list[tuple[str, Any]]:
    """What happened in the fight after an entry, and who did it."""
    entries = Entry.objects.filter(table__scene=fight.table.scene, number__gt=after).order_by("number")
    fought = entries.filter(event__kind="Fought")
    return list(fought.values_list("command__user__username", "event"))


@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_fight_of_orders_alone_is_the_same_fight_by_hand(system: str) -> None:
    fight = ByPost(system)
    begun = fight.table.number
    fight.give_all()
    awaited = list_awaiting(fight)
    assert fight.run(30) == 0, "something was asked that her orders do not answer"
    table, told, played = fight.table.table, story(fight, begun), list_played(fight, begun)
    assert encode_state(state_at(fight.facts.system, table, table.number)) == table.state
    hers = [made for user, made in played if user == fight.player]
    assert {made["move"]["kind"] for made in hers} >= {"AnswerDefense", PASSES[system]}
    assert len(hers) >= 4, "her orders defend her and pass her turns"
    assert {made["seat"]["storyteller"] for made in hers} == {False}
    assert list_awaiting(fight) == awaited, "nobody is awaited for what an order answers"

    fight.act(Rewind(fight.table.count() - fight.count_lines(begun)))
    assert (fight.facts.state.post, fight.ahead) == (None, NOTHING)
    rewound = fight.table.number
    for user, made in played:
        dice = ScriptedRoller(made["dice"])
        submit(fight.cast.membership(user), fight.table.scene, uuid.uuid4(), None, BattleMove(made["move"]), dice)
        dice.finish()
    assert story(fight, rewound) == told


class Debate(ByPost):
    """A debate by post: the guard speaks to the heroine, whose player is away."""

    def __init__(self) -> None:
        self.table = table_of("exalted2e")
        self.cast, self.dice = self.table.cast, Dice(1)
        self.act(OpenBattle())
        self.make({"kind": "SetKind", "battle": "debate"})
        bring(self.table, count=1)
        self.act(BringIn(self.table.keys(self.cast.heroine), "Travellers"))
        self.make({"kind": "StartBattle"})
        self.act(SetPost(24, 48))

    def speak(self) -> None:
        """Let the guard ask for a deed, with words that are sure to reach her, and rule on them."""
        speaker = self.guards[0]["id"]
        while not self.view["pending"]:
            guards = next((o for o in self.offers() if o.move == "TakeGuard" and o.actor == self.heroine), None)
            if guards:
                self.make(fill(guards))
            else:
                self.make(
                    {
                        "kind": "Persuade", "actor": speaker, "ability": "presence", "attribute": "charisma",
                        "targets": [self.heroine], "text": "Yield", "purpose": "act", "bonus": 10,
                    }
                )  # fmt: skip
        self.make({"kind": "RuleLeaning", "prompt": self.view["pending"][0]["id"]})

    def let_days_pass(self, days: int) -> None:
        """Let days pass one by one, with the table doing what is overdue."""
        now = timezone.now()
        for day in range(1, days + 1):
            with patch.object(timezone, "now", lambda then=now + timedelta(days=day): then):
                answer_overdue(self.table.scene.pk, self.dice)

    def leave(self, when: str, label: str, **more: Any) -> None:
        """Leave an order of the heroine's, with what its form asks for."""
        offer = next(offer for offer in self.replies()[when] if offer.label == label)
        deed = {name: more.pop(name) for name in ("stance",) if name in more}
        self.act(GiveStanding(self.heroine, when, {"kind": offer.move, **offer.fixed, **deed}, **more), self.player)

    def answers(self) -> list[tuple[str, Any]]:
        """The answers to words so far, each with who gave it: nobody where the table did."""
        kinds = ("MeetInfluence", "AnswerInfluence")
        return [(who, move.get("stance", move.get("resist"))) for who, move in self.moves() if move["kind"] in kinds]


@pytest.mark.django_db
def test_in_a_debate_orders_meet_words_and_resist_them_at_once() -> None:
    debate = Debate()
    debate.leave("influence", "Respond to social attack", stance="parry")
    debate.leave("resist", "Resist with Willpower", limit="willpower", limit_number=3)
    debate.speak()
    assert debate.answers() == [(debate.player.username, "parry"), (debate.player.username, True)]
    assert not debate.view["pending"]


@pytest.mark.django_db
def test_in_a_debate_the_book_answers_at_the_deadline_where_no_order_does() -> None:
    debate = Debate()
    low = {"kind": "Override", "actor": debate.heroine, "what": "willpower", "value": 2, "reason": "a long night"}
    debate.make(low)
    debate.leave("resist", "Resist with Willpower", limit="willpower", limit_number=3)
    debate.speak()
    assert debate.answers() == [], "she is asked as ever"
    debate.let_days_pass(6)
    assert [answer for _who, answer in debate.answers()] == ["dodge", False], "the best defense, then giving in"


@pytest.mark.django_db
def test_in_a_debate_the_forms_of_orders_lead_to_their_words(sign_in: SignIn) -> None:
    debate = Debate()
    client, base = sign_in(debate.player), f"/scenes/{debate.table.scene.pk}/"
    told = []
    for on in client.get(f"{base}stage/ahead/{debate.heroine}").json()["occasions"]:
        for one in on["offers"] if on["when"] in ("influence", "resist") else ():
            form = client.get(f"{base}stage/ahead/{debate.heroine}/{on['when']}/{one['offer']}").json()
            asked = {"move": "GiveStanding", **dict(form["hidden"]), "limit": "willpower", "limit_number": "3"}
            names = [field["name"] for field in (*form["main"], *form["more"])]
            asked |= {"m.stance": "parry"} if "m.stance" in names else {}
            told.append(client.get(f"{base}stage/ahead/", asked).content.decode())
    first, *after = (words.removesuffix(", unless willpower below 3. Until I cancel it.") for words in told)
    assert first == "When someone makes a social attack on me: respond to social attack (Parry MDV)"
    assert after == ["When a social attack succeeds: resist with Willpower", "When a social attack succeeds: give in"]
