"""Social combat: words against Mental DVs (2E-510 to 2E-516)."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.battle.moves import Hide, Override, StartBattle
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.social import work_on
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.debate import InfluenceEnded, InfluenceRolled, IntimacyWorked, LeaningRuled
from rules.exalted2e.events.table import JoinBattleRolled, Spent
from rules.exalted2e.moves.acts import TakeAim, TakeGuard
from rules.exalted2e.moves.debate import AnswerInfluence, MeetInfluence, Persuade, RuleLeaning
from rules.exalted2e.moves.war import SetKind
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.rows import Intimacy
from rules.fair import FairRoller, Sealing, Throw
from rules.laws import Trial
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits

TALKER: dict[str, Any] = {
    "attributes__charisma": 4, "attributes__manipulation": 2, "attributes__appearance": 3, "abilities__presence": 3,
    "abilities__investigation": 1, "abilities__performance": 2, "abilities__integrity": 2, "willpower": 6,
    "willpower_points": 6,
}  # fmt: skip
"""An Exalt of Essence 2: 7 dice of Charisma + Presence, Dodge MDV 5, Parry MDV 4."""


def make_debate(options: Options | None = None, *, cid: bool = False, **bo: Any) -> Table:
    """Ann (ada's) speaks on tick 0, Bo (ben's) on tick 2; keywords change Bo's sheet."""
    table = Table(options)
    table.do(SetKind("debate"))
    table.add("ann", "red", "ada", **TALKER)
    table.add("bo", "blue", "ben", **{**TALKER, **bo})
    if cid:
        table.add("cid", "blue", **TALKER)
    table.do(StartBattle(), *hits(4, 5), *hits(2, 5), *(hits(2, 5) if cid else ()))
    return table


def plead(table: Table, *faces: int, purpose: str = "act", text: str = "Lay down your arms", **more: Any) -> None:
    """Ann speaks to Bo by Presence."""
    told = {"ability": "presence", "attribute": "charisma", "targets": ("bo",), **more}
    table.do(Persuade(actor="ann", purpose=purpose, text=text, **told), *faces, seat=ADA)


def rule(table: Table, **leaning: Any) -> None:
    table.do(RuleLeaning(table.prompt("leaning"), **leaning))


def meet(table: Table, stance: str, *faces: int) -> None:
    table.do(MeetInfluence(table.prompt("influence"), stance), *faces, seat=BEN)


def hit(table: Table, **leaning: Any) -> None:
    """Ann's words reach Bo."""
    plead(table)
    while table.state.due:  # words wait until all have declared
        table.do(TakeGuard(table.state.due[0]))
    rule(table, **leaning)
    meet(table, "none", *hits(3, 7))


def line(table: Table, cls: type, seat: Seat = STORYTELLER) -> str:
    told = BATTLE.view_event(table.last(cls), seat)
    assert told is not None
    return told["line"]


def test_a_debate_is_joined_in_long_ticks_and_has_speeds_of_its_own() -> None:
    table = make_debate()
    assert line(table, JoinBattleRolled) == "Bo rolls Join Debate: 2 successes, first acts on tick 2."
    assert table.state.is_long
    costs = {str(offer.label): str(offer.cost) for offer in BATTLE.legal_moves(table.state, ADA) if offer.cost}
    assert costs["Persuade by Presence"] == "Speed 4, DV −2"
    assert costs["Persuade by Investigation"] == "Speed 5, DV −2"
    assert costs["Persuade by Performance"] == "Speed 6, DV −2"
    assert costs["Guard"] == "Speed 3, no DV penalty"
    assert costs["Monologue or study"] == "Speed 3, DV −2"
    assert costs["Dash"].startswith("Speed 3, DV −3")
    assert costs["Something else"] == "Speed 5, DV −2"


def test_nobody_strikes_in_a_debate_and_nobody_persuades_in_a_fight() -> None:
    table = make_debate()
    with pytest.raises(IllegalMove, match="This is social combat: end it and start a fight before anyone attacks"):
        table.strike("ann", "bo", seat=ADA)
    fight = Table()
    fight.add("ann", "red", "ada")
    fight.add("bo", "blue", "ben")
    fight.start(4, 2)
    with pytest.raises(IllegalMove, match="MDV modifiers apply only in social combat"):
        plead(fight)


