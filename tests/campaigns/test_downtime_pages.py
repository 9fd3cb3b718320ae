"""The pages of a downtime: days put in, the Storyteller's look, the account afterwards, and who sees what."""

import uuid
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.downtime import running
from campaigns.downtime.page import preview_days
from campaigns.experience.ledger import Gift, award
from campaigns.experience.proposals import Wish, approve, propose
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Project,
    Proposal,
    ProposalState,
    Role,
    RunState,
    Series,
)
from campaigns.sheets.json import with_values
from rules.raising import DAY, GENERAL
from rules.text_codec import decode_text
from tests.cast import SECRET, Cast, gather_cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

CANARY = "the third stair is hollow"


@pytest.fixture
def cast(db: None) -> Cast:
    cast = gather_cast("exalted2e")
    hurt = {"health": "LLB....", "peripheral": 0, "attributes.intelligence": 4, "abilities.craft": 4}
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=with_values(cast.heroine.sheet, hurt))
    return cast


def text(response: HttpResponseBase) -> str:
    content: bytes = getattr(response, "content", b"")
    return " ".join(unescape(content.decode()).split())


def page(cast: Cast) -> str:
    return reverse("part", args=["downtime", cast.downtime.pk])


def days(cast: Cast) -> str:
    return reverse("downtime_days", args=[cast.downtime.pk])


def put_in(client: Client, cast: Cast, **sent: Any) -> HttpResponseBase:
    whole = {"command": str(uuid.uuid4()), "character": cast.heroine.pk, "kind": "rest", "first": "1", "last": "5"}
    return client.post(days(cast), {**whole, **sent})


def act(client: Client, cast: Cast, what: str, **sent: str) -> HttpResponseBase:
    return client.post(reverse("downtime_act", args=[cast.downtime.pk]), {"act": what, **sent})


def work_out(client: Client, cast: Cast) -> DowntimeRun:
    act(client, cast, "run")
    run = DowntimeRun.objects.get(downtime=cast.downtime)
    running.work_out(run.pk)
    run.refresh_from_db()
    return run


def test_a_player_fills_the_days_and_takes_them_out_again(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    assert "Plan the days" in text(client.get(page(cast)))
    command = str(uuid.uuid4())
    for _ in range(2):
        assert put_in(client, cast, command=command, secret=CANARY).status_code == 302
    doing = Doing.objects.get()
    shown = text(client.get(page(cast)))
    assert "1–5" in shown
    assert "6–12" in shown
    assert CANARY in shown
    client.post(reverse("doing_remove", args=[doing.pk]))
    assert not Doing.objects.exists()


@pytest.mark.parametrize(
    ("last", "put_words", "taken_words", "free_words"),
    [
        ("1", "Planned for day 1.", "Day 1 is already planned.", "Plan for day 1 removed."),
        ("2", "Planned for days 1 to 2.", "Days 1 to 2 are already planned.", "Plan for days 1 to 2 removed."),
    ],
)
def test_a_single_day_is_told_as_one(
    cast: Cast, sign_in: SignIn, last: str, put_words: str, taken_words: str, free_words: str
) -> None:
    client = sign_in(cast.player)
    put_in(client, cast, last=last)
    assert put_words in text(client.get(page(cast)))
    assert taken_words in text(put_in(client, cast))
    client.post(reverse("doing_remove", args=[Doing.objects.get().pk]))
    assert free_words in text(client.get(page(cast)))


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"first": "3", "last": "6"}, 409, "Days 1 to 5 are already planned"),
        ({"first": "8", "last": "13"}, 422, "has 12 days"),
        ({"first": "8", "last": "7"}, 422, "must not be before the first"),
        ({"first": "x"}, 422, "whole number"),
        ({"kind": "fly", "first": "8", "last": "9"}, 422, "valid choice"),
        ({"kind": "project", "first": "8", "last": "9"}, 422, "Choose one of this character’s projects"),
    ],
)
def test_what_does_not_fit_is_refused_beside_the_form(
    cast: Cast, sign_in: SignIn, sent: dict[str, str], status: int, told: str
) -> None:
    client = sign_in(cast.player)
    put_in(client, cast)
    answer = put_in(client, cast, **sent)
    assert answer.status_code == status
    assert told in text(answer)
    assert Doing.objects.count() == 1


