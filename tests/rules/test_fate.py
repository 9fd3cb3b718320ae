"""Dead, dying, unconscious, staked, in torpor: a field of every sheet, which outlasts the fight."""

from dataclasses import MISSING, replace
from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.battle.declare import list_declared
from rules.battle.moves import HIGHEST
from rules.codec import encode
from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.paths import get_path, write_path
from rules.sheets.fate import FATES

BEINGS = {"exalted2e": "dawn", "exalted3e": "solar", "wod2004": "thug", "v20da": "vampire"}
KNOWN = {
    "exalted2e": ("unconscious", "dead"),
    "exalted3e": ("unconscious", "dead"),
    "wod2004": ("unconscious", "dead"),
    "v20da": ("torpor", "final_death"),
}
"""Of each game, the fates that the Storyteller gives, whatever the boxes say."""
SEED = 1
"""With these dice Ada does not act alone: else the wheel turns on once she is dying, and what was set has changed."""
CASES = [(system, fate) for system, fates in KNOWN.items() for fate in fates]


class Fight:
    """A fight of one character and a foe, with the moves of the Storyteller."""

    def __init__(self, system: str, sheet: Any = None) -> None:
        self.system = get_system(system)
        self.battle = self.system.battle
        archetype = BEINGS[system] if BEINGS[system] in self.system.sheets.archetypes else ""
        self.first = sheet or self.system.sheets.blank(archetype or next(iter(self.system.sheets.archetypes)))
        self.state = self.battle.start(self.system.options())
        self.add("ada", "red", "ada", self.first)
        self.add("foe", "blue", None, self.system.sheets.blank(self.system.sheets.foe))

    def add(self, id: str, side: str, character: str | None, sheet: Any) -> None:
        self.do("AddCombatant", id=id, name=id.title(), side=side, character=character, sheet=sheet)

    def do(self, kind: str, **fields: Any) -> None:
        move = self.battle.moves.decode({"kind": kind, **fields})
        self.state = fold(
            self.battle.apply, self.state, self.battle.decide(self.state, STORYTELLER, move, SeededRoller(SEED))
        )

    def set(self, what: str, value: int, actor: str = "ada") -> None:
        self.do("Override", actor=actor, what=what, value=value)

    def number(self, what: str, actor: str = "ada") -> int:
        one = self.state.get(actor)
        return int(self.battle.list_numbers(self.state, one)[what].read(one))

    @property
    def taken_home(self) -> Any:
        """The sheet after the fight."""
        sheet = self.first
        for path, value in self.battle.outcome(self.state)["ada"].items():
            sheet = write_path(sheet, path, encode(value))
        return encode(self.system.sheets.parse(sheet))

    def shown(self, seat: Seat = STORYTELLER) -> Any:
        return next(one for one in self.battle.view(self.state, seat)["combatants"] if one["id"] == "ada")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sheet_has_a_fate_and_an_older_sheet_has_none(system: str) -> None:
    sheets = get_system(system).sheets
    for archetype in sheets.archetypes:
        sheet = sheets.blank(archetype)
        assert sheet["fate"] == ""
        assert sheets.parse({key: value for key, value in sheet.items() if key != "fate"}).fate == ""


@pytest.mark.parametrize(("system", "fate"), CASES)
def test_a_fate_outlasts_the_fight_and_stands_in_the_next(system: str, fate: str) -> None:
    fight = Fight(system)
    fight.do("StartBattle")
    fight.set(fate, 1)
    fight.do("EndBattle")
    sheet = fight.taken_home
    assert sheet["fate"] == fate
    assert fight.system.sheets.find_fate(fight.system.sheets.parse(sheet)) == fate
    after = Fight(system, sheet)
    assert after.number(fate) == 1
    assert str(FATES[fate]) in (str(after.shown()["out"]), *map(str, after.shown()["conditions"]))
    after.do("StartBattle")
    seat = Seat(characters=frozenset({"ada"}))
    acts = [offer for offer in after.battle.legal_moves(after.state, seat) if offer.group == "act" and not offer.reason]
    assert not acts
    after.do("EndBattle")
    assert after.taken_home["fate"] == fate


