"""The recap of a scene: exact, from what one seat saw, and quick."""

import uuid
from dataclasses import replace
from datetime import timedelta
from itertools import combinations, cycle, islice
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.chronicle.awards import list_awards
from campaigns.core.seats import get_seat
from campaigns.models import Character, ExperienceEntry, Handout, Recap, Scene, User
from play.commands import moves
from play.commands.moves import (
    BattleMove,
    BringIn,
    CloseBattle,
    EditPost,
    OpenBattle,
    PassTime,
    Post,
    Rewind,
    Say,
    ShowHandout,
)
from play.commands.submit import submit
from play.models import Entry
from play.recap.draft import write_draft
from play.recap.fights import Fight
from play.recap.load import EVERYBODY, load_recap
from play.recap.model import Recap as Told
from play.table.live_scene import live_scenes
from rules import get_system
from rules.battle.engine import Battle
from rules.exalted3e import moves as ladder_moves
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.tasking import TaskTable, key_of, only, request_of
from tests.rules.exalted3e.builders import battle as on_ladder
from tests.rules.exalted3e.builders import fighter, play
from tests.rules.test_results import STRIKES, strike_in_the_order

pytestmark = pytest.mark.walk


def told(table: Any, user: User | None = None, **how: Any) -> Told:
    """The recap of a person's own seat; of everybody's without one."""
    seat = get_seat(table.cast.membership(user)) if user else EVERYBODY
    return load_recap(table.scene, seat, **how)


def lines(recap: Told) -> list[tuple[str, str]]:
    return [(str(line.label), str(line.text)) for line in recap.happened]


def test_a_scene_without_a_log_has_nothing_to_tell(coins: TableInPlay) -> None:
    assert told(coins).is_empty
    assert write_draft(told(coins)) == ""


def test_who_fought_whom_and_what_time_it_took(coins: TableInPlay) -> None:
    teller, cast = coins.cast.storyteller, coins.cast
    coins.act(teller, PassTime(2, "hour"))
    coins.act(teller, OpenBattle())
    coins.act(teller, BringIn(coins.keys(cast.heroine, cast.duelist), "travellers"))
    coins.act(teller, BringIn(coins.keys(cast.warden), "toll company"))
    coins.act(teller, CloseBattle())
    recap = told(coins)
    fight = "Ysane of the Reeds and Tolvar against Deruvin"
    assert lines(recap) == [("Time passed", "2 hours"), ("Fight", fight)]
    assert recap.there == ("Ysane of the Reeds", "Tolvar", "Deruvin")
    assert recap.passed == 2 * 3600
    draft = write_draft(recap)
    assert draft.splitlines()[-1] == f"- **Fight:** {fight}"
    assert "Time passed: 2 hours" in draft
    assert "Time passed: " not in write_draft(replace(recap, passed=2)), "a fight of two seconds passes no time"


@pytest.mark.parametrize(
    ("rules", "strike", "who", "whom"), [case[:4] for case in STRIKES], ids=lambda case: getattr(case, "system", "")
)
def test_a_fight_is_told_in_the_words_of_its_log_and_says_who_struck_whom(
    rules: Battle[Any, Any], strike: Any, who: str, whom: str
) -> None:
    events, fight, system = strike(), Fight(), get_system(rules.system)
    said = [view["line"] for event in events if (view := rules.view_event(event, EVERYBODY))]
    (line,) = [line for event in events if (line := fight.add(system, event, EVERYBODY))]
    assert line.label == "First blood"
    assert who in line.text
    assert whom in line.text
    assert str(line.text) in {*said, *(f"{one} {other}" for one, other in combinations(said, 2))}


def test_a_crash_says_who_brought_it_about() -> None:
    state = on_ladder(fighter("ann"), fighter("bob", "blue", initiative=2), turn="ann")
    faces = [7, 7, 7, 7, 1, 2, 3, 4, 7, 8, 9, 1, 2, 3, 4, 5]
    fight, system = Fight(), get_system("exalted3e")
    told = [
        fight.add(system, event, EVERYBODY)
        for event in play(state, ladder_moves.Attack("ann", "bob", "withering"), faces)[1]
    ]
    (line,) = [line for line in told if line]
    assert (str(line.label), "Ann" in line.text) == ("Initiative Crash", True)


