"""Pictures in the texts of a table: each seat sees those of which it knows, and of the others the words."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Attachment, Handout, User
from play.commands.moves import ShowHandout
from play.seats.board import Board
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from tests.campaigns.test_attachments import keep_picture
from tests.play.conftest import TableInPlay


def board(coins: TableInPlay, user: User) -> Board:
    return gather_translated_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user)))


def write_notes(coins: TableInPlay, text: str) -> None:
    coins.scene.notes = text
    coins.scene.save()


def who_sees(coins: TableInPlay, picture: Attachment) -> set[User]:
    """Who sees the picture in the notes of the scene. The others see its words."""
    notes = {user: board(coins, user).place.notes_html for user in coins.cast.members}
    seen = {user for user, html in notes.items() if f'src="{picture.url}"' in html}
    assert all("<em>The pier</em>" in html for user, html in notes.items() if user not in seen)
    return seen


def test_a_seat_sees_the_pictures_of_which_it_knows_as_soon_as_it_is_told(coins: TableInPlay) -> None:
    cast, picture = coins.cast, keep_picture(coins.cast)
    write_notes(coins, picture.code)
    run = {cast.storyteller, cast.co_storyteller}
    assert who_sees(coins, picture) == run
    Attachment.objects.update(known_to="some")
    picture.knowers.add(cast.heroine)
    assert who_sees(coins, picture) == run | {cast.player}
    Attachment.objects.update(known_to="all")
    assert who_sees(coins, picture) == set(cast.members)
    Attachment.objects.update(known_to="storyteller")
    assert who_sees(coins, picture) == run


def test_a_handout_shows_its_pictures_alike(coins: TableInPlay) -> None:
    cast, picture = coins.cast, keep_picture(coins.cast, "some")
    picture.knowers.add(cast.heroine)
    chart = Handout.objects.create(series=cast.series, title="A map", text=picture.code)
    coins.act(cast.storyteller, ShowHandout(chart.pk, everybody=True))
    seen = {user for user in cast.members if picture.url in board(coins, user).handouts[0].text_html}
    assert seen == {
        cast.storyteller,
        cast.co_storyteller,
        cast.player,
    }


def test_a_table_whose_texts_name_no_picture_asks_for_none(coins: TableInPlay) -> None:
    keep_picture(coins.cast, "all")
    write_notes(coins, "The pier")
    with CaptureQueriesContext(connection) as asked:
        board(coins, coins.cast.player)
    assert "attachment" not in str([one["sql"] for one in asked])
