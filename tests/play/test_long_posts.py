"""Posts, their drafts and edits, and strands: what each seat reads, and that nothing of a secret one is left."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from campaigns.chronicle.drafts import WORDS, find_draft
from campaigns.core.edit_conflict import fingerprint
from campaigns.core.seats import get_seat
from campaigns.models import Draft, Notice, ReadMark, User
from campaigns.series.members.services import leave_series
from config.accounts import my_data
from play.commands.long_posts import AT_THE_TABLE
from play.commands.moves import MAX_POST, CloseStrand, EditPost, OpenStrand, Post, Rewind, Say
from play.live.frames import Drawing, draw_board
from play.models import Command, Entry
from play.recap.load import load_recap
from play.seats.export import write_transcript
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.seats.log import load_log
from play.seats.long_posts import IN_SIGHT, cut_post
from play.table.history import state_at
from play.table.lines import LogLine
from play.table.live_scene import live_scenes
from rules import get_system
from rules.errors import BadInput, IllegalMove
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import page_facts

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
HX = {"hx-request": "true"}


def log_of(coins: TableInPlay, user: User) -> tuple[LogLine, ...]:
    seat, _ = seat_class_of(coins.cast.membership(user))
    return load_log(load_facts(coins.scene.pk), seat)[1]


def draw(coins: TableInPlay, user: User) -> Drawing:
    return draw_board(gather_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user))))


def texts(coins: TableInPlay, user: User) -> list[tuple[str, str]]:
    """What posts say to somebody, and what they said first; in a process that remembers them and in a new one."""
    found = [[(line.speech.text, line.speech.original) for line in log_of(coins, user) if line.speech]]
    live_scenes.forget()
    found.append([(line.speech.text, line.speech.original) for line in log_of(coins, user) if line.speech])
    assert found[0] == found[1]
    return found[0]


def transcript(coins: TableInPlay, user: User) -> str:
    seat, _ = seat_class_of(coins.cast.membership(user))
    return "".join(write_transcript(load_facts(coins.scene.pk), seat))


def page_of(coins: TableInPlay, client: Client) -> str:
    return client.get(f"/scenes/{coins.scene.pk}/").content.decode()


def entries_of(coins: TableInPlay, client: Client) -> Any:
    """The log of somebody's page, by the counts of the seat."""
    return page_facts(client, coins.scene.pk)["log"]


def open_entry(coins: TableInPlay, client: Client, entry: int) -> Any:
    """What the page fetches when an entry is opened."""
    return client.get(reverse("stage_entry", args=[coins.scene.pk, entry])).json()


def write(coins: TableInPlay, client: Client, do: str, text: str, **fields: str) -> tuple[int, str]:
    form = {"command": str(uuid.uuid4()), "number": "0", "do": do, "text": text, **fields}
    answer = client.post(reverse("table_write", args=[coins.scene.pk]), form, headers=HX)
    return answer.status_code, answer.content.decode()


def seen(coins: TableInPlay, user: User) -> str:
    return fingerprint(find_draft(coins.cast.membership(user), coins.scene), WORDS)


