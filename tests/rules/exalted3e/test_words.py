"""Words in a fight: what influence asks of its target, and how a group that routed is rallied."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, Seat
from rules.battle.standing_orders import Limit, StandingOrder, check_order, find_move, list_replies
from rules.defaults import default_answer
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Group
from tests.rules.exalted3e.builders import BATTLE, QUIET, battle, fighter, found, play

ASKING = replace(QUIET, ask_influence=True)
BOB = Seat(characters=frozenset({"bob"}))
SWAYED = [7, 7, 7, 1]


def code(state: State, move: Move, seat: Seat = STORYTELLER) -> str:
    with pytest.raises((IllegalMove, BadInput)) as refused:
        play(state, move, seat=seat)
    return refused.value.code


def spoken(action: str = "instill", faces: list[int] = SWAYED, **more: Any) -> State:
    """Ann has said her word to Bob, of Resolve 3."""
    changes = {key: more.pop(key) for key in ("willpower", "appearance") if key in more}
    bob = fighter("bob", "blue", character="bob", resolve=3, willpower=changes.get("willpower", 2))
    ann = fighter("ann", influence=4, appearance=changes.get("appearance", 0))
    state = battle(ann, bob, turn="ann", options=ASKING)
    return play(state, mv.Influence("ann", "bob", action=action, **more), faces)[0]


def answer(state: State, said: str, intimacy: str = "", seat: Seat = BOB) -> tuple[State, list[Any]]:
    return play(state, mv.AnswerInfluence(state.pending[0].id, said, intimacy), seat=seat)


class TestInfluence:
    def test_the_target_of_a_success_is_asked(self) -> None:
        assert [(prompt.kind, prompt.who) for prompt in spoken().pending] == [("influence", "bob")]

    def test_who_holds_out_is_not(self) -> None:
        assert spoken(faces=[7, 1, 1, 1]).pending == ()

    def test_gestures_alone_are_easier_to_resist(self) -> None:
        assert spoken(gestures=True).pending == ()
        assert spoken(gestures=True, faces=[10, 10, 7, 1]).pending

    def test_a_change_of_feeling_is_refused_for_willpower(self) -> None:
        state, events = answer(spoken(), "refuse")
        assert state.get("bob").willpower == 1
        told = BATTLE.view_event(found(events, ev.InfluenceAnswered)[0], Seat())
        assert told is not None
        assert (told["line"], told["verdict"]) == ("Bob refuses Ann: spends Willpower.", "refused")

    def test_giving_in_costs_nothing(self) -> None:
        state, events = answer(spoken(), "accept")
        assert state.get("bob").willpower == 2
        assert found(events, ev.InfluenceAnswered)[0].answer == "accept"

    def test_without_willpower_nobody_refuses(self) -> None:
        state = spoken(willpower=0)
        assert code(state, mv.AnswerInfluence(state.pending[0].id, "refuse"), BOB) == "no_willpower"
        offer = next(o for o in BATTLE.legal_moves(state, BOB) if o.move == "AnswerInfluence")
        assert {choice.value for choice in offer.fields[0].choices if not choice.reason} == {"accept"}

    @pytest.mark.parametrize(
        ("supporting", "enough"),
        [("", ("minor", "major", "defining")), ("major", ("major", "defining")), ("defining", ("defining",))],
    )
    def test_a_task_is_refused_by_an_intimacy_as_strong_as_the_supporting_one(
        self, supporting: str, enough: tuple[str, ...]
    ) -> None:
        state = spoken("persuade", supporting=supporting)
        prompt = state.pending[0]
        assert prompt.options == enough
        assert code(state, mv.AnswerInfluence(prompt.id, "refuse"), BOB) == "unknown_choice"
        state, events = answer(state, "refuse", enough[0])
        assert found(events, ev.InfluenceAnswered)[0].intimacy == enough[0]
        assert state.get("bob").willpower == 1

    def test_a_threat_asks_for_no_intimacy(self) -> None:
        state = spoken("threaten", supporting="defining", opposing="defining")
        assert state.pending[0].options == ("minor", "major", "defining")

    def test_only_the_storyteller_says_what_is_unacceptable(self) -> None:
        state = spoken(willpower=0)
        assert code(state, mv.AnswerInfluence(state.pending[0].id, "unacceptable"), BOB) == "storyteller_only"
        state, events = answer(state, "unacceptable", seat=STORYTELLER)
        assert found(events, ev.InfluenceAnswered)[0].answer == "unacceptable"

    def test_the_default_is_to_give_in(self) -> None:
        for action in ("instill", "persuade"):
            state = spoken(action)
            move = default_answer(BATTLE.legal_moves(state, STORYTELLER), state.pending[0].id)
            assert move is not None
            assert move["answer"] == "accept"
            assert play(state, BATTLE.moves.decode(move))[0].pending == ()

    def test_a_fair_face_helps_to_instill_but_not_to_threaten(self) -> None:
        """By two dice: `play` refuses any number but that which falls."""
        spoken("instill", [*SWAYED, 1, 1], appearance=5)
        spoken("threaten", SWAYED, appearance=5)

    def test_a_table_may_leave_it_unasked(self) -> None:
        state = battle(fighter("ann", influence=4), fighter("bob", "blue"), turn="ann")
        state, _ = play(state, mv.Influence("ann", "bob"), SWAYED)
        assert state.pending == ()


def test_nobody_is_influenced_again_before_the_answer() -> None:
    state = spoken()
    again = mv.Influence("ann", "bob", action="instill")
    assert code(state, again) == "awaiting_answer"
    assert code(answer(state, "accept")[0], again) != "awaiting_answer"


def order(state: State, foe: str = "", unless: Limit | None = None, **deed: str) -> dict[str, Any] | None:
    """What a standing order of Bob's makes of an influence that has reached him."""
    (offer,) = list_replies(BATTLE, state, BOB, state.get("bob"))["influence"]
    kept = StandingOrder("1", "bob", "influence", {"kind": offer.move, **deed}, offer.label, foe=foe, unless=unless)
    check_order(BATTLE, state, BOB, kept)
    return find_move(BATTLE, state, BOB, kept)