def test_a_debate_is_chosen_before_anybody_comes() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    with pytest.raises(IllegalMove, match="Choose this before you add anyone, so that their Intimacies are included"):
        table.do(SetKind("debate"))
    offered = {offer.fixed["battle"]: bool(offer.reason) for offer in BATTLE.legal_moves(table.state, STORYTELLER)
               if offer.move == "SetKind"}  # fmt: skip
    assert offered == {"war": False, "debate": True}


def test_words_beat_the_mdv_by_one_success() -> None:
    table = make_debate()
    plead(table)
    rule(table)
    meet(table, "dodge", *hits(5, 7))  # Willpower 6 + Integrity 2 + Essence 2, halved: 5
    assert (table.last(InfluenceRolled).mdv.total, table.last(InfluenceRolled).hit) == (5, False)
    assert line(table, InfluenceEnded) == "Ann fails to sway Bo."
    again = make_debate()
    plead(again)
    rule(again)
    meet(again, "dodge", *hits(6, 7))
    assert again.last(InfluenceRolled).hit


def test_whoever_sees_words_can_prove_their_dice() -> None:
    table, thrown = make_debate(), list[Throw]()
    plead(table)
    rule(table)
    answer = MeetInfluence(table.prompt("influence"), "dodge")
    BATTLE.decide(table.state, BEN, answer, FairRoller(lambda: Sealing("5" * 64), thrown.append))
    assert [(one.audience, len(one.dice)) for one in thrown] == [(None, 7)]


@pytest.mark.parametrize(
    ("leaning", "appearance", "mdv"),
    [
        ({}, 3, 5),
        ({"intimacy": "1"}, 3, 6),
        ({"virtue": "1"}, 3, 7),
        ({"motivation": "1"}, 3, 8),
        ({"motivation": "-1"}, 3, 2),
        ({"intimacy": "1", "virtue": "1", "motivation": "1"}, 3, 11),
        ({"intimacy": "-1", "virtue": "-1", "motivation": "-1"}, 3, 0),
        ({}, 5, 7),
        ({}, 1, 3),
        ({"other": 2}, 3, 7),
    ],
)
def test_what_the_words_go_against_raises_the_mdv(leaning: dict[str, Any], appearance: int, mdv: int) -> None:
    table = make_debate(attributes__appearance=appearance, virtues__valor=3)
    plead(table)
    rule(table, **leaning)
    meet(table, "dodge", *(2,) * 7)
    assert table.last(InfluenceRolled).mdv.total == mdv


def test_own_actions_lower_the_mdv_until_the_next_one() -> None:
    table = make_debate()
    table.do(TakeGuard("ann"), seat=ADA)
    told: dict[str, Any] = {"ability": "presence", "attribute": "charisma", "purpose": "act", "text": "Go"}
    table.do(Persuade(actor="bo", targets=("ann",), **told), seat=BEN)
    table.do(RuleLeaning(table.prompt("leaning")))
    table.do(MeetInfluence(table.prompt("influence"), "dodge"), *(2,) * 7, seat=ADA)
    plead(table)
    rule(table)
    meet(table, "dodge", *(2,) * 7)
    assert table.last(InfluenceRolled).mdv.total == 3


def test_a_hit_is_obeyed_or_resisted_for_a_point_of_willpower() -> None:
    table = make_debate()
    hit(table)
    table.do(AnswerInfluence(table.prompt("resist"), False), seat=BEN)
    assert table.one("bo").given == ("Lay down your arms",)
    assert line(table, InfluenceEnded) == "Bo gives in to Ann: “Lay down your arms”."
    other = make_debate()
    hit(other)
    other.do(AnswerInfluence(other.prompt("resist"), True), seat=BEN)
    assert (other.one("bo").willpower, other.one("bo").drained, other.one("bo").given) == (5, 1, ())
    assert line(other, InfluenceEnded) == "Bo resists Ann’s social attack."


def test_what_is_against_the_motivation_must_be_resisted_even_without_willpower() -> None:
    table = make_debate(willpower_points=0)
    hit(table, motivation="1")
    with pytest.raises(IllegalMove, match="must be resisted"):
        table.do(AnswerInfluence(table.prompt("resist"), False), seat=BEN)
    table.do(AnswerInfluence(table.prompt("resist"), True), seat=BEN)
    assert (table.last(InfluenceEnded).outcome, table.one("bo").willpower) == ("resisted", 0)


def test_without_willpower_nobody_resists() -> None:
    table = make_debate(willpower_points=0)
    hit(table)
    with pytest.raises(IllegalMove, match="no Willpower"):
        table.do(AnswerInfluence(table.prompt("resist"), True), seat=BEN)


