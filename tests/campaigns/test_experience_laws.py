"""Whatever people do with experience, in whatever order: the ledger adds up, and the sheet has what was paid for."""

import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import example, given, settings
from hypothesis import strategies as st

from campaigns.chronicle.clock import pass_time
from campaigns.core.refusals import Refused
from campaigns.experience import ledger
from campaigns.experience.ledger import Gift, load_balances, reverse_entry
from campaigns.experience.proposals import Wish, approve, propose, refuse, reverse, try_again
from campaigns.models import Character, ExperienceEntry, Proposal, SheetChange
from rules.errors import BadInput
from rules.raising import DAY, GENERAL
from tests.cast import Cast

pytestmark = pytest.mark.walk

WISHES = ("limbs.arms", "limbs.legs", "good:motto", "good:gear")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("award", "award", "ask", "approve", "refuse", "take back", "counter", "time", "idle", "again")
        ),
        st.integers(-3, 9),
    ),
    min_size=1,
    max_size=25,
)

BOUGHT_AND_TRAINED = [
    *[("award", 8)] * 4,
    *[("award", 9)] * 4,
    *[("ask", 0), ("approve", 0), ("ask", 3), ("approve", 1)],
    *[("time", 9)] * 9,
]
"""Chance alone hardly ever comes as far as this."""


class Books:
    """A character's experience, and what may be done about it."""

    def __init__(self, cast: Cast) -> None:
        self.key, self.series = cast.heroine.pk, cast.series
        self.storyteller, self.player = cast.membership(cast.storyteller), cast.membership(cast.player)

    @property
    def heroine(self) -> Character:
        return Character.objects.select_related("series").get(pk=self.key)

    def do(self, what: str, number: int) -> None:
        """Do something, or be refused."""
        steps: dict[str, Callable[[int], object]] = {
            "award": self.award,
            "ask": self.ask,
            "approve": lambda number: self.answer(number, approve, price=True),
            "refuse": lambda number: self.answer(number, refuse),
            "take back": lambda number: self.answer(number, reverse, bare=True),
            "again": lambda number: self.answer(number, try_again, bare=True),
            "counter": self.counter,
            "time": lambda number: pass_time(self.series, number * DAY // 2),
            "idle": lambda number: pass_time(self.series, number * DAY, training=False),
        }
        with contextlib.suppress(Refused, BadInput), transaction.atomic():
            steps[what](number)

    def award(self, number: int) -> None:
        gift = Gift((GENERAL, "wood")[number % 2], number, "A show")
        ledger.award(self.storyteller, [self.key], [gift])

    def ask(self, number: int) -> None:
        path, heroine = WISHES[number % len(WISHES)], self.heroine
        if path == "good:gear":
            wish = Wish(good="gear", figures={"weight": 1}, trait="rope")
        elif path == "good:motto":
            wish = Wish(good="motto", name=f"Motto {number}")
        else:
            before = heroine.sheet["limbs"][path.partition(".")[2]]
            wish = Wish(path=path, before=before, after=before + 1 + number // 5)
        propose(self.player, heroine, wish)

    def answer(self, number: int, answer: Callable[..., Any], *, price: bool = False, bare: bool = False) -> None:
        proposals = list(Proposal.objects.order_by("pk"))
        if proposals:
            one = proposals[number % len(proposals)]
            more: tuple[object, ...] = (one.points, one.seconds) if price else () if bare else ("No",)
            answer(self.storyteller, one, *more)

    def counter(self, number: int) -> None:
        entries = list(ExperienceEntry.objects.order_by("pk"))
        if entries:
            reverse_entry(self.storyteller, entries[number % len(entries)])

    def check(self) -> None:
        """The laws."""
        entries = ExperienceEntry.objects.filter(character=self.key)
        sums = dict(entries.order_by().values_list("purse").annotate(Sum("points")))
        balances = load_balances(self.heroine)
        assert balances == {GENERAL: 0, "wood": 0} | sums
        assert min(balances.values()) >= 0
        proposals = Proposal.objects.all()
        paid = [one for one in proposals if one.state in ("training", "done", "blocked")]
        assert -sum(one.points for one in entries if one.proposal_id) == sum(one.points for one in paid)
        grown = Counter(
            {path: sum(one.after - one.before for one in proposals if one.state == "done" and one.path == path)
             for path in ("limbs.arms", "limbs.legs")}
        )  # fmt: skip
        sheet = self.heroine.sheet
        assert (sheet["limbs"]["arms"], sheet["limbs"]["legs"]) == (2 + grown["limbs.arms"], 2 + grown["limbs.legs"])
        assert len(sheet["gear"]) == sum(one.state == "done" and one.good == "gear" for one in proposals)
        for change in SheetChange.objects.all():
            assert change.why.startswith("Experience: ")


def test_the_ledger_adds_up_and_the_sheet_has_what_was_paid_for(cast: Cast) -> None:
    @settings(max_examples=15)
    @given(steps=STEPS)
    @example(steps=BOUGHT_AND_TRAINED)
    @example(steps=[*BOUGHT_AND_TRAINED, ("take back", 0), ("take back", 1)])
    def law(steps: list[tuple[str, int]]) -> None:
        with transaction.atomic():
            books = Books(cast)
            for what, number in steps:
                books.do(what, number)
                books.check()
            done.append(Proposal.objects.filter(state="done").count())
            transaction.set_rollback(True)

    done: list[int] = []
    law()
    assert max(done) == 2
