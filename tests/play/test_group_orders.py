"""Orders to a group: each acts by the rules, one by one, and the log tells them in one entry."""

import json
import random
import re
import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from django.http import QueryDict

from play.commands.forms import parse_move
from play.commands.moves import BattleMove, BringFoes, BringIn, DropOrder, GiveOrder, Rewind, Say
from play.commands.submit import submit
from play.models import Entry
from play.seats.entries import gather_entry, group_lines
from play.seats.export import export_battle, write_transcript
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.history import state_at
from play.table.live_scene import LOG_LINES, live_scenes
from play.table.state import encode_state
from rules import replay
from rules.battle import STORYTELLER, Offer
from rules.defaults import default_answer
from rules.errors import IllegalMove, RulesError
from tests.play.facts_of import facts_of
from tests.play.test_foes import FOES, bring, table_of

pytestmark = pytest.mark.walk

SYSTEMS = tuple(FOES)


class Dice:
    """Dice of a seed, like those of a table, but the same each time."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, 10) for _ in range(count))


def fill(offer: Offer) -> dict[str, Any]:
    asked = {**offer.fixed}
    for field in offer.fields:
        if field.required and "." not in field.name:
            free = [choice.value for choice in field.choices if not choice.reason]
            value = field.initial if field.initial not in (None, ()) else (free[0] if free else field.low)
            asked[field.name] = [value] if field.kind == "choices" and not isinstance(value, list | tuple) else value
    return {"kind": offer.move, **json.loads(json.dumps(asked))}


class Skirmish:
    """Guards against the heroine, who has a player."""

    def __init__(self, system: str, guards: int = 3, seed: int = 1) -> None:
        self.table = table_of(system)
        self.cast, self.dice = self.table.cast, Dice(seed)
        bring(self.table, count=guards)
        self.act(BringIn(self.table.keys(self.cast.heroine), "Travellers"))
        self.make({"kind": "StartBattle"})
        if system == "exalted3e":  # within reach of a spear
            self.make({"kind": "Override", "actor": self.heroine, "what": "position", "value": 0, "reason": "close"})

    def act(self, move: Any, user: Any = None) -> None:
        who = self.cast.membership(user or self.cast.storyteller)
        submit(who, self.table.scene, uuid.uuid4(), None, move, self.dice)

    def make(self, move: Mapping[str, Any], user: Any = None) -> None:
        self.act(BattleMove(move), user)

    @property
    def facts(self) -> Any:
        return load_facts(self.table.scene.pk)

    @property
    def battle(self) -> Any:
        return self.facts.system.battle

    @property
    def view(self) -> Any:
        return self.battle.view(self.facts.state.battle, STORYTELLER)

    @property
    def heroine(self) -> str:
        return self.table.id_of(self.cast.heroine)

    @property
    def guards(self) -> list[Any]:
        return [who for who in self.view["combatants"] if who["character"] is None]

    def offers(self) -> list[Offer]:
        return [o for o in self.battle.legal_moves(self.facts.state.battle, STORYTELLER) if not o.reason]

    def answer(self, user: Any = None) -> bool:
        """Answer the first open question by the book's default."""
        pending = [prompt for prompt in self.view["pending"] if prompt["who"]]
        answer = default_answer(self.offers(), pending[0]["id"]) if pending else None
        if answer is None:
            return False
        self.make(answer, user)
        return True

    def next_group(self) -> tuple[Any, list[str]]:
        """Go on until one of the guards acts and another has yet to act; return it with the others."""
        for _ in range(200):
            in_turn = self.battle.in_turn(self.facts.state.battle)
            group = [who for who in self.guards if who["id"] in in_turn and not who["out"]]
            first = next((who for who in group if who["acts_now"]), None)
            if self.facts.state.order is None and first and len(group) > 1 and not self.view["pending"]:
                return first, [who["id"] for who in group if who is not first]
            self.pass_on()
        raise AssertionError("no group came to act")

    def pass_on(self) -> None:
        """Let whoever must act or answer do the simplest thing."""
        if self.answer():
            return
        simple = ("TakeGuard", "EndTurn", "Dodge", "ForgoAction", "RevealDeclarations", "NextTurn")
        offers = {offer.move: offer for offer in reversed(self.offers())}
        offer = next((offers[kind] for kind in simple if kind in offers), None)
        if offer is None:
            offer = next(o for o in self.offers() if o.move == "DeclareActions" and "others" in o.fixed)
        self.make(fill(offer))

    def attack(self, actor: str) -> dict[str, Any]:
        """The first attack that is offered to somebody, on the heroine where it may be chosen."""
        kinds = ("DeclareAttack", "Attack", "MakeAttack", "DeclareActions")
        offer = next(o for kind in kinds for o in self.offers() if (o.move, o.actor) == (kind, actor))
        move, heroine = fill(offer), self.heroine
        if "target" in move:
            move["target"] = heroine
        if "targets" in move:
            move["targets"] = [heroine]
        return move

    def order(self, **flags: bool) -> list[str]:
        """Order an attack on the heroine to all of the group that comes next; return their ids."""
        first, others = self.next_group()
        self.act(GiveOrder(self.attack(first["id"]), tuple(others), **flags))
        return [first["id"], *others]

    def finish(self) -> None:
        """Go on until no order stands."""
        for _ in range(60):
            if self.facts.state.order is None:
                return
            self.pass_on()
        raise AssertionError("the order never ended")

    @property
    def log(self) -> list[Any]:
        entries = Entry.objects.filter(table__scene=self.table.scene).order_by("number")
        return [entry.event for entry in entries]

    def entries(self, user: Any) -> list[Any]:
        """The entries of somebody's log, newest first."""
        board = gather_translated_board(self.facts, seat_class_of(self.cast.membership(user)))
        return [gather_entry(lines) for lines in group_lines(board.log)]


