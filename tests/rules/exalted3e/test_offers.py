"""What the screens are offered: the Storyteller's waivers, every flurry, an attack folded into one entry."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from rules.battle import STORYTELLER, Choice, Offer, Seat
from rules.battle.moves import Override
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.decide.combat import COMBAT_ACTIONS, check_flurry
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant, Group
from rules.exalted3e.state.exchange import Pending
from tests.rules.exalted3e.builders import BATTLE, BOW, Backwards, battle, blank, fighter, found, play

MISS = [2, 3, 4, 5, 6, 2, 3, 4]
HIT = [7, 7, *MISS[:6]]


def offers(state: State, move: str, seat: Seat = STORYTELLER) -> list[Offer]:
    return [offer for offer in BATTLE.legal_moves(state, seat) if offer.move == move and not offer.reason]


class TestWaivers:
    def shot(self, **changes: object) -> State:
        ann = fighter("ann", arms=(BOW,), weapon="bow")
        return battle(ann, fighter("bob", "blue", **{"position": 2, **changes}), turn="ann")

    def granted(self, state: State, seat: Seat = STORYTELLER) -> set[str]:
        mine = [offer for offer in offers(state, "Attack", seat) if offer.actor == "ann"]
        return {key for offer in mine for key in ("magic", "forced") if offer.fixed.get(key)}

    def test_the_storyteller_may_waive_an_aim_or_have_the_shot_made_all_the_same(self) -> None:
        assert self.granted(self.shot()) == {"magic", "forced"}

    def test_a_blow_through_full_cover_is_the_storytellers_to_allow(self) -> None:
        state = battle(fighter("ann"), fighter("bob", "blue", cover="full"), turn="ann")
        assert self.granted(state) == {"forced"}
        _, events = play(state, mv.Attack("ann", "bob", "withering", forced=True), MISS)
        assert found(events, ev.AttackRolled)[0].defense.total == 5

    def test_players_are_not_offered_what_the_storyteller_grants(self) -> None:
        state = self.shot()
        owned = replace(state, combatants=tuple(replace(c, character=c.id) for c in state.combatants))
        assert self.granted(owned, Seat(characters=frozenset({"ann"}))) == set()

    def test_magic_strikes_out_of_turn(self) -> None:
        state = battle(fighter("ann"), fighter("bob", "blue"), turn="ann")
        found_offers = [o for o in offers(state, "Attack") if o.fixed.get("magic") == "reflexive" and o.actor == "bob"]
        assert len(found_offers) == 2
        state, _ = play(state, mv.Attack("bob", "ann", "withering", magic="reflexive"), [*HIT, *MISS[:6]])
        assert (state.current, state.get("bob").acted) == ("ann", False)


def everyone() -> State:
    """A fight in which Ann could do whatever may be flurried."""
    ann = fighter("ann", prone=True, quick_draw=False, position=0)
    group = fighter("mob", group=Group(1, maximum=8))
    return battle(ann, fighter("ally"), group, fighter("bob", "blue"), turn="ann")


def legal_pairs(actor: Combatant) -> set[frozenset[str]]:
    """The pairs that the book allows, by its own check."""
    pairs = set()
    for pair in combinations(COMBAT_ACTIONS, 2):
        try:
            check_flurry(pair, actor)
        except IllegalMove:
            continue
        pairs.add(frozenset(pair))
    return pairs


def test_every_legal_pair_that_can_be_done_is_offered_as_a_flurry_once() -> None:
    state = everyone()
    shown = [
        frozenset((str(offer.fixed["first"]), str(choice.value)))
        for offer in offers(state, "DeclareFlurry")
        for choice in offer.fields[0].choices
    ]
    assert len(shown) == len(set(shown))
    unable = {"withdraw", "rally"}
    assert set(shown) == {pair for pair in legal_pairs(state.get("ann")) if not pair & unable}


def test_what_cannot_be_done_is_not_offered_in_a_flurry() -> None:
    state = battle(fighter("ann", position=3), fighter("bob", "blue"), turn="ann")
    seconds = {choice.value for offer in offers(state, "DeclareFlurry") for choice in offer.fields[0].choices}
    assert not seconds & {"rush", "disengage", "rise", "defend_other", "order"}
    assert {"withdraw", "cover", "social"} <= seconds


def test_everything_within_an_attack_folds_into_it() -> None:
    state = battle(fighter("ann", willpower=1), fighter("bob", "blue", initiative=1), turn="ann")
    move = mv.Attack("ann", "bob", "withering", willpower=True)
    _, events = play(state, move, [7, 7, *MISS[:6], 7, 7, *MISS[:5]])
    shown = [BATTLE.view_event(event, STORYTELLER) for event in events]
    assert len({entry["exchange"] for entry in shown if entry}) == 1
    last = shown[-1]
    assert last is not None
    assert last["line"] == "Ann attacks Bob (sword): 3 successes against Defense 2, hit, threshold 1, 2 Initiative."
    assert last["verdict"] == "Initiative Crash, Initiative Break"


@pytest.mark.parametrize(
    ("downed", "targets", "begins"),
    [((), ["bob", "cat", "ally"], None), (("bob",), ["cat", "ally"], None), (("bob", "cat"), ["ally"], ())],
)
def test_an_attack_begins_with_the_first_foe_who_stands_and_never_with_a_friend(
    downed: tuple[str, ...], targets: list[str], begins: object
) -> None:
    state = battle(fighter("ann"), fighter("ally"), fighter("bob", "blue"), fighter("cat", "blue"), turn="ann")
    for id in downed:
        state, _ = play(state, Override(id, "lethal", 7, "felled"))
    drawn = [next(field for field in offer.fields if field.name == "target") for offer in offers(state, "Attack")
             if offer.actor == "ann" and offer.group == "act"]  # fmt: skip
    assert {tuple(choice.value for choice in field.choices) for field in drawn} == {tuple(targets)}
    assert all(field.initial == begins for field in drawn)


@pytest.mark.parametrize("specialty", ["", "duels"])
def test_no_form_of_a_fight_offers_a_specialty_that_is_not_on_the_sheet(specialty: str) -> None:
    written = {**blank("mortal"), "weapons": ["sword"], "specialties": [{"ability": "melee", "name": specialty}]}
    sheet = parse_sheet(written if specialty else {**written, "specialties": []})
    ann = replace(build_combatant(sheet, "ann", "Ann", "red"), initiative=6)
    state = battle(ann, fighter("bob", "blue"), turn="ann")
    asked = {f"{offer.move}: {field.label}" for offer in BATTLE.legal_moves(state, STORYTELLER)
             for field in offer.fields if field.name == "specialty"}  # fmt: skip
    assert asked == ({"Attack: Specialty: duels"} if specialty else set())
    fixed = {offer.fixed["specialty"] for offer in offers(state, "TakeAction")}
    assert fixed == ({False, True} if specialty else {False})
    attack = mv.Attack("ann", "bob", "withering", specialty=True)
    if not specialty:
        with pytest.raises(IllegalMove, match="no specialty"):
            play(state, attack)


def test_a_button_that_may_let_an_attack_come_does_not_promise_a_clash() -> None:
    prompt = Pending("p", "clash", "ann", "bob", options=("withering",))
    (offer,) = offers(battle(fighter("ann"), fighter("bob", "blue"), turn="bob", pending=(prompt,)), "AnswerClash")
    assert offer.label == "Defend against Bob"


def test_a_button_in_another_language_keeps_the_names_of_people_and_the_place_of_the_target() -> None:
    offer, *_ = offers(battle(fighter("ann"), fighter("bob", "blue"), turn="ann"), "Attack")
    assert (offer.label, offer.aimed) == ("Withering attack: sword", "Withering attack on {}: sword")
    told = (offer.label.in_language(Backwards()), offer.aimed.in_language(Backwards()))
    assert told == ("kcatta gnirehtiW: drows", "kcatta gnirehtiW on {}: drows")
    assert [choice.label.in_language(Backwards()) for choice in offer.fields[0].choices] == ["Bob"]


class TestTargets:
    def rows(self, state: State, kind: str) -> tuple[Choice, ...]:
        (offer,) = (one for one in offers(state, "Attack") if one.actor == "ann" and set(one.fixed) == KEYS
                    and one.fixed["attack"] == kind and one.fixed["weapon"] == "sword")  # fmt: skip
        return next(field for field in offer.fields if field.name == "target").choices

    def state(self, **changes: Any) -> State:
        foes = fighter("far", "blue", position=3), fighter("bob", "blue")
        return battle(fighter("ann", **changes), fighter("ally"), *foes, turn="ann")

    def test_a_foe_in_reach_stands_before_one_out_of_reach_and_before_friends(self) -> None:
        rows = self.rows(self.state(), "withering")
        assert [(row.value, bool(row.reason)) for row in rows] == [("bob", False), ("far", True), ("ally", False)]

    def test_who_may_be_struck_decisively_is_marked_on_the_other_attack(self) -> None:
        hints = {row.value: row.hint for row in self.rows(self.state(), "withering")}
        assert hints["bob"] == "decisive possible"
        assert hints["ally"] != hints["bob"]
        assert {row.hint for row in self.rows(self.state(), "decisive") if row.value == "bob"} == {""}

    def test_a_decisive_attack_tells_how_many_dice_of_damage_it_would_roll(self) -> None:
        def hint(initiative: int) -> str:
            found = offers(self.state(initiative=initiative), "Attack")
            (offer,) = (one for one in found if one.fixed == DECISIVE)
            return str(offer.hint)

        assert hint(8) == "8 dice of damage, then Initiative 3"
        assert hint(1) == "1 die of damage, then Initiative 3"

    def test_nobody_is_marked_where_the_attacker_may_not_strike_decisively(self) -> None:
        crashed = self.state(initiative=-1)
        assert "decisive possible" not in [row.hint for row in self.rows(crashed, "withering")]


KEYS = {"actor", "attack", "weapon"}
DECISIVE = {"actor": "ann", "attack": "decisive", "weapon": "sword"}


@pytest.mark.parametrize(("place", "first"), [(0, "Attack"), (1, "MoveBand")])
def test_until_a_foe_is_in_reach_moving_comes_before_attacks_on_allies(place: int, first: str) -> None:
    state = battle(fighter("ann"), fighter("ally"), fighter("bob", "blue", position=place), turn="ann")
    acts = [one for one in BATTLE.legal_moves(state, STORYTELLER) if one.actor == "ann" and one.group == "act"]
    legal = [one.move for one in acts if not one.reason]
    assert legal[0] == first
    assert "Attack" in legal
