"""Notices of a whole series: who is told of what, and that nobody is told what they may not see, by any way."""

import json
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from campaigns.core.moments import say_moment
from campaigns.core.records.save import remove_record
from campaigns.downtime.deadlines import remind_late
from campaigns.downtime.living import start_run
from campaigns.downtime.planning import Plan, list_kinds, put_in, set_deadline
from campaigns.downtime.publishing import publish
from campaigns.downtime.running import work_out
from campaigns.experience.ledger import Gift, award
from campaigns.experience.proposals import Wish, propose, refuse
from campaigns.models import (
    Character,
    Delivery,
    DiscordWebhook,
    Downtime,
    DowntimeRun,
    Handout,
    Invite,
    Notice,
    NoticeKind,
    ReadMark,
    Role,
    Scene,
    User,
)
from campaigns.notices import outbox
from campaigns.notices.choices import Choice, How, choose
from campaigns.series.members.services import change_role, join_series, remove_member
from campaigns.sessions.services import SESSIONS, answer_dates, fix_date
from play.commands.moves import AskUndo, GrantUndo, PutHandoutAway, RefuseUndo, Say, ShowHandout
from play.commands.submit import submit
from rules import get_system
from rules.battle import Move
from rules.raising import GENERAL
from tests.campaigns.hooks import HookServer
from tests.campaigns.test_notice_outbox import add_device, hooks, make_due, office, read_push
from tests.cast import SECRET, Cast, propose_session, save_part
from tests.e2e.post_office import PostOffice

__all__ = ["hooks", "office"]
pytestmark = pytest.mark.django_db


def act(cast: Cast, who: User, move: Move, scene: Scene | None = None) -> None:
    """Do something at a table."""
    key = (scene or cast.scene).pk
    there = Scene.objects.select_related("episode__story__series").get(pk=key)
    submit(cast.membership(who), there, uuid.uuid4(), None, move)


def told(who: User) -> list[str]:
    """What somebody is told, with what is still open first."""
    return [
        str(one.words) for one in Notice.objects.filter(user=who).order_by(F("closed_at").asc(nulls_first=True), "-pk")
    ]


def open_keys(who: User) -> set[str]:
    return set(Notice.objects.filter(user=who, closed_at=None).values_list("key", flat=True))


# ---- Who is told what


def test_dates_wait_for_everybodys_answer(cast: Cast) -> None:
    teller, at = cast.membership(cast.storyteller), timezone.now() + timedelta(days=3)
    session = propose_session(teller, {"words": "", "minutes": 240}, [at])
    assert told(cast.player) == [f"storyteller proposes session dates. Say when you can come: {say_moment(at)}."]
    assert told(cast.storyteller) == []
    date = session.dates.get().pk
    answer_dates(cast.membership(cast.player), session, {date: "yes"})
    assert (open_keys(cast.player), open_keys(cast.rival)) == (set(), {f"session {session.pk} dates"})
    fix_date(teller, session, date)
    fix_date(teller, session, date)  # a double click
    assert told(cast.rival)[0] == f"Session set: {say_moment(at)}."
    assert open_keys(cast.rival) == {f"session {session.pk} fixed"}
    remove_record(SESSIONS, teller, session)
    assert open_keys(cast.rival) == {f"session {session.pk} off"}


def test_a_proposal_waits_for_a_storyteller_and_its_answer_for_the_player(cast: Cast) -> None:
    award(cast.membership(cast.storyteller), [cast.heroine.pk], [Gift(GENERAL, 500, "A gift")])
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    rules, sheet = get_system(cast.series.system).experience, heroine.parsed_sheet()
    trait = rules.raises(sheet, get_system(cast.series.system).options())[0]
    wish = Wish(path=trait.path, before=trait.value, after=trait.value + 1)
    proposal = propose(cast.membership(cast.player), heroine, wish)
    assert open_keys(cast.storyteller) == open_keys(cast.co_storyteller) == {f"proposal {proposal.pk}"}
    refuse(cast.membership(cast.storyteller), proposal, "Not possible now.")
    assert open_keys(cast.co_storyteller) == set()
    assert told(cast.player) == [f"{heroine.name}: {proposal.label} is refused. Not possible now."]


def test_a_new_member_is_told_to_the_storytellers(cast: Cast) -> None:
    join_series(cast.stranger, Invite.objects.create(series=cast.series))
    assert told(cast.storyteller) == told(cast.co_storyteller) == ["stranger joined."]
    assert told(cast.player) == []


def test_those_who_leave_or_lose_their_role_lose_their_notices(cast: Cast) -> None:
    join_series(cast.stranger, Invite.objects.create(series=cast.series))
    teller = cast.membership(cast.storyteller)
    change_role(teller, cast.membership(cast.co_storyteller), Role.PLAYER)
    assert told(cast.co_storyteller) == []
    remove_member(teller, cast.membership(cast.stranger))
    assert told(cast.stranger) == []


