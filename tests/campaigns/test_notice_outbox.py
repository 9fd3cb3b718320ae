"""What is due goes out once, by real lines: an SMTP server and HTTP servers that the tests start."""

import json
import time as time_module
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import http_ece
import jwt
import pytest
from allauth.account.models import EmailAddress
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from campaigns.models import Announcement, Delivery, Notice, NoticeKind, NoticeSettings, PushDevice, User
from campaigns.models.notice import Channel, DeliveryState
from campaigns.notices import outbox
from campaigns.notices.choices import Choice, How, choose, set_webhook, store_choices
from campaigns.notices.outcome import Outcome, State
from campaigns.notices.outside import UnsafeAddress, make_context, post, require_public
from campaigns.notices.pushes import CURVE, from_base64, public_key, to_base64
from campaigns.notices.quiet_hours import end_of_quiet, is_quiet, next_digest
from campaigns.notices.rows import PAUSES
from campaigns.notices.services import announce, mark_notices_read, notify, settle
from rules.text import Text
from tests.campaigns.hooks import HookServer
from tests.cast import Cast
from tests.e2e.post_office import PostOffice

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
SECRET_OF_DEVICE = b"0123456789abcdef"


@pytest.fixture
def office(settings: Settings, cast: Cast) -> Iterator[PostOffice]:
    """A mail server, and people with addresses."""
    office = PostOffice()
    settings.MAIL, settings.EMAIL_BACKEND = True, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(office.url.rsplit(":", 1)[1])
    settings.EMAIL_TIMEOUT = 5
    for user in cast.members:
        user.email = f"{user.username}@example.org"
        user.save()
    yield office
    office.close()


@pytest.fixture
def hooks(settings: Settings) -> Iterator[HookServer]:
    """A server that the host of the site trusts."""
    server = HookServer()
    settings.HOOK_ORIGINS = [server.origin]
    yield server
    server.close()


def tell(cast: Cast, *users: User, key: str = "nudge 1", kind: NoticeKind = NoticeKind.NUDGE) -> None:
    """Tell people something that goes out at once, as the clock stands."""
    words = Text("{who} nudges you.", who="Ines")
    notify(kind, cast.series, [user.pk for user in users], key, words, "/scenes/1/")
    make_due()


def make_due() -> None:
    """Let the time pass for which everything waits."""
    early = timezone.now() - timedelta(seconds=1)
    for model in (Delivery, Announcement):
        model._default_manager.filter(state=DeliveryState.WAITING).update(send_at=early)


def wait_for_letters() -> None:
    """Let the time pass that lies between two e-mails."""
    Delivery.objects.filter(state=DeliveryState.SENT).update(tried_at=timezone.now() - timedelta(hours=1))


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


# ---- E-mail


def test_an_email_says_what_happened_with_a_link_and_an_end(cast: Cast, office: PostOffice) -> None:
    tell(cast, cast.player)
    outbox.send_due()
    (letter,) = office.letters
    text = str(letter.get_content())
    notice, delivery = Notice.objects.get(), Delivery.objects.get()
    assert letter["To"] == "player@example.org"
    assert letter["Subject"] == f"[Storywheel] {cast.series.name}: Ines nudges you."
    assert f"http://127.0.0.1:8000/notices/{notice.pk}/" in text
    assert letter["Message-ID"] == f"<notice-{delivery.pk}@127.0.0.1>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["List-Unsubscribe"].strip(" <>") in text
    assert delivery.state == DeliveryState.SENT


def test_an_email_is_in_the_readers_language(cast: Cast, office: PostOffice) -> None:
    choose(cast.player, {}, {"language": "fi"})
    tell(cast, cast.player)
    outbox.send_due()
    assert "Lopeta nämä sähköpostit" in str(office.letters[0].get_content())


def test_what_is_due_together_comes_in_one_email(cast: Cast, office: PostOffice) -> None:
    tell(cast, cast.player, key="nudge 1")
    tell(cast, cast.player, key="nudge 2")
    outbox.send_due()
    (letter,) = office.letters
    assert str(letter["Subject"]).startswith("[Storywheel] 2 notifications: ")
    assert all(f"/notices/{pk}/" in str(letter.get_content()) for pk in Notice.objects.values_list("pk", flat=True))


