"""Rules that come up once in a few fights: ambushes, smashing, clinches without control, poison, Intimacies."""

from dataclasses import replace

import pytest

from rules.battle import STORYTELLER, Move, Offer, Seat
from rules.battle.moves import AddCombatant, Override
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.defense import compute_hardness
from rules.exalted3e.health import Health
from rules.exalted3e.sheet.gear import find_weapon
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Arm, Clinch, Group, Modifier
from rules.text import Text
from tests.rules.exalted3e.builders import BATTLE, BOW, SWORD, battle, blank, fighter, found, play

FISTS = Arm("fists", "brawl", damage_type="bashing", tags=("natural",), parry=1)
MISS = [2, 3, 4, 5, 6, 2, 3, 4]
HIT = [7, 7, *MISS[:6]]
ROUGH = Group(2, damage=8, maximum=9)
POOR = replace(ROUGH, drill="poor")
HAMMER = replace(SWORD, name="hammer", tags=("smashing",))


def code(state: State, move: Move) -> str:
    with pytest.raises(IllegalMove) as refused:
        play(state, move)
    return refused.value.code


def offers(state: State, move: str, seat: Seat = STORYTELLER) -> list[Offer]:
    return [offer for offer in BATTLE.legal_moves(state, seat) if offer.move == move and not offer.reason]


class TestAmbush:
    def test_who_is_ambushed_begins_without_a_weapon_but_natural_ones(self) -> None:
        state, _ = play(BATTLE.start(battle().options), AddCombatant("ann", "Ann", "red", None, blank("solar")))
        ann = state.get("ann")
        state = replace(state, combatants=(replace(ann, arms=(SWORD, FISTS), weapon="sword"),))
        state, _ = play(state, mv.CatchUnready("ann"))
        assert state.get("ann").arm is FISTS

    def test_the_weapon_is_drawn_as_any_other(self) -> None:
        state = battle(fighter("ann", arms=(SWORD, FISTS), weapon=""), turn="ann")
        state, _ = play(state, mv.DrawWeapon("ann", "sword"))
        assert (state.get("ann").weapon, state.get("ann").timed[0].amount) == ("sword", -1)

    def test_claws_need_no_readying(self) -> None:
        assert code(battle(fighter("ann", arms=(FISTS,), weapon="fists")), mv.CatchUnready("ann")) == "nothing_in_hand"

    def test_an_ambush_catches_only_at_the_start(self) -> None:
        assert code(battle(fighter("ann"), turn="ann"), mv.CatchUnready("ann")) == "no_ambush_now"
        assert offers(battle(fighter("ann")), "CatchUnready")
        assert not offers(battle(fighter("ann"), round=2), "CatchUnready")


class TestSmashing:
    def smash(self, how: str, dice: list[int], attack: str = "withering") -> State:
        ann = fighter("ann", initiative=9, arms=(HAMMER,), weapon="hammer")
        move = mv.Attack("ann", "bob", attack, tag="smashing", smash=how)
        return play(battle(ann, fighter("bob", "blue"), turn="ann"), move, dice)[0]

    def test_the_attacker_chooses_prone_or_a_band(self) -> None:
        assert self.smash("prone", [*HIT, 7, *MISS[:5]]).get("bob").prone
        knocked = self.smash("back", [*HIT, 7, *MISS[:5]]).get("bob")
        assert (knocked.prone, knocked.position) == (False, 1)

    def test_a_decisive_blow_smashes_as_well(self) -> None:
        assert self.smash("prone", [7, 7, *MISS[:4], 7, *MISS[:6]], "decisive").get("bob").prone

    def test_without_damage_nobody_falls(self) -> None:
        assert not self.smash("prone", [*HIT, *MISS[:6]]).get("bob").prone
        assert not self.smash("prone", [7, 7, *MISS[:4], *MISS[:7]], "decisive").get("bob").prone

    def test_back_is_away_from_the_attacker(self) -> None:
        club = replace(HAMMER, reach=1)
        ann = fighter("ann", arms=(club,), weapon="hammer", position=1)
        state = battle(ann, fighter("bob", "blue"), turn="ann")
        move = mv.Attack("ann", "bob", "withering", tag="smashing", smash="back")
        state, _ = play(state, move, [*HIT, 7, *MISS[:5]])
        assert state.get("bob").position == -1

    def test_the_form_asks_only_with_a_smashing_weapon(self) -> None:
        state = battle(fighter("ann", arms=(HAMMER,), weapon="hammer"), fighter("bob", "blue"), turn="ann")
        assert any(field.name == "smash" for field in offers(state, "Attack")[0].fields)
        plain = battle(fighter("ann"), fighter("bob", "blue"), turn="ann")
        assert not any(field.name == "smash" for field in offers(plain, "Attack")[0].fields)