class TestOrders:
    def test_an_order_answers_an_influence(self) -> None:
        state = spoken()
        for deed, left in (("accept", 2), ("refuse", 1)):
            made = order(state, answer=deed)
            assert made is not None
            assert play(state, BATTLE.moves.decode(made), seat=BOB)[0].get("bob").willpower == left

    def test_an_order_refuses_only_while_willpower_is_left(self) -> None:
        assert order(spoken(), answer="refuse", unless=Limit("willpower", 2)) is not None
        assert order(spoken(), answer="refuse", unless=Limit("willpower", 3)) is None
        assert order(spoken(willpower=0), answer="refuse") is None

    def test_an_order_may_be_against_one_speaker(self) -> None:
        assert order(spoken(), answer="refuse", foe="ann") is not None
        assert order(spoken(), answer="refuse", foe="bob") is None

    def test_for_a_task_an_order_names_an_intimacy_that_is_enough_or_takes_the_weakest(self) -> None:
        task = spoken("persuade", supporting="major", faces=[7, 7, 7, 7])
        assert order(task, answer="refuse", intimacy="minor") is None
        for named, taken in (("", "major"), ("defining", "defining")):
            made = order(task, answer="refuse", intimacy=named)
            assert made is not None
            assert made["intimacy"] == taken
            assert play(task, BATTLE.moves.decode(made), seat=BOB)[0].get("bob").willpower == 1
        assert order(spoken(), answer="refuse", intimacy="minor") is None, "a change of feeling asks for none"