def test_a_post_is_markdown_without_html_and_its_rest_is_fetched(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    long = "\n\n".join(["It is **dusk**. <script>alert(1)</script>", "fog " * 150, "fog " * 150, "The end is near."])
    coins.act(cast.player, Post(long, speaker=str(cast.heroine.pk)))
    client = sign_in(cast.rival)
    post = entries_of(coins, client)["1"]["speech"]
    assert (post["kind"], post["has_rest"]) == ("post", True)
    assert "It is <strong>dusk</strong>." in post["text_html"]
    assert "<script>" not in post["text_html"]
    assert "The end is near." not in page_of(coins, client)
    told = open_entry(coins, client, 1)
    assert "The end is near." in told["rest_html"]
    assert "It is" not in told["rest_html"]
    assert "first_html" not in told
    for entry in (2, 999_999_999):
        assert client.get(reverse("stage_entry", args=[coins.scene.pk, entry])).status_code == 404


@pytest.mark.parametrize(
    "text", ["x" * 5000, "a b " * 900, "p\n\n" + "q" * 4000, "short", "\n\n".join(["w" * 400] * 9)]
)
def test_no_word_of_a_post_is_lost_where_it_is_cut(text: str) -> None:
    begins, rest = cut_post(text)
    assert len(begins) <= IN_SIGHT
    assert "".join((begins + rest).split()) == "".join(text.split())


def test_a_push_grows_by_the_beginning_of_a_post_only(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("So."))
    before = draw(coins, cast.rival)
    coins.act(cast.player, Post("word " * 3_900))
    assert len(draw(coins, cast.rival).make_change(before)) < 6_000


@pytest.mark.parametrize("text", ["", "   \n", "\u2800", "x" * (MAX_POST + 1)])
def test_a_post_has_words_and_not_too_many(coins: TableInPlay, text: str) -> None:
    with pytest.raises(BadInput):
        coins.act(coins.cast.player, Post(text))
    assert coins.number == 0


def test_the_newest_text_is_shown_and_the_first_stays(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("For one.", to=str(cast.duelist.pk)))
    coins.act(cast.player, Post("The gate is *oak*."))
    client = sign_in(cast.rival)
    entries_of(coins, client)
    coins.act(cast.player, EditPost(1, "The gate is iron."))
    coins.act(cast.player, EditPost(1, "The gate is *salt*.", times=1))
    for user in cast.members:
        assert ("The gate is *salt*.", "The gate is *oak*.") in texts(coins, user)
        assert "The gate is *salt*." in transcript(coins, user)
        assert "Before it was edited: The gate is *oak*." in transcript(coins, user)
        assert "iron" not in transcript(coins, user)
    post = entries_of(coins, client)["2"]["speech"]
    assert "The gate is <em>salt</em>." in post["text_html"]
    assert post["is_edited"]
    assert "oak" not in page_of(coins, client)
    assert "oak" in open_entry(coins, client, 2)["first_html"]
    assert len(log_of(coins, cast.rival)) == 2, "an edit is no line of its own"
    assert coins.count(cast.player) == 1


def test_only_its_writer_changes_a_post_while_it_counts(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.player, Post("Mine."))
    coins.act(cast.storyteller, Say("Not a post."))
    for user in (cast.storyteller, cast.co_storyteller, cast.rival):
        with pytest.raises(IllegalMove, match="only your own posts"):
            coins.act(user, EditPost(1, "Yours."))
        assert sign_in(user).get(reverse("table_write", args=[coins.scene.pk, 1])).status_code == 404
    for entry in (2, 3, 0, -1):
        with pytest.raises(IllegalMove, match="only your own posts"):
            coins.act(cast.storyteller, EditPost(entry, "Any."))
    assert sign_in(cast.spectator).get(reverse("table_write", args=[coins.scene.pk])).status_code == 403
    coins.act(cast.player, EditPost(1, "Mine again."))
    with pytest.raises(IllegalMove, match="elsewhere"):
        coins.act(cast.player, EditPost(1, "From an old page."))
    coins.act(cast.storyteller, Rewind(1))
    with pytest.raises(IllegalMove, match="taken back"):
        coins.act(cast.player, EditPost(1, "Too late.", times=1))


def test_a_rewind_takes_edits_back_and_gives_them_back(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Post("One."))
    coins.act(cast.storyteller, Say("So."))
    coins.act(cast.player, EditPost(1, "Two."))
    coins.act(cast.storyteller, Rewind(2))
    assert ("One.", "") in texts(coins, cast.rival)
    coins.act(cast.storyteller, Rewind(3))  # takes the rewind back
    assert ("Two.", "One.") in texts(coins, cast.rival)
    coins.act(cast.player, EditPost(1, "Three.", times=1))
    assert ("Three.", "One.") in texts(coins, cast.rival)
    system, table = get_system(coins.scene.series.system), coins.table
    assert state_at(system, table, table.number) == load_facts(coins.scene.pk).state


def test_a_post_is_found_by_the_text_that_counts(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.player, Post("A *lantern* hangs here."))
    coins.act(cast.player, Post("A heron whispers.", to="storyteller"))

    def found(user: User, word: str) -> bool:
        page = sign_in(user).get(reverse("search", args=[cast.series.pk]), {"q": word}).content.decode()
        return reverse("table_log", args=[coins.scene.pk, 1]).removesuffix("1/") in page

    assert found(cast.rival, "lantern")
    coins.act(cast.player, EditPost(1, "A brazier hangs here."))
    coins.act(cast.player, EditPost(2, "A kestrel whispers."))
    assert found(cast.rival, "brazier")
    assert not found(cast.rival, "lantern")
    for word in ("heron", "kestrel"):
        assert not found(cast.rival, word)
        assert not found(cast.spectator, word)
    assert found(cast.player, "kestrel")
    assert found(cast.storyteller, "kestrel")


def test_a_draft_is_kept_while_it_is_typed_and_gone_once_it_is_posted(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client = sign_in(cast.player)
    assert write(coins, client, "keep", "First words", seen=seen(coins, cast.player))[0] == 200
    form = client.get(reverse("table_write", args=[coins.scene.pk]), headers=HX).content.decode()
    assert "First words</textarea>" in form
    assert (
        "First words"
        not in sign_in(cast.storyteller).get(reverse("table_write", args=[coins.scene.pk])).content.decode()
    )
    assert b"First words" in my_data.write(cast.player)
    assert b"First words" not in my_data.write(cast.storyteller)
    key = str(uuid.uuid4())
    fields = {"command": key, "seen": seen(coins, cast.player)}
    for _ in range(2):  # a double click
        assert write(coins, client, "post", "First words, and more.", **fields)[0] == 200
    assert texts(coins, cast.rival) == [("First words, and more.", "")]
    assert not Draft.objects.exists()


def test_a_draft_that_was_changed_elsewhere_is_not_overwritten(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client, old = sign_in(cast.player), seen(coins, cast.player)
    assert write(coins, client, "keep", "By phone", seen=old)[0] == 200
    for do in ("keep", "post"):
        status, answer = write(coins, client, do, "By desk", seen=old)
        assert status == 409
        assert "By phone" in answer
    assert Draft.objects.get().text == "By phone"
    assert coins.number == 0
    assert write(coins, client, "keep", "By desk", seen=old, over=seen(coins, cast.player))[0] == 200
    assert Draft.objects.get().text == "By desk"
    assert write(coins, client, "keep", "", seen=seen(coins, cast.player))[0] == 200
    assert not Draft.objects.exists()


def test_a_refused_post_stays_as_a_draft(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client, fields = sign_in(cast.player), {"seen": seen(coins, cast.player), "speaker": str(cast.warden.pk)}
    status, answer = write(coins, client, "post", "I am the captain.", **fields)
    assert status == 409
    assert "You can’t act for that character here" in answer
    assert Draft.objects.get().text == "I am the captain."
    page = client.post(
        reverse("table_write", args=[coins.scene.pk]),
        {"do": "post", "text": "Again.", "command": "x", "number": "0", "seen": seen(coins, cast.player)},
    )
    assert page.status_code == 400
    assert "Again.</textarea>" in page.content.decode(), "without scripts the form comes back as it was"
    leave_series(cast.membership(cast.player))
    assert not Draft.objects.exists()


@pytest.mark.parametrize("field", ["text", "speaker", "name", "to", "strand"])
@pytest.mark.parametrize("do", ["keep", "post"])
def test_a_nul_is_neither_kept_nor_posted(coins: TableInPlay, sign_in: SignIn, do: str, field: str) -> None:
    status, answer = write(coins, sign_in(coins.cast.player), do, **{"text": "Halt!", field: "a\0b"})
    assert status == 422
    assert "a character that can’t be saved" in answer
    assert not Draft.objects.exists()
    assert coins.number == 0


def test_no_change_of_a_post_brings_a_nul_into_the_log(coins: TableInPlay, sign_in: SignIn) -> None:
    player = coins.cast.player
    coins.act(player, Post("Halt!"))
    address = reverse("table_write", args=[coins.scene.pk, coins.count(player)])
    form = {"command": str(uuid.uuid4()), "number": "1", "times": "0", "do": "post", "text": "a\0b"}
    assert sign_in(player).post(address, form, headers=HX).status_code == 400
    assert texts(coins, player) == [("Halt!", "")]
    assert coins.number == 1


def test_the_address_of_a_strand_takes_what_ids_are_made_of() -> None:
    assert reverse("table_strand", args=[1, "00ff00ff"])
    with pytest.raises(NoReverseMatch):  # PostgreSQL would refuse the question with an error
        reverse("table_strand", args=[1, "\0"])


def test_a_preview_is_safe_and_stores_nothing(coins: TableInPlay, sign_in: SignIn) -> None:
    status, answer = write(coins, sign_in(coins.cast.player), "preview", "**Hold** <img src=x onerror=alert(1)>")
    assert status == 200
    assert "<strong>Hold</strong>" in answer
    assert "<img" not in answer
    assert (Draft.objects.exists(), coins.number) == (False, 0)


def test_those_who_are_away_get_one_notice_without_the_words(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.rival, Say("Here I am."))
    for words in ("One.", "Two."):
        coins.act(cast.player, Post(words))
    assert set(Notice.objects.values_list("user", flat=True)) == {
        cast.storyteller.pk, cast.co_storyteller.pk, cast.spectator.pk,
    }  # fmt: skip
    assert Notice.objects.count() == 3
    Command.objects.update(at=timezone.now() - 2 * AT_THE_TABLE)
    ReadMark.objects.all().delete()
    coins.act(cast.player, Post("canary", to="storyteller"))
    assert Notice.objects.filter(user=cast.rival).count() == 0
    assert "canary" not in repr(list(Notice.objects.values()))
    assert sign_in(cast.spectator).post(reverse("table_read", args=[coins.scene.pk]), {"count": 3}).status_code == 204
    assert not Notice.objects.filter(user=cast.spectator, closed_at=None).exists()
    assert Notice.objects.filter(closed_at=None).count() == 2


def open_strand(coins: TableInPlay, title: str, *, secret: bool = False) -> str:
    keys = coins.keys(coins.cast.heroine, coins.cast.lurker)
    coins.act(coins.cast.storyteller, OpenStrand(title, keys, secret))
    return load_facts(coins.scene.pk).state.strands[-1].name.id


def test_words_of_a_strand_stand_beside_the_main_line_and_join_it(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    below = open_strand(coins, "Below the bridge")
    coins.act(cast.rival, Say("Count the boats.", strand=below))
    coins.act(cast.player, Say("/me counts.", strand=below))
    coins.act(cast.player, Post("Nine, *and a raft*.", strand=below))
    coins.act(cast.player, Say("Above."))
    seen = page_facts(sign_in(cast.spectator), coins.scene.pk)
    beside = [entry.get("side_scene", {}).get("id") for entry in seen["log"].values()]
    assert beside == [None, below, below, below, below]
    assert "with Ysane of the Reeds." in seen["log"]["1"]["line"]
    assert cast.lurker.name not in str(seen)
    strand = sign_in(cast.spectator).get(reverse("table_strand", args=[coins.scene.pk, below])).content.decode()
    assert "Count the boats." in strand
    assert "Above." not in strand
    assert "[Below the bridge] rival: Count the boats." in transcript(coins, cast.spectator)
    for text in ("/roll 3", "/w st psst"):
        with pytest.raises(IllegalMove, match="only speech"):
            coins.act(cast.player, Say(text, strand=below))
    with pytest.raises(IllegalMove, match="can’t be part of a side scene"):
        coins.act(cast.player, Say("Psst.", to="storyteller", strand=below))
    for user in (cast.player, cast.rival):
        with pytest.raises(IllegalMove, match="Only the Storyteller"):
            coins.act(user, CloseStrand(below))
    coins.act(cast.storyteller, CloseStrand(below))
    with pytest.raises(IllegalMove, match="That side scene no longer exists"):
        coins.act(cast.player, Say("Too late.", strand=below))
    newest = page_facts(sign_in(cast.spectator), coins.scene.pk)
    assert "merges into the main scene" in newest["log"][str(newest["count"])]["line"]
    coins.act(cast.storyteller, Rewind(coins.count()))
    coins.act(cast.player, Say("Not too late.", strand=below))


def test_the_change_of_a_post_stands_at_it_for_its_writer_alone(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    for user in (cast.storyteller, cast.player):
        coins.act(user, Post(f"Written by {user.username}."))

    coins.act(cast.co_storyteller, Post("Written by another Storyteller."))

    def own(user: User) -> list[int]:
        """The posts that somebody's page lets them edit, as its script finds them."""
        log = entries_of(coins, sign_in(user)).values()
        return [entry["count"] for entry in log if entry.get("is_own") and entry.get("by", user.pk) == user.pk]

    writers = (cast.storyteller, cast.player, cast.co_storyteller)
    assert [own(user) for user in (*writers, cast.rival, cast.spectator)] == [[1], [2], [3], [], []]
    by = {entry["number"]: entry.get("by") for entry in entries_of(coins, sign_in(cast.storyteller)).values()}
    assert (by[1], by[3]) == (cast.storyteller.pk, cast.co_storyteller.pk), "their seat is sent it for each writer"
    assert not [entry for entry in entries_of(coins, sign_in(cast.player)).values() if "by" in entry]
    leave_series(cast.membership(cast.co_storyteller))
    assert own(cast.storyteller) == [1]


def test_a_secret_strand_leaves_no_trace_for_others(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    open_strand(coins, "Open")
    others = (cast.rival, cast.spectator)
    before = {user: draw(coins, user) for user in others}
    secret = open_strand(coins, "canary title", secret=True)
    coins.act(cast.player, Say("canary words", strand=secret))
    coins.act(cast.player, Say("/me canary deed", strand=secret))
    coins.act(cast.player, Post("canary post " * 200, speaker=str(cast.heroine.pk), strand=secret))
    coins.act(cast.player, EditPost(coins.count(cast.player), "canary edit"))
    for user in others:
        client = sign_in(user)
        seat = get_seat(cast.membership(user))
        heard = [page_of(coins, client), transcript(coins, user), repr(load_recap(coins.scene, seat))]
        paths = ("plain/", "missed/", "missed/?whole=1", "stage/missed/", "recap/", "write/", "stage/entries/5")
        heard += [client.get(f"/scenes/{coins.scene.pk}/{path}", headers=HX).content.decode() for path in paths]
        assert client.get(reverse("table_strand", args=[coins.scene.pk, secret])).status_code == 404
        found = reverse("search", args=[cast.series.pk])
        heard += [client.get(found, {"q": word}).content.decode() for word in ("title", "words", "edit")]
        with pytest.raises(IllegalMove) as refused:
            coins.act(user, Say("Hello?", strand=secret))
        with pytest.raises(IllegalMove) as unknown:
            coins.act(user, Say("Hello?", strand="0" * 8))
        assert str(refused.value.sentence) == str(unknown.value.sentence)
        assert not [text for text in heard if "canary" in text or secret in text], user
        assert draw(coins, user).come_after(before[user]) is before[user], "who does not know of it is sent nothing"
    for user in (cast.player, cast.storyteller, cast.co_storyteller):
        assert "canary title" in page_of(coins, sign_in(user))
        assert "canary edit" in transcript(coins, user)
    assert secret in page_of(coins, sign_in(cast.player))
    assert "canary" not in repr(list(Notice.objects.values()))
    assert not Notice.objects.filter(user__in=[cast.rival, cast.spectator]).exists()


WRONG = (
    OpenStrand(""),
    OpenStrand("  "),
    OpenStrand("x" * 61),
    OpenStrand("\u202e"),
    OpenStrand("Lost", (), secret=True),
)


@pytest.mark.parametrize("move", WRONG)
def test_a_strand_has_a_title_and_a_secret_one_its_readers(coins: TableInPlay, move: OpenStrand) -> None:
    with pytest.raises(BadInput):
        coins.act(coins.cast.storyteller, move)
    assert not Entry.objects.exists()


def test_only_so_many_strands_are_open_at_once(coins: TableInPlay) -> None:
    for place in range(8):
        coins.act(coins.cast.storyteller, OpenStrand(f"Strand {place}"))
    with pytest.raises(IllegalMove, match="Merge one into the main scene first"):
        coins.act(coins.cast.storyteller, OpenStrand("One more"))
