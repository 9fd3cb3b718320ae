"""Mentions in the texts of a table: they lead those who may see the page to it; for others they are plain words."""

from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Handout, KnownTo, Subject, User
from play.commands.moves import Say, ShowHandout
from play.seats import mentioned
from play.seats.board import Board
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that the test moves."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(mentioned, "monotonic", lambda: clock.now)
    return clock


def board(coins: TableInPlay, user: User) -> Board:
    return gather_translated_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user)))


def newest(coins: TableInPlay, user: User) -> str:
    """The words that were spoken last, as somebody is sent them."""
    facts = facts_of(coins.scene, coins.cast.membership(user))
    return str(facts["log"][str(facts["count"])]["speech"]["text_html"])


def make_page(coins: TableInPlay, known_to: str = KnownTo.SOME, name: str = "Henna") -> Subject:
    page = Subject.objects.create(series=coins.cast.series, name=name, known_to=known_to)
    page.knowers.add(coins.cast.heroine)
    return page


def test_a_mention_in_the_log_leads_those_to_the_page_who_may_see_it(
    coins: TableInPlay, clock: SimpleNamespace
) -> None:
    cast, page = coins.cast, make_page(coins)
    coins.act(cast.rival, Say("Ask *@Henna* & @Nobody <b>."))
    link = f'<em><a href="{page.url}" rel="noopener noreferrer">Henna</a></em> &amp; @Nobody &lt;b&gt;.'

    def who_sees() -> set[User]:
        drawn = {user: newest(coins, user) for user in cast.members}
        seen = {user for user, html in drawn.items() if link in html}
        assert all("<em>@Henna</em> &amp; @Nobody" in html for user, html in drawn.items() if user not in seen)
        return seen

    run = {cast.storyteller, cast.co_storyteller}
    assert who_sees() == run | {cast.player}
    Subject.objects.update(known_to=KnownTo.ALL)
    clock.now += mentioned.SECONDS
    assert who_sees() == set(cast.members)
    Subject.objects.update(known_to=KnownTo.STORYTELLER)
    clock.now += mentioned.SECONDS
    assert who_sees() == run


def test_a_deed_a_whisper_the_notes_of_the_scene_and_handouts_link_names(coins: TableInPlay) -> None:
    cast, page = coins.cast, make_page(coins, KnownTo.ALL)
    coins.scene.notes = "At @Henna’s."
    coins.scene.save()
    paper = Handout.objects.create(series=cast.series, title="A letter", text="To @Henna")
    coins.act(cast.storyteller, ShowHandout(paper.pk, everybody=True))
    seen = board(coins, cast.player)
    link = f'<a href="{page.url}"'
    assert link in seen.place.notes_html
    assert link in seen.handouts[0].text_html
    for text in ("/me nods to @Henna.", "/w st @[Henna]s ship"):
        coins.act(cast.player, Say(text))
        assert link in newest(coins, cast.player)


def test_a_log_with_a_secret_name_reads_as_one_with_a_name_that_nobody_has(coins: TableInPlay) -> None:
    cast = coins.cast
    hidden = make_page(coins, KnownTo.STORYTELLER, f"Henna {SECRET}")
    hidden.other_names = "Henna"
    hidden.save()
    for text in ("Who is @Henna?", f"Who is @{cast.lurker.name.replace(SECRET, '')}?"):
        coins.act(cast.player, Say(text))
        for user in (cast.player, cast.rival, cast.spectator):
            html = newest(coins, user)
            assert "<a " not in html
            assert SECRET not in html
            assert "Henna" not in str(board(coins, user).names)
            assert SECRET not in str(board(coins, user).names)


def test_a_drawing_with_mentions_asks_the_database_as_little_as_one_without(
    coins: TableInPlay, clock: SimpleNamespace
) -> None:
    cast = coins.cast
    make_page(coins)
    coins.act(cast.player, Say("Nobody."))

    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            newest(coins, cast.rival)
        return len(asked)

    newest(coins, cast.rival)
    bare = count()
    coins.act(cast.player, Say("@Henna!"))
    newest(coins, cast.rival)
    assert count() == bare
    clock.now += mentioned.SECONDS
    assert count() == bare + 1
    assert count() == bare


def test_an_older_stretch_of_the_log_links_names_too(coins: TableInPlay, sign_in: SignIn) -> None:
    page = make_page(coins)
    coins.act(coins.cast.player, Say("@Henna!"))
    address = reverse("table_log", args=[coins.scene.pk, 1])
    assert f'href="{page.url}"' in sign_in(coins.cast.player).get(address).content.decode()
    assert page.url not in sign_in(coins.cast.rival).get(address).content.decode()
