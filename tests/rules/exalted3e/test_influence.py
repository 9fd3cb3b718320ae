"""Laws of battle groups and influence: what holds for every group, every sheet and every answer."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.exalted3e.actions.influence import Influence
from rules.exalted3e.actions.influence_forms import ACTIONS, Reply, Ruling
from rules.exalted3e.actions.intimacies import find_enough, name_intimacy, owned
from rules.exalted3e.attack.groups import lose_magnitude
from rules.exalted3e.sheet import SHEETS
from rules.exalted3e.sheet.blocks import Intimacy, Willpower
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.state.combatant import Group
from rules.exalted3e.traits import INTENSITIES
from rules.tasks import ListenerState

RULES = Influence()
INTIMACIES = st.lists(
    st.builds(
        Intimacy,
        st.text("abc xyz", min_size=1, max_size=8).map(lambda text: " ".join(text.split()) or "a"),
        st.sampled_from(("tie", "principle")),
        st.sampled_from(INTENSITIES),
    ),
    max_size=4,
    unique_by=lambda one: one.text,
)
SIZES = st.integers(0, 5)


@given(SIZES, st.integers(1, 12), st.lists(st.integers(0, 40), max_size=6))
def test_damage_to_a_group_is_marked_to_the_last_point(size: int, maximum: int, hits: list[int]) -> None:
    """Each point of Size holds one box less than the one before, and never fewer than one (3E-317)."""
    group, lost = Group(size=size, maximum=maximum), 0
    tracks = [max(1, maximum - place) for place in range(size + 1)]
    for hit in hits:
        group, gone = lose_magnitude(group, hit)
        lost += gone
    assert (group.size, group.lost, group.maximum) == (size - lost, lost, tracks[lost])
    assert min(sum(hits), sum(tracks)) == sum(tracks[:lost]) + group.damage
    assert 0 <= group.damage <= group.maximum


def make_heard(intimacies: list[Intimacy], ruling: Ruling, willpower: int, wits: int = 3) -> ListenerState:
    blank = Sheet()
    sheet = replace(
        blank,
        attributes={**blank.attributes, "wits": wits},
        intimacies=tuple(intimacies),
        willpower=Willpower(max(1, willpower), willpower),
    )
    return ListenerState(sheet, sheet, ruling)


@st.composite
def heard_by_chance(draw: st.DrawFn) -> tuple[str, ListenerState]:
    """An action, and a target whose ruling names Intimacies of its own."""
    intimacies = draw(INTIMACIES)
    names = st.sampled_from(["", *map(name_intimacy, intimacies)])
    ruling = Ruling(
        opposing=draw(names), supporting=draw(names), about=draw(names), gestures=draw(st.booleans()),
        size=draw(st.sampled_from(("trivial", "inconvenient", "serious", "life"))),
        way=draw(st.sampled_from(("new", "strengthen", "weaken"))), resolve=draw(st.integers(-5, 10)),
        overturns=draw(st.booleans()), aware=draw(st.booleans()), fits=draw(st.booleans()),
    )  # fmt: skip
    action = draw(st.sampled_from([choice.value for choice in ACTIONS]))
    return action, make_heard(intimacies, ruling, draw(st.integers(0, 3)), draw(st.integers(0, 5)))


def may_be_ruled(action: str, heard: ListenerState) -> bool:
    try:
        return not RULES.check_ruling(action, heard)
    except BadInput:
        return False


@given(heard_by_chance())
def test_what_a_roll_must_reach_is_never_below_none(case: tuple[str, ListenerState]) -> None:
    action, heard = case
    stand = RULES.resist(action, heard)
    assert stand.total >= 0
    assert stand.total == stand.steps[-1].after


@given(heard_by_chance(), st.sampled_from(("accept", "refuse", "unacceptable", "juggle")), st.booleans())
def test_an_answer_costs_what_it_says_and_leaves_a_legal_sheet(
    case: tuple[str, ListenerState], said: str, storyteller: bool
) -> None:
    action, heard = case
    if not may_be_ruled(action, heard):
        return
    enough = [name_intimacy(one) for one in find_enough(action, heard.sheet, heard.ruling)]
    reply = Reply(answer=said, text="A new one", intimacy=enough[0] if enough else "")
    try:
        outcome = RULES.answer(action, heard, reply, storyteller=storyteller)
    except (BadInput, IllegalMove):
        assert said != "accept"
        return
    assert outcome.swayed == (said == "accept")
    assert dict(outcome.price) == ({"willpower.current": heard.now.willpower.current - 1} if said == "refuse" else {})
    after = SHEETS.parse({**encode(heard.sheet), **outcome.written})
    assert len(owned(after)) - len(owned(heard.sheet)) in (-1, 0, 1)
    assert bool(outcome.written) == (action == "instill" and said == "accept")


@given(heard_by_chance())
def test_every_answer_that_is_offered_is_taken(case: tuple[str, ListenerState]) -> None:
    """With the first Intimacy that the form names, where it takes one."""
    action, heard = case
    if action == "read" or not may_be_ruled(action, heard):
        return
    for storyteller in (False, True):
        fields = {
            field.name: field for field in RULES.ask_reply(action, heard, title="The bridge", storyteller=storyteller)
        }
        for choice in fields["answer"].choices:
            if not choice.reason:
                named = [one.value for one in fields["intimacy"].choices if one.value] if "intimacy" in fields else [""]
                reply = Reply(answer=choice.value, text="The bridge", intimacy=named[0] if named else "")
                RULES.answer(action, heard, reply, storyteller=storyteller)


@given(heard_by_chance())
def test_a_ruling_travels_as_json(case: tuple[str, ListenerState]) -> None:
    _action, heard = case
    assert decode(Ruling, encode(heard.ruling)) == heard.ruling