def test_only_those_whose_days_it_was_stand_in_a_downtime_that_is_worked_out(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    work_out(client, cast)
    Character.objects.create(series=cast.series, owner=cast.player, name="Latecomer", sheet=cast.heroine.sheet)
    Character.objects.filter(pk=cast.heroine.pk).update(owner=None)
    looked = text(client.get(page(cast)))
    act(client, cast, "publish")
    for shown in (looked, text(client.get(page(cast)))):
        assert cast.heroine.name in shown
        assert "Latecomer" not in shown


def test_who_writes_while_it_closes_keeps_what_was_typed(cast: Cast, sign_in: SignIn) -> None:
    work_out(sign_in(cast.storyteller), cast)
    late = put_in(sign_in(cast.player), cast, text="A long walk by the harbour", secret=CANARY)
    assert late.status_code == 409
    shown = text(late)
    assert "Plans can no longer change." in shown
    assert "A long walk by the harbour" in shown
    assert CANARY in shown
    assert not Doing.objects.exists()


def test_a_character_of_another_series_has_no_days_here(cast: Cast, sign_in: SignIn) -> None:
    other = gather_other(cast)
    client = sign_in(cast.storyteller)
    assert client.get(days(cast), {"character": other.pk}).status_code == 404
    assert put_in(client, cast, character=other.pk).status_code == 404
    assert not Doing.objects.exists()


def gather_other(cast: Cast) -> Character:
    """A character of the Storyteller's in another series of hers."""
    series = Series.objects.create(name="Another", system="exalted2e", owner=cast.storyteller)
    series.memberships.create(user=cast.storyteller, role=Role.STORYTELLER)
    return Character.objects.create(series=series, owner=cast.storyteller, name="Wren", sheet=cast.heroine.sheet)


def test_before_it_is_sent_the_page_says_what_the_book_gives(cast: Cast, sign_in: SignIn) -> None:
    asked: dict[str, str | int] = {"character": cast.heroine.pk, "kind": "rest", "first": "1", "last": "12"}
    shown = text(sign_in(cast.player).get(days(cast), asked, HTTP_HX_REQUEST="true"))
    assert "2 lethal, 1 bashing to unhurt" in shown.replace('<span class="q">', "").replace("</span>", "")
    assert "<html" not in shown
    unread = text(sign_in(cast.player).get(days(cast), {**asked, "first": "x"}, HTTP_HX_REQUEST="true"))
    assert "Enter a whole number" in unread
    beyond = text(sign_in(cast.player).get(days(cast), {**asked, "last": "13"}, HTTP_HX_REQUEST="true"))
    assert "has 12 days" in beyond
    put_in(sign_in(cast.player), cast)
    taken = text(sign_in(cast.player).get(days(cast), asked, HTTP_HX_REQUEST="true"))
    assert "Days 1 to 5 are already planned" in taken
    assert Doing.objects.count() == 1


def test_a_look_ahead_tells_what_the_dice_decide_without_the_dice_of_the_run(cast: Cast) -> None:
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    spent = with_values(heroine.sheet, {"willpower_points": 0})
    heroine.sheet = spent
    look = preview_days(cast.downtime, heroine, [Doing(kind="rest", first=1, days=1)])
    assert look
    assert "Health" in [moved.label for moved in look.sure]
    assert not DowntimeRun.objects.exists()
    cast.downtime.days = 4000
    long = preview_days(cast.downtime, heroine, [])
    assert long
    assert long.is_long


def test_days_and_secrets_are_for_their_player_and_the_storyteller(cast: Cast, sign_in: SignIn) -> None:
    put_in(sign_in(cast.player), cast, secret=CANARY, text="A walk by the harbour")
    doing = Doing.objects.get()
    for who in ("player", "storyteller", "co_storyteller"):
        assert CANARY in text(sign_in(getattr(cast, who)).get(page(cast)))
    for who in ("rival", "spectator"):
        client = sign_in(getattr(cast, who))
        shown = text(client.get(page(cast)))
        assert CANARY not in shown
        assert "harbour" not in shown
        assert client.get(days(cast), {"character": cast.heroine.pk}).status_code == 403
        assert put_in(client, cast, first="7", last="8").status_code == 403
        assert client.post(reverse("doing_remove", args=[doing.pk])).status_code == 403
    assert sign_in(cast.stranger).get(page(cast)).status_code == 404
    assert Doing.objects.count() == 1


def test_only_storytellers_run_it(cast: Cast, sign_in: SignIn) -> None:
    run = work_out(sign_in(cast.storyteller), cast)
    result = run.results.get(character=cast.heroine)
    asked = {}
    for who in ("player", "rival", "spectator", "stranger"):
        client = sign_in(getattr(cast, who))
        asked[who] = [
            act(client, cast, "publish").status_code,
            client.get(reverse("downtime_progress", args=[cast.downtime.pk])).status_code,
            client.get(reverse("downtime_result", args=[result.pk])).status_code,
        ]
    assert asked == {"player": [403] * 3, "rival": [403] * 3, "spectator": [403] * 3, "stranger": [404] * 3}
    assert act(sign_in(cast.storyteller), cast, "dance").status_code == 422


def test_progress_is_drawn_while_it_runs_and_then_the_page_anew(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("downtime_progress", args=[cast.downtime.pk])
    act(client, cast, "run")
    assert 'hx-trigger="every 1s"' in text(client.get(page(cast)))
    assert "Resolved: 0 of 2" in text(client.get(url, HTTP_HX_REQUEST="true"))
    running.work_out(DowntimeRun.objects.get().pk)
    assert client.get(url, HTTP_HX_REQUEST="true")["HX-Refresh"] == "true"
    act(client, cast, "open")
    assert DowntimeRun.objects.get().state == RunState.OPEN
    assert not DowntimeResult.objects.exists()


def test_the_storyteller_looks_changes_and_publishes_and_each_player_reads_their_own(
    cast: Cast, sign_in: SignIn
) -> None:
    client, player = sign_in(cast.storyteller), sign_in(cast.player)
    put_in(player, cast, last="12")
    run = work_out(client, cast)
    result = run.results.get(character=cast.heroine)
    url = reverse("downtime_result", args=[result.pk])
    assert "Review and edit" in text(client.get(page(cast)))
    assert "trait:peripheral" in text(client.get(url))
    words = {"words": "The river was kind.", "secret_words": SECRET}
    assert client.post(url, {**words, "trait:peripheral": "x"}).status_code == 422
    assert client.post(url, {**words, "trait:peripheral": "4"}).status_code == 302
    assert "The river was kind" not in text(player.get(page(cast))), "not published yet"
    assert act(client, cast, "publish").status_code == 302
    heroine = Character.objects.get(pk=cast.heroine.pk)
    assert (heroine.sheet["peripheral"], heroine.sheet["health"]) == (4, ".......")
    assert Series.objects.get().clock == 12 * DAY
    account = text(player.get(page(cast)))
    assert "The river was kind." in account
    assert "2E-424" in account
    assert SECRET not in account
    assert "The river was kind." not in text(sign_in(cast.rival).get(page(cast)))
    assert SECRET in text(client.get(page(cast)))


def test_two_storytellers_do_not_write_over_each_others_words_unread(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    result = work_out(client, cast).results.get(character=cast.heroine)
    url = reverse("downtime_result", args=[result.pk])
    seen = client.get(url).context["form"]["seen"].value()
    theirs = {"words": "The river was kind.", "secret_words": "", "seen": seen}
    assert client.post(url, theirs).status_code == 302
    mine = {"words": "The river was cruel.", "secret_words": "", "seen": seen}
    refused = client.post(url, mine)
    assert refused.status_code == 409
    assert "The river was kind." in text(refused)
    assert "The river was cruel." in text(refused)
    assert DowntimeResult.objects.get(pk=result.pk).words == "The river was kind."
    assert client.post(url, {**mine, "seen": refused.context["form"]["seen"].value()}).status_code == 302
    assert DowntimeResult.objects.get(pk=result.pk).words == "The river was cruel."


def test_values_that_another_storyteller_changed_are_shown_beside_the_words(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    result = work_out(client, cast).results.get(character=cast.heroine)
    url = reverse("downtime_result", args=[result.pk])
    sent = {"words": "", "secret_words": "", "seen": client.get(url).context["form"]["seen"].value()}
    theirs = {**sent, "words": "The river took its toll.", "trait:willpower_points": "1"}
    assert client.post(url, theirs).status_code == 302
    refused = client.post(url, {**sent, "words": "Mine.", "trait:willpower_points": "2"})
    assert refused.status_code == 409
    shown = dict(refused.context["form"].theirs)
    assert shown["Note to the player"] == "The river took its toll."
    assert "Willpower points" in shown["What the sheet will hold"]
    assert DowntimeResult.objects.get(pk=result.pk).words == "The river took its toll."


def test_any_other_value_of_the_state_is_changed_on_the_same_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    heroine = Character.objects.get(pk=cast.heroine.pk)
    Character.objects.filter(pk=heroine.pk).update(sheet=with_values(heroine.sheet, {"health": "LLLLL.."}))
    result = work_out(client, cast).results.get(character=cast.heroine)
    url = reverse("downtime_result", args=[result.pk])
    shown = text(client.get(url))
    assert "Change another value of the character" in shown
    assert "trait:fatigue" in shown
    assert "trait:begun" in shown
    assert "trait:abilities.craft" not in shown
    assert client.post(url, {"trait:fatigue": "99"}).status_code == 422
    assert client.post(url, {"trait:begun": "100"}).status_code == 422
    refused = text(client.post(url, {"trait:personal": "12", "trait:personal_committed": "9"}))
    assert "Not saved." in refused
    assert client.post(url, {"trait:fatigue": "2", "trait:abilities.craft": "5"}).status_code == 302
    result.refresh_from_db()
    assert result.changes["fatigue"] == [0, 2]
    assert "abilities.craft" not in result.changes


def test_deadline_and_moment_are_set_and_taken_back(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    soon = f"{timezone.now() + timedelta(days=1):%Y-%m-%dT%H:%M}"
    act(client, cast, "deadline", moment=soon)
    shown = text(sign_in(cast.player).get(page(cast)))
    assert "It closes on" in shown
    assert "Nothing planned for Ysane of the Reeds yet." in shown
    act(client, cast, "deadline", moment="")
    assert DowntimeRun.objects.get().closes_at is None
    assert act(client, cast, "deadline", moment="2001-01-01T10:00").status_code == 422
    assert act(client, cast, "deadline", moment="Friday").status_code == 422
    work_out(client, cast)
    act(client, cast, "publish_at", moment=soon)
    assert DowntimeRun.objects.get().publish_at


def test_a_project_is_begun_rated_given_days_and_given_up(cast: Cast, sign_in: SignIn) -> None:
    player, client = sign_in(cast.player), sign_in(cast.storyteller)
    new = reverse("project_new", args=[cast.heroine.pk])
    sent = {"title": "A boat", "roll:attribute": "intelligence", "roll:ability": "craft", "goal": "9", "interval": "3"}
    sent["command"] = str(uuid.uuid4())
    assert player.post(new, {**sent, "roll:ability": ""}).status_code == 422
    assert player.post(new, sent).status_code == 302
    boat = Project.objects.get()
    assert boat.request == {"attribute": "intelligence", "ability": "craft"}
    url = reverse("project", args=[boat.pk])
    assert player.post(url, {"goal": "1", "interval": "1"}).status_code == 403
    rated = client.post(url, {"goal": "12", "interval": "2", "difficulty": "3"}, follow=True)
    assert "“A boat” is reviewed." in text(rated)
    boat.refresh_from_db()
    assert (boat.goal, boat.interval, boat.difficulty) == (12, 2, 3)
    shown = text(player.get(url))
    assert "Intelligence + Craft" in shown
    assert f"Give it days: {cast.downtime.title}" in shown
    assert "Choose to work on a project" in text(put_in(player, cast, kind="rest", project=str(boat.pk)))
    assert not Doing.objects.exists()
    assert put_in(player, cast, kind="project", project=str(boat.pk)).status_code == 302
    assert "A boat" in text(player.get(page(cast)))
    shown = text(player.get(days(cast), {"character": cast.heroine.pk}, HTTP_HX_REQUEST="true"))
    assert "A boat: up to 2 rolls" in shown
    assert sign_in(cast.rival).get(url).status_code == 403
    assert sign_in(cast.stranger).get(url).status_code == 404
    player.post(url, {"give_up": "1"})
    boat.refresh_from_db()
    assert boat.outcome == "ended"
    assert "Give it up" not in text(player.get(url))
    late = client.post(url, {"goal": "1", "interval": "2", "difficulty": "3"})
    assert (late.status_code, "can no longer be reviewed" in text(late)) == (409, True)
    boat.refresh_from_db()
    assert boat.goal == 12


def test_of_two_who_rate_a_project_the_second_sees_what_the_first_said(cast: Cast, sign_in: SignIn) -> None:
    sent = {"title": "A boat", "roll:attribute": "intelligence", "roll:ability": "craft", "goal": "9", "interval": "3"}
    sign_in(cast.player).post(reverse("project_new", args=[cast.heroine.pk]), {**sent, "command": str(uuid.uuid4())})
    boat = Project.objects.get()
    url = reverse("project", args=[boat.pk])
    first, second = sign_in(cast.storyteller), sign_in(cast.co_storyteller)
    seen = first.get(url).context["form"]["seen"].value()
    first.post(url, {"goal": "12", "interval": "2", "difficulty": "3", "seen": seen})
    theirs = {"goal": "20", "interval": "2", "difficulty": "4"}
    late = second.post(url, {**theirs, "seen": seen})
    assert late.status_code == 409
    shown = text(late)
    assert "Someone changed this while you were editing." in shown
    assert late.context["form"].theirs == [("Difficulty", "3"), ("Successes needed", "12")]
    assert "Current version" in shown
    boat.refresh_from_db()
    assert (boat.goal, boat.difficulty) == (12, 3)
    assert second.post(url, {**theirs, "seen": late.context["form"]["seen"].value()}).status_code == 302
    boat.refresh_from_db()
    assert (boat.goal, boat.difficulty) == (20, 4)


def test_a_project_begun_among_the_days_leads_back_to_them(cast: Cast, sign_in: SignIn) -> None:
    player = sign_in(cast.player)
    new = f"{reverse('project_new', args=[cast.heroine.pk])}?days="
    assert f"{new}{cast.downtime.pk}" in text(player.get(days(cast)))
    asked = player.get(f"{new}{cast.downtime.pk}")
    assert "no-store" in asked["Cache-Control"]
    sent = {"title": "A boat", "roll:attribute": "intelligence", "roll:ability": "craft", "goal": "9", "interval": "3"}
    answer = player.post(f"{new}{cast.downtime.pk}", {**sent, "command": uuid.uuid4()})
    boat = Project.objects.get()
    assert answer["Location"] == f"{days(cast)}?character={cast.heroine.pk}&project={boat.pk}"
    form = player.get(answer["Location"]).context["form"]
    assert (form["kind"].value(), form["project"].value(), form["text"].value()) == ("project", boat.pk, None)
    hidden = Downtime.objects.filter(title__contains=SECRET).get()
    elsewhere = gather_other_downtime(cast)
    for key in (hidden.pk, elsewhere.pk, 424242):
        assert player.post(f"{new}{key}", {**sent, "command": uuid.uuid4()}).status_code == 404
    assert Project.objects.count() == 1


def test_days_are_offered_for_what_is_in_training(cast: Cast, sign_in: SignIn) -> None:
    player = sign_in(cast.player)
    assert player.get(days(cast)).context["form"]["kind"].value() == "rest"
    Proposal.objects.create(character=cast.heroine, state=ProposalState.TRAINING, label="Melee", points=3)
    assert player.get(days(cast)).context["form"]["kind"].value() == "train"


def gather_other_downtime(cast: Cast) -> Downtime:
    """A downtime of another series in which the player is."""
    other = Series.objects.create(name="Elsewhere", system=cast.series.system, owner=cast.player)
    other.memberships.create(user=cast.player, role=Role.PLAYER)
    return Downtime.objects.create(
        story=other.stories.create(title="Far", position=1), title="Rest", position=1, days=3
    )


def test_a_hidden_downtime_is_nobodys_but_the_storytellers(cast: Cast, sign_in: SignIn) -> None:
    cast.downtime.hidden = True
    cast.downtime.save()
    client = sign_in(cast.player)
    assert put_in(client, cast).status_code == 404
    assert client.get(days(cast)).status_code == 404
    assert not Doing.objects.exists()


def test_a_downtime_grows_no_shorter_than_what_fills_it(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("part_edit", args=["downtime", cast.downtime.pk])
    put_in(sign_in(cast.player), cast, first="3", last="8")
    assert client.post(url, {"title": "High water", "days": "7"}).status_code == 422
    assert client.post(url, {"title": "High water", "days": "8"}).status_code == 302
    work_out(client, cast)
    client.post(url, {"title": "High water", "days": "30"})
    cast.downtime.refresh_from_db()
    assert cast.downtime.days == 8


def test_a_form_that_was_sent_puts_nothing_else_in(cast: Cast, sign_in: SignIn) -> None:
    client, command = sign_in(cast.player), str(uuid.uuid4())
    put_in(client, cast, command=command)
    answer = put_in(client, cast, command=command, first="6", last="9")
    assert answer.status_code == 409
    assert "already sent with different contents" in text(answer)
    assert (Doing.objects.get().first, Doing.objects.get().last) == (1, 5)
    new = text(answer).partition('name="command" value="')[2].partition('"')[0]
    assert put_in(client, cast, command=new, first="6", last="9").status_code == 302
    assert Doing.objects.count() == 2


def test_a_form_of_one_character_is_not_sent_for_another(cast: Cast, sign_in: SignIn) -> None:
    command = str(uuid.uuid4())
    put_in(sign_in(cast.player), cast, command=command)
    answer = put_in(sign_in(cast.rival), cast, command=command, character=cast.duelist.pk)
    assert answer.status_code == 409
    assert Doing.objects.get().character == cast.heroine


def test_days_say_what_they_do_to_a_training(cast: Cast, sign_in: SignIn) -> None:
    """Days of rest put a training off: the page says so before they are put in, and afterwards."""
    training = train(cast, 9)
    asked: dict[str, str | int] = {"character": cast.heroine.pk, "kind": "rest", "first": "1", "last": "5"}
    client = sign_in(cast.player)
    assert "2 days of training left" in text(client.get(days(cast), asked, HTTP_HX_REQUEST="true"))
    trained = text(client.get(days(cast), {**asked, "kind": "train"}, HTTP_HX_REQUEST="true"))
    assert f"<b>{training.label}</b> on the sheet" in trained
    put_in(client, cast)
    storyteller = sign_in(cast.storyteller)
    work_out(storyteller, cast)
    assert "2 days of training left" in text(storyteller.get(page(cast)))
    act(storyteller, cast, "publish")
    assert "2 days of training left" in text(sign_in(cast.player).get(page(cast)))
    Proposal.objects.update(state=ProposalState.DONE)
    assert "2 days of training left" in text(client.get(page(cast)))


def train(cast: Cast, days: int) -> Proposal:
    storyteller = cast.membership(cast.storyteller)
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    award(storyteller, [heroine.pk], [Gift(GENERAL, 40, "For the show")])
    dots = heroine.sheet["abilities"]["dodge"]
    wish = Wish(path="abilities.dodge", before=dots, after=dots + 1)
    asked = propose(cast.membership(cast.player), heroine, wish, "")
    return approve(storyteller, asked, asked.asked_points, days * DAY, "A good teacher")


def test_a_players_project_is_rolled_for_once_the_storyteller_has_rated_it(cast: Cast, sign_in: SignIn) -> None:
    player, client = sign_in(cast.player), sign_in(cast.storyteller)
    sent = {"title": "A boat", "goal": "2", "interval": "1", "command": str(uuid.uuid4())}
    new = reverse("project_new", args=[cast.heroine.pk])
    form = player.get(new).context["form"]
    first = {f"roll:{name}": form[f"roll:{name}"].value() for name in ("attribute", "ability")}
    assert all(form[name].field.required for name in first)
    assert player.post(new, {**sent, **first}).status_code == 302
    boat = Project.objects.get()
    assert not boat.rated
    put_in(player, cast, kind="project", project=str(boat.pk))
    assert f'<a href="{reverse("project", args=[boat.pk])}">Review it' in text(client.get(page(cast)))
    work_out(client, cast)
    kept = DowntimeResult.objects.get(character=cast.heroine)
    assert (kept.projects[str(boat.pk)]["gains"], kept.projects[str(boat.pk)]["worked"]) == ([], 5)
    assert any("not reviewed it yet" in decode_text(line["text"]) for line in kept.lines)
    act(client, cast, "open")
    assert client.post(reverse("project", args=[boat.pk]), {"goal": "9", "interval": "2"}).status_code == 302
    work_out(client, cast)
    assert len(DowntimeResult.objects.get(character=cast.heroine).projects[str(boat.pk)]["gains"]) == 2


def test_what_the_days_would_give_is_told_for_the_way_that_stands_in_the_form(cast: Cast, sign_in: SignIn) -> None:
    heroine = Character.objects.get(pk=cast.heroine.pk)
    raft = heroine.projects.create(title="A raft", request={}, goal=3)
    opened = sign_in(cast.player).get(days(cast), {"project": raft.pk})
    asked = {name: opened.context["form"][name].value() for name in ("kind", "first", "last", "project")}
    assert asked == {"kind": "project", "first": 1, "last": cast.downtime.days, "project": raft.pk}
    assert any("A raft" in one for one in opened.context["preview"].by_dice)
    changed = sign_in(cast.player).get(days(cast), asked, HTTP_HX_REQUEST="true")
    assert changed.context["preview"] == opened.context["preview"]
