"""The ledger and what is bought from it: nothing is edited away or below nought, dots come when they are trained."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.chronicle.clock import pass_time
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.experience import proposals
from campaigns.experience.ledger import Gift, award, load_all_balances, load_balances, reverse_entry
from campaigns.experience.proposals import Wish, propose, refuse, reverse, try_again, withdraw
from campaigns.experience.training import advance_training, trainings_of
from campaigns.models import Character, ExperienceEntry, Proposal, Scene, Series, SheetChange, User
from campaigns.series.settings import CLOCK
from campaigns.sheets.changes import undo_change
from campaigns.sheets.services import assign_owner, remove_character
from rules.battle import Json
from rules.errors import BadInput
from rules.raising import DAY, GENERAL
from tests.cast import Cast, remove_part

ARMS = Wish(path="limbs.arms", before=2, after=3)
LEGS = Wish(path="limbs.legs", before=2, after=3)


def give(cast: Cast, points: int = 10, purse: str = GENERAL) -> list[ExperienceEntry]:
    gift = Gift(purse, points, "For the show")
    return award(cast.membership(cast.storyteller), [cast.heroine.pk], [gift])


def ask(cast: Cast, wish: Wish = ARMS, who: str = "player", words: str = "") -> Proposal:
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    return propose(cast.membership(getattr(cast, who)), heroine, wish, words)


def approve(cast: Cast, proposal: Proposal, **changed: Any) -> Proposal:
    asked: dict[str, Any] = {"points": proposal.asked_points, "seconds": proposal.asked_seconds, **changed}
    return proposals.approve(cast.membership(cast.storyteller), proposal, **asked)


def balance(cast: Cast, purse: str = GENERAL) -> int:
    return load_balances(Character.objects.select_related("series").get(pk=cast.heroine.pk))[purse]


def sheet(cast: Cast) -> Json:
    return Character.objects.get(pk=cast.heroine.pk).sheet


def let_pass(cast: Cast, seconds: int, **training: bool) -> None:
    pass_time(cast.series, seconds, **training)


def state(proposal: Proposal) -> str:
    return Proposal.objects.get(pk=proposal.pk).state


def test_an_award_is_kept_with_who_for_what_and_when(cast: Cast) -> None:
    Series.objects.update(clock=5 * DAY)
    gifts = [Gift(GENERAL, 2, "A show", "show"), Gift("wood", 1, "Chips", "chips")]
    members = [cast.heroine.pk, cast.duelist.pk]
    made = award(cast.membership(cast.storyteller), members, gifts, cast.scene)
    assert len(made) == 4
    entry = ExperienceEntry.objects.get(character=cast.heroine, purse=GENERAL)
    assert (entry.user, entry.points, entry.award, entry.clock) == (cast.storyteller, 2, "show", 5 * DAY)
    assert (entry.story, entry.episode, entry.scene) == (cast.story, cast.episode, cast.scene)
    assert load_all_balances(cast.series) == {key: {GENERAL: 2, "wood": 1} for key in members}


@pytest.mark.parametrize("who", ["player", "rival", "spectator"])
def test_only_the_storyteller_awards_answers_and_takes_back(cast: Cast, who: str) -> None:
    (entry,), proposal = give(cast), ask(cast)
    other = cast.membership(getattr(cast, who))
    gift = Gift(GENERAL, 2, "For me")
    attempts: list[Callable[[], object]] = [
        lambda: award(other, [cast.heroine.pk], [gift]),
        lambda: proposals.approve(other, proposal, 0, 0, "Cheap"),
        lambda: refuse(other, proposal, "No"),
        lambda: reverse(other, proposal),
        lambda: reverse_entry(other, entry),
        lambda: try_again(other, proposal),
    ]
    for attempt in attempts:
        with pytest.raises(PermissionDenied):
            attempt()
    assert (balance(cast), state(proposal)) == (10, "open")


@pytest.mark.parametrize("who", ["rival", "spectator"])
def test_nobody_proposes_for_the_character_of_another(cast: Cast, who: str) -> None:
    give(cast)
    proposal = ask(cast)
    with pytest.raises(PermissionDenied):
        ask(cast, LEGS, who)
    with pytest.raises(PermissionDenied):
        withdraw(cast.membership(getattr(cast, who)), proposal)


@pytest.mark.parametrize(
    "gift", [Gift("gold", 1, "x"), Gift(GENERAL, 0, "x"), Gift(GENERAL, 9999, "x"), Gift(GENERAL, 1, " "),
             Gift(GENERAL, 1, "x", "bribe"), Gift(GENERAL, -3, "x")],
)  # fmt: skip
def test_an_award_that_makes_no_sense_is_refused(cast: Cast, gift: Gift) -> None:
    with pytest.raises(Refused):
        award(cast.membership(cast.storyteller), [cast.heroine.pk], [gift])
    assert not ExperienceEntry.objects.exists()


def test_what_is_proposed_costs_what_the_rules_say_and_waits(cast: Cast) -> None:
    give(cast)
    proposal = ask(cast, Wish(path="limbs.arms", before=2, after=4), words="For the juggling")
    assert (proposal.label, proposal.points, proposal.seconds) == ("Arms 2 → 4", 10, 2 * DAY)
    assert [(step["name"], step["points"], step["rule"]) for step in proposal.steps] == [
        ("Arms 3", 4, "TOY-10"),
        ("Arms 4", 6, "TOY-10"),
    ]
    assert (balance(cast), sheet(cast)["limbs"]["arms"]) == (10, 2)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(path="limbs.arms", before=3, after=4),
        Wish(path="limbs.arms", before=2, after=9),
        Wish(path="health", before=0, after=1),
        Wish(good="castle"),
        Wish(good="gear", figures={"weight": 9}, trait="rope"),
        Wish(good="gear", figures={"weight": 1}, trait="gold"),
        Wish(good="motto"),
        Wish(good="motto", name="forbidden"),
        Wish(good="motto", name="x" * 61),
        Wish(good="motto", name="\u200b\n"),
    ],
)
def test_what_the_rules_do_not_sell_cannot_be_proposed(cast: Cast, wish: Wish) -> None:
    give(cast)
    with pytest.raises(BadInput):
        ask(cast, wish)
    assert not Proposal.objects.exists()


def test_what_cannot_be_paid_is_not_proposed(cast: Cast) -> None:
    give(cast, 3)
    with pytest.raises(Refused, match="3 points for this; it costs 4"):
        ask(cast)


def test_the_points_go_on_approval_and_the_dot_comes_when_it_is_trained(cast: Cast) -> None:
    give(cast)
    proposal = approve(cast, ask(cast), words="Well earned")
    assert (balance(cast), sheet(cast)["limbs"]["arms"], proposal.state) == (6, 2, "training")
    assert [one.remaining(0) for one in trainings_of(cast.heroine)] == [DAY]
    let_pass(cast, DAY - 1)
    assert sheet(cast)["limbs"]["arms"] == 2
    let_pass(cast, 1)
    assert (sheet(cast)["limbs"]["arms"], state(proposal)) == (3, "done")
    change = SheetChange.objects.get()
    assert (change.why, change.user) == ("Experience: Arms 2 → 3", cast.storyteller)


def test_what_needs_no_training_comes_at_once(cast: Cast) -> None:
    give(cast)
    assert approve(cast, ask(cast, LEGS)).state == "done"
    assert sheet(cast)["limbs"]["legs"] == 3
    let_pass(cast, -DAY)
    assert sheet(cast)["limbs"]["legs"] == 3


def test_when_the_clock_goes_back_the_dot_goes_too_and_comes_again(cast: Cast) -> None:
    give(cast)
    proposal = approve(cast, ask(cast))
    let_pass(cast, 3 * DAY)
    let_pass(cast, -2 * DAY - 1)
    assert (sheet(cast)["limbs"]["arms"], state(proposal)) == (2, "training")
    save_record(CLOCK, cast.membership(cast.storyteller), cast.series, {"clock": DAY})
    assert (sheet(cast)["limbs"]["arms"], state(proposal), balance(cast)) == (3, "done", 6)


def test_time_without_training_puts_the_end_off(cast: Cast) -> None:
    give(cast)
    proposal = approve(cast, ask(cast))
    let_pass(cast, 30 * DAY, training=False)
    assert [one.remaining(30 * DAY) for one in trainings_of(cast.heroine)] == [DAY]
    advance_training(Proposal.objects.get(), DAY // 2)
    assert [one.remaining(30 * DAY) for one in trainings_of(cast.heroine)] == [DAY // 2]
    advance_training(Proposal.objects.get(), DAY // 2)
    assert (sheet(cast)["limbs"]["arms"], state(proposal)) == (3, "done")
    advance_training(Proposal.objects.get(), -DAY)
    let_pass(cast, -30 * DAY, training=False)
    assert [one.remaining(0) for one in trainings_of(cast.heroine)] == [DAY]


def test_where_one_training_follows_the_other_the_second_waits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.experience.training._at_once", lambda character: False)
    give(cast)
    arms = approve(cast, ask(cast))
    approve(cast, ask(cast, Wish(good="gear", figures={"weight": 1}, trait="lamp")))
    assert [one.remaining(0) for one in trainings_of(cast.heroine)] == [DAY, 3 * DAY]
    advance_training(arms, DAY // 2)
    assert [one.remaining(0) for one in trainings_of(cast.heroine)] == [DAY // 2, 5 * DAY // 2]
    reverse(cast.membership(cast.storyteller), arms)
    assert [one.remaining(0) for one in trainings_of(cast.heroine)] == [2 * DAY]


def test_what_the_sheet_has_moved_past_is_held_up_until_it_fits(cast: Cast) -> None:
    give(cast)
    proposal = approve(cast, ask(cast))
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={**sheet(cast), "limbs": {"arms": 4, "legs": 2}})
    let_pass(cast, DAY)
    held = Proposal.objects.get()
    assert (held.state, held.trouble) == ("blocked", "Arms is now 4, not 2.")
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={**sheet(cast), "limbs": {"arms": 2, "legs": 2}})
    try_again(cast.membership(cast.storyteller), proposal)
    assert (sheet(cast)["limbs"]["arms"], state(proposal)) == (3, "done")


def test_what_does_not_fit_any_more_is_not_approved(cast: Cast) -> None:
    give(cast)
    proposal = ask(cast)
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={**sheet(cast), "limbs": {"arms": 4, "legs": 2}})
    with pytest.raises(Refused, match="Arms is now 4"):
        approve(cast, proposal)
    assert (balance(cast), state(proposal)) == (10, "open")


def test_the_storyteller_changes_price_and_training_with_a_word(cast: Cast) -> None:
    give(cast)
    proposal = ask(cast)
    with pytest.raises(Refused, match="Give a reason"):
        approve(cast, proposal, points=1)
    done = approve(cast, proposal, points=1, seconds=0, words="The river taught you")
    assert (done.state, done.points, done.asked_points, done.answer) == ("done", 1, 4, "The river taught you")
    assert balance(cast) == 9


def test_a_refusal_says_why_and_costs_nothing(cast: Cast) -> None:
    give(cast)
    proposal = ask(cast)
    with pytest.raises(Refused, match="Give a reason"):
        refuse(cast.membership(cast.storyteller), proposal, " ")
    refuse(cast.membership(cast.storyteller), proposal, "Not in prison")
    assert (state(proposal), balance(cast)) == ("refused", 10)
    with pytest.raises(Refused, match="refused"):
        approve(cast, proposal)


def test_an_answer_given_twice_counts_once(cast: Cast) -> None:
    give(cast)
    proposal = ask(cast)
    for _ in range(2):
        approve(cast, proposal)
    assert (balance(cast), ExperienceEntry.objects.count()) == (6, 2)
    for _ in range(2):
        reverse(cast.membership(cast.storyteller), proposal)
    assert (balance(cast), ExperienceEntry.objects.count()) == (10, 3)


def test_a_proposal_is_withdrawn_while_it_waits(cast: Cast) -> None:
    give(cast)
    first, second = ask(cast), ask(cast, LEGS)
    withdraw(cast.membership(cast.player), first)
    approve(cast, second)
    with pytest.raises(Refused, match="Someone was faster"):
        withdraw(cast.membership(cast.player), second)
    assert (state(first), state(second)) == ("withdrawn", "done")


def test_one_step_of_a_trait_waits_for_the_other(cast: Cast) -> None:
    give(cast)
    ask(cast)
    with pytest.raises(Refused, match="One step at a time"):
        ask(cast)


def test_the_restricted_purse_pays_first(cast: Cast) -> None:
    give(cast, 3)
    give(cast, 3, "wood")
    approve(cast, ask(cast, LEGS))
    assert (balance(cast), balance(cast, "wood")) == (2, 0)
    with pytest.raises(Refused, match="can’t pay for this"):
        ask(cast, Wish(path="limbs.arms", before=2, after=3, purse="wood"))


def test_a_purchase_taken_back_returns_points_and_dot(cast: Cast) -> None:
    give(cast, 3)
    give(cast, 3, "wood")
    proposal = approve(cast, ask(cast, LEGS))
    reverse(cast.membership(cast.storyteller), proposal)
    assert (balance(cast), balance(cast, "wood"), sheet(cast)["limbs"]["legs"]) == (3, 3, 2)
    assert state(proposal) == "reversed"


def test_a_purchase_that_the_sheet_has_moved_past_is_not_taken_back(cast: Cast) -> None:
    give(cast)
    proposal = approve(cast, ask(cast, LEGS))
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={**sheet(cast), "limbs": {"arms": 2, "legs": 4}})
    with pytest.raises(Refused, match="changed since"):
        reverse(cast.membership(cast.storyteller), proposal)
    assert (balance(cast), state(proposal)) == (6, "done")


def test_what_was_bought_is_taken_back_in_the_ledger_alone(cast: Cast) -> None:
    give(cast)
    approve(cast, ask(cast, LEGS))
    with pytest.raises(Refused, match="on the experience page"):
        undo_change(cast.membership(cast.storyteller), SheetChange.objects.get())
    assert sheet(cast)["limbs"]["legs"] == 3


def test_an_award_is_countered_and_never_edited(cast: Cast) -> None:
    (entry,) = give(cast)
    for _ in range(2):
        reverse_entry(cast.membership(cast.storyteller), entry)
    assert [one.points for one in ExperienceEntry.objects.order_by("pk")] == [10, -10]
    with pytest.raises(Refused, match="Award the points again"):
        reverse_entry(cast.membership(cast.storyteller), ExperienceEntry.objects.get(points=-10))


def test_points_that_are_spent_cannot_be_taken_away(cast: Cast) -> None:
    (entry,) = give(cast, 4)
    approve(cast, ask(cast))
    with pytest.raises(Refused, match="spent those points"):
        reverse_entry(cast.membership(cast.storyteller), entry)
    with pytest.raises(Refused, match="take back the purchase instead"):
        reverse_entry(cast.membership(cast.storyteller), ExperienceEntry.objects.get(points=-4))
    assert balance(cast) == 0


def test_of_two_different_answers_the_second_is_told_so(cast: Cast) -> None:
    give(cast)
    run, proposal = cast.membership(cast.co_storyteller), ask(cast)
    approve(cast, proposal)
    with pytest.raises(Refused, match="Someone was faster"):
        proposals.approve(run, proposal, 0, 0, "A present.")
    other = ask(cast, LEGS)
    refuse(run, other, "Not yet.")
    refuse(run, other, " Not yet. ")
    with pytest.raises(Refused, match="Someone was faster"):
        refuse(run, other, "Never.")
    assert Proposal.objects.get(pk=other.pk).answer == "Not yet."


def test_nothing_is_awarded_for_what_was_taken_out_meanwhile(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    remove_part(run, Scene.objects.get(pk=cast.scene.pk))
    with pytest.raises(Refused, match="Choose a story"):
        award(run, [cast.heroine.pk], [Gift(GENERAL, 1, "For the show")], cast.scene)


def test_what_went_with_its_character_meanwhile_is_refused_with_a_sentence(cast: Cast) -> None:
    (entry,) = give(cast)
    proposal, run = ask(cast), cast.membership(cast.storyteller)
    remove_character(run, cast.heroine)
    for act in (
        lambda: approve(cast, proposal),
        lambda: refuse(run, proposal, "No."),
        lambda: withdraw(run, proposal),
        lambda: reverse(run, proposal),
        lambda: reverse_entry(run, entry),
        lambda: assign_owner(run, cast.heroine, None),
    ):
        with pytest.raises(Refused, match="just deleted this character") as refusal:
            act()
        assert refusal.value.status == 404


def test_two_proposals_for_the_same_points_are_not_both_paid(cast: Cast) -> None:
    give(cast, 4)
    first, second = ask(cast), ask(cast, LEGS)
    approve(cast, first)
    with pytest.raises(Refused, match="0 points for this"):
        approve(cast, second)
    assert (balance(cast), state(second)) == (0, "open")


def test_goods_come_to_the_sheet(cast: Cast) -> None:
    give(cast)
    approve(cast, ask(cast, Wish(good="motto", name=" Onward ")))
    lamp = ask(cast, Wish(good="gear", figures={"weight": 2}, trait="lamp"))
    assert (lamp.label, lamp.points) == ("Gear: Lamp", 2)
    approve(cast, lamp)
    let_pass(cast, 2 * DAY)
    assert (sheet(cast)["motto"], sheet(cast)["gear"]) == ("Onward", ["lamp"])
    let_pass(cast, -1)
    assert (sheet(cast)["motto"], sheet(cast)["gear"]) == ("Onward", [])


def test_a_storyteller_who_left_answers_nothing(cast: Cast) -> None:
    give(cast)
    proposal, membership = ask(cast), cast.membership(cast.co_storyteller)
    membership.delete()
    with pytest.raises(PermissionDenied):
        proposals.approve(membership, proposal, 4, 0)
    assert User.objects.count() == 6