def test_two_emails_to_one_person_do_not_follow_each_other_at_once(cast: Cast, office: PostOffice) -> None:
    tell(cast, cast.player, key="nudge 1")
    outbox.send_due()
    tell(cast, cast.player, cast.rival, key="nudge 2")
    outbox.send_due()
    assert sorted(str(letter["To"]) for letter in office.letters) == ["player@example.org", "rival@example.org"]
    wait_for_letters()
    make_due()
    outbox.send_due()
    assert len(office.letters) == 3


@pytest.mark.parametrize("way", ["read", "settled", "left", "unverified", "no email address", "shut", "off"])
def test_nothing_is_sent_that_nobody_needs(cast: Cast, office: PostOffice, way: str) -> None:
    if way == "off":
        choose(cast.player, {NoticeKind.NUDGE: Choice(How.OFF, True)}, {})
    tell(cast, cast.player)
    match way:
        case "read":
            mark_notices_read(cast.player)
        case "settled":
            settle(cast.series, "nudge 1")
        case "left":
            cast.membership(cast.player).delete()
        case "unverified":
            EmailAddress.objects.create(user=cast.player, email=cast.player.email, verified=False)
        case "no email address":
            User.objects.filter(pk=cast.player.pk).update(email="")
        case "shut":
            User.objects.filter(pk=cast.player.pk).update(is_active=False)
    outbox.send_due()
    assert office.letters == []
    assert not Delivery.objects.exists()


def test_the_task_twice_sends_once(cast: Cast, office: PostOffice) -> None:
    tell(cast, cast.player, cast.rival)
    outbox.send_due()
    outbox.send_due()
    assert len(office.letters) == 2


def test_a_crash_between_commit_and_sending_sends_nothing_twice(
    cast: Cast, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(cast, cast.player)

    def die(*_args: Any) -> Outcome:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "send_letter", die)
        with pytest.raises(KeyboardInterrupt):
            outbox.send_due()
    assert states() == [DeliveryState.SENDING]
    outbox.send_due()
    assert office.letters == []
    Delivery.objects.update(tried_at=timezone.now() - outbox.LOST_AFTER * 2)
    outbox.clear_old()
    assert states() == [DeliveryState.FAILED]
    assert Notice.objects.filter(read_at=None).exists()  # it still stands behind the bell


