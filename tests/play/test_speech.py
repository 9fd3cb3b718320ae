"""Who speaks at a table, under which name each person reads it, and what is drawn of the words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.translation import override

from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.roll_meaning import find_traits
from play.seats.facts import load_facts, seat_class_of
from play.seats.log import load_log
from play.table.events import EVENTS, view_event
from play.table.lines import LogLine
from play.table.speech import BREATH, Said, Speech, follows, hear
from rules import get_system
from rules.battle import STORYTELLER, Seat
from rules.errors import BadInput, IllegalMove, RulesError
from rules.text import Text
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.facts_of import facts_of
from tests.play.tasking import TaskTable, key_of, only


def newest(table: TaskTable, user: str) -> LogLine:
    """The newest line of the log, as this person reads it."""
    seat, _ = seat_class_of(table.cast.membership(getattr(table.cast, user)))
    return load_log(load_facts(table.scene.pk), seat)[1][0]


def heard(table: TaskTable, user: str) -> Speech:
    speech = newest(table, user).speech
    assert speech is not None
    return speech


@only("exalted2e")
def test_a_player_speaks_and_acts_as_her_character(table: TaskTable) -> None:
    cast = table.cast
    as_ysane = key_of(cast.heroine)
    table.act(cast.player, Say("Hold the rope.", speaker=as_ysane))
    assert heard(table, "rival") == Speech("Ysane of the Reeds", "Hold the rope.", as_ysane, "player")
    table.act(cast.player, Say("/me draws the *daiklave*.", speaker=as_ysane))
    assert heard(table, "rival").is_deed
    assert "Ysane of the Reeds draws the daiklave." in table.reads(cast.rival)  # the transcript
    speech = facts_of(table.scene, cast.membership(cast.rival))["log"]["2"]["speech"]
    assert (speech["kind"], speech["text_html"]) == ("done", "draws the <em>daiklave</em>.")
    assert (speech["who"], speech["by"]) == ("Ysane of the Reeds", "player")


@only("exalted2e")
def test_nobody_speaks_as_a_character_of_others(table: TaskTable) -> None:
    cast, told = table.cast, set()
    for key in (key_of(cast.duelist), key_of(cast.warden), key_of(cast.lurker), "424242", "x", "٣", "9" * 40):
        for text in ("I yield.", "/me yields", "/roll 3", "/w st psst"):
            with pytest.raises(IllegalMove) as refused:
                table.act(cast.player, Say(text, speaker=key))
            told.add(str(refused.value.sentence))
    assert len(told) == 1, "what is hidden is refused like what does not exist"
    assert table.number == 0


@only("exalted2e")
def test_the_storyteller_speaks_as_anybody_and_under_any_name(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.storyteller, Say("A talent each.", speaker=key_of(cast.warden)))
    assert (heard(table, "player").name, heard(table, "player").face) == ("Deruvin", key_of(cast.warden))
    table.act(cast.storyteller, Say("Salt.", speaker="name", name="  A voice   under the bridge "))
    assert heard(table, "player") == Speech("A voice under the bridge", "Salt.", account="storyteller")
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.act(cast.player, Say("Salt.", speaker="name", name="The Emissary"))


@only("exalted2e")
@pytest.mark.parametrize("name", ["", "   ", "\u2800", "\u202e", "\x1b", "x" * 61])
def test_a_typed_name_is_one_that_can_be_read(table: TaskTable, name: str) -> None:
    with pytest.raises(BadInput, match="name"):
        table.act(table.cast.storyteller, Say("Salt.", speaker="name", name=name))


@only("exalted2e")
def test_a_hidden_character_speaks_without_a_name(table: TaskTable, sign_in: SignIn) -> None:
    cast, lurker = table.cast, key_of(table.cast.lurker)
    for text in ("Salt.", "/me laughs", f"/w [{cast.heroine.name}] You know me."):
        table.act(cast.storyteller, Say(text, speaker=lurker))
    assert heard(table, "player") == Speech("Someone", "You know me.", to=Text("to Ysane of the Reeds (player)"))
    assert heard(table, "storyteller").name == cast.lurker.name
    for person in (cast.player, cast.rival, cast.spectator):
        read = table.reads(person)
        pages = [sign_in(person).get(f"/scenes/{table.scene.pk}/{path}").content.decode() for path in ("", "plain/")]
        assert "Someone" in read
        assert "Someone laughs" in read
        assert SECRET not in "".join((read, *pages))
        voices = facts_of(table.scene, cast.membership(person)).get("voices", {"own": [], "ears": []})
        assert lurker not in [one["key"] for one in (*voices["own"], *voices["ears"])]
        assert not any(f'value="{lurker}"' in page for page in pages)
    assert "You know me." not in table.reads(cast.rival)


@only("exalted2e")
def test_a_hidden_character_whom_all_see_in_the_fight_speaks_under_that_name(table: TaskTable) -> None:
    cast, lurker = table.cast, key_of(table.cast.lurker)
    table.act(cast.storyteller, OpenBattle())
    table.act(cast.storyteller, BringIn((lurker,), "the river"))
    table.act(cast.storyteller, BattleMove({"kind": "Reveal", "actor": _fighter(table)}))
    table.act(cast.storyteller, Say("Salt.", speaker=lurker))
    assert heard(table, "player") == Speech(cast.lurker.name, "Salt.")
    table.act(cast.storyteller, BattleMove({"kind": "Hide", "actor": _fighter(table)}))
    table.act(cast.storyteller, Say("Salt!", speaker=lurker))
    assert heard(table, "player").name == "Someone"


def _fighter(table: TaskTable) -> str:
    shown = table.system.battle.view(table.state.battle, STORYTELLER)["combatants"]
    return next(one["id"] for one in shown)


@only("exalted2e")
def test_a_whisper_names_whom_it_reaches(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.player, Say("I never liked the salt.", key_of(cast.duelist), key_of(cast.heroine)))
    for user in ("player", "rival", "storyteller"):
        assert heard(table, user).to == "to Tolvar (rival)"
        assert "Ysane of the Reeds, to Tolvar (rival): I never liked" in table.reads(getattr(cast, user))
    assert newest_or_none(table, "spectator") is None
    table.act(cast.rival, Say("Is it guarded?", "storyteller"))
    assert heard(table, "rival").to == heard(table, "storyteller").to == "to the Storyteller"
    table.act(cast.rival, Say(f"/w {cast.storyteller.get_username()} Or by whom?"))
    assert heard(table, "rival").to == heard(table, "storyteller").to == "to the Storyteller"
    assert heard(table, "player").text == "I never liked the salt."


def newest_or_none(table: TaskTable, user: str) -> LogLine | None:
    seat, _ = seat_class_of(table.cast.membership(getattr(table.cast, user)))
    return next(iter(load_log(load_facts(table.scene.pk), seat)[1]), None)


@only("exalted2e")
def test_who_speaks_rolls_unless_the_line_names_another(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.storyteller, Say(f"/roll {table.traits}", speaker=key_of(cast.warden)))
    assert newest(table, "player").event["line"].startswith("Deruvin rolls Wits + Awareness")
    table.act(cast.storyteller, Say("/roll 3 as Tolvar", speaker=key_of(cast.warden)))
    assert newest(table, "player").event["line"].startswith("Tolvar rolls 3 dice")
    table.act(cast.storyteller, Say("/roll 3", speaker="name", name="The winch"))
    assert newest(table, "player").event["line"].startswith("The winch rolls 3 dice")
    with pytest.raises(BadInput, match="Name the character"):
        table.act(cast.storyteller, Say("/roll Wits", speaker="name", name="The winch"))
    number = table.number
    table.act(cast.storyteller, Say("/roll 3", speaker=key_of(cast.lurker)))
    assert table.number == number + 1
    assert SECRET not in table.reads(cast.player), "a hidden character rolls for the Storyteller alone"


@only("exalted2e")
def test_emphasis_is_drawn_and_nothing_else(table: TaskTable) -> None:
    cast = table.cast
    evil = "**Now!** <img src=x onerror=sing()> [x](javascript:sing) ![x](y) `c` <b>b</b> https://x.example &amp;"
    table.act(cast.player, Say(evil, speaker=key_of(cast.heroine)))
    page = table.reads(cast.rival)
    drawn = facts_of(table.scene, cast.membership(cast.rival))["log"]["1"]["speech"]["text_html"]
    assert "<strong>Now!</strong>" in drawn
    assert drawn.count("<") == 2, "the two tags of what is bold"
    assert "[x](javascript:sing) ![x](y) `c`" in drawn
    assert "Ysane of the Reeds: Now! <img src=x" in page  # the transcript is plain text


def test_lines_of_one_speaker_stand_together_for_a_while() -> None:
    noon = datetime(2026, 11, 23, 12, tzinfo=UTC)
    line = Speech("Ysane", "Now!", "1", "mira")
    assert follows(line, noon, Speech("Ysane", "Go!", "1", "mira"), noon + BREATH)
    assert not follows(line, noon, line, noon + BREATH + timedelta(seconds=1))
    for other in (Speech("Tolvar", "Go!", "2", "mira"), Speech("Ysane", "Go!", "1", "mira", Text("to Tolvar")), None):
        assert not follows(line, noon, other, noon)
        assert not follows(other, noon, line, noon)


@only("exalted2e")
def test_a_line_that_goes_on_is_marked_and_the_line_before_it_stays_as_it_was(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.player, Say("One."))
    assert not newest(table, "rival").continues
    table.act(cast.player, Say("Two."))
    assert newest(table, "rival").continues
    log = facts_of(table.scene, cast.membership(cast.rival))["log"]
    assert [entry.get("continues", False) for entry in log.values()] == [True, False]
    table.act(cast.storyteller, Say("Only for me.", "storyteller"))
    table.act(cast.player, Say("Three."))
    assert newest(table, "rival").continues, "who did not hear the whisper sees no gap"
    assert not newest(table, "storyteller").continues


def test_lines_of_older_logs_are_read_as_they_were() -> None:
    stored = {"kind": "Said", "name": "mira", "text": "Psst", "to": "Tolvar", "audience": ["2"]}
    said = EVENTS.decode(stored)
    assert isinstance(said, Said)
    assert hear(said, STORYTELLER, "mira") == Speech("mira", "Psst", account="mira", to=Text("to Tolvar"))
    view = view_event(get_system("exalted2e"), said, Seat(characters=frozenset({"2"})))
    assert view is not None
    assert view["line"] == "mira, to Tolvar"
    assert isinstance(
        EVENTS.decode({"kind": "Emoted", "name": "mira", "text": "bows", "audience": None}).audience, type(None)
    )


@pytest.mark.parametrize(
    "traits", [("Nokkeluus", "Valppaus"), ("nokk", "valp"), ("Wits", "Awareness"), ("wits", "Valppaus")]
)
def test_traits_are_named_in_the_readers_language_or_in_english(traits: tuple[str, str]) -> None:
    system = get_system("exalted2e")
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    with override("fi"):
        assert find_traits(system, sheet, traits) == {"attribute": "wits", "ability": "awareness"}
    if traits[0] != "Wits":
        with pytest.raises(RulesError):
            find_traits(system, sheet, traits)


@pytest.mark.parametrize("name", ["Valor", "valor alone", "Valor alone", "pelkkä Urheus"])
def test_a_trait_is_named_with_or_without_the_remark_of_the_form(name: str) -> None:
    system = get_system("exalted2e")
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    with override("fi"):
        assert find_traits(system, sheet, (name,))["attribute"] == "valor"


@only("exalted2e", "v20da", "wod2004", "exalted3e")
def test_a_line_tells_what_it_means_before_it_is_sent(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    address, client = f"/scenes/{table.scene.pk}/meaning/", sign_in(cast.player)

    def meaning(text: str, **more: str) -> str:
        return client.get(address, {"text": text, **more}).content.decode()

    assert meaning(f"/roll {table.traits}").startswith(f"Ysane of the Reeds: {table.traits}, 5 dice, ")
    assert meaning(f"/roll {table.traits}").endswith("% to succeed")
    assert meaning("/roll 5").startswith("Ysane of the Reeds: 5 dice, ")
    assert meaning("/w Tolvar psst") == "to Tolvar (rival)"
    assert "aren’t added up here" in meaning("/roll 2d10+3")
    assert "You can’t act for that character here" in meaning("/roll 5", speaker=key_of(cast.duelist))
    assert meaning("/roll We") == meaning("/roll") == meaning("/") == meaning("Hello") == meaning("/me bows") == ""
    table.set_task()
    assert meaning("/roll for the lock").startswith("Ysane of the Reeds: “The lock”, ")
    assert sign_in(cast.spectator).get(address, {"text": "/roll 5"}).content == b""
    assert table.number == 1, "nothing was rolled"


@only("exalted2e")
def test_a_hidden_difficulty_is_not_told_by_a_line_that_is_not_sent_yet(table: TaskTable, sign_in: SignIn) -> None:
    table.set_task(difficulty=4, hidden=True)
    told = sign_in(table.cast.player).get(f"/scenes/{table.scene.pk}/meaning/", {"text": "/roll for the lock"})
    assert told.content.decode() == "Ysane of the Reeds: “The lock”, Wits + Awareness, 5 dice"


@only("exalted2e")
def test_a_whisper_that_names_its_ear_goes_there_whatever_was_chosen_before(table: TaskTable) -> None:
    cast = table.cast
    for words in ("/w Tolvar psst", "/w rival psst"):
        for to in ("", "storyteller", key_of(cast.heroine)):
            table.act(cast.storyteller, Say(words, to=to))
            assert heard(table, "rival").text == "psst"
    before = table.number
    for words in ("/me laughs", "/roll 3"):
        with pytest.raises(BadInput, match="go to everyone or to the Storyteller"):
            table.act(cast.storyteller, Say(words, to=key_of(cast.heroine)))
    assert table.number == before
