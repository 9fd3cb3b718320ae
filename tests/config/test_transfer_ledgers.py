"""Experience goes out and comes in with its series: the same balances, the same trainings; forged ledgers do not."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from campaigns.chronicle.clock import pass_time
from campaigns.core.refusals import Refused
from campaigns.experience.ledger import Gift, award, load_balances, reverse_entry
from campaigns.experience.proposals import approve, reverse
from campaigns.experience.training import trainings_of
from campaigns.models import Character, ExperienceEntry, Membership, Proposal, Series, Session, User
from config import transfer
from config.demo import load_demo
from rules.raising import DAY, GENERAL

pytestmark = pytest.mark.walk

Change = Callable[[dict[str, Any]], object]


def play() -> Series:
    """The demo's experience, with an award taken back and something bought."""
    series = load_demo()
    petra = Membership.objects.select_related("user", "series").get(series=series, user__username="petra")
    first = ExperienceEntry.objects.filter(character__name="Brother Oskel").earliest("pk")
    played = Session.objects.filter(series=series, starts_at__isnull=False).earliest("pk")
    award(petra, [first.character_id], [Gift(GENERAL, 1, "A fine evening")], played)
    reverse_entry(petra, first)
    asked = Proposal.objects.get(state="open")
    approve(petra, asked, asked.points, asked.seconds)
    return series


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, Any]:
    """What the file says, but for the logs of the tables: without them it is quickly brought in."""
    with django_db_blocker.unblock(), transaction.atomic():
        data: dict[str, Any] = json.loads(gzip.decompress(transfer.write(play())))
        transaction.set_rollback(True)
    for story in data["stories"]:
        for episode in story["episodes"]:
            for scene in episode["scenes"]:
                scene |= {"commands": [], "entries": []}
    return data


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("guest")


def told(series: Series) -> list[Any]:
    """What the ledgers of a series say, in their order."""
    entries = ExperienceEntry.objects.filter(character__series=series).order_by("character__name", "pk")
    proposals = Proposal.objects.filter(character__series=series).order_by("character__name", "pk")
    names = ("character__name", "points", "reason", "purse", "story__title", "scene__title", "at", "reverses__points")
    asked = ("character__name", "label", "state", "steps", "points", "seconds", "ends_at", "words", "change__values")
    return [*entries.values_list(*names, "session__starts_at", "proposal__label"), *proposals.values_list(*asked)]


def of(data: dict[str, Any], name: str) -> dict[str, Any]:
    ledger: dict[str, Any] = next(one for one in data["characters"] if one["name"] == name)["experience"]
    return ledger


def test_the_ledgers_come_in_as_they_went_out_and_go_on(guest: User) -> None:
    first = play()
    data = json.loads(gzip.decompress(transfer.write(first)))
    second = transfer.import_series(guest, data)
    assert told(second) == told(first)
    ysane = Character.objects.get(series=second, name="Ysane of the Reeds")
    (training,) = trainings_of(ysane)
    pass_time(second, training.remaining(second.clock) + DAY)
    ysane.refresh_from_db()
    assert ysane.sheet["abilities"]["dodge"] == 4
    member = Membership.objects.select_related("user", "series").get(series=second, user=guest)
    bought = Proposal.objects.get(character__series=second, character__name="Wren Little-Lantern")
    reverse(member, bought)
    assert Character.objects.get(pk=bought.character_id).sheet["abilities"]["stealth"] == 4


def test_a_file_without_ledgers_comes_in(guest: User, written: dict[str, Any]) -> None:
    data = json.loads(json.dumps(written))
    for row in data["characters"]:
        del row["experience"]
    transfer.import_series(guest, data)
    assert not ExperienceEntry.objects.exists()


def test_what_has_no_price_comes_in_too(guest: User, written: dict[str, Any]) -> None:
    """A file with words of a player about a power was refused whole: "This field cannot be blank"."""
    data = json.loads(json.dumps(written))
    first = of(data, "Ysane of the Reeds")["proposals"][0]
    free = {"steps": [], "purses": [], "points": 0, "seconds": 0, "path": "", "state": "open", "ends_at": None}
    words = {
        **first,
        **free,
        "wrote": None,
        "change": None,
        "values": {"powers": [[], [{"name": "Heron", "text": "She stands still."}]]},
    }
    opening = {**first, **free, "wrote": None, "change": None, "good": "opening", "figures": {"earned": 39, "spent": 4}}
    of(data, "Ysane of the Reeds")["proposals"] += [words, opening]
    series = transfer.import_series(guest, data)
    asked = Proposal.objects.get(character__series=series, good="opening")
    before = load_balances(asked.character)["experience"]
    approve(Membership.objects.get(series=series, user=guest), asked, 0, 0)
    assert load_balances(asked.character)["experience"] == before + 35