def test_a_mail_server_that_is_away_is_tried_again_with_pauses_and_not_for_ever(
    cast: Cast, office: PostOffice, settings: Settings
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    tell(cast, cast.player)
    for pause in PAUSES:
        outbox.send_due()
        delivery = Delivery.objects.get()
        assert delivery.state == DeliveryState.WAITING
        assert delivery.send_at - delivery.tried_at == pytest.approx(pause, abs=timedelta(seconds=10))  # type: ignore[operator]
        make_due()
    settings.EMAIL_PORT = port
    outbox.send_due()
    assert (states(), len(office.letters)) == ([DeliveryState.SENT], 1)


@pytest.mark.parametrize(
    ("command", "answer", "state"),
    [
        (b"RCPT", b"450 later", DeliveryState.WAITING),
        (b"RCPT", b"550 nobody", DeliveryState.FAILED),
        (b"MAIL", b"451 later", DeliveryState.WAITING),
        (b"DATA", b"250 good", DeliveryState.SENT),
    ],
)
def test_what_the_mail_server_says_is_believed(
    cast: Cast, office: PostOffice, command: bytes, answer: bytes, state: str
) -> None:
    office.answers = {command: answer}
    tell(cast, cast.player)
    outbox.send_due()
    assert states() == [state]


def test_an_email_whose_line_breaks_is_not_sent_again(cast: Cast, office: PostOffice) -> None:
    office.answers = {b"DATA": b""}  # it has the letter, and hangs up without a word
    tell(cast, cast.player)
    outbox.send_due()
    make_due()
    outbox.send_due()
    assert (states(), len(office.letters)) == ([DeliveryState.FAILED], 1)


# ---- Push


def add_device(user: User, origin: str) -> ec.EllipticCurvePrivateKey:
    """Let somebody have a device, and return its private key."""
    private = ec.generate_private_key(CURVE)
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": to_base64(point), "auth": to_base64(SECRET_OF_DEVICE)}
    PushDevice.objects.create(user=user, endpoint=f"{origin}/push/{user.pk}", **keys)
    return private


def read_push(body: bytes, private: ec.EllipticCurvePrivateKey) -> dict[str, str]:
    """Decrypt a push as the browser does."""
    opened = http_ece.decrypt(body, private_key=private, auth_secret=SECRET_OF_DEVICE, version="aes128gcm")
    return dict(json.loads(opened))


def test_a_push_can_be_read_by_its_device_alone(cast: Cast, hooks: HookServer) -> None:
    private = add_device(cast.player, hooks.origin)
    tell(cast, cast.player)
    outbox.send_due()
    (posted,) = hooks.posted
    notice = Notice.objects.get()
    assert read_push(posted.body, private) == {
        "title": cast.series.name,
        "body": "Ines nudges you.",
        "tag": f"notice-{notice.pk}",
        "path": f"/notices/{notice.pk}/",
    }
    assert b"Ines" not in posted.body
    assert posted.headers["topic"] == f"notice-{notice.pk}"
    scheme, token, key = posted.headers["authorization"].replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={public_key()}")
    site = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(public_key()))
    claims = jwt.decode(token.removeprefix("t="), site, algorithms=["ES256"], audience=hooks.origin)
    assert claims["sub"].startswith("mailto:")


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(cast: Cast, hooks: HookServer, status: int) -> None:
    add_device(cast.player, hooks.origin)
    hooks.status = status
    tell(cast, cast.player)
    outbox.send_due()
    assert not PushDevice.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("status", "state"),
    [
        (429, DeliveryState.WAITING),
        (503, DeliveryState.WAITING),
        (400, DeliveryState.FAILED),
        (302, DeliveryState.FAILED),
        (0, DeliveryState.FAILED),
    ],
)
def test_what_the_push_service_answers_is_believed(cast: Cast, hooks: HookServer, status: int, state: str) -> None:
    add_device(cast.player, hooks.origin)
    hooks.status = status
    tell(cast, cast.player)
    outbox.send_due()
    delivery = Delivery.objects.get()
    assert (delivery.state, len(hooks.posted)) == (state, 1)
    if status in (429, 503):
        assert delivery.send_at > timezone.now() + timedelta(minutes=9)


@pytest.mark.parametrize("address", ["https://a..b/", f"https://{'a' * 64}.example.org/"])
def test_one_address_that_cannot_be_sent_to_loses_nobody_elses_notices(
    cast: Cast, hooks: HookServer, address: str
) -> None:
    for user in (cast.player, cast.rival, cast.storyteller):
        add_device(user, hooks.origin)
    PushDevice.objects.filter(user=cast.player).update(endpoint=address)
    tell(cast, cast.player, cast.rival, cast.storyteller)
    outbox.send_due()
    outcomes = dict(Delivery.objects.values_list("notice__user__username", "state"))
    assert outcomes.pop(cast.player.username) == DeliveryState.FAILED
    assert set(outcomes.values()) == {DeliveryState.SENT}
    assert len(hooks.posted) == 2