def test_a_blow_that_a_seat_may_not_see_is_in_no_line_of_its_recap() -> None:
    *before, struck, harmed = strike_in_the_order()
    fight, system = Fight(), get_system("wod2004")
    for event in (*before, replace(struck, audience=("ben",))):
        assert fight.add(system, event, EVERYBODY) is None
    line = fight.add(system, harmed, EVERYBODY)
    assert line
    assert str(line.text) == "Thug takes 2 bashing."


def test_what_was_taken_back_never_happened(coins: TableInPlay) -> None:
    teller = coins.cast.storyteller
    coins.act(teller, PassTime(2, "hour"))
    coins.act(teller, PassTime(1, "day"))
    coins.act(teller, Say("The fog lifts.", speaker=key_of(coins.cast.warden)))
    assert told(coins).passed == 26 * 3600
    coins.act(teller, Rewind(2))
    recap = told(coins)
    assert (recap.passed, recap.there, recap.spoke) == (7200, (), ())
    coins.act(teller, Rewind(4))  # takes the rewind back: what it struck out counts again
    assert told(coins).passed == 26 * 3600


def test_speakers_are_counted_and_people_are_left_out_in_public(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("Who goes there?", speaker=key_of(cast.heroine)))
    coins.act(cast.player, Say("Brb."))
    coins.act(cast.player, Say("Nobody.", speaker=key_of(cast.heroine)))
    assert told(coins, cast.rival).spoke == (("Ysane of the Reeds", 2), ("player", 1))
    public = told(coins, in_public=True)
    assert public.spoke == (("Ysane of the Reeds", 2),)
    assert "player" not in write_draft(public)


def test_a_draft_takes_the_words_of_posts_that_everybody_reads(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Post("The reeds *part*.\n\nShe waits.", speaker=key_of(cast.heroine)))
    coins.act(cast.player, Post("I am away tomorrow."))
    coins.act(cast.player, Post(f"To you alone {SECRET}", speaker=key_of(cast.heroine), to="storyteller"))
    coins.act(cast.storyteller, PassTime(2, "hour"))
    coins.act(cast.storyteller, Post("Night falls."))
    coins.act(cast.storyteller, Post("Halt!", speaker="name", name="A toll keeper"))
    coins.act(cast.storyteller, Post("It watches.", speaker=key_of(cast.lurker)))
    gone = coins.act(cast.player, Post("Taken back.", speaker=key_of(cast.heroine)))
    coins.act(cast.storyteller, Rewind(gone.first))
    draft = write_draft(told(coins, in_public=True))
    paragraphs = draft.split("\n\n")
    assert "**Ysane of the Reeds:**\n\n> The reeds *part*.\n>\n> She waits." in draft
    assert "Night falls." in paragraphs, "what the Storyteller tells is nobody's line"
    assert "**A toll keeper:**\n\n> Halt!" in draft
    assert "> It watches." in draft
    assert draft.index("She waits") < draft.index("- **Time passed") < draft.index("Night falls")
    for hidden in (SECRET, "away tomorrow", "Taken back", "player", "storyteller"):
        assert hidden not in draft
    assert "Night falls" not in repr(told(coins, cast.player)), "the page of a recap tells what happened, not the posts"


def test_a_draft_has_the_newest_words_of_a_post(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Post("First words.", speaker=key_of(cast.heroine)))
    coins.act(cast.player, EditPost(1, "Second words.", 0))
    draft = write_draft(told(coins, in_public=True))
    assert ("Second words." in draft, "First words." in draft) == (True, False)


def test_long_posts_are_cut_short_and_none_is_left_out(coins: TableInPlay) -> None:
    cast = coins.cast
    for number in range(3):
        coins.act(cast.player, Post(f"Post {number}. " + "word " * 1900, speaker=key_of(cast.heroine)))
    whole, short = (write_draft(told(coins, in_public=True), most) for most in (0, 20_000))
    assert len(whole) > 20_000 > len(short)
    assert short.count(" …") == 3
    assert "Post 2." in short