class TestClinchWithoutControl:
    def grapple(self) -> State:
        state = battle(fighter("ann", control=1), fighter("bob", "blue", control=1, initiative=3), turn="ann")
        move = mv.Attack("ann", "bob", "decisive", gambit="grapple")
        return play(state, move, [7, 7, *MISS[:4], 7, 7, *MISS[:4], 7, 7])[0]

    def test_a_tied_control_roll_gives_a_clinch_without_rounds(self) -> None:
        state = self.grapple()
        clinch = state.get("ann").clinch
        assert clinch is not None
        assert (clinch.controls, clinch.rounds) == (True, 0)

    def test_the_victim_breaks_free_on_its_next_turn(self) -> None:
        state, _ = play(self.grapple(), mv.EndTurn("ann"))
        assert state.current == "bob"
        assert (state.get("ann").clinch, state.get("bob").clinch) == (None, None)

    @pytest.mark.parametrize("controls", [True, False])
    def test_nobody_in_a_clinch_flurries_or_withdraws(self, controls: bool) -> None:
        ann, bob = fighter("ann", clinch=Clinch("bob", controls, 2)), fighter("bob", "blue", position=3)
        state = battle(ann, bob, turn="ann")
        assert code(state, mv.DeclareFlurry("ann", "attack", "misc")) == "no_flurry_in_clinch"
        assert code(state, mv.Withdraw("ann")) == "grappled"
        assert offers(state, "DeclareFlurry") == offers(state, "Withdraw") == []


def test_a_powerful_weapon_hits_with_heavy_damage_up_close() -> None:
    assert (find_weapon("crossbow").damage, find_weapon("crossbow").close_damage) == (9, 11)
    assert find_weapon("artifact_crossbow").close_damage == 14
    assert find_weapon("long_bow").close_damage is None
    bow = replace(BOW, close_damage=(replace(BOW.damage[0], amount=13),))
    for position, raw in ((0, 13), (1, 11)):
        ann = fighter("ann", arms=(bow,), weapon="bow")
        bob = fighter("bob", "blue", position=position, evasion=0, weapon="bow", soak=30)
        state = battle(ann, bob, turn="ann")
        dice = MISS[:4] if position == 0 else [*MISS, 2, 3]
        _, events = play(state, mv.Attack("ann", "bob", "withering"), [*dice, 2])
        assert found(events, ev.DamageRolled)[0].raw.total == raw


@pytest.mark.parametrize(("armor", "magic", "best"), [(4, (7,), 7), (7, (4,), 7), (0, (3, 5), 5), (7, (-2,), 5)])
def test_hardness_from_a_charm_does_not_stack_with_armor(armor: int, magic: tuple[int, ...], best: int) -> None:
    timed = tuple(Modifier(Text("Charm"), amount, "3E-151", "hardness") for amount in magic)
    assert compute_hardness(fighter("ann", hardness=armor, timed=timed)) == best


def test_a_simple_charm_cannot_be_in_a_flurry() -> None:
    state, _ = play(battle(fighter("ann"), turn="ann"), mv.DeclareFlurry("ann", "misc", "social"))
    assert code(state, mv.UseCharm("ann", "Sunburst", simple=True)) == "flurry_no_simple_charm"
    assert play(state, mv.UseCharm("ann", "Reflex"))