@pytest.mark.django_db
@pytest.mark.parametrize(("system", "seed"), [(system, seed) for system in SYSTEMS for seed in range(2)])
def test_an_order_is_its_single_moves_with_the_same_dice(system: str, seed: int) -> None:
    fight = Skirmish(system, seed=seed)
    for _ in range(2):  # in the Dark Ages the first is a declaration, and the second the attack
        fight.order(answers=True, ends=True)
        fight.finish()
    told = [event["event"] for event in fight.log if event["kind"] == "Fought"]
    assert replay.play(export_battle(fight.facts, 1, STORYTELLER))["events"] == told
    assert sum(event.get("order", "") != "" for event in fight.log if event["kind"] == "Fought") > 4
    table = fight.table.table
    assert encode_state(state_at(fight.facts.system, table, table.number)) == table.state


@pytest.mark.django_db
def test_the_log_tells_an_order_in_one_entry_with_the_sum_of_its_attacks() -> None:
    fight = Skirmish("exalted2e", guards=5, seed=0)
    group = fight.order()
    fight.finish()
    count = len(group)
    line = re.compile(rf"Toll guard × {count}: Attack \(spear\) → Ysane of the Reeds. \d of {count} hit")
    for user in (fight.cast.storyteller, fight.cast.player, fight.cast.spectator):
        told = [entry for entry in fight.entries(user) if line.match(entry.line)]
        assert len(told) == 1
        steps = [str(step["name"]) for step in told[0].steps]
        assert sum("attacks Ysane of the Reeds with the spear" in name for name in steps) == len(group)
        assert not any("attacks" in entry.line for entry in fight.entries(user))


@pytest.mark.django_db
def test_a_line_of_speech_does_not_cut_an_order_in_two() -> None:
    fight = Skirmish("exalted2e", seed=0)
    fight.order()
    fight.act(Say("Hold the bridge!"), fight.cast.player)
    fight.finish()
    assert sum("Toll guard ×" in entry.line for entry in fight.entries(fight.cast.player)) == 1


@pytest.mark.django_db
def test_entries_stand_in_the_order_of_their_numbers_though_an_order_goes_on_below_newer_lines() -> None:
    fight = Skirmish("exalted2e", seed=0)
    fight.order()
    fight.act(Say("Hold the bridge!"), fight.cast.player)
    fight.finish()
    entries = fight.entries(fight.cast.player)
    whole = next(entry for entry in entries if "Toll guard ×" in entry.line)
    assert whole.number == whole.id < entries[0].number < whole.count
    for told in ([entry.number for entry in entries], [entry.id for entry in entries]):
        assert told == sorted(told, reverse=True)


@pytest.mark.django_db
def test_an_order_of_more_lines_than_a_page_shows_is_shown_whole() -> None:
    fight = Skirmish("exalted2e", guards=12, seed=3)
    for who in fight.guards:
        fight.make({"kind": "Override", "actor": who["id"], "what": "tick", "value": 9, "reason": "a drum"})
    group = fight.order()
    fight.finish()
    ordered = [event for event in fight.log if event.get("order") and event["kind"] == "Fought"]
    assert len(ordered) > LOG_LINES
    before = [entry.line for entry in fight.entries(fight.cast.player)]
    assert sum(f"Toll guard × {len(group)}: " in line for line in before) == 1
    live_scenes.forget()
    assert [entry.line for entry in fight.entries(fight.cast.player)][: len(before)] == before