def test_a_long_silence_is_no_time_at_the_table(coins: TableInPlay) -> None:
    for _ in range(4):
        coins.act(coins.cast.player, Say("So."))
    begun = Entry.objects.earliest("number").at
    for entry, minutes in zip(Entry.objects.order_by("number"), (0, 30, 3 * 24 * 60, 3 * 24 * 60 + 10), strict=True):
        Entry.objects.filter(pk=entry.pk).update(at=begun + timedelta(minutes=minutes))
    recap = told(coins)
    assert (recap.played, recap.began) == (40 * 60, begun)


def test_a_whisper_leaves_no_trace_with_others(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("The bridge is mined.", to=key_of(cast.heroine), speaker="name", name=SECRET))
    assert SECRET in repr(told(coins, cast.player))
    assert SECRET in repr(told(coins, cast.storyteller))
    for other in (cast.rival, cast.spectator):
        assert told(coins, other) == told(coins) == Told()


def test_a_handout_is_named_to_those_who_saw_it(coins: TableInPlay) -> None:
    cast = coins.cast
    map_, letter = (Handout.objects.create(series=cast.series, title=title, text="x") for title in ("Map", SECRET))
    coins.act(cast.storyteller, ShowHandout(map_.pk, everybody=True))
    coins.act(cast.storyteller, ShowHandout(letter.pk, characters=coins.keys(cast.heroine)))
    assert lines(told(coins, cast.rival)) == lines(told(coins)) == [("Handout", "Map")]
    assert lines(told(coins, cast.player)) == [("Handout", "Map"), ("Handout", SECRET)]
    assert "storyteller" not in write_draft(told(coins))  # nor is the person named who showed it


@pytest.mark.parametrize("face", [8, 1])
def test_a_task_is_told_with_its_result(table: TaskTable, face: int) -> None:
    table.set_task()
    (line,) = told(table).happened
    assert str(line.text) == "Ysane of the Reeds: “The lock”, still open."
    table.roll(table.cast.player, table.cast.heroine, face)
    *botches, line = told(table).happened
    assert str(line.text) == f"Ysane of the Reeds: “The lock”: {table.task.verdict}."
    assert [str(one.label) for one in botches] == (["Botch"] if "otch" in table.task.verdict else [])


@only("exalted2e", "exalted3e")
def test_a_hidden_difficulty_hides_the_result_from_the_recap(table: TaskTable) -> None:
    table.set_task(difficulty=2, hidden=True)
    table.roll(table.cast.player, table.cast.heroine)
    for user in (table.cast.player, table.cast.rival):
        assert lines(told(table, user)) == [
            ("Task", "Ysane of the Reeds: “The lock”; only the Storyteller knows the result.")
        ]
    assert table.task.verdict in repr(told(table, table.cast.storyteller))


class Rising:
    """Faces from 1 to 10, and again: nobody ties."""

    def __init__(self) -> None:
        self._faces = cycle(range(1, 11))

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(islice(self._faces, count))


def roll_secretly(table: TaskTable, secret: str) -> None:
    move = moves.MakeRoll(key_of(table.cast.heroine), request_of(table), secret)
    table.act(table.cast.player if secret == "owner" else table.cast.storyteller, move, 1)


def test_nobody_else_reads_of_a_secret_roll_or_of_one_who_lies_in_wait(table: TaskTable, sign_in: SignIn) -> None:
    cast, teller = table.cast, table.cast.storyteller
    table.act(teller, BringIn((key_of(cast.heroine),), "travellers"))
    table.act(teller, BringIn((key_of(cast.lurker),), SECRET))
    table.act(teller, BringIn((key_of(cast.warden),), "toll company", hidden=True))
    submit(cast.membership(teller), table.scene, uuid.uuid4(), None, BattleMove({"kind": "StartBattle"}), Rising())
    roll_secretly(table, "storyteller")
    table.act(teller, Say(SECRET, speaker=key_of(cast.lurker)))
    for user in (cast.player, cast.rival, cast.spectator):
        page = sign_in(user).get(reverse("scene_recap", args=[table.scene.pk])).content.decode()
        for heard in (repr(told(table, user)), page):
            assert SECRET not in heard, user
            assert "Deruvin" not in heard, user
        assert told(table, user).spoke == (("Someone", 1),)
    assert "Deruvin" not in write_draft(told(table, in_public=True))
    assert SECRET in repr(told(table, teller))
    assert "Deruvin" in repr(told(table, teller))