def test_a_downtime_waits_for_the_players_until_they_have_put_in(cast: Cast) -> None:
    teller, at = cast.membership(cast.storyteller), timezone.now() + timedelta(hours=5)
    set_deadline(teller, cast.downtime, at)
    key = f"downtime {cast.downtime.pk}"
    assert open_keys(cast.player) == open_keys(cast.rival) == {key}
    assert Notice.objects.get(user=cast.player).due_at == at
    heroine = Character.objects.get(pk=cast.heroine.pk)
    kind = next(iter(list_kinds(cast.downtime)))
    put_in(cast.membership(cast.player), cast.downtime, heroine, Plan(kind, 1, 1))
    remind_late()
    assert (open_keys(cast.player), open_keys(cast.rival)) == (set(), {key, f"{key} late"})
    start_run(teller, cast.downtime)
    assert open_keys(cast.rival) == set()
    work_out(DowntimeRun.objects.get().pk)
    publish(teller, Downtime.objects.get(pk=cast.downtime.pk))
    assert told(cast.rival)[0] == f"The results of the downtime “{cast.downtime.title}” are published."


def test_a_request_to_take_back_waits_until_it_is_answered(cast: Cast) -> None:
    act(cast, cast.player, Say("/roll 3"))
    for answer in (RefuseUndo(f"person:{cast.player.pk}"), GrantUndo(f"person:{cast.player.pk}")):
        act(cast, cast.player, AskUndo(1))
        assert "asks to undo a step" in told(cast.storyteller)[0]
        assert len(open_keys(cast.storyteller)) == 1
        act(cast, cast.storyteller, answer)
        assert open_keys(cast.storyteller) == set()


def test_those_who_are_at_the_table_are_not_told_of_handouts(cast: Cast) -> None:
    ReadMark.objects.create(scene=cast.scene, user=cast.rival, number=0)
    handout = Handout.objects.create(series=cast.series, title="A map")
    act(cast, cast.storyteller, ShowHandout(handout.pk, everybody=True))
    assert told(cast.player) == [f"A map is shown in “{cast.scene.title}”."]
    assert told(cast.rival) == []
    act(cast, cast.storyteller, PutHandoutAway(handout.pk))
    assert open_keys(cast.player) == set()


# ---- What nobody may be told


def show_everything_secret(cast: Cast) -> None:
    """Let all kinds of things happen, those to be hidden with `SECRET` in their names."""
    teller, at = cast.membership(cast.storyteller), timezone.now() + timedelta(hours=3)
    map_, letter = (Handout.objects.create(series=cast.series, title=f"{SECRET} {name}") for name in "ab")
    key = str(cast.heroine.pk)
    happens: list[Callable[[], object]] = [
        lambda: act(cast, cast.storyteller, ShowHandout(map_.pk, everybody=True), cast.hidden_scene),
        lambda: act(cast, cast.storyteller, Say(f"Psst {SECRET}", to=key), cast.hidden_scene),
        lambda: act(cast, cast.storyteller, Say(f"{SECRET} aloud"), cast.hidden_scene),
        lambda: act(cast, cast.player, Say(f"/w st {SECRET}")),
        lambda: act(cast, cast.storyteller, Say(f"Only you: {SECRET}", to=key, speaker=str(cast.lurker.pk))),
        lambda: save_part(teller, Downtime(story=cast.hidden_story, days=3), {"title": f"{SECRET} ebb"}),
        lambda: save_part(teller, Downtime(story=cast.story, days=3), {"title": SECRET, "hidden": True}),
    ]
    for one in happens:
        one()
    for place in Downtime.objects.filter(title__contains=SECRET).select_related("story__series"):
        set_deadline(teller, place, at)
        remind_late()
        start_run(teller, place)
        work_out(DowntimeRun.objects.get(downtime=place).pk)
        publish(teller, place)
    act(cast, cast.storyteller, ShowHandout(letter.pk, characters=(str(cast.duelist.pk),)))


@pytest.fixture
def all_ways(cast: Cast, hooks: HookServer, office: PostOffice, settings: Settings) -> None:
    """Everybody wants everything by every way, and the series has a channel."""
    everything = {kind: Choice(How.MAIL, True) for kind in NoticeKind}
    for user in cast.members:
        choose(user, everything, {})
    DiscordWebhook.objects.create(series=cast.series, address=f"{hooks.origin}/api/webhooks/1/x")


@pytest.mark.usefixtures("all_ways")
def test_no_way_tells_what_a_seat_may_not_see(cast: Cast, hooks: HookServer, office: PostOffice) -> None:
    devices = {user.pk: add_device(user, hooks.origin) for user in cast.members}
    show_everything_secret(cast)
    make_due()
    outbox.send_due()
    assert not Delivery.objects.exclude(state="sent").exists()
    heard = {user.pk: told(user) for user in cast.members}
    for letter in office.letters:
        user = User.objects.get(email=str(letter["To"]))
        heard[user.pk] += [str(letter["Subject"]), str(letter.get_content())]
    for posted in hooks.posted:
        if posted.path.startswith("/push/"):
            key = int(posted.path.rsplit("/", 1)[1])
            heard[key].append(json.dumps(read_push(posted.body, devices[key])))
        else:
            assert SECRET not in json.loads(posted.body)["content"]
    for user in (cast.player, cast.spectator):
        assert not [words for words in heard[user.pk] if SECRET in words], user
    shown = [words for words in heard[cast.rival.pk] if SECRET in words]
    assert shown
    assert all("b is shown" in words for words in shown)
    assert "".join(heard[cast.storyteller.pk] + heard[cast.co_storyteller.pk]).count(SECRET)
    assert any("whispers to you" in words for words in heard[cast.player.pk])


@pytest.mark.usefixtures("all_ways")
def test_a_stranger_is_told_nothing(cast: Cast) -> None:
    show_everything_secret(cast)
    assert told(cast.stranger) == []
