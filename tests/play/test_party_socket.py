"""The socket of a series' page: the board of the party comes anew when it shows something else, and only then."""

from collections.abc import Awaitable, Callable

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaigns.experience.ledger import Gift, award
from campaigns.models import Character, Membership, NoticeKind, ProposalState, User
from campaigns.notices.services import notify
from campaigns.people.portraits.services import set_portrait
from config.asgi import application
from play.commands.moves import BattleMove, BringIn, OpenBattle, ShowCharacter
from play.live import party
from play.live.party import load_written
from rules.raising import GENERAL
from rules.text import Text
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET
from tests.conftest import SignIn, live
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.walk

ORIGIN = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
SILENCE = 0.2
"""Seconds in which a look would have come: twenty do."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(party, "WATCH_SECONDS", 0.01)


class Page:
    """A series' page that is open, as its script is."""

    def __init__(self, client: Client, path: str) -> None:
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        self.link = WebsocketCommunicator(application, path, headers=[*ORIGIN, (b"cookie", cookie.encode())])
        self.heard: list[str] = []

    async def hear(self) -> str:
        self.heard.append(await self.link.receive_from(timeout=5))
        return self.heard[-1]

    async def hears_nothing(self) -> bool:
        return bool(await self.link.receive_nothing(SILENCE))

    async def closing_code(self) -> int:
        while (output := await self.link.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        return int(output["code"])


Watch = Callable[..., Awaitable[Page]]


@pytest.fixture
def watch(coins: TableInPlay, sign_in: SignIn) -> Watch:
    async def open_page(user: User | None, language: str = "en", seen: str = "") -> Page:
        client = await sync_to_async(sign_in)(user)
        client.cookies["django_language"] = language
        page = Page(client, f"/ws/series/{coins.cast.series.pk}/party/?seen={seen}")
        assert (await page.link.connect(timeout=5))[0]
        return page

    return open_page


def read_mark(html: str) -> str:
    return html.partition("?seen=")[2].partition('"')[0]


@live
async def test_what_happens_at_the_table_comes_to_the_board(coins: TableInPlay, watch: Watch) -> None:
    page = await watch(coins.cast.player)
    assert (await page.hear()).count("The Toll Bridge") == 0  # all are in the scene to which the page leads
    await sync_to_async(coins.act)(coins.cast.storyteller, ShowCharacter(str(coins.cast.duelist.pk), False))
    assert (await page.hear()).count("The Toll Bridge") == 1
    await page.link.disconnect()


@live
async def test_a_page_that_shows_it_already_is_sent_nothing(coins: TableInPlay, watch: Watch) -> None:
    first = await watch(coins.cast.player)
    mark = read_mark(await first.hear())
    again = await watch(coins.cast.player, seen=mark)
    assert await again.hears_nothing()
    cast = coins.cast
    await sync_to_async(notify)(NoticeKind.TURN, cast.series, [cast.player.pk], "turn 1", Text("Your turn."), "/")
    for page in (first, again):
        assert '<b class="bell__count">1<' in await page.hear()
        await page.link.disconnect()


@live
async def test_a_new_portrait_comes_to_every_board(coins: TableInPlay, watch: Watch) -> None:
    cast = coins.cast
    pages = [await watch(cast.player), await watch(cast.rival)]
    for page in pages:
        await page.hear()
    player = await sync_to_async(cast.membership)(cast.player)
    await sync_to_async(set_portrait)(player, cast.heroine, picture())
    name = (await Character.objects.aget(pk=cast.heroine.pk)).portrait_name
    for page in pages:
        assert f"?{name}" in await page.hear()
        await page.link.disconnect()


@live
async def test_experience_that_is_awarded_comes_to_those_who_may_read_it(coins: TableInPlay, watch: Watch) -> None:
    cast = coins.cast
    player, rival = await watch(cast.player), await watch(cast.rival)
    await player.hear()
    await rival.hear()
    teller = await sync_to_async(cast.membership)(cast.storyteller)
    await sync_to_async(award)(teller, [cast.heroine.pk], [Gift(GENERAL, 47, "For the bridge")])
    assert " 47<" in await player.hear()
    assert await rival.hears_nothing()
    assert " 47<" not in "".join(rival.heard)
    for page in (player, rival):
        await page.link.disconnect()


@live
async def test_what_is_secret_sends_nothing(coins: TableInPlay, watch: Watch) -> None:
    cast = coins.cast
    player, storyteller = await watch(cast.player), await watch(cast.storyteller)
    await player.hear()
    await storyteller.hear()
    teller = cast.storyteller
    await sync_to_async(coins.act)(teller, OpenBattle())
    await sync_to_async(coins.act)(teller, BringIn(coins.keys(cast.lurker), "toll company"))
    await sync_to_async(coins.act)(teller, BattleMove({"kind": "StartBattle"}))
    await Character.objects.filter(pk=cast.lurker.pk).aupdate(owner=teller)
    assert SECRET in await storyteller.hear()  # so the looks since then have found it
    assert await player.hears_nothing()
    assert SECRET not in "".join(player.heard)
    for page in (player, storyteller):
        await page.link.disconnect()


@live
async def test_it_speaks_the_language_of_the_page(coins: TableInPlay, watch: Watch) -> None:
    await sync_to_async(coins.cast.heroine.proposals.create)(label="Legs", points=1, state=ProposalState.TRAINING)
    for language, words in (("en", "In training:"), ("fi", "Harjoittelussa:")):
        page = await watch(coins.cast.player, language)
        assert words in await page.hear()
        await page.link.disconnect()


@live
@pytest.mark.parametrize(("who", "code"), [(None, 4401), ("stranger", 4403)])
async def test_it_is_closed_to_those_who_have_no_seat(
    coins: TableInPlay, watch: Watch, who: str | None, code: int
) -> None:
    page = await watch(getattr(coins.cast, who) if who else None)
    assert await page.closing_code() == code


@live
async def test_it_ends_when_the_seat_is_lost(coins: TableInPlay, watch: Watch) -> None:
    page = await watch(coins.cast.player)
    await page.hear()
    await Membership.objects.filter(user=coins.cast.player).adelete()
    assert await page.closing_code() == 4403
    assert len(page.heard) == 1


def test_a_look_takes_five_queries_for_any_number_of_pages(
    coins: TableInPlay, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    series = coins.cast.series.pk
    for seats in ({(series, coins.cast.player.pk)}, {(series, user.pk) for user in coins.cast.members}):
        with django_assert_num_queries(5):
            assert load_written(seats).keys() == seats
