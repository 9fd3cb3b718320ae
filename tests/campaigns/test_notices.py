"""Notices: one for one wait, open until it is settled or read."""

import gzip
from datetime import UTC, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.core.refusals import Refused
from campaigns.models import Announcement, DiscordWebhook, Notice, NoticeKind, NoticeSettings, PushDevice
from campaigns.notices.choices import MAX_DEVICES, Choice, How, add_device, find_choice, set_webhook
from campaigns.notices.letters import make_stop_token
from campaigns.notices.pushes import public_key, to_base64
from campaigns.notices.services import notify, settle
from campaigns.sessions.feeds import write_feed
from rules.text import Text
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.markup import flat

pytestmark = pytest.mark.django_db


def tell(cast: Cast, *users: int, kind: NoticeKind = NoticeKind.TURN, key: str = "turn 1") -> None:
    """Tell these people that it is somebody's turn."""
    notify(kind, cast.series, users, key, Text("It is {who}'s turn.", who="Ines"), "/scene/1/")


def test_a_member_gets_one_notice_for_one_wait(cast: Cast) -> None:
    tell(cast, cast.player.pk)
    tell(cast, cast.player.pk, cast.rival.pk)
    assert sorted(Notice.objects.values_list("user", flat=True)) == sorted([cast.player.pk, cast.rival.pk])


def test_a_stranger_gets_none(cast: Cast) -> None:
    tell(cast, cast.stranger.pk)
    assert not Notice.objects.exists()


def test_once_it_is_settled_the_next_wait_gets_a_notice_of_its_own(cast: Cast) -> None:
    tell(cast, cast.player.pk, cast.rival.pk)
    settle(cast.series, "turn 1", [cast.player.pk])
    first = Notice.objects.get(user=cast.player)
    assert first.read_at
    assert first.closed_at
    tell(cast, cast.player.pk, cast.rival.pk)
    assert Notice.objects.filter(user=cast.player).count() == 2
    assert Notice.objects.filter(user=cast.rival).count() == 1


# ---- Pages


def test_the_bell_counts_what_is_unread_until_it_is_opened(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    assert "bell__count" not in client.get("/").content.decode()
    tell(cast, cast.player.pk)
    assert '<b class="bell__count">1<' in client.get("/").content.decode()
    notice = Notice.objects.get()
    assert "It is Ines" in client.get("/notices/").content.decode()
    assert client.get(f"/notices/{notice.pk}/")["Location"] == "/scene/1/"
    assert "bell__count" not in client.get("/").content.decode()
    notice.refresh_from_db()
    assert notice.read_at
    assert notice.closed_at is None  # she has read it, and the table still waits


def test_a_page_to_which_somebody_comes_back_asks_for_the_bell_alone(cast: Cast, sign_in: SignIn) -> None:
    tell(cast, cast.player.pk)
    page = sign_in(cast.player).get("/").content.decode()
    assert 'data-bell="/notices/bell/"' in page
    for user, count in ((cast.player, '<b class="bell__count">1<'), (cast.rival, "")):
        drawn = sign_in(user).get("/notices/bell/").content.decode()
        assert drawn.startswith('<a class="bell" id="bell"')
        assert count in drawn
        assert ("bell__count" in drawn) == bool(count)
        assert "It is Ines" not in drawn
    assert sign_in(None).get("/notices/bell/").status_code == 302


def test_nobody_opens_the_notices_of_others(cast: Cast, sign_in: SignIn) -> None:
    tell(cast, cast.player.pk)
    client, pk = sign_in(cast.rival), Notice.objects.get().pk
    assert client.get(f"/notices/{pk}/").status_code == 404
    assert "It is Ines" not in client.get("/notices/").content.decode()
    client.post("/notices/read/")
    assert Notice.objects.filter(read_at=None).count() == 1
    assert sign_in(None).get(f"/notices/{pk}/").status_code == 302


def test_all_are_read_at_once_and_news_is_closed_by_it(cast: Cast, sign_in: SignIn) -> None:
    tell(cast, cast.player.pk)
    tell(cast, cast.player.pk, kind=NoticeKind.STORY, key="story 1")
    assert sign_in(cast.player).post("/notices/read/")["Location"] == "/notices/"
    assert not Notice.objects.filter(read_at=None).exists()
    assert set(Notice.objects.exclude(closed_at=None).values_list("key", flat=True)) == {"story 1"}


def choices(**changed: str) -> dict[str, str]:
    """The form as it is drawn, with some fields changed."""
    hows = {f"how-{kind}": "app" for kind in NoticeKind}
    return {**hows, "digest_hour": "7", "quiet_from": "", "quiet_until": "", **changed}


def test_what_is_chosen_is_stored_with_time_zone_and_language(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    client.cookies["zone"] = "Europe/Helsinki"
    times = {"quiet_from": "22:00", "quiet_until": "07:30"}
    sent = choices(**times, **{"how-turn": "off", "push-nudge": "on"})
    assert client.post("/account/notices/", sent, headers={"accept-language": "fi"}).status_code == 302
    stored = NoticeSettings.objects.get(user=cast.player)
    assert (stored.zone, stored.language, stored.digest_hour) == ("Europe/Helsinki", "fi", 7)
    assert (f"{stored.quiet_from:%H:%M}", f"{stored.quiet_until:%H:%M}") == ("22:00", "07:30")
    assert find_choice(stored, NoticeKind.TURN) == Choice(How.OFF, False)
    assert find_choice(stored, NoticeKind.NUDGE) == Choice(How.APP, True)
    page = client.get("/account/notices/").content.decode()
    assert 'value="22:00"' in page
    assert "Europe/Helsinki" in page
    tell(cast, cast.player.pk)
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"quiet_from": "22:00"}, {"quiet_from": "soon"}, {"digest_hour": "24"}, {"how-turn": "pigeon"}, {"how-turn": ""}],
)
def test_a_bad_choice_changes_nothing(cast: Cast, sign_in: SignIn, wrong: dict[str, str]) -> None:
    assert sign_in(cast.player).post("/account/notices/", choices(**wrong)).status_code == 422
    assert not NoticeSettings.objects.exists()