@pytest.mark.parametrize("name", ["send_push", "send_letter", "send_post"])
def test_whatever_is_raised_is_the_outcome_of_its_row(
    cast: Cast, hooks: HookServer, office: PostOffice, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    set_webhook(cast.membership(cast.storyteller), f"{hooks.origin}/channel")
    for user in (cast.player, cast.rival):
        add_device(user, hooks.origin)
    tell(cast, cast.player, cast.rival)
    for key in ("session 1", "session 2"):
        announce(NoticeKind.SESSION, cast.series, key, Text("A session."), "/series/1/")
    make_due()
    real = getattr(outbox, name)

    def raise_once(*args: Any) -> Outcome:
        monkeypatch.setattr(outbox, name, real)
        raise RuntimeError

    monkeypatch.setattr(outbox, name, raise_once)
    outbox.send_due()
    rows = [*Delivery.objects.all(), *Announcement.objects.all()]
    assert [row.trouble for row in rows if row.state != DeliveryState.SENT] == ["RuntimeError"]
    assert len(rows) == 6


def test_a_silent_receiver_takes_no_more_than_its_persons_share_of_a_run(
    cast: Cast, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (cast.player, cast.rival):
        add_device(user, hooks.origin)
    for n in range(4):
        tell(cast, cast.player, key=f"nudge {n}")
    tell(cast, cast.rival)
    late, monotonic = 0.0, time_module.monotonic

    def stay_silent(row: Delivery, device: PushDevice, *_args: Any) -> Outcome:
        nonlocal late
        late += 6.0 if device.user_id == cast.player.pk else 0.0
        return Outcome(State.SENT)

    monkeypatch.setattr(outbox, "send_push", stay_silent)
    monkeypatch.setattr(time_module, "monotonic", lambda: monotonic() + late)
    outbox.send_due()
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING)
    assert {row.notice.user_id for row in waiting} == {cast.player.pk}
    assert waiting.count() == 2, "two of four took ten seconds"
    outbox.send_due()
    assert set(states()) == {DeliveryState.SENT}


def test_a_device_that_fails_three_times_rests_and_is_tried_again_later(cast: Cast, hooks: HookServer) -> None:
    add_device(cast.player, hooks.origin)
    add_device(cast.rival, hooks.origin)
    hooks.status = 400
    for n in range(5):
        tell(cast, cast.player, key=f"nudge {n}")
    outbox.send_due()
    assert (len(hooks.posted), states()) == (3, [DeliveryState.FAILED] * 3 + [DeliveryState.WAITING] * 2)
    tell(cast, cast.rival)
    hooks.status = 204
    outbox.send_due()
    assert len(hooks.posted) == 4, "another's device does not rest"
    Delivery.objects.exclude(tried_at=None).update(tried_at=timezone.now() - outbox.DEVICE_RESTS)
    make_due()
    outbox.send_due()
    assert Delivery.objects.filter(state=DeliveryState.SENT).count() == 3
    tell(cast, cast.player, key="nudge 9")
    outbox.send_due()
    assert Delivery.objects.filter(state=DeliveryState.SENT).count() == 4, "what arrives ends the rest"


# ---- Discord


def test_discord_gets_the_words_without_mentions(cast: Cast, hooks: HookServer) -> None:
    set_webhook(cast.membership(cast.storyteller), f"{hooks.origin}/api/webhooks/1/x")
    words = Text("{who} joined.", who="@everyone **<@1>**")
    announce(NoticeKind.MEMBER, cast.series, "member 1", words, "/series/1/members/")
    outbox.send_due()
    outbox.send_due()
    (posted,) = hooks.posted
    said = json.loads(posted.body)
    assert said["allowed_mentions"] == {"parse": []}
    assert "\\*\\*\\<\\@1\\>\\*\\*" in said["content"]
    assert said["content"].endswith("<http://127.0.0.1:8000/series/1/members/>")


def test_a_series_without_a_channel_announces_nothing(cast: Cast) -> None:
    announce(NoticeKind.MEMBER, cast.series, "member 1", Text("{who} joined.", who="Ines"), "/")
    assert not Announcement.objects.exists()


# ---- Where nothing may go


@pytest.mark.parametrize("address", ["https://example.org/x?y=z", "https://93.184.216.34/", "https://[2606:2800::1]/"])
def test_an_address_that_everybody_can_reach_is_taken(address: str) -> None:
    assert require_public(address).scheme == "https"


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/x", "https://127.0.0.1/x", "https://10.1.2.3/", "https://[::1]/", "https://localhost/"),
        *("https://example.org:22/", "https://a@example.org/", "https:///x", "ftp://example.org/", "https://[x/", ""),
        *("https://169.254.169.254/latest", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/"),
        *("https://0.0.0.0/", "https://100.64.0.1/", "https://172.16.0.1/", "https://192.168.1.1/", "https://[::]/"),
        *("https://224.0.0.1/", "https://255.255.255.255/", "https://240.0.0.1/", "https://[ff02::1]/"),
        *("https://[fe80::1]/", "https://[fe80::1%25eth0]/", "https://[fc00::1]/", "https://[fec0::1]/"),
        *("https://[64:ff9b::7f00:1]/", "https://[64:ff9b::a00:1]/", "https://[2002:7f00:1::]/", "https://[2001::1]/"),
        *("https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0x7f000001/", "https://0177.0.0.1/"),
        *("https://example.0x7f/", "https://exämple.org/", "https://example.org/a b", "https://example.org/\r\nX: y"),
    ],
)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    with pytest.raises(UnsafeAddress):
        require_public(address)