@pytest.mark.parametrize(("system", "fate"), CASES)
def test_the_storyteller_clears_a_fate_in_the_fight(system: str, fate: str) -> None:
    fight = Fight(system)
    fight.do("StartBattle")
    fight.set(fate, 1)
    fight.set(fate, 0)
    fight.do("EndBattle")
    assert fight.taken_home["fate"] == ""


def test_a_vampire_of_final_death_does_not_heal_in_the_next_fight() -> None:
    fight = Fight("v20da")
    fight.do("StartBattle")
    fight.set("blood", 10)
    fight.set("lethal", 7)
    fight.set("aggravated", 1)
    fight.do("EndBattle")
    assert (fight.taken_home["fate"], fight.taken_home["health"]) == ("final_death", "*XXXXXX")
    after = Fight("v20da", fight.taken_home)
    after.do("StartBattle")
    offers = after.battle.legal_moves(after.state, Seat(characters=frozenset({"ada"})))
    assert not [offer for offer in offers if offer.actor == "ada" and not offer.reason]


def test_dying_of_the_boxes_is_written_home_and_goes_with_them() -> None:
    fight = Fight("wod2004")
    fight.do("StartBattle")
    fight.set("lethal", fight.state.get("ada").boxes)
    fight.do("EndBattle")
    sheet, sheets = fight.taken_home, fight.system.sheets
    assert sheet["fate"] == "dying"
    before = sheets.parse(sheet)
    healed = replace(before, health=before.health[:-1] + ".")
    assert sheets.find_fate(healed) == ""
    assert sheets.follow_boxes(before, healed) == ""


def test_a_captain_with_all_dying_levels_filled_is_dead() -> None:
    fight = Fight("exalted2e")
    fight.do("StartBattle")
    fight.set("lethal", 7)
    fight.set("dying", fight.state.get("ada").health.dying_levels)
    fight.do("EndBattle")
    assert fight.taken_home["fate"] == "dead"


def test_an_older_sheet_of_the_second_edition_tells_that_somebody_is_unconscious() -> None:
    sheets = get_system("exalted2e").sheets
    older = {key: value for key, value in sheets.blank("dawn").items() if key != "fate"}
    sheet = sheets.parse({**older, "unconscious": True})
    assert (sheet.fate, sheet.unconscious, sheets.find_fate(sheet)) == ("unconscious", True, "unconscious")
    assert not sheets.parse({**encode(sheet), "fate": ""}).unconscious


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_unconscious_wake_as_their_wounds_heal_and_the_dead_do_not(system: str) -> None:
    game = get_system(system)
    if system == "v20da":
        fates = {"torpor": "torpor", "final_death": "final_death"}
    else:
        fates = {"unconscious": "", "dead": "dead"}
    for fate, later in fates.items():
        sheet = game.sheets.parse({**Fight(system).first, "fate": fate})
        done = game.recovery.live(sheet, {}, "rest", 30, ScriptedRoller([1] * 60), game.options())
        assert done.changes.get("fate", fate) == later
        if later:
            assert not done.changes
            assert done.lines


@pytest.mark.parametrize("order", [("torpor", "staked"), ("staked", "torpor")])
def test_a_stake_and_a_torpor_are_two_facts_that_go_home(order: tuple[str, str]) -> None:
    fight = Fight("v20da")
    fight.do("StartBattle")
    for what in order:
        fight.set(what, 1)
    fight.do("EndBattle")
    sheet, sheets = fight.taken_home, fight.system.sheets
    assert (sheet["fate"], sheet["staked"]) == ("torpor", True)
    assert sheets.list_fates(sheets.parse(sheet)) == ("torpor", "staked")
    after = Fight("v20da", sheet)
    after.do("StartBattle")
    assert (after.number("torpor"), after.number("staked")) == (1, 1)
    after.set("staked", 0)
    after.do("EndBattle")
    assert (after.taken_home["fate"], after.taken_home["staked"]) == ("torpor", False)


def test_who_is_only_staked_wakes_as_the_stake_is_pulled() -> None:
    fight = Fight("v20da")
    fight.do("StartBattle")
    fight.set("staked", 1)
    fight.do("EndBattle")
    assert (fight.taken_home["fate"], fight.taken_home["staked"]) == ("", True)
    sheets = fight.system.sheets
    assert sheets.has_fallen(sheets.parse(fight.taken_home))
    assert not sheets.has_fallen(sheets.parse({**fight.taken_home, "staked": False}))