def test_notes_and_words_of_players_travel_and_older_files_lack_them(guest: User, written: dict[str, Any]) -> None:
    data = json.loads(json.dumps(written))
    words = {"powers": [[], [{"name": "Heron", "text": "She stands still."}]]}
    of(data, "Ysane of the Reeds")["proposals"][0]["values"] = words
    next(row for row in data["characters"] if row["name"] == "Ysane of the Reeds")["player_notes"] = "For us two"
    for row in data["characters"]:
        if row["name"] != "Ysane of the Reeds":
            del row["player_notes"]
    for proposal in of(data, "Wren Little-Lantern")["proposals"]:
        del proposal["values"]
    series = transfer.import_series(guest, data)
    ysane = series.characters.get(name="Ysane of the Reeds")
    assert (ysane.player_notes, ysane.proposals.earliest("pk").values) == ("For us two", words)


FORGED: dict[str, Change] = {
    "less than none": lambda ledger: ledger["entries"].append({**ledger["entries"][-1], "points": -500}),
    "a purse of gold": lambda ledger: ledger["entries"][0].update(purse="gold"),
    "half a point": lambda ledger: ledger["entries"][0].update(points="x"),
    "no such proposal": lambda ledger: ledger["entries"][0].update(proposal=7),
    "back from the end": lambda ledger: ledger["entries"][0].update(proposal=-1),
    "taken back twice": lambda ledger: ledger["entries"].append({**ledger["entries"][-1]}),
    "taken back by itself": lambda ledger: ledger["entries"][-1].update(reverses=len(ledger["entries"]) - 1),
    "taken back by more": lambda ledger: ledger["entries"][-1].update(points=-5),
    "no time": lambda ledger: ledger["entries"][0].update(at="tomorrow"),
    "a part of letters": lambda ledger: ledger["entries"][0].update(part=["story"]),
    "no such part": lambda ledger: ledger["entries"][0].update(part=[9]),
    "no such session": lambda ledger: ledger["entries"][0].update(session=9),
    "endless words": lambda ledger: ledger["entries"][0].update(reason="x" * 5000),
    "no words": lambda ledger: ledger["entries"][0].update(reason=["x"]),
    "no list": lambda ledger: ledger.update(entries={"a": 1}),
    "points without end": lambda ledger: ledger["entries"][0].update(points=10**15),
    "a clock beyond all clocks": lambda ledger: ledger["entries"][0].update(clock=2**62),
    "nothing of proposals": lambda ledger: ledger.pop("proposals"),
}
ODD: dict[str, Change] = {
    "figures of words": lambda proposal: proposal.update(figures={"circle": "x"}),
    "figures that are none": lambda proposal: proposal.update(figures=[1]),
    "steps without points": lambda proposal: proposal.update(steps=[{"name": "x"}]),
    "another state": lambda proposal: proposal.update(state="paid"),
    "no purses": lambda proposal: proposal.update(purses="experience"),
    "an odd change": lambda proposal: proposal.update(wrote={"essence": 4}),
    "no answer's time": lambda proposal: proposal.update(answered_at=5),
    "words for a place of the rules": lambda proposal: proposal.update(values={"essence": [2, 9]}),
    "words that are no pair": lambda proposal: proposal.update(values={"powers": []}),
    "words that are no powers": lambda proposal: proposal.update(values={"powers": [[], [{"name": ["x"]}]]}),
    "a negative price": lambda proposal: proposal.update(points=-5),
    "a training without an end": lambda proposal: proposal.update(state="training", ends_at=None),
    "a training beyond all time": lambda proposal: proposal.update(state="training", ends_at=2**62),
    "a training that began before all time": lambda proposal: proposal.update(state="training", ends_at=-(2**62)),
}


@pytest.mark.parametrize("what", [*FORGED, *ODD])
def test_a_forged_ledger_is_refused_whole(guest: User, written: dict[str, Any], what: str) -> None:
    data = json.loads(json.dumps(written))
    if what in FORGED:
        FORGED[what](of(data, "Brother Oskel"))
    else:
        ODD[what](of(data, "Ysane of the Reeds")["proposals"][0])
    with pytest.raises(Refused):
        transfer.import_series(guest, data)
    assert not Series.objects.filter(owner=guest).exists()