@pytest.mark.django_db
def test_players_defend_one_by_one_and_the_order_goes_on_after_each_answer() -> None:
    fight = Skirmish("exalted3e", seed=1)
    group = fight.order(ends=True)
    asked = 0
    while fight.facts.state.order is not None:
        live_scenes.forget()  # as after a restart
        pending = [prompt for prompt in fight.view["pending"] if prompt["who"] == fight.heroine]
        if not pending:
            fight.pass_on()
            continue
        asked += 1
        fight.answer(fight.cast.player)
    assert asked >= 1
    ended = next(event for event in fight.log if event["kind"] == "OrderEnded")
    acted = [event["actor"] for event in fight.log if event["kind"] == "OrderTaken"]
    assert acted == group or ended["why"]


@pytest.mark.django_db
def test_one_rewind_takes_the_whole_order_back() -> None:
    fight = Skirmish("v20da", seed=0)
    before = fight.table.state()
    first, others = fight.next_group()
    before = fight.table.state()
    fight.act(GiveOrder(fight.attack(first["id"]), tuple(others)))
    entry = next(e for e in fight.entries(fight.cast.storyteller) if "Toll guard ×" in e.line)
    fight.act(Rewind(entry.id))
    assert fight.table.state() == before
    fight.act(Rewind(fight.table.count()))
    assert fight.table.state() != before


@pytest.mark.django_db
def test_what_is_declared_face_down_is_not_told_by_the_order() -> None:
    fight = Skirmish("v20da", seed=0)
    fight.order()
    told = " ".join(entry.line for entry in fight.entries(fight.cast.player))
    assert "Attack" not in told
    assert any("Attack → Ysane" in entry.line for entry in fight.entries(fight.cast.storyteller))


@pytest.mark.django_db
def test_an_order_by_somebody_hidden_is_told_to_the_storyteller_alone() -> None:
    fight = Skirmish("exalted2e", seed=0)
    first, others = fight.next_group()
    fight.make({"kind": "Hide", "actor": others[0]})
    fight.act(GiveOrder({"kind": "TakeGuard", "actor": first["id"]}, tuple(others)))
    assert any("Toll guard ×" in entry.line for entry in fight.entries(fight.cast.storyteller))
    told = str([(entry.line, entry.steps) for entry in fight.entries(fight.cast.player)])
    assert "×" not in told


@pytest.mark.django_db
def test_an_order_stops_with_a_sentence_when_its_target_has_fallen() -> None:
    fight = Skirmish("wod2004", seed=0)
    group = fight.order(ends=True)
    fight.make({"kind": "Override", "actor": fight.heroine, "what": "lethal", "value": 6, "reason": "a beam"})
    fight.finish()
    ended = next(event for event in fight.log if event["kind"] == "OrderEnded")
    assert ended["why"]["message"] == "{who} is out: {why}."
    assert sum(event["kind"] == "OrderTaken" for event in fight.log) < len(group)


@pytest.mark.django_db
def test_an_order_whose_first_cannot_act_changes_nothing() -> None:
    fight = Skirmish("exalted2e", seed=0)
    first, others = fight.next_group()
    before = fight.table.number
    move = {**fight.attack(first["id"]), "weapon": "bow"}
    with pytest.raises(RulesError):
        fight.act(GiveOrder(move, tuple(others)))
    assert (fight.table.number, fight.facts.state.order) == (before, None)


@pytest.mark.django_db
def test_all_of_a_name_are_ordered_by_that_name() -> None:
    fight = Skirmish("exalted2e", guards=4, seed=0)
    first, others = fight.next_group()
    fight.act(GiveOrder({"kind": "TakeGuard", "actor": first["id"]}, ("all:Toll guard",)))
    given = next(event for event in fight.log if event["kind"] == "OrderGiven")
    assert sorted(given["order"]["actors"]) == sorted([first["id"], *others])


@pytest.mark.django_db
def test_a_captain_and_all_twenty_that_were_brought_in_at_once_take_one_order() -> None:
    fight = Skirmish("exalted2e", guards=20, seed=0)
    fight.act(BringFoes("Captain", "soldier", "Toll", "spear"))
    for who in fight.guards:
        fight.make({"kind": "Override", "actor": who["id"], "what": "tick", "value": 9, "reason": "a drum"})
    first, others = fight.next_group()
    fight.act(GiveOrder({"kind": "TakeGuard", "actor": first["id"]}, tuple(others)))
    assert len(others) == 20
    assert fight.facts.state.order is None
    assert sum(event["kind"] == "OrderTaken" for event in fight.log) == 21


@pytest.mark.django_db
def test_an_order_to_those_who_cannot_do_it_says_so() -> None:
    fight = Skirmish("exalted2e", guards=3, seed=0)
    first, _others = fight.next_group()
    with pytest.raises(RulesError, match="None of the others you chose can do that now"):
        fight.act(GiveOrder(fight.attack(first["id"]), ("all:Nobody",)))