def test_words_drain_two_points_in_a_scene_and_no_more() -> None:
    table = make_debate()
    for left in (5, 4, 4):
        hit(table)
        table.do(AnswerInfluence(table.prompt("resist"), True), seat=BEN)
        assert table.one("bo").willpower == left
        while "ann" not in table.state.due:
            table.do(TakeGuard(table.state.due[0]))


def test_an_intimacy_is_built_in_as_many_scenes_as_conviction_and_eroded_alike() -> None:
    table = make_debate(virtues__conviction=3, intimacies=[{"text": "My sister", "scenes": 0}])
    plead(table, purpose="build", text="The Reed Spears")
    rule(table)
    meet(table, "none", *hits(3, 7))
    table.do(AnswerInfluence(table.prompt("resist"), False), seat=BEN)
    held = {one.text: one.scenes for one in table.one("bo").sheet.intimacies}
    assert held == {"The Reed Spears": 2, "My sister": 0}
    assert line(table, IntimacyWorked, BEN) == "Bo is building the Intimacy “The Reed Spears”: 2 more scenes."
    assert BATTLE.view_event(table.last(IntimacyWorked), ADA) is None
    while "ann" not in table.state.due:
        table.do(TakeGuard(table.state.due[0]))
    plead(table, purpose="erode", text="Your family")
    rule(table, which="My sister")
    meet(table, "none", *hits(3, 7))
    table.do(AnswerInfluence(table.prompt("resist"), False), seat=BEN)
    home = BATTLE.outcome(table.state)["bo"]["intimacies"]
    assert home == [{"text": "The Reed Spears", "scenes": 2}, {"text": "My sister", "scenes": 1}]


def test_a_flurry_of_words_loses_dice_and_dv_for_each() -> None:
    table = make_debate(cid=True)
    with pytest.raises(BadInput, match="1 to 1"):
        plead(table, ability="performance", targets=("bo", "cid"))
    plead(table, targets=("bo", "cid"))
    assert [plain.request.multiple for plain in table.state.plain] == [2, 3]
    clock = table.one("ann").clock
    assert clock is not None
    assert (clock.next, clock.penalty) == (4, 4)


def test_a_study_of_the_target_adds_dice_to_the_words() -> None:
    table = make_debate()
    table.do(TakeAim("ann", "bo"), seat=ADA)
    table.do(TakeGuard("bo"), seat=BEN)
    plead(table)
    rule(table)
    meet(table, "none", *(2,) * 10)
    assert table.last(InfluenceRolled).pool.total == 10


def test_nobody_but_the_target_learns_of_the_mdv_or_of_the_mind() -> None:
    table = make_debate(virtues__valor=3)
    plead(table)
    rule(table, intimacy="1", virtue="-1")
    assert BATTLE.view_event(table.last(LeaningRuled), ADA) is None
    steps = BATTLE.view_event(table.last(LeaningRuled), BEN)
    assert steps is not None
    assert len(steps["steps"]) == 2
    meet(table, "dodge", *hits(7, 7))
    for seat, count in ((STORYTELLER, 2), (BEN, 2), (ADA, 1), (SPECTATOR, 1)):
        told = BATTLE.view_event(table.last(InfluenceRolled), seat)
        assert told is not None
        assert len(told["steps"]) == count
    table.do(AnswerInfluence(table.prompt("resist"), False), seat=BEN)
    for seat in (ADA, SPECTATOR):
        bo = next(one for one in BATTLE.view(table.state, seat)["combatants"] if one["id"] == "bo")
        assert "stats" not in bo


def test_the_odds_are_exact_for_who_may_know_and_a_guess_for_others() -> None:
    table = make_debate()
    words = Persuade(actor="ann", ability="presence", attribute="charisma", targets=("bo",), text="Go", purpose="act")
    for_ada, for_all = BATTLE.weigh(table.state, ADA, words), BATTLE.weigh(table.state, STORYTELLER, words)
    assert for_ada is not None
    assert for_all is not None
    assert (for_ada.measured, for_all.measured) == (False, True)
    assert for_all.odds.success == for_all.odds.at_least(6)  # MDV 5
    table.do(words, seat=ADA)
    rule(table, intimacy="1")
    meets = BATTLE.weigh(table.state, BEN, MeetInfluence(table.prompt("influence"), "dodge"))
    assert meets is not None
    assert (meets.is_struck, meets.odds.success) == (True, for_all.odds.at_least(7))