def test_an_older_sheet_whose_fate_is_the_stake_is_staked() -> None:
    fight = Fight("v20da")
    older = {key: value for key, value in fight.first.items() if key != "staked"}
    sheet = fight.system.sheets.parse({**older, "fate": "staked"})
    assert (sheet.fate, sheet.staked) == ("", True)
    assert Fight("v20da", {**older, "fate": "staked"}).number("staked") == 1


def test_no_night_heals_the_staked() -> None:
    game = get_system("v20da")
    sheet = game.sheets.parse({**Fight("v20da").first, "staked": True, "health": "X"})
    done = game.recovery.live(sheet, {}, "rest", 30, ScriptedRoller([1] * 60), game.options())
    assert not done.changes
    assert [str(line.text) for line in done.lines] == ["No rest helps: staked."]


def _walk(system: str, wounded: bool) -> None:
    begun = Fight(system)
    begun.do("StartBattle")
    if wounded:
        full = int(
            begun.battle.list_numbers(begun.state, begun.state.get("ada"))["lethal"].most(begun.state.get("ada"))
        )
        begun.set("bashing", 1)
        begun.set("lethal", full - 1)
    one = begun.state.get("ada")
    for what, number in begun.battle.list_numbers(begun.state, one).items():
        if not number.has(one):
            continue
        low, high = number.least(one), min(number.most(one), HIGHEST)
        for value in {*range(low, min(high, low + 12) + 1), high, low - 1, high + 1}:
            fight = Fight.__new__(Fight)
            fight.__dict__.update(begun.__dict__)
            if low <= value <= high and (not number.steps or value in number.steps):
                fight.set(what, value)
                assert fight.number(what) == value, (what, value)
                continue
            with pytest.raises((BadInput, IllegalMove)) as refusal:
                fight.set(what, value)
            assert refusal.value.code == "out_of_range"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("wounded", [False, True])
def test_a_number_is_what_the_storyteller_says_or_the_move_is_refused(system: str, wounded: bool) -> None:
    _walk(system, wounded)


@pytest.mark.parametrize("system", SYSTEMS)
def test_worse_harm_takes_the_place_of_lighter_and_never_the_other_way(system: str) -> None:
    fight = Fight(system)
    fight.do("StartBattle")
    one = fight.state.get("ada")
    boxes = fight.battle.list_numbers(fight.state, one)["bashing"].most(one)
    fight.set("bashing", 1)
    fight.set("lethal", boxes)
    assert (fight.number("bashing"), fight.number("lethal")) == (0, boxes)
    fight.set("aggravated", boxes)
    assert (fight.number("lethal"), fight.number("aggravated")) == (0, boxes)
    with pytest.raises(IllegalMove, match="must be 0 to 0, not 1"):
        fight.set("lethal", 1)
    fight.do("EndBattle")
    fates = {"exalted2e": "dead", "exalted3e": "dying", "wod2004": "dead", "v20da": "final_death"}
    assert fight.taken_home["fate"] == fates[system]


def test_a_full_track_of_lethal_wounds_is_dying_in_the_world_of_darkness() -> None:
    fight = Fight("wod2004")
    fight.do("StartBattle")
    boxes = fight.state.get("ada").boxes
    fight.set("bashing", 1)
    fight.set("lethal", boxes)
    assert fight.state.get("ada").condition == "dying"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_reason_of_a_ruling_may_be_left_out(system: str) -> None:
    battle = get_system(system).battle
    made: Any = battle.moves.decode({"kind": "Override", "actor": "a", "what": "lethal", "value": 1})
    assert made.reason == ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_form_does_not_require_a_move_may_leave_out(system: str) -> None:
    for move in get_system(system).battle.moves.classes.values():
        for declared in list_declared(move):
            if declared.asked is not None and not declared.asked.required:
                assert declared.default is not MISSING, (move.__name__, declared.name)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_fate_goes_home_beside_the_health(system: str) -> None:
    figures = get_system(system).battle.figures
    assert figures["fate"].open
    fight = Fight(system)
    assert get_path(fight.first, "fate") == ""
    assert "fate" not in fight.battle.outcome(fight.state)["ada"]
