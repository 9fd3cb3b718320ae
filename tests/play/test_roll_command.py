"""The grammar of what is typed after a "/": what it understands, and that nothing typed breaks it."""

import string
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play.commands.roll_command import COUNTED, WORDS, Emote, RollWords, Whisper, is_blind, parse_line, parse_roll
from play.commands.roll_meaning import find_numbers, find_request
from play.table.events import RollMade, view_event
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER
from rules.codec import decode, encode
from rules.errors import BadInput, RulesError
from rules.text import Text
from tests.play.tasking import EvenRoller


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("/roll 8", RollWords(8)),
        ("/r 8d10", RollWords(8, is_sum=True)),
        ("/r d10", RollWords(1, is_sum=True)),
        ("/roll 2d10 +3s", RollWords(2, successes=3, is_sum=True)),
        ("/roll 2 +3", RollWords(2, dice=3)),
        ("/ROLL 8 diff 3 tn 6 double 9", RollWords(8, words={"diff": "3", "tn": "6", "double": "9"})),
        ("/roll 8 difficulty 3", RollWords(8, words={"diff": "3"})),
        ("/roll Strength+Brawl", RollWords(traits=("Strength", "Brawl"))),
        ("/roll Martial Arts + Dexterity stunt 2 wp", RollWords(
            traits=("Martial Arts", "Dexterity"), words={"stunt": "2", "wp": ""})),
        ("/roll Wits+Awareness +2 - 1 +3s", RollWords(traits=("Wits", "Awareness"), dice=1, successes=3)),
        ("/roll Wits+Awareness+2", RollWords(traits=("Wits", "Awareness"), dice=2)),
        ("/roll Strength channel Valor", RollWords(traits=("Strength",), words={"channel": "valor"})),
        ("/roll 6 secret # the guard's nose", RollWords(6, secret="owner", reason="the guard's nose")),
        ("/gmr 6 as Toll guard", RollWords(6, secret="storyteller", who="Toll guard")),
        ("/roll for the lock", RollWords(task="the lock")),
        ("/roll Wits+Larceny with Ember Step for a duel with the captain as Mira", RollWords(
            traits=("Wits", "Larceny"), powers="Ember Step", task="a duel with the captain", who="Mira")),
        ("/roll wp with Ember Step for the lock", RollWords(words={"wp": ""}, powers="Ember Step", task="the lock")),
        ("/roll Wits+Larceny wp for the lock as Mira", RollWords(
            traits=("Wits", "Larceny"), words={"wp": ""}, task="the lock", who="Mira")),
        ("/roll as Mira for the lock", RollWords(task="the lock", who="Mira")),
        ("/roll wp for a search for clues", RollWords(words={"wp": ""}, task="a search for clues")),
        ("/roll spec no for x", RollWords(words={"spec": "no"}, task="x")),
        ("/w storyteller Is it guarded?", Whisper("storyteller", "Is it guarded?")),
        ("/w [Ysane of the Reeds] Psst", Whisper("Ysane of the Reeds", "Psst")),
        ("/me draws the daiklave", Emote("draws the daiklave")),
    ],
)  # fmt: skip
def test_lines_are_understood(line: str, understood: Any) -> None:
    assert parse_line(line) == understood


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/help", "Commands:"), ("/", "Commands:"), ("/dance", "There is no command /dance"),
        ("/roll", "Give the number of dice"),
        ("/roll +", "Name the traits"),
        ("/roll 8 diff", "must be followed by a number"),
        ("/roll 8 diff x", "must be followed by a number"),
        ("/roll 8 diff 2 diff 3", "appears twice"), ("/roll 9999", "three digits"),
        ("/roll 8 banana", "not valid in a roll"),
        ("/roll 8d6", "Every die here is a d10: /roll 8"), ("/roll d6", "Every die here is a d10: /roll 1"),
        ("/roll 1d10+1d10", "as one number"), ("/roll 8 + 2d10", "as one number"),
        ("/roll Wits channel", "Choose a Virtue"), ("/w", "Give a name and a message"),
        ("/roll Wits sight", "Choose the visibility"), ("/roll Wits stakes 3", "Choose the stakes"),
        ("/roll Wits multiple", "a number"),
        ("/me", "Describe what you do"),
        ("/roll " + "9" * 500, "up to 400"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_understood_says_what_works(line: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        parse_line(line)


SAID = [*sorted(WORDS), "8", "8d10", "+", "-", "+2", "−3", "+2s", "as", "for", "#", "roll", "Wits", "Awareness",
        "Strength", "Brawl", "yes", "no", "0", "999", "1000", "٣", "\x00", "\n", "[", "”", "valor"]  # fmt: skip
LINES = st.one_of(
    st.text(max_size=60),
    st.text(string.printable, max_size=40),
    st.lists(st.sampled_from(SAID), max_size=9).map(" ".join),
    st.lists(st.sampled_from(SAID), max_size=9).map("".join),
)


@settings(max_examples=100)
@given(st.sampled_from(["/roll ", "/gmr ", "/", "/w ", "/me ", "/sr"]), LINES)
def test_nothing_typed_breaks_the_parser(command: str, text: str) -> None:
    with suppress(BadInput):
        assert isinstance(parse_line(command + text), RollWords | Whisper | Emote)


@pytest.mark.parametrize("key", sorted(SYSTEMS))
@settings(max_examples=40)
@given(st.lists(st.sampled_from(SAID), max_size=7).map(" ".join))
def test_whatever_parses_is_rolled_or_refused(key: str, text: str) -> None:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    with suppress(RulesError):
        said = parse_line(f"/roll {text}")
        assert isinstance(said, RollWords)
        if said.pool is not None:
            roll = system.command.roll(find_numbers(system, said), EvenRoller(8))
        else:
            request: Any = decode(system.rolls.request, find_request(system, sheet, said))
            roll = system.rolls.roll(sheet, request, EvenRoller(8), system.options())
            system.tasks.cost(sheet, request, roll, system.options())
        assert roll.system == key


@pytest.mark.parametrize(
    ("key", "line", "request_holds"),
    [
        ("exalted2e", "/roll Dex+Athl wp diff 3", {"attribute": "dexterity", "effort": "willpower", "difficulty": 3}),
        ("exalted2e", "/roll Valor", {"attribute": "valor", "ability": ""}),
        ("exalted3e", "/roll Dexterity+Athletics motes 4 -2", {"motes": 4, "bonus": -2}),
        ("v20da", "/roll Wits diff 7 spec", {"first": "wits", "difficulty": 7, "specialty": True}),
        ("wod2004", "/roll Strength+Brawl again 9 tools 2", {"again": "9", "tools": 2}),
    ],
)
def test_words_become_a_request(key: str, line: str, request_holds: dict[str, Any]) -> None:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    said = parse_line(line)
    assert isinstance(said, RollWords)
    assert find_request(system, sheet, said).items() >= request_holds.items()


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_field_of_the_roll_form_has_its_word(key: str) -> None:
    system = get_system(key)
    spoken = system.tasks.spoken
    said = {"powers", *spoken.traits}  # after "with", and at the beginning
    said |= {value if isinstance(value, str) else value[0] for value in spoken.words.values()}
    asked = set()
    for archetype in system.sheets.archetypes:
        asked |= {field.name for field in system.rolls.fields(system.sheets.parse(system.sheets.blank(archetype)))}
    assert asked <= said


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_word_of_a_book_can_be_said_and_sets_its_field(key: str) -> None:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    words = {word: target for word, target in system.tasks.spoken.words.items() if word.isalpha() and word != "s"}
    assert set(words) <= WORDS
    example = {"channel": "valor", "sight": "blind", "footing": "waist", "stakes": "dangerous", "again": "9"}
    for word, target in words.items():
        line = parse_line(f"/roll Wits {word} {example.get(word, '2' if word in COUNTED else 'yes')}")
        assert isinstance(line, RollWords)
        asked = find_request(system, sheet, RollWords(traits=(), words=line.words))
        name = target if isinstance(target, str) else target[0]
        value = asked[name]
        assert value == (target[1] if isinstance(target, tuple) else example.get(word, 2 if word in COUNTED else value))


@pytest.mark.parametrize(
    ("key", "line", "request_holds"),
    [
        ("exalted2e", "/roll Dexterity+Melee multiple 3 mounted", {"actions": 3, "mounted": True}),
        ("exalted2e", "/roll Perception+Awareness sight impaired failures 2", {"sight": "impaired", "failures": 2}),
        ("exalted2e", "/roll Wits+Lore charms 4 hexed 1 auto no", {"magic_bonus": 4, "magic_penalty": 1}),
        ("exalted2e", "/roll Wits+Lore motivation footing waist", {"motivation": True, "footing": "waist"}),
        ("exalted3e", "/roll Charisma+Presence group", {"group": True}),
        ("v20da", "/roll Wits+Alertness place 2 stakes dangerous", {"place": 2, "kind": "dangerous"}),
        ("wod2004", "/roll Wits+Investigation attempt 2 pressure no unhurt", {"attempt": 2, "pressure": False}),
        ("wod2004", "/roll Wits+Investigation helpers 3 botched 1", {"helpers": 3, "failed_helpers": 1}),
    ],
)
def test_the_rarer_words_become_a_request(key: str, line: str, request_holds: dict[str, Any]) -> None:
    test_words_become_a_request(key, line, request_holds)


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("heron takes the fish", ["heron"]),
        ("Heron", ["heron"]),
        ("salt and ember", ["salt"]),
        ("heron, salt", ["heron", "salt"]),
        ("Heron and Salt", ["heron", "salt"]),
    ],
)
def test_powers_are_named_in_full_or_by_how_they_begin(said: str, keys: list[str]) -> None:
    system, sheet = sheet_with_powers()
    line = parse_line(f"/roll Dexterity+Athletics with {said}")
    assert isinstance(line, RollWords)
    assert find_request(system, sheet, line)["powers"] == keys