@pytest.mark.parametrize(
    ("opposing", "supporting", "resolve"),
    [("", "", 3), ("minor", "", 5), ("major", "", 6), ("defining", "", 7), ("", "minor", 2), ("", "major", 1),
     ("", "defining", 0), ("major", "minor", 5)],
)  # fmt: skip
def test_intimacies_raise_and_lower_resolve_in_a_fight(opposing: str, supporting: str, resolve: int) -> None:
    state = battle(fighter("ann", influence=1), fighter("bob", "blue", resolve=3), turn="ann")
    move = mv.Influence("ann", "bob", opposing=opposing, supporting=supporting)
    _, events = play(state, move, [2])
    assert found(events, ev.ContestRolled)[0].difficulty == resolve


def test_moving_hidden_across_open_ground_costs_three_dice() -> None:
    state = battle(fighter("ann", hidden=True, stealth=5, position=3), fighter("bob", "blue", awareness=1), turn="ann")
    for open_ground, dice in ((False, 5), (True, 2)):
        _, events = play(state, mv.MoveBand("ann", "@up", open_ground), [7] * dice + [2])
        assert found(events, ev.ContestRolled)[0].pool.dice == dice


@pytest.mark.parametrize(("penalty", "group", "difficulty"), [(0, ROUGH, 1), (0, POOR, 2), (2, ROUGH, 3)])
def test_what_the_storyteller_counts_makes_a_rout_likelier(penalty: int, group: Group, difficulty: int) -> None:
    mob = fighter("mob", "blue", evasion=0, group=group, willpower_rating=3)
    state = battle(fighter("ann"), mob, turn="ann")
    if penalty:
        state, _ = play(state, Override("mob", "rout_penalty", penalty, "their captain fell"))
    damage = [7] * (6 if group is POOR else 5)
    _, events = play(state, mv.Attack("ann", "mob", "withering"), [7, 7, 7, 7, *MISS[:4], *damage, 7, 7, 7])
    assert found(events, ev.RoutChecked)[0].difficulty == difficulty


class TestPoison:
    def poisoned(self, **changes: int) -> State:
        state = battle(fighter("ann", initiative=5), fighter("bob", "blue", initiative=9), turn="ann", tick=5)
        state = replace(state, combatants=tuple(replace(c, acted=c.id == "bob") for c in state.combatants))
        return play(state, mv.InflictHarm("ann", "poison", 2, "lethal", by="bob", rounds=2, **changes), [7, 2])[0]

    def test_it_rolls_at_once_and_at_the_end_of_each_round(self) -> None:
        state = self.poisoned()
        assert state.get("ann").initiative == 4
        state, events = play(state, mv.EndTurn("ann"), [10, 7])
        assert len(found(events, ev.HarmRolled)) == 1
        poison = state.get("ann").poison
        assert poison is not None
        assert (state.round, state.get("ann").initiative, poison.rounds) == (2, 1, 1)

    def test_it_runs_its_course(self) -> None:
        state, _ = play(self.poisoned(), mv.EndTurn("ann"), [2, 2])
        for id in ("bob", "ann"):
            assert state.current == id
            state, _ = play(state, mv.EndTurn(id), [] if id == "bob" else [2, 2])
        assert state.get("ann").poison is None

    def test_it_takes_dice_from_every_roll(self) -> None:
        state = self.poisoned(penalty=3)
        _, events = play(state, mv.Attack("ann", "bob", "withering"), MISS[:5])
        assert found(events, ev.AttackRolled)[0].pool.dice == 5

    def test_a_poison_that_crashes_proposes_its_poisoner_for_the_break(self) -> None:
        state, _ = play(self.poisoned(), mv.EndTurn("ann"), [10, 10])
        assert [(prompt.kind, prompt.options) for prompt in state.pending] == [("award", ("bob",))]

    def test_the_storyteller_ends_it(self) -> None:
        state, _ = play(self.poisoned(), mv.InflictHarm("ann", "poison", 0, "lethal"))
        assert state.get("ann").poison is None