@pytest.mark.parametrize(
    ("seen", "mdvs"), [({}, range(3, 9)), ({"penalty": 4}, (0, 0, 1, 2, 3, 4)), ({"inactive": 1}, (0,))]
)
def test_a_guess_counts_what_everybody_sees(seen: dict[str, int], mdvs: Sequence[int]) -> None:
    table = make_debate()
    for what, number in seen.items():
        table.do(Override("bo", what, number, ""))
    words = Persuade(actor="ann", ability="presence", attribute="charisma", targets=("bo",), text="Go", purpose="act")
    weighed = BATTLE.weigh(table.state, ADA, words)
    assert weighed is not None
    assert weighed.guess == pytest.approx(sum(float(weighed.odds.at_least(mdv + 1)) for mdv in mdvs) / len(mdvs))


def test_willpower_that_is_paid_is_told_to_the_own_side_alone() -> None:
    table = make_debate()
    hit(table)
    table.do(AnswerInfluence(table.prompt("resist"), True), seat=BEN)
    assert BATTLE.view_event(table.last(Spent), ADA) is None
    assert fold(BATTLE.apply, BATTLE.start(Options()), table.log) == table.state


@given(st.integers(1, 5), st.lists(st.booleans(), max_size=20))
def test_an_intimacy_wants_no_more_scenes_than_conviction_and_never_less_than_none(
    conviction: int, work: list[bool]
) -> None:
    held: tuple[Intimacy, ...] = ()
    for builds in work:
        held = work_on(held, "Her sister", conviction, builds=builds)
        assert len(held) <= 1
        assert all(0 <= one.scenes < conviction for one in held)


def test_words_of_a_flurry_at_one_target_wait_until_those_before_them_are_answered() -> None:
    """They come in order (2E-305), so never are two of one speaker's tries open at once."""
    table = make_debate()
    plead(table, targets=("bo", "bo"))
    while table.state.due:
        table.do(TakeGuard(table.state.due[0]))
    for place in range(2):
        assert [(one.kind, one.who) for one in table.state.pending] == [("leaning", "bo")]
        assert len(table.state.plain) == 2 - place
        rule(table)
        meet(table, "none", *hits(3, 7 - 2 - place))
        assert [one.kind for one in table.state.pending] == ["resist"]
        table.do(AnswerInfluence(table.prompt("resist"), resist=True), seat=BEN)
    assert (table.one("bo").willpower, table.state.plain) == (4, ())


class DebateTrial(Trial):
    """A random battle that is a debate. Ben's combatant holds an Intimacy of which nobody else may read."""

    heart = "zqheart"

    def must(self, seat: Any, move: Any, why: str = "the harness's own move was refused") -> None:
        if not self.state.combatants:
            super().must(STORYTELLER, {"kind": "SetKind", "battle": "debate"})
        super().must(seat, move, why)

    def add_combatant(self, id: str, owner: str | None, hidden: bool, side: str) -> None:
        kept = self.sheets
        if id == "b1":
            self.sheets = [{**sheet, "intimacies": [{"text": self.heart}]} for sheet in kept]
        super().add_combatant(id, owner, hidden, side)
        self.sheets = kept

    def _check_seat(self, seat: Seat, events: list[Any], heard: list[Any], marks: Sequence[str]) -> None:
        shut = marks if seat.storyteller or seat == BEN else [*marks, self.heart]
        super()._check_seat(seat, events, heard, shut)


def test_nobody_goes_out_of_sight_while_a_prompt_names_them() -> None:
    table = make_debate()
    plead(table)
    while table.state.due:
        table.do(TakeGuard(table.state.due[0]))
    for kind in ("leaning", "influence"):
        assert table.prompt(kind)
        for who in ("ann", "bo"):
            with pytest.raises(IllegalMove, match="part of a conversation"):
                table.do(Hide(who))
        if kind == "leaning":
            rule(table)
    meet(table, "none", *hits(0, 7))
    table.do(Hide("ann"))
    assert table.one("ann").hidden


def test_random_debates_keep_the_laws_of_battle() -> None:
    trials = [DebateTrial(get_system("exalted2e"), seed).play(60) for seed in range(2)]
    assert {"Persuade", "RuleLeaning", "MeetInfluence"} <= {*trials[0].accepted, *trials[1].accepted}