class TestRally:
    def routed(self, drill: Any = "average", **changes: Any) -> State:
        """Ann's own group has failed its rout check."""
        group = Group(2, drill=drill, maximum=9, damage=3, lost=1, rout=2)
        mob = fighter("mob", group=replace(group, **changes), out="dissolved", acted=True)
        return battle(fighter("ann", command=5), mob, fighter("bob", "blue"), turn="ann")

    def test_a_failed_rout_check_keeps_its_difficulty(self) -> None:
        mob = fighter("mob", "blue", evasion=0, group=Group(2, damage=8, maximum=9, lost=1), willpower_rating=1)
        state = battle(fighter("ann"), mob, turn="ann")
        move = mv.Attack("ann", "mob", "withering")
        state, _ = play(state, move, [7, 7, 7, 7, 1, 2, 3, 4, *[7] * 5, 1])
        group = state.get("mob").group
        assert group is not None
        assert (state.get("mob").out, group.rout) == ("dissolved", 2)

    @pytest.mark.parametrize(("faces", "out"), [([7, 7, 1, 1, 1], ""), ([7, 1, 1, 1, 1], "dissolved")])
    def test_the_commander_rolls_against_that_difficulty(self, faces: list[int], out: str) -> None:
        state, events = play(self.routed(), mv.RallyGroup("ann", "mob"), faces)
        assert (found(events, ev.ContestRolled)[0].difficulty, state.get("mob").out) == (2, out)
        assert state.get("ann").action_used

    @pytest.mark.parametrize(("drill", "dice"), [("poor", 3), ("average", 5), ("elite", 7)])
    def test_drill_weighs_on_the_commanders_roll(self, drill: str, dice: int) -> None:
        _, events = play(self.routed(drill), mv.RallyGroup("ann", "mob"), [1] * dice)
        assert found(events, ev.ContestRolled)[0].pool.dice == dice

    def test_a_group_of_which_nothing_is_left_does_not_come_back(self) -> None:
        assert code(self.routed(size=0, damage=9), mv.RallyGroup("ann", "mob")) == "no_rout"

    def test_only_ones_own_routed_groups_are_rallied(self) -> None:
        state = self.routed()
        there = replace(state, combatants=tuple(replace(c, out="") for c in state.combatants))
        assert code(there, mv.RallyGroup("ann", "mob")) == "no_rout"
        foreign = replace(state, combatants=tuple(replace(c, side=c.id) for c in state.combatants))
        assert code(foreign, mv.RallyGroup("ann", "mob")) == "no_group"
        assert code(state, mv.RallyGroup("ann", "bob")) == "no_group"

    def test_it_is_offered_when_a_group_has_routed(self) -> None:
        assert any(o.move == "RallyGroup" and not o.reason for o in BATTLE.legal_moves(self.routed(), STORYTELLER))
        calm = battle(fighter("ann"), fighter("mob", group=Group(2, maximum=9)), turn="ann")
        assert not any(o.move == "RallyGroup" for o in BATTLE.legal_moves(calm, STORYTELLER))

    def test_it_may_be_in_a_flurry(self) -> None:
        state, _ = play(self.routed(), mv.DeclareFlurry("ann", "rally", "misc"))
        _, events = play(state, mv.RallyGroup("ann", "mob"), [7, 7])
        assert found(events, ev.ContestRolled)[0].pool.dice == 2


class TestWhatOthersRead:
    def lines(self, seat: Seat) -> str:
        _, refused = answer(spoken("persuade", opposing="minor", faces=[10, 10, 10, 7]), "refuse", "major")
        bob = fighter("bob", "blue", character="bob", resolve=3)
        state = battle(fighter("ann", influence=4), bob, turn="ann")
        _, spoke = play(state, mv.Influence("ann", "bob", opposing="minor"), [7, 7, 7, 7])
        return repr([BATTLE.view_event(event, seat) for event in (*spoke, *refused)])

    def test_resolve_and_intimacies_are_for_the_targets_own_seat(self) -> None:
        for seat in (STORYTELLER, BOB):
            assert "against 5" in self.lines(seat)
            assert "Resolve" in self.lines(seat)
            assert "major Intimacy" in self.lines(seat)
        for seat in (Seat(), Seat(characters=frozenset({"ann"}))):
            assert "against" not in self.lines(seat)
            assert "Resolve" not in self.lines(seat).replace("AttackResolved", "")
            assert "major Intimacy" not in self.lines(seat)