DEVICE = {"endpoint": "https://push.example.org/1", "auth": to_base64(b"0123456789abcdef"), "p256dh": public_key()}


def test_a_device_is_added_and_taken_out(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    agent = {"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}
    for _ in range(2):
        assert client.post("/account/notices/devices/", DEVICE, headers=agent).status_code == 302
    device = PushDevice.objects.get()
    page = client.get("/account/notices/").content.decode()
    assert "Firefox, Android" in page
    assert DEVICE["endpoint"] not in page
    sign_in(cast.rival).post(f"/account/notices/devices/{device.pk}/remove/")
    assert PushDevice.objects.exists()
    client.post(f"/account/notices/devices/{device.pk}/remove/")
    assert not PushDevice.objects.exists()


def test_a_browser_that_changes_hands_shows_only_the_new_persons_notices(cast: Cast, sign_in: SignIn) -> None:
    sign_in(cast.player).post("/account/notices/devices/", DEVICE)
    sign_in(cast.rival).post("/account/notices/devices/", DEVICE)
    assert PushDevice.objects.get().user == cast.rival


@pytest.mark.parametrize(
    "wrong",
    [
        *({"endpoint": "http://127.0.0.1/"}, {"endpoint": "https://10.0.0.1/"}, {"auth": "x"}, {"p256dh": "AAAA"}),
        *({"auth": "\x00"}, {"endpoint": ""}, {"p256dh": "é" * 80}),
    ],
)
def test_a_device_that_is_none_is_refused(cast: Cast, sign_in: SignIn, wrong: dict[str, str]) -> None:
    assert sign_in(cast.player).post("/account/notices/devices/", {**DEVICE, **wrong}).status_code == 422
    assert not PushDevice.objects.exists()


def test_a_person_has_so_many_devices(cast: Cast) -> None:
    for number in range(MAX_DEVICES):
        add_device(cast.player, {**DEVICE, "endpoint": f"https://push.example.org/{number}"}, "")
    with pytest.raises(Refused, match="10 devices"):
        add_device(cast.player, {**DEVICE, "endpoint": "https://push.example.org/more"}, "")


def test_one_click_ends_the_emails_without_signing_in(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    page = f"/notices/stop/{make_stop_token(cast.player)}/"
    assert client.get(page).status_code == 200
    assert not NoticeSettings.objects.exists()
    assert client.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 200
    stored = NoticeSettings.objects.get(user=cast.player)
    assert {find_choice(stored, kind).how for kind in NoticeKind} == {How.APP}
    assert client.post("/notices/stop/x:y:z/").status_code == 404


WEBHOOK = f"https://discord.com/api/webhooks/1/{'x' * 40}"


def test_a_storyteller_connects_a_channel_whose_address_nobody_sees_again(cast: Cast, sign_in: SignIn) -> None:
    client, page = sign_in(cast.storyteller), f"/series/{cast.series.pk}/discord/"
    assert client.post(page, {"address": WEBHOOK}).status_code == 302
    assert WEBHOOK not in client.get(page).content.decode()
    assert DiscordWebhook.objects.get().address == WEBHOOK
    assert sign_in(cast.player).get(page).status_code == 403
    assert sign_in(cast.stranger).get(page).status_code == 404
    client.post(page, {"do": "end"})
    assert not DiscordWebhook.objects.exists()


def test_a_connected_channel_is_tested_at_once_and_again_by_a_button(cast: Cast, sign_in: SignIn) -> None:
    client, page = sign_in(cast.storyteller), f"/series/{cast.series.pk}/discord/"
    assert client.post(page, {"do": "try"}).status_code == 409
    client.post(page, {"address": WEBHOOK})
    first = Announcement.objects.get()
    assert first.words == f"Test: notifications of “{cast.series.name}” arrive here."
    assert "Test: Waiting" in client.get(page).content.decode()
    Announcement.objects.update(state="failed", trouble="no connection")
    assert "Test: Not delivered (no connection)" in flat(client.get(page).content.decode())
    assert client.post(page, {"do": "try"}).status_code == 302
    assert Announcement.objects.exclude(pk=first.pk).get().state == "waiting"
    assert sign_in(cast.player).post(page, {"do": "try"}).status_code == 403


@pytest.mark.parametrize(
    "address",
    [
        *("http://discord.com/api/webhooks/1/" + "x" * 40, "https://discord.com.evil.org/api/webhooks/1/" + "x" * 40),
        *(f"https://127.0.0.1/?{WEBHOOK}", f"{WEBHOOK}/../../x", f"{WEBHOOK}\nx", "x", ""),
    ],
)
def test_an_address_that_is_no_webhook_is_refused(cast: Cast, sign_in: SignIn, address: str) -> None:
    page = f"/series/{cast.series.pk}/discord/"
    assert sign_in(cast.storyteller).post(page, {"address": address}).status_code == 422
    assert not DiscordWebhook.objects.exists()


def test_neither_the_series_file_nor_my_data_holds_the_secrets(cast: Cast, sign_in: SignIn) -> None:
    set_webhook(cast.membership(cast.storyteller), WEBHOOK)
    sign_in(cast.player).post("/account/notices/devices/", DEVICE)
    tell(cast, cast.player.pk)
    file = gzip.decompress(sign_in(cast.storyteller).get(f"/series/{cast.series.pk}/series.gz").content).decode()
    mine = sign_in(cast.player).get("/account/export/").content.decode()
    assert WEBHOOK not in file
    assert "It is Ines" not in file
    assert "It is Ines" in mine
    assert DEVICE["endpoint"] not in mine
    assert "It is Ines" not in sign_in(cast.rival).get("/account/export/").content.decode()


def test_the_feed_has_the_deadline_of_what_waits_and_not_its_words(cast: Cast) -> None:
    due = timezone.now() + timedelta(days=2)
    words = Text("{who} waits.", who=SECRET)
    notify(NoticeKind.TURN, cast.series, [cast.player.pk], "turn 1", words, "/", due_at=due)
    feed = write_feed(cast.player, "host").decode()
    assert f"SUMMARY:{cast.series.name}: It is your turn" in feed
    assert f"DTSTART:{due.astimezone(UTC):%Y%m%dT%H%M%SZ}" in feed
    assert SECRET not in feed
    settle(cast.series, "turn 1")
    assert "It is your turn" not in write_feed(cast.player, "host").decode()