def test_a_power_that_is_not_on_the_sheet_is_refused() -> None:
    system, sheet = sheet_with_powers()
    with pytest.raises(BadInput, match="no power “Reed”"):
        find_request(system, sheet, RollWords(traits=("Dexterity", "Athletics"), powers="Heron, Reed"))
    with pytest.raises(BadInput, match="needs a character"):
        find_numbers(system, RollWords(8, powers="Heron"))


def sheet_with_powers() -> tuple[Any, Any]:
    system = get_system("exalted2e")
    powers = [{"key": "heron", "name": "Heron Takes the Fish", "use": "any"},
              {"key": "salt", "name": "Salt and Ember", "use": "any"}]  # fmt: skip
    return system, system.sheets.parse({**system.sheets.blank("dawn"), "powers": powers})


def test_a_trait_that_stands_alone_in_no_book_is_refused() -> None:
    system = get_system("exalted2e")
    sheet = system.sheets.parse(system.sheets.blank("dawn"))
    with pytest.raises(BadInput, match="with another trait"):
        find_request(system, sheet, RollWords(traits=("Strength",)))


@pytest.mark.parametrize(
    ("line", "blind"),
    [("/gmr 5", True), (" /BR 5 # why", True), ("/roll 5", False), ("/sr 5", False), ("gmr 5", False), ("/", False)],
)
def test_only_a_word_for_the_storyteller_alone_rolls_blind(line: str, blind: bool) -> None:
    assert is_blind(line) == blind


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_log_says_how_many_dice_were_rolled_once(key: str) -> None:
    system = get_system(key)
    bare = encode(system.command.roll({"pool": 3}, EvenRoller(2)))
    view = view_event(system, RollMade("", "petra", bare, said=Text("3 dice, as typed")), STORYTELLER)
    assert view is not None
    assert view["line"].startswith("petra rolls 3 dice, as typed: 0 successes.")
    traits = {**bare, "title": "Wits + Awareness"}
    view = view_event(system, RollMade("", "petra", traits, said=Text("3 dice, as typed")), STORYTELLER)
    assert view is not None
    assert view["line"].startswith("petra rolls Wits + Awareness (3 dice, as typed): ")


@pytest.mark.parametrize(
    ("key", "line", "told"),
    [
        ("exalted2e", "/roll 2d10+3", "Write /roll 2 +3 for more dice, or /roll 2 +3s for more successes."),
        ("exalted3e", "/roll 8d -1", "Write /roll 8 -1 for fewer dice, or /roll 8 -1s for fewer successes."),
        ("v20da", "/roll 2d10+3", "Write /roll 2 +3 for more dice."),
        ("wod2004", "/roll 2d10+3", "Write /roll 2 +3 for more dice."),
    ],
)
def test_what_is_a_sum_of_dice_elsewhere_is_not_rolled_silently(key: str, line: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        find_numbers(get_system(key), parse_roll(line.removeprefix("/roll ")))
    assert refused.value.sentence == f"Dice aren’t added up here. {told}"
    assert find_numbers(get_system(key), parse_roll("2 +3"))["pool"] == 5