@pytest.mark.django_db
def test_of_a_name_those_are_ordered_who_have_the_weapon() -> None:
    fight = Skirmish("exalted2e", guards=3, seed=0)
    fight.act(BringFoes("Toll guard", "soldier", "Toll", "knife"))
    for who in fight.guards:
        fight.make({"kind": "Override", "actor": who["id"], "what": "tick", "value": 9, "reason": "a drum"})
    first, others = fight.next_group()
    assert len(others) == 3
    fight.act(GiveOrder(fight.attack(first["id"]), ("all:Toll guard",)))
    given = next(event for event in fight.log if event["kind"] == "OrderGiven")
    assert len(given["order"]["actors"]) == 3


@pytest.mark.django_db
def test_the_storyteller_stops_an_order_that_waits() -> None:
    fight = Skirmish("exalted2e", seed=0)
    fight.order()
    assert fight.facts.state.order is not None
    assert "order" in facts_of(fight.table.scene, fight.cast.membership(fight.cast.storyteller))
    with pytest.raises(IllegalMove):
        fight.act(DropOrder(), fight.cast.player)
    fight.act(DropOrder())
    assert fight.facts.state.order is None
    with pytest.raises(IllegalMove):
        fight.act(DropOrder())


@pytest.mark.django_db
def test_who_may_be_ordered() -> None:
    fight = Skirmish("exalted2e", seed=0)
    first, others = fight.next_group()
    guard = {"kind": "TakeGuard", "actor": first["id"]}
    refused: list[tuple[Any, Any]] = [
        (fight.cast.player, GiveOrder(guard, tuple(others))),
        (fight.cast.storyteller, GiveOrder({**guard, "actor": fight.heroine}, tuple(others))),
        (fight.cast.storyteller, GiveOrder({**guard, "actor": "nobody"}, tuple(others))),
        (fight.cast.storyteller, GiveOrder(guard, (fight.heroine,))),
        (fight.cast.storyteller, GiveOrder(guard, ("nobody", "all:", "all:Nobody"))),
        (fight.cast.storyteller, GiveOrder({"kind": "EndBattle", "actor": first["id"]}, tuple(others))),
        (fight.cast.storyteller, GiveOrder({"kind": "Moonwalk", "actor": first["id"]}, tuple(others))),
        (fight.cast.storyteller, GiveOrder({}, tuple(others))),
    ]
    before = fight.table.number
    for user, move in refused:
        with pytest.raises(RulesError):
            fight.act(move, user)
    assert fight.table.number == before


@pytest.mark.django_db
def test_a_form_that_names_the_others_is_an_order_to_them() -> None:
    fight = Skirmish("exalted2e", seed=0)
    first, others = fight.next_group()
    posted = QueryDict(mutable=True)
    posted.update({"move": "BattleMove", "kind": "TakeGuard", "m.actor": first["id"], "m.order_answers": "true"})
    posted.setlist("m.order_others", ["all:Toll guard"])
    move = parse_move(fight.facts.system, posted)
    assert move == GiveOrder({"kind": "TakeGuard", "actor": first["id"]}, ("all:Toll guard",), answers=True)
    fight.act(move)
    assert sum(event["kind"] == "OrderTaken" for event in fight.log) == len(others) + 1


@pytest.mark.django_db
def test_nobody_hears_of_hidden_foes_or_of_orders_to_them() -> None:
    fight = Skirmish("exalted2e", guards=1)
    fight.act(BringFoes("", "", "Toll", hidden=True, line="3 x Zqcanary, soldier, spear"))
    for who in fight.guards:
        fight.make({"kind": "Override", "actor": who["id"], "what": "tick", "value": 9, "reason": "a drum"})
    while not any(who["hidden"] and who["acts_now"] for who in fight.guards):
        fight.pass_on()
    first, *others = [who["id"] for who in fight.guards if who["hidden"]]
    fight.act(GiveOrder({"kind": "TakeGuard", "actor": first}, tuple(others)))
    fight.act(Say("/foes 2 x Barge hand, soldier"))
    assert re.search(r"Zqcanary A, Zqcanary B and Zqcanary C: Guard", _hear(fight, fight.cast.storyteller))
    for user in (fight.cast.player, fight.cast.rival, fight.cast.spectator):
        heard = _hear(fight, user)
        assert "zqcanary" not in heard.lower()
        assert "Barge hand" in heard


def _hear(fight: Skirmish, user: Any) -> str:
    """All that somebody is shown of the table."""
    membership = fight.cast.membership(user)
    seat, _is_spectator = seat_class_of(membership)
    shown = json.dumps(facts_of(fight.table.scene, membership), ensure_ascii=False)
    return "\n".join((shown, *write_transcript(fight.facts, seat), json.dumps(export_battle(fight.facts, 1, seat))))