class TestDisarmed:
    def disarmed(self) -> State:
        bob = fighter("bob", "blue", arms=(SWORD, FISTS))
        move = mv.Attack("ann", "bob", "decisive", gambit="disarm")
        return play(battle(fighter("ann"), bob, turn="ann"), move, [7, 7, *MISS[:4], 7, 7, 7, *MISS[:3]])[0]

    def test_the_weapon_lies_at_short_range(self) -> None:
        bob = self.disarmed().get("bob")
        assert (bob.arm, bob.dropped) == (FISTS, (("sword", 1),))

    def test_it_is_drawn_only_where_it_lies(self) -> None:
        state, _ = play(self.disarmed(), mv.EndTurn("ann"))
        assert state.current == "bob"
        assert code(state, mv.DrawWeapon("bob", "sword")) == "weapon_lies_elsewhere"
        there = replace(state, combatants=tuple(replace(c, position=1) for c in state.combatants))
        there, _ = play(there, mv.DrawWeapon("bob", "sword"))
        assert (there.get("bob").weapon, there.get("bob").dropped) == ("sword", ())


class TestDelayedClash:
    def shared_tick(self) -> State:
        """Ann has delayed to Bob's tick; Bob acts first and attacks her."""
        ann = fighter("ann", is_delaying=True, delay_tick=6, delayed_at=9, turn_begun=True)
        state = battle(ann, fighter("bob", "blue"), turn="bob", options=replace(battle().options, ask_clash=True))
        return play(replace(state, due=("bob", "ann"), tick=6), mv.Attack("bob", "ann", "withering"))[0]

    def test_a_delayed_turn_on_the_same_tick_may_clash(self) -> None:
        assert [(prompt.kind, prompt.who) for prompt in self.shared_tick().pending] == [("clash", "ann")]

    def test_the_clash_was_the_attack_of_the_delayed_turn(self) -> None:
        state = self.shared_tick()
        state, _ = play(state, mv.AnswerClash(state.pending[0].id, "withering"), [*MISS, *MISS])
        state, _ = play(state, mv.EndTurn("bob"))
        assert state.current == "ann"
        assert code(state, mv.FullDefense("ann")) == "action_already_used"

    def test_a_stunt_and_willpower_help_the_clash(self) -> None:
        state = self.shared_tick()
        state = replace(state, combatants=tuple(replace(c, willpower=1) for c in state.combatants))
        move = mv.AnswerClash(state.pending[0].id, "withering", stunt=1, willpower=True)
        state, events = play(state, move, [*HIT, *MISS, 7, 2])
        rolled = {event.actor: event.successes for event in found(events, ev.ClashRolled)}
        assert rolled == {"bob": 2, "ann": 2}
        assert state.get("ann").willpower == 0


@pytest.mark.parametrize(
    ("move", "dice", "position"),
    [
        (mv.Rush("ann", "bob", stunt=1, willpower=True), [*[2] * 7, *[2] * 5], 1),
        (mv.TakeCover("ann", "light", 1, stunt=1, willpower=True), [2] * 7, 1),
        (mv.Withdraw("ann", stunt=1, willpower=True), [2] * 7, 3),
        (mv.Disengage("ann", "@up", stunt=1, willpower=True), [*[2] * 7, *[2] * 5], 0),
        (mv.Influence("ann", "bob", stunt=1, willpower=True), [2] * 5, 1),
        (mv.RegainSurprise("ann", stunt=1, willpower=True), [2] * 4, 1),
    ],
)
def test_stunts_and_willpower_help_any_rolled_action(move: Move, dice: list[int], position: int) -> None:
    ann = fighter("ann", position=position, willpower=1, influence=3, stealth=5, initiative=20)
    state, events = play(battle(ann, fighter("bob", "blue"), turn="ann"), move, dice)
    assert found(events, ev.ContestRolled)[0].successes == 1
    assert state.get("ann").willpower == 0


def test_wounds_dull_the_watchers_senses() -> None:
    hurt = fighter("bob", "blue", awareness=3, health=Health(lethal=2))
    state = battle(fighter("ann", stealth=5, position=3), hurt, turn="ann")
    _, events = play(state, mv.RegainSurprise("ann"), [7, 7, 2, 2])
    assert len(found(events, ev.ContestRolled)[0].opponent_dice[0]) == 2