def test_a_roll_to_oneself_is_in_no_other_recap(table: TaskTable) -> None:
    roll_secretly(table, "owner")
    cast = table.cast
    assert told(table, cast.player).there == ("Ysane of the Reeds",)
    assert told(table, cast.rival) == told(table, cast.spectator) == told(table) == Told()


def test_experience_is_told_to_those_who_keep_the_ledger(coins: TableInPlay) -> None:
    cast = coins.cast
    place = {"scene": coins.scene, "episode": cast.episode, "story": cast.story, "reason": "A feat"}
    for one in (cast.heroine, cast.duelist):
        ExperienceEntry.objects.create(character=one, points=3, **place)
    ExperienceEntry.objects.create(character=cast.heroine, points=-1, **place)
    wrong = ExperienceEntry.objects.create(character=cast.heroine, points=5, **place)
    ExperienceEntry.objects.create(character=cast.heroine, points=-5, reverses=wrong, **place)
    whole = place | {"scene": None, "points": 2}
    ExperienceEntry.objects.create(character=cast.heroine, **whole)
    people = [cast.membership(user) for user in (cast.storyteller, cast.player, cast.spectator)]
    found = [[(one.name, one.points) for one in list_awards(coins.scene, person)] for person in people]
    assert found == [[("Tolvar", 3), ("Ysane of the Reeds", 3)], [("Ysane of the Reeds", 3)], []]
    assert [len(list_awards(cast.episode, person)) for person in people] == [2, 1, 0]


def test_marks_in_names_are_no_markdown(coins: TableInPlay) -> None:
    cast = coins.cast
    Character.objects.filter(pk=cast.warden.pk).update(name="*De* [x](http://evil)")
    coins.act(cast.storyteller, Say("So.", speaker=key_of(cast.warden)))
    assert write_draft(told(coins)) == r"Present: \*De\* \[x\](http://evil)."


def test_a_recap_is_read_once_until_the_log_grows(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("So."))
    first = told(coins)
    with CaptureQueriesContext(connection) as asked:
        assert told(coins) is first
    assert len(asked) == 1  # how long the log is
    coins.act(coins.cast.player, Say("And so."))
    assert told(coins).spoke == (("player", 2),)
    live_scenes.forget()
    assert told(coins).spoke == (("player", 2),)


def test_the_page_of_a_long_scene_costs_few_queries(coins: TableInPlay, sign_in: SignIn) -> None:
    client, page = sign_in(coins.cast.player), reverse("scene_recap", args=[coins.scene.pk])
    counts = []
    for lines_said in (1, 30):
        for _ in range(lines_said):
            coins.act(coins.cast.rival, Say("So."))
        live_scenes.forget()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 15


def test_only_members_who_may_see_a_scene_get_its_recap(coins: TableInPlay, sign_in: SignIn) -> None:
    page = reverse("scene_recap", args=[coins.scene.pk])
    assert sign_in(coins.cast.stranger).get(page).status_code == 404
    assert sign_in(None).get(page).status_code == 302
    hidden = reverse("scene_recap", args=[coins.cast.hidden_scene.pk])
    assert sign_in(coins.cast.player).get(hidden).status_code == 404
    assert sign_in(coins.cast.storyteller).get(hidden).status_code == 200


def test_the_storyteller_reads_what_everybody_saw_and_players_stay_in_their_seat(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("Hush.", to=key_of(cast.heroine), speaker="name", name=SECRET))
    coins.act(cast.player, Say("So."))
    page = reverse("scene_recap", args=[coins.scene.pk])
    teller = sign_in(cast.storyteller)
    assert SECRET in teller.get(page).content.decode()
    assert SECRET not in teller.get(f"{page}?as=everybody").content.decode()
    folded = teller.get(page, headers={"hx-request": "true"}).content.decode()
    assert SECRET in folded
    assert "<html" not in folded


