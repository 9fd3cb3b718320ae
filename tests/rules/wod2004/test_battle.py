"""The live battle, rule by rule."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.battle import STORYTELLER, Event, Move, Seat
from rules.battle import events as facts
from rules.battle import moves as shared
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.sheet.equipment import WEAPONS
from rules.wod2004.state.battle import State
from tests.rules.wod2004.table import ADA, BATTLE, BEN, Table, duel, sheet


def find(events: Sequence[Event], kind: type[Any]) -> Any:
    return next(event for event in events if isinstance(event, kind))


def test_initiative_is_rolled_once_and_orders_the_turns() -> None:
    table = duel()
    assert table.state.order == ("ada", "thug")
    assert (table.state.acting, table.state.turn) == ("ada", 1)
    table.do(mv.EndTurn("ada"), seat=ADA)
    assert table.state.acting == "thug"
    table.do(mv.EndTurn("thug"))
    assert (table.state.acting, table.state.turn) == ("ada", 2)


def test_after_the_action_the_end_of_the_turn_comes_before_the_move_that_is_left() -> None:
    table = duel()
    assert "EndTurn" not in [offer.move for offer in BATTLE.legal_moves(table.state, ADA) if offer.group == "act"][:1]
    table.do(mv.DropProne("ada"), seat=ADA)
    assert table.state.acting == "thug"  # nobody walks while prone: nothing was left
    table = duel()
    table.do(mv.Dodge("ada"), seat=ADA)
    left = [offer.move for offer in BATTLE.legal_moves(table.state, ADA) if offer.group == "act" and not offer.reason]
    assert left[:2] == ["EndTurn", "Walk"]


def test_ties_go_to_the_higher_traits_then_to_dice() -> None:
    table = Table()
    for name in "abc":
        table.add(name)
    table.do(shared.StartBattle(), 5, 5, 5, 3, 9, 3, 1, 2)
    assert table.state.order == ("b", "c", "a")


def test_a_late_joiner_rolls_at_once_and_acts_in_this_turn() -> None:
    table = duel()
    table.do(mv.EndTurn("ada"))
    table.do(shared.AddCombatant("late", "Late", "blue", None, sheet("soldier"), False), 9)
    assert table.state.order == ("ada", "late", "thug")
    table.do(mv.EndTurn("thug"))
    assert table.state.acting == "late"


def test_a_late_joiner_level_with_someone_throws_for_the_tie() -> None:
    table = Table()
    table.add("a")
    table.do(shared.StartBattle(), 5)
    table.do(shared.AddCombatant("b", "B", "blue", None, sheet(), False), 5, 2, 7)
    assert table.state.order == ("b", "a")


def test_a_tie_with_someone_hidden_is_not_told() -> None:
    table = Table()
    table.add("ada", "ada")
    table.do(shared.StartBattle(), 5)
    events = table.do(shared.AddCombatant("ghost", "Ghost", "blue", None, sheet(), True), 5, 2, 7)
    assert table.state.order == ("ghost", "ada")
    assert [BATTLE.view_event(event, ADA) for event in events] == [None] * len(events)


def test_defense_takes_dice_and_falls_with_each_attack() -> None:
    table = Table()
    table.add("a", strength=3, brawl=3)
    table.add("b", strength=3, brawl=3)
    table.add("ben", "ben", dexterity=3, wits=3, willpower_points=0)
    table.do(shared.StartBattle(), 10, 8, 1)
    table.do(mv.Attack("a", "unarmed", ("ben",)))
    events = table.do(mv.AnswerDefense(table.prompt, "defense"), 8, 9, 1, seat=BEN)
    assert find(events, ev.AttackResolved).defense.total == 3
    assert table.who("ben").track == "//"
    table.do(mv.EndTurn("a"))
    table.do(mv.Attack("b", "unarmed", ("ben",)))
    events = table.do(mv.AnswerDefense(table.prompt, "defense"), 1, 1, 1, 1)
    assert find(events, ev.AttackResolved).defense.total == 2
    table.do(mv.EndTurn("b"))
    table.do(mv.EndTurn("ben"))
    assert (table.state.turn, table.who("ben").attacked) == (2, 0)


def test_a_dodge_doubles_defense_and_uses_the_action() -> None:
    table = duel(automatic_defense=False)
    table.set("thug", extra=False)
    table.do(mv.Attack("ada", "unarmed", ("thug",)))
    events = table.do(mv.AnswerDefense(table.prompt, "dodge", willpower=True), 5)
    resolved = find(events, ev.AttackResolved)
    assert resolved.defense.total == 2 * 2 + 2
    assert table.who("thug").acted
    with pytest.raises(IllegalMove, match="Thug is already dodging"):
        table.do(mv.Dodge("thug"))


def test_an_extra_defends_without_being_asked() -> None:
    table = duel()
    table.set("thug", extra=True)
    table.do(mv.Attack("ada", "unarmed", ("thug",)), 8, 1)
    assert (table.state.prompt, table.who("thug").attacked, table.who("thug").track) == (None, 1, "/")


def test_firearms_ignore_defense_but_close_up_and_lose_ballistic_armor() -> None:
    table = duel()
    table.set("thug", extra=True, suit=table.who("ada").suit)
    table.do(mv.Attack("ada", "light_pistol", ("thug",), range="medium"), 8, 8, 8, 1)
    assert table.who("thug").track == "///"  # bulletproof: lethal becomes bashing
    assert table.who("thug").attacked == 0


def test_a_bare_head_is_not_covered_by_the_vest() -> None:
    table = duel()
    table.set("thug", extra=True, suit=table.who("ada").suit)
    table.do(mv.Attack("ada", "light_pistol", ("thug",), range="short", spot="head"), 8, 8, 1, 1, 1)
    assert table.who("thug").track == "XX"


def test_an_all_out_attack_gives_up_defense() -> None:
    table = duel()
    table.set("thug", extra=True)
    table.do(mv.Attack("ada", "unarmed", ("thug",), all_out=True), 1, 2, 3, 4)
    table.do(mv.EndTurn("ada"))
    events = table.do(mv.Attack("thug", "unarmed", ("ada",)), 1, 2, 3, 4)
    assert find(events, ev.AttackResolved).defense.total == 0
    table.do(mv.EndTurn("thug"))
    assert not table.who("ada").all_out


def test_no_all_out_attack_after_defense_was_used() -> None:
    table = duel()
    table.set("ada", defense_used=True)
    with pytest.raises(IllegalMove, match="used Defense"):
        table.do(mv.Attack("ada", "unarmed", ("thug",), all_out=True))


def test_aim_adds_a_die_a_turn_and_is_lost_by_defense() -> None:
    table = duel()
    for turns in (1, 2, 3, 3):
        table.do(mv.Aim("ada", "thug"))
        assert table.who("ada").aim == turns
        table.do(mv.EndTurn("ada"))
        table.do(mv.EndTurn("thug"))
    table.do(mv.Attack("ada", "light_pistol", ("thug",), range="short"), *[1] * 11)
    assert table.who("ada").aim == 0
    table.set("ada", aim=2, aim_target="thug")
    table.do(mv.EndTurn("ada"))
    table.do(mv.Attack("thug", "unarmed", ("ada",)))
    table.do(mv.AnswerDefense(table.prompt, "none"), 1, 1, 1, 1)
    assert table.who("ada").aim == 2
    table.set("thug", acted=False)
    table.do(mv.Attack("thug", "unarmed", ("ada",)))
    table.do(mv.AnswerDefense(table.prompt, "defense"), 1)
    assert table.who("ada").aim == 0


def test_a_long_burst_rolls_once_per_target_with_a_die_less_for_each() -> None:
    table = duel()
    table.do(shared.AddCombatant("two", "Two", "blue", None, sheet("thug"), False), 2)
    table.set("ada", arms=(*table.who("ada").arms, WEAPONS["assault_rifle"]), drawn="assault_rifle")
    table.do(mv.Attack("ada", "assault_rifle", ("thug", "two"), range="short", burst="long"), *[1] * 22)
    pools = [event.roll.pool for event in table.events if isinstance(event, ev.AttackResolved)]
    assert [pool.total for pool in pools] == [3 + 3 + 4 + 3 - 2] * 2


def test_a_point_of_willpower_helps_only_the_first_roll_of_a_burst() -> None:
    table = duel()
    table.do(shared.AddCombatant("two", "Two", "blue", None, sheet("thug"), False), 2)
    table.set("ada", arms=(*table.who("ada").arms, WEAPONS["assault_rifle"]), drawn="assault_rifle")
    shot = mv.Attack("ada", "assault_rifle", ("thug", "two"), range="short", burst="long", willpower=True)
    table.do(shot, *[1] * (14 + 11))
    pools = [event.roll.pool for event in table.events if isinstance(event, ev.AttackResolved)]
    assert [pool.total for pool in pools] == [14, 11]


def test_full_cover_is_hit_and_what_passes_is_rolled_again() -> None:
    table = duel()
    table.do(mv.SetCover("thug", "substantially", durability=2, structure=5))
    table.do(mv.Attack("ada", "light_pistol", ("thug",), range="short"), 8, 8, 8, 8, 1, 1, 1, 1, 9, 1)
    assert table.who("thug").track == "X"
    assert table.who("thug").structure == 3


def test_a_burst_at_a_hidden_one_too_is_told_with_those_who_are_seen() -> None:
    table = Table()
    table.add("ada", "ada")
    table.add("ghost", hidden=True)
    table.add("gunner", weapons=["assault_rifle"], in_hand="assault_rifle", firearms=3)
    table.do(shared.StartBattle(), 1, 5, 10)
    burst = mv.Attack("gunner", "assault_rifle", ("ada", "ghost"), range="short", burst="long")
    declared = find(table.do(burst, *[1] * 16), ev.AttackDeclared)
    told, whole = BATTLE.view_event(declared, ADA), BATTLE.view_event(declared, STORYTELLER)
    assert told
    assert whole
    assert told["line"] == "Gunner attacks Ada: Assault rifle."
    assert whole["line"] == "Gunner attacks Ada, Ghost: Assault rifle."
    assert not told["secret"]


def test_the_prompt_of_a_grapple_says_so() -> None:
    table = Table()
    table.add("ada", "ada")
    table.add("thug")
    table.do(shared.StartBattle(), 1, 10)
    table.do(mv.Grapple("thug", "ada"))
    pending = BATTLE.view(table.state, ADA)["pending"]
    assert [one["detail"] for one in pending] == ["Thug tries to grapple Ada"]


def test_a_hidden_attacker_is_revealed_and_meets_no_defense() -> None:
    table = Table()
    table.add("ada", "ada", dexterity=4, wits=4)
    table.add("ghost", hidden=True, strength=3)
    table.do(shared.StartBattle(), 1, 10)
    events = table.do(mv.Attack("ghost", "unarmed", ("ada",)), 8, 1)
    assert find(events, facts.CombatantRevealed).audience is None
    assert find(events, ev.AttackResolved).defense.total == 0
    assert not table.who("ghost").hidden


def test_surprise_costs_the_first_turn_and_defense() -> None:
    table = Table()
    table.add("ada", "ada", dexterity=3, wits=2)
    table.add("thug", archetype="thug")
    table.do(mv.CheckSurprise("ada"), 1, 2, 3)
    table.do(shared.StartBattle(), 10, 1)
    assert table.state.acting == "thug"
    events = table.do(mv.Attack("thug", "unarmed", ("ada",)), 1, 1, 1, 1, 1)
    assert find(events, ev.AttackResolved).defense.total == 0
    table.do(mv.EndTurn("thug"))
    assert (table.state.turn, table.state.acting) == (2, "ada")


def test_an_exceptional_success_warns_the_companions() -> None:
    table = Table()
    for id in ("one", "two"):
        table.add(id, wits=4, composure=3)
    table.do(mv.CheckSurprise("one"), 1, 2, 3, 4, 5, 6, 7)
    assert table.who("one").surprised == 1
    table.do(mv.CheckSurprise("two"), 8, 8, 8, 8, 8, 1, 1)
    assert table.who("one").surprised == 0


def test_a_full_track_asks_for_stamina_each_turn() -> None:
    table = duel()
    table.set("ada", track="/" * 7)
    table.do(mv.EndTurn("ada"))
    table.do(mv.EndTurn("thug"))
    assert table.state.prompt is not None
    table.do(mv.StayConscious(table.prompt, willpower=True), 1, 1, 8, 1, 1, seat=ADA)
    assert table.state.acting == "ada"
    table.do(mv.EndTurn("ada"))
    table.do(mv.EndTurn("thug"))
    table.do(mv.StayConscious(table.prompt), 1, 1)
    assert (table.who("ada").out, table.state.acting) == ("unconscious", "thug")
    order = BATTLE.view(table.state, ADA)["order"]
    assert next(place["note"] for place in order if place["ids"] == ["ada"]) == ""  # her row says why she is out


def test_the_dying_get_worse_each_minute_until_someone_cares() -> None:
    table = duel()
    table.set("thug", track="X" * 8)
    for _ in range(20):
        table.do(mv.EndTurn("ada"))
    assert table.who("thug").track == "*XXXXXXX"
    table.do(mv.PassMinutes(2))
    assert table.who("thug").track == "***XXXXX"
    table.do(mv.Treat("ada", "thug"), 8, 1, 1, 1)
    table.do(mv.PassMinutes(60))
    assert (table.who("thug").track, table.who("thug").out) == ("***XXXXX", "unconscious, stabilized")


def test_a_grapple_holds_until_someone_breaks_free() -> None:
    table = duel()
    table.set("thug", extra=True)
    table.do(mv.Grapple("ada", "thug"), 8, 1)
    assert (table.who("ada").grapple, table.who("thug").grapple) == ("thug", "ada")
    assert table.state.acting == "thug"
    with pytest.raises(IllegalMove, match="grapple"):
        table.do(mv.Walk("thug", 3))
    table.do(mv.BreakFree("thug"), 9, 1)
    assert (table.who("ada").grapple, table.who("thug").grapple) == ("", "")


@pytest.mark.parametrize(
    "maneuver", ["drop_prone", "damage", "immobilise", "draw_weapon", "turn_weapon", "disarm", "cover"]
)
def test_overpowering_lets_one_choose_what_follows(maneuver: str) -> None:
    table = duel()
    table.set("ada", grapple="thug")
    table.set("thug", grapple="ada")
    table.do(mv.Overpower("ada"), 9)
    table.do(mv.ChooseManeuver(table.prompt, maneuver), seat=ADA)
    ada, thug = table.who("ada"), table.who("thug")
    assert {
        "drop_prone": ada.prone and thug.prone,
        "damage": thug.track == "/",
        "immobilise": thug.immobilised == 1,
        "draw_weapon": ada.drawn == "club",
        "turn_weapon": thug.turned,
        "disarm": not thug.drawn,
        "cover": ada.shield,
    }[maneuver]


@pytest.mark.parametrize(("faces", "held"), [((8, 8, 1, 1), 2), ((8, 8, 8, 1), 0)])
def test_an_immobilised_one_must_beat_the_hold(faces: tuple[int, ...], held: int) -> None:
    table = duel()
    table.set("thug", grapple="ada")
    table.set("ada", grapple="thug", immobilised=2)
    with pytest.raises(IllegalMove, match="Ada is immobilized; only breaking free is possible"):
        table.do(mv.Overpower("ada"))
    table.do(mv.BreakFree("ada"), *faces)
    assert table.who("ada").immobilised == held


def test_a_shot_at_someone_behind_a_held_opponent_hits_the_opponent() -> None:
    table = duel()
    table.do(shared.AddCombatant("held", "Held", "red", None, sheet(), False), 1)
    table.set("thug", grapple="held", shield=True)
    table.set("held", grapple="thug")
    table.do(mv.Attack("ada", "light_pistol", ("thug",), range="short"), 8, 1, 1, 1, 1, 1, 1, 1)
    assert (table.who("held").track, table.who("thug").track) == ("X", "")


def test_a_dramatic_failure_waits_for_the_storyteller() -> None:
    table = duel()
    table.set("ada", track="XXXXXX", dice_modifier=-5)
    table.do(mv.Attack("ada", "light_pistol", ("thug",), range="long", off_hand=True), 1)
    with pytest.raises(IllegalMove, match="Storyteller"):
        table.do(mv.RuleMishap(table.prompt, "jam"), seat=ADA)
    table.do(mv.RuleMishap(table.prompt, "jam"))
    assert table.who("ada").jammed == ("light_pistol",)
    table.set("ada", acted=False)
    with pytest.raises(IllegalMove, match="Draw anything else first"):
        table.do(mv.Attack("ada", "light_pistol", ("thug",), range="short"))
    table.do(mv.Draw("ada", "light_pistol"))
    assert table.who("ada").jammed == ()


def test_a_delay_keeps_the_new_place() -> None:
    table = duel()
    table.do(mv.Delay("ada", "thug"))
    assert (table.state.acting, table.state.order) == ("thug", ("thug", "ada"))
    table.do(mv.EndTurn("thug"))
    table.do(mv.EndTurn("ada"))
    assert table.state.acting == "thug"


def test_one_willpower_point_a_turn() -> None:
    table = duel()
    table.do(mv.TakeAction("ada", "wits", "empathy", willpower=True), *[1] * 5)
    assert table.who("ada").willpower == 4
    table.set("ada", acted=False)
    with pytest.raises(IllegalMove, match="already"):
        table.do(mv.TakeAction("ada", "wits", "empathy", willpower=True))


def test_willpower_comes_back_from_a_chance_roll_where_the_table_plays_it_so() -> None:
    table = duel(return_willpower=True)
    table.do(mv.TakeAction("ada", "strength", "occult", willpower=True, modifier=-5), 5)
    assert (table.who("ada").willpower, table.who("ada").willpower_spent) == (5, False)


def test_walking_is_beside_the_action_and_running_is_the_action() -> None:
    table = duel()
    with pytest.raises(BadInput, match="distance"):
        table.do(mv.Walk("ada", 12))
    table.do(mv.Run("ada", 22))
    assert table.state.acting == "thug"
    table.do(mv.Walk("thug", 1))
    assert table.state.acting == "thug"


def test_a_weapon_must_be_drawn_first() -> None:
    table = duel()
    with pytest.raises(IllegalMove, match="Draw anything else first"):
        table.do(mv.Attack("ada", "club", ("thug",)))
    table.do(mv.Draw("ada", "club"))
    assert (table.who("ada").drawn, table.who("ada").acted) == ("club", True)


def test_an_override_stays_in_bounds_and_is_told() -> None:
    table = duel()
    with pytest.raises(IllegalMove, match="Willpower must be 0 to 4, not 60"):
        table.do(shared.Override("thug", "willpower", 60, "inspired"))
    (event,) = table.do(shared.Override("thug", "willpower", 3, "tired"))
    assert isinstance(event, facts.Overridden)
    assert (event.was, event.now, table.who("thug").willpower) == (4, 3, 3)
    (event,) = table.do(shared.Override("thug", "lethal", 3, "a fall"))
    assert table.who("thug").track == "XXX"
    told = BATTLE.view_event(event, ADA)
    assert told
    assert told["line"] == "The Storyteller changes Thug: Lethal wounds 0 to 3 (a fall)."
    table.do(shared.Override("thug", "initiative", 40, ""))
    assert table.state.order == ("thug", "ada")
    for wrong in (shared.Override("thug", "luck", 1, ""), shared.Override("thug", "lethal", 10**30, "")):
        with pytest.raises(BadInput):
            table.do(wrong)


@pytest.mark.parametrize(
    ("move", "seat", "code"),
    [
        (mv.EndTurn("thug"), ADA, "not_yours"),
        (mv.EndTurn("ada"), BEN, "not_yours"),
        (mv.EndTurn("nobody"), ADA, "unknown_combatant"),
        (mv.Attack("ada", "unarmed", ()), ADA, "targets"),
        (mv.Attack("ada", "unarmed", ("ada",)), ADA, "own_target"),
        (mv.Attack("ada", "unarmed", ("thug", "thug")), ADA, "targets"),
        (mv.Attack("ada", "unarmed", ("thug",), range="long"), ADA, "unknown_choice"),
        (mv.Attack("ada", "light_pistol", ("thug",), burst="long"), ADA, "no_autofire"),
        (mv.Attack("ada", "unarmed", ("thug",), specialty=True), ADA, "no_specialty"),
        (mv.Attack("ada", "unarmed", ("thug",), modifier=9), ADA, "out_of_range"),
        (mv.Attack("ada", "unarmed", ("thug",), spot="heart"), ADA, "unknown_choice"),
        (mv.BreakFree("ada"), ADA, "no_grapple"),
        (mv.StandUp("ada"), ADA, "standing"),
        (mv.Treat("ada", "thug"), ADA, "not_dying"),
        (mv.AnswerDefense("x", "none"), ADA, "no_such_prompt"),
        (shared.StartBattle(), ADA, "storyteller_only"),
        (shared.EndBattle(), ADA, "storyteller_only"),
    ],
)
def test_a_refusal_says_what_is_wrong(move: Move, seat: Seat, code: str) -> None:
    table = duel()
    before = table.state
    with pytest.raises((IllegalMove, BadInput)) as refusal:
        table.do(move, seat=seat)
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith(".")
    assert table.state == before


def test_nothing_else_happens_while_a_question_is_open() -> None:
    table = duel(automatic_defense=False)
    table.do(mv.Attack("ada", "unarmed", ("thug",)))
    for move in (mv.EndTurn("ada"), mv.Dodge("thug"), mv.PassMinutes(1)):
        with pytest.raises(IllegalMove, match="Someone must answer first; the table shows who"):
            table.do(move)
    with pytest.raises(IllegalMove, match="Answer the open question first"):
        table.do(shared.Leave("ada"))
    table.do(shared.EndBattle())
    assert (table.state.phase, table.state.prompt) == ("ended", None)


def test_what_goes_home_is_wounds_willpower_and_what_is_in_hand() -> None:
    table = duel()
    table.set("ada", track="X/", willpower=1, drawn="")
    home = BATTLE.outcome(table.state)
    assert home == {"ada": {"health": "LB.....", "willpower_points": 1, "in_hand": ""}}


def test_a_hidden_one_and_an_unknown_one_are_refused_alike() -> None:
    table = duel()
    table.do(shared.Hide("thug"))
    sentences = []
    for id in ("thug", "nobody"):
        with pytest.raises(IllegalMove) as refusal:
            table.do(mv.Attack("ada", "unarmed", (id,)), seat=ADA)
        sentences.append((refusal.value.code, refusal.value.sentence, dict(refusal.value.data)))
    assert sentences[0] == sentences[1]


def test_the_other_side_shows_boxes_but_no_figures() -> None:
    table = duel()
    seen = {c["id"]: c for c in BATTLE.view(table.state, ADA)["combatants"]}
    assert "stats" in seen["ada"]
    assert "stats" not in seen["thug"]
    assert "tracks" not in seen["thug"]
    assert len(seen["thug"]["health"]) == 8
    picture = BATTLE.view(table.state, ADA)["picture"]
    assert (picture["kind"], picture["turn"], [card["id"] for card in picture["cards"]]) == (
        "order",
        1,
        ["ada", "thug"],
    )


def test_the_log_tells_a_pool_only_to_those_who_know_the_traits() -> None:
    table = duel()
    table.do(mv.EndTurn("ada"))
    events = table.do(mv.TakeAction("thug", "strength", "athletics"), 1, 1, 1, 1)
    rolled = find(events, ev.ActionRolled)
    told, hidden = BATTLE.view_event(rolled, Seat(storyteller=True)), BATTLE.view_event(rolled, ADA)
    assert told
    assert hidden
    assert "sum" in told["steps"][0]
    assert "sum" not in hidden["steps"][0]


def test_the_state_survives_json() -> None:
    table = duel(automatic_defense=False)
    table.do(mv.Attack("ada", "unarmed", ("thug",)))
    assert decode(State, encode(table.state)) == table.state


def test_a_player_may_leave_and_the_storyteller_is_offered_it_once() -> None:
    table = duel()
    for seat, leaving in ((ADA, ["ada"]), (Seat(storyteller=True), ["ada", "thug"])):
        offers = [offer for offer in BATTLE.legal_moves(table.state, seat) if offer.move == "Leave"]
        assert [offer.actor for offer in offers] == leaving


def test_an_attack_in_the_words_of_the_first_version_is_read() -> None:
    table = duel(automatic_defense=False)
    declared = find(table.do(mv.Attack("ada", "unarmed", ("thug",))), ev.AttackDeclared)
    now = BATTLE.events.encode(declared)
    then = {key: value for key, value in now.items() if key not in ("attack", "tick")}
    old = {**then, "exchange": now["attack"], "target_owner": None}
    assert BATTLE.events.decode(old) == declared


def test_late_joiners_and_questions_are_told_with_their_turn() -> None:
    table = duel(automatic_defense=False)
    late = shared.AddCombatant("late", "Late", "blue", None, sheet("soldier"), False)
    events = [*table.do(late, 9), *table.do(mv.Attack("ada", "unarmed", ("thug",))), *table.do(shared.EndBattle())]
    kinds = (ev.CombatantAdded, ev.PromptOpened, facts.BattleEnded)
    assert [event.turn for event in events if isinstance(event, kinds)] == [1, 1, 1]
