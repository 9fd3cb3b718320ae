"""What is rolled for a project: a specialty, Willpower, a helper and a stunt, with the odds."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.downtime.living import start_run
from campaigns.downtime.planning import Plan, put_in
from campaigns.downtime.projects.odds import weigh_project
from campaigns.downtime.projects.services import PROJECTS
from campaigns.downtime.running import work_out
from campaigns.models import Character, DowntimeResult, Project
from campaigns.sheets.json import with_values
from rules import get_system
from rules.recovery import RecoveryResult
from tests.cast import Cast, begin_project, gather_cast
from tests.conftest import SignIn

CRAFT = {"attribute": "intelligence", "ability": "craft"}
SKILLED = {"attributes.intelligence": 3, "abilities.craft": 4, "willpower": 6, "willpower_points": 2}


@pytest.fixture
def cast(db: None) -> Cast:
    cast = gather_cast("exalted2e")
    for one in (cast.heroine, cast.duelist):
        one.sheet = with_values(one.sheet, SKILLED)
        one.save()
    return cast


def begin(cast: Cast, asked: dict[str, Any], **values: Any) -> Project:
    wanted = {"request": {**CRAFT, **asked}, "difficulty": 1, "goal": 99, "interval": 1, **values}
    return begin_project(cast.membership(cast.storyteller), cast.heroine, "A boat", wanted)


def work(cast: Cast, project: Project, days: int) -> DowntimeResult:
    """Give the project its days, and work them out."""
    teller = cast.membership(cast.storyteller)
    plan = Plan("project", 1, days, project=project.pk)
    put_in(teller, cast.downtime, Character.objects.get(pk=project.character_id), plan)
    run = start_run(teller, cast.downtime)
    assert work_out(run.pk)
    return DowntimeResult.objects.get(character=project.character_id)


def faces(result: DowntimeResult) -> list[int]:
    """How many dice fell for each roll."""
    return [len(line["faces"]) for line in result.lines if "A boat" in str(line["text"]) and line["faces"]]


def test_a_helper_adds_to_each_roll(cast: Cast) -> None:
    assert faces(work(cast, begin(cast, {}, helper=cast.duelist), 2)) == [8, 8]


def test_a_stunt_of_the_storytellers_adds_to_each_roll(cast: Cast) -> None:
    assert faces(work(cast, begin(cast, {"stunt": 2}), 1)) == [9]


def test_willpower_is_spent_while_there_is_any_and_then_it_is_rolled_without(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sleep gives some back, which is left out here."""
    rules = type(get_system("exalted2e").recovery)
    monkeypatch.setattr(rules, "live", lambda self, sheet, carry, *more: RecoveryResult({}, carry))
    result = work(cast, begin(cast, {"effort": "willpower"}), 4)
    assert faces(result) == [7, 7, 7, 7]
    assert result.changes == {"willpower_points": [2, 0]}
    assert len(result.projects[str(Project.objects.get().pk)]["gains"]) == 4


@pytest.mark.django_db
def test_a_helper_who_rolls_brings_dice() -> None:
    cast = gather_cast("v20da")
    fields = get_system("v20da").rolls.fields(cast.heroine.parsed_sheet())
    traits = {one.name: one.initial for one in fields if one.name in get_system("v20da").tasks.spoken.traits}
    wanted = {"request": traits, "difficulty": 6, "goal": 99, "interval": 1}
    teller = cast.membership(cast.storyteller)
    alone = begin_project(teller, cast.heroine, "A boat", wanted)
    both = begin_project(teller, cast.heroine, "A boat", {**wanted, "helper": cast.duelist})
    found = weigh_project(both)
    assert found is not None
    assert (found.is_without_help, found.dice) == (True, getattr(weigh_project(alone), "dice", None))
    assert len(faces(work(cast, both, 3))) == 3


def test_nobody_helps_herself_and_no_stranger_does(cast: Cast) -> None:
    with pytest.raises(Refused, match="Choose a different helper"):
        begin(cast, {}, helper=cast.heroine)
    strange = gather_strange(cast)
    with pytest.raises(Refused, match="another series"):
        begin(cast, {}, helper=strange)


def gather_strange(cast: Cast) -> Character:
    series = type(cast.series).objects.create(name="Elsewhere", system="exalted2e", owner=cast.stranger)
    return Character.objects.create(series=series, name="Nobody", sheet=cast.heroine.sheet)


def test_a_player_chooses_willpower_and_a_helper_and_the_storyteller_grants_the_stunt(
    cast: Cast, sign_in: SignIn
) -> None:
    player, url = sign_in(cast.player), reverse("project_new", args=[cast.heroine.pk])
    page = player.get(url).content.decode()
    assert ('name="roll:effort"' in page, 'name="helper"' in page, 'name="stunt"' in page) == (True, True, False)
    assert cast.lurker.name not in page
    sent = {"title": "A boat", "roll:attribute": "intelligence", "roll:ability": "craft", "goal": "9", "interval": "3"}
    sent |= {"roll:effort": "willpower", "helper": str(cast.duelist.pk), "stunt": "3", "command": str(uuid.uuid4())}
    weighed = player.post(url, {**sent, "weigh": "1"}).content.decode()
    assert "One roll: 8 dice" in weighed
    assert not Project.objects.exists()
    assert player.post(url, sent).status_code == 302
    boat = Project.objects.get()
    assert (boat.request, boat.helper) == ({**CRAFT, "effort": "willpower"}, cast.duelist)
    address = reverse("project", args=[boat.pk])
    assert "One roll: 8 dice" in player.get(address).content.decode()
    rated = {"goal": "9", "interval": "3", "difficulty": "2", "stunt": "2", "helper": ""}
    assert sign_in(cast.storyteller).post(address, rated).status_code == 302
    boat.refresh_from_db()
    assert (boat.request, boat.helper) == ({**CRAFT, "effort": "willpower", "stunt": 2}, None)
    forged = {"request": {**CRAFT, "stunt": 3}, "goal": 9, "interval": 3}
    made = save_record(
        PROJECTS, cast.membership(cast.player), Project(character=cast.heroine), {"title": "A raft", **forged}
    )
    assert made.request == CRAFT, "a player grants no stunt"