def test_a_name_with_a_private_number_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_args: Any, **_options: Any) -> list[Any]:
        return [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]

    monkeypatch.setattr("campaigns.notices.outside.socket.getaddrinfo", resolve)
    assert post("https://rebinding.example.org/", b"", {}).state is State.REFUSED


# ---- Quiet hours and the digest

CLOCKS = st.times(max_value=time(23, 59)).map(lambda one: one.replace(second=0, microsecond=0))
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))
ZONES = st.sampled_from(["", "Europe/Helsinki", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])


@given(CLOCKS, CLOCKS, MOMENTS, ZONES)
def test_quiet_hours_end_at_the_first_moment_that_is_not_quiet(
    begins: time, ends: time, now: datetime, zone: str
) -> None:
    chosen = NoticeSettings(quiet_from=begins, quiet_until=ends, zone=zone)
    end = end_of_quiet(chosen, now)
    assert now <= end <= now + timedelta(hours=26)
    assert not is_quiet(chosen, end)
    assert end == now or is_quiet(chosen, end - timedelta(microseconds=1))
    assert (end == now) == (not is_quiet(chosen, now))


@given(st.integers(0, 23), MOMENTS, ZONES)
def test_the_digest_comes_within_a_day(hour: int, now: datetime, zone: str) -> None:
    at = next_digest(NoticeSettings(digest_hour=hour, zone=zone), now)
    assert now < at <= now + timedelta(hours=25, minutes=1)


def test_quiet_hours_hold_back_what_is_due(cast: Cast, office: PostOffice) -> None:
    now = timezone.now()
    quiet = {"quiet_from": (now - timedelta(hours=1)).time(), "quiet_until": (now + timedelta(hours=1)).time()}
    choose(cast.player, {}, {**quiet, "zone": "UTC"})
    tell(cast, cast.player, cast.rival)
    outbox.send_due()
    assert [str(letter["To"]) for letter in office.letters] == ["rival@example.org"]
    held = Delivery.objects.get(state=DeliveryState.WAITING)
    assert held.send_at - now == pytest.approx(timedelta(hours=1), abs=timedelta(minutes=1))


def test_each_kind_goes_the_way_that_was_chosen(cast: Cast, settings: Settings) -> None:
    settings.MAIL = True
    chosen = {
        NoticeKind.TURN: Choice(How.DIGEST, False),
        NoticeKind.NUDGE: Choice(How.MAIL, True),
        NoticeKind.STORY: Choice(How.APP, True),
    }
    NoticeSettings.objects.create(user=cast.player, choices=store_choices(chosen), digest_hour=8)
    add_device(cast.player, "https://push.example.org")
    for kind in chosen:
        notify(kind, cast.series, [cast.player.pk], f"{kind} 1", Text("{who} nudges you.", who="Ines"), "/")
    sent = {(row.notice.kind, row.way): row.send_at for row in Delivery.objects.select_related("notice")}
    assert set(sent) == {
        (NoticeKind.TURN, Channel.MAIL),
        (NoticeKind.NUDGE, Channel.MAIL),
        (NoticeKind.NUDGE, Channel.PUSH),
        (NoticeKind.STORY, Channel.PUSH),
    }
    assert (sent[NoticeKind.TURN, Channel.MAIL].hour, sent[NoticeKind.TURN, Channel.MAIL].minute) == (8, 0)


def test_old_rows_are_cleared(cast: Cast, office: PostOffice) -> None:
    tell(cast, cast.player)
    outbox.send_due()
    outbox.clear_old()
    assert (Notice.objects.count(), Delivery.objects.count()) == (1, 1)
    Delivery.objects.update(tried_at=timezone.now() - outbox.KEEP_SENT * 2)
    settle(cast.series, "nudge 1")
    Notice.objects.update(closed_at=timezone.now() - outbox.KEEP_NOTICES * 2)
    outbox.clear_old()
    assert (Notice.objects.count(), Delivery.objects.count()) == (0, 0)


def test_a_trusted_origin_may_have_a_certificate_authority_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name.from_rfc4514_string("CN=Our chat")
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    file = tmp_path / "ours.pem"
    file.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))

    def names(*, trusted: bool) -> str:
        return str(make_context(trusted=trusted).get_ca_certs())

    assert "Our chat" in names(trusted=True)
    assert "Our chat" not in names(trusted=False)