class TestRoutAndFlight:
    MOB = Group(2, damage=8, maximum=9)

    def struck(self, mob: Group, options: Any = QUIET, *others: Any, **attack: Any) -> tuple[State, list[Any]]:
        """Ann's sword fills the Magnitude of the group, which then rolls a die of Willpower that fails."""
        group = fighter("mob", "blue", evasion=0, group=mob, willpower_rating=1)
        state = battle(fighter("ann"), group, *others, turn="ann", options=options)
        return play(state, mv.Attack("ann", "mob", "withering", **attack), [7, 7, 7, 7, 1, 2, 3, 4, *[7] * 5, 1])

    def test_the_fall_of_the_leader_and_a_supernatural_attack_make_rout_likelier(self) -> None:
        chief = fighter("chief", "blue", out="incapacitated")
        _, events = self.struck(replace(self.MOB, leader="chief"), QUIET, chief, area=True)
        checked = found(events, ev.RoutChecked)[0]
        assert checked.difficulty == 3
        assert [term.name for step in checked.against.steps for term in step.terms][1:] == [
            "the leader is down", "supernatural attack on an area",
        ]  # fmt: skip

    def test_a_leader_who_stands_changes_nothing(self) -> None:
        _, events = self.struck(replace(self.MOB, leader="chief"), QUIET, fighter("chief", "blue"))
        assert found(events, ev.RoutChecked)[0].difficulty == 1

    def test_a_group_that_routs_dissolves_or_by_the_option_flees(self) -> None:
        assert self.struck(self.MOB)[0].get("mob").out == "dissolved"
        state, events = self.struck(self.MOB, replace(QUIET, routed_groups_flee=True))
        assert (state.get("mob").out, found(events, ev.FlightChanged)[0].flees) == ("", True)
        view = BATTLE.view(state, Seat())
        assert "flees" in next(who for who in view["combatants"] if who["id"] == "mob")["conditions"]

    def fleeing(self, position: int = 0) -> State:
        group = replace(self.MOB, flees=True, damage=0)
        mob = fighter("mob", "blue", group=group, position=position, initiative=5, command=0)
        chief = fighter("chief", "blue", command=4, initiative=4)
        return battle(fighter("ann", initiative=6), mob, chief, turn="ann", options=replace(QUIET), tick=6)

    def test_it_runs_a_band_on_its_turn_and_does_nothing_else(self) -> None:
        state, events = play(self.fleeing(), mv.EndTurn("ann"))
        assert (state.get("mob").position, state.get("mob").acted, state.current) == (1, True, "chief")
        assert found(events, ev.Moved)[0].how == "flee"

    def test_at_extreme_range_it_is_gone(self) -> None:
        far = self.fleeing(4)
        far = far.change("chief", position=4)
        state, _ = play(far, mv.EndTurn("ann"))
        assert (state.get("mob").out, state.current) == ("escaped", "chief")

    def test_it_obeys_no_order_but_can_be_rallied(self) -> None:
        state, _ = play(self.fleeing(), mv.EndTurn("ann"))
        assert code(state, mv.OrderGroup("chief", "mob")) == "group_flees"
        rallied, _ = play(state, mv.RallyGroup("chief", "mob"), [7, 1, 1, 1])
        group = rallied.get("mob").group
        assert group is not None
        assert not group.flees

    def test_the_storyteller_names_a_leader_of_the_groups_own_side(self) -> None:
        state, _ = play(self.fleeing(), mv.NameLeader("mob", "chief"))
        group = state.get("mob").group
        assert group is not None
        assert group.leader == "chief"
        assert code(state, mv.NameLeader("mob", "ann")) == "not_an_ally"
        assert code(state, mv.NameLeader("ann", "chief")) == "no_group"
        assert code(state, mv.NameLeader("mob", "chief"), Seat(characters=frozenset({"bob"}))) == "storyteller_only"

    def test_its_token_shows_ranks_and_its_track_magnitude(self) -> None:
        view = BATTLE.view(self.fleeing(), Seat())
        mob = next(who for who in view["combatants"] if who["id"] == "mob")
        assert (mob["ranks"], len(mob["health"])) == (2, 9)
        assert {box["penalty"] for box in mob["health"]} == {"M"}
        assert all("ranks" not in who for who in view["combatants"] if who["id"] != "mob")