def test_the_draft_of_an_episode_leaves_hidden_scenes_out(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    hidden = Scene.objects.select_related("episode__story__series").get(pk=cast.hidden_scene.pk)
    for scene in (coins.scene, hidden):
        TableInPlay(cast, scene).act(cast.storyteller, Say("So.", speaker=key_of(cast.warden)))
    page = sign_in(cast.storyteller).get(reverse("recap_edit", args=["episode", cast.episode.pk]))
    draft = page.context["form"].initial["text"]
    assert draft == "## The Toll Bridge\n\nPresent: Deruvin."
    assert not Recap.objects.exists()


def play_on(coins: TableInPlay, title: str, *, hidden: bool = False) -> TableInPlay:
    """A further scene of the episode, with a line for all and a whisper."""
    made = Scene.objects.create(episode=coins.cast.episode, title=title, hidden=hidden, position=99)
    scene = Scene.objects.select_related("episode__story__series").get(pk=made.pk)
    table = TableInPlay(coins.cast, scene)
    table.act(coins.cast.storyteller, Say(f"In {title}.", speaker=key_of(coins.cast.warden)))
    table.act(coins.cast.storyteller, Say("Hush.", to=key_of(coins.cast.heroine), speaker="name", name=f"{title} zz"))
    return table


def test_the_recap_of_an_episode_sums_its_scenes_for_each_seat(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    page = reverse("episode_recap", args=[cast.episode.pk])
    assert "Nothing played here yet." in sign_in(cast.player).get(page).content.decode()
    coins.act(cast.player, Say("So.", speaker=key_of(cast.heroine)))
    for title in ("Weir", "Lock"):
        play_on(coins, title)
    play_on(coins, SECRET, hidden=True)
    for scene in (coins.scene, None):
        ExperienceEntry.objects.create(
            character=cast.heroine, points=2, reason="", scene=scene, episode=cast.episode, story=cast.story
        )
    mine, theirs, all_of_it = (
        " ".join(sign_in(user).get(page).content.decode().split())
        for user in (cast.player, cast.rival, cast.storyteller)
    )
    assert "Deruvin 2, Ysane of the Reeds 1, Weir zz 1, Lock zz 1" in mine
    assert "Ysane of the Reeds 4" in mine
    assert [" zz" in html for html in (mine, theirs, all_of_it)] == [True, False, True]
    assert "Deruvin 2" in theirs
    assert [html.count("<h2>") for html in (mine, theirs, all_of_it)] == [3, 3, 4]
    assert SECRET not in mine + theirs
    assert SECRET in all_of_it
    everybody = sign_in(cast.storyteller).get(f"{page}?as=everybody").content.decode()
    assert " zz" not in everybody
    assert SECRET not in everybody
    assert "Experience:" not in everybody
    assert sign_in(cast.stranger).get(page).status_code == 404
    hidden = reverse("episode_recap", args=[cast.hidden_episode.pk])
    assert sign_in(cast.player).get(hidden).status_code == 404


def test_the_recap_of_a_long_episode_costs_few_queries(coins: TableInPlay, sign_in: SignIn) -> None:
    client, page = sign_in(coins.cast.player), reverse("episode_recap", args=[coins.cast.episode.pk])
    counts = []
    for scenes in (1, 6):
        for place in range(scenes):
            play_on(coins, f"Weir {place}")
        live_scenes.forget()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 15


def test_recaps_and_logs_lead_to_the_rooms_of_their_series(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.player, Say("So."))
    client, scene = sign_in(coins.cast.player), coins.scene.pk
    for name, args in (("scene_recap", [scene]), ("episode_recap", [coins.cast.episode.pk]), ("table_log", [scene, 1])):
        assert '<nav class="rooms' in client.get(reverse(name, args=args)).content.decode()


def test_the_draft_of_an_episode_begins_with_what_holds_for_all_of_it(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("So.", speaker=key_of(cast.heroine)))
    play_on(coins, "Weir")
    play_on(coins, SECRET, hidden=True)
    page = sign_in(cast.storyteller).get(reverse("recap_edit", args=["episode", cast.episode.pk]))
    assert page.context["form"].initial["text"] == "\n\n".join([
        "Present: Ysane of the Reeds and Deruvin.",
        "## The Toll Bridge", "Present: Ysane of the Reeds.",
        "## Weir", "Present: Deruvin.",
    ])  # fmt: skip
