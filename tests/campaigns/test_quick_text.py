"""Characters out of a pasted text: what is understood, what is told, and nothing saved before it is confirmed."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.core.refusals import Refused
from campaigns.imports.draft import Draft, Question
from campaigns.models import Character
from campaigns.quick_text import EXAMPLES, MAX_TEXT, READERS, parse_text
from campaigns.sheets.json import canonical
from rules import SYSTEMS, get_system
from rules.paths import get_path
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

WORDS = (
    "Strength",
    "Join Battle",
    "Health Levels",
    "-0/-1x2",
    "Willpower",
    "Attack (Sword):",
    "dice",
    "Damage",
    "13L/2",
)
STRAY = st.lists(
    st.sampled_from(WORDS) | st.integers(-5, 999).map(str) | st.text(max_size=4) | st.just("\n"), max_size=15
)


def drafted(system: str, words: str, kind: str = "") -> Draft:
    """The draft of a text that says what it is."""
    found = parse_text(system, words, kind)
    assert isinstance(found, Draft)
    return found


def lines(draft: Draft) -> list[str]:
    """What is left for the notes."""
    return [left.line for left in draft.left]


def derived(system: str, sheet: object) -> dict[str, int]:
    rules = get_system(system).sheets
    return {value.title: value.total for value in rules.derived(rules.parse(sheet))}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_example_of_each_game_is_understood_as_it_stands(system: str) -> None:
    draft = drafted(system, EXAMPLES[system])
    assert draft.name == EXAMPLES[system].split("\n", 1)[0]
    assert draft.changed == ()
    assert lines(draft) in ([], ["Feats of Strength: 5 dice"])
    assert canonical(system, draft.sheet) == draft.sheet
    rules = get_system(system).sheets
    assert rules.parse(rules.as_extra(rules.parse(draft.sheet)))


@pytest.mark.parametrize(
    ("system", "text", "expected"),
    [
        (
            "exalted3e",
            "Join Battle 8, Accuracy 11 (damage 13), Parry 5, Evasion 2; Soak/Hardness: 7/4",
            {"archetype": "quick", "quick.join_battle": 8, "quick.withering": 11, "quick.damage": 13, "quick.parry": 5,
             "quick.soak": 7, "quick.hardness": 4},
        ),
        (
            "exalted3e",
            "Toll company\nBattle group: Size 3, Might 1, elite drill, perfect morale\n"
            "Attack (Long bow): 9 dice (Damage 12L/1)",
            {"archetype": "group", "group.size": 3, "group.might": 1, "group.drill": "elite",
             "group.perfect_morale": True, "quick.attack": "Long bow", "quick.reach": "archery",
             "quick.overwhelming": 1},
        ),
        (
            "exalted3e",
            "Health Levels: -0x3/-1x4/-2x2/-4/Incap. Essence: 2; Defining Tie: The ferry; Minor Principle: Never run.",
            {"health.extra_0": 2, "health.extra_1": 2, "health.extra_2": 0, "intimacies.0.text": "The ferry",
             "intimacies.0.intensity": "defining", "intimacies.1.kind": "principle"},
        ),
        (
            "exalted3e",
            "Ruk, Dragon-Blooded\nStrength 4, Dexterity 3, Stamina 3, Charisma 2, Perception 3, Wits 3\n"
            "Melee 4 (Hammers), War 2\nWeapons: Artifact maul\nArmor: heavy armor",
            {"archetype": "dragon_blooded", "attributes.strength": 4, "abilities.melee": 4, "armor": "heavy",
             "specialties.0.name": "Hammers", "abilities.dodge": 0},
        ),
        (
            "wod2004",
            "Thug\nStr 3 Dex 4 Sta ●●○ Int 1 Wits 2 Res 2 Com 2\nInitiative 8 Health 7 Brawl 3 (Kicks)",
            {"attributes.strength": 3, "attributes.stamina": 2, "skills.brawl": 3, "specialties.brawl": "Kicks",
             "initiative_bonus": 2, "health_bonus": 0, "health": "......."},
        ),
        (
            "v20da",
            "9th Generation Brujah\nStr 4, Dex 3, Potence ●●, Celerity 1, Conviction 3, Courage 4\nRoad of the Beast 6",
            {"being": "vampire", "generation": 9, "attributes.strength": 4, "disciplines.potence": 2,
             "conviction": True, "virtues.conscience": 3, "virtues.courage": 4, "road": 6},
        ),
        (
            "v20da",
            "Miller\nStrength 3, Brawl 2, Willpower 4",
            {"being": "mortal", "willpower": 4, "willpower_points": 4},
        ),
    ],
)  # fmt: skip
def test_blocks_as_people_write_them(system: str, text: str, expected: dict[str, object]) -> None:
    sheet = drafted(system, text).sheet
    assert {path: get_path(sheet, path) for path in expected} == expected


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("Intimacies: Loyalty to the Guild (Major Tie)", [("Loyalty to the Guild", "tie", "major")]),
        (
            "Intimacies: Loyalty to the Guild (Major Tie), My son, Ilo (Defining Tie); Never run (Minor Principle)",
            [("Loyalty to the Guild", "tie", "major"), ("My son, Ilo", "tie", "defining"),
             ("Never run", "principle", "minor")],
        ),
        (
            "Defining Principle: No one crosses unpaid, Major Tie: My company",
            [("No one crosses unpaid", "principle", "defining"), ("My company", "tie", "major")],
        ),
    ],
)  # fmt: skip
def test_intimacies_are_read_in_both_ways_of_writing_them(words: str, rows: list[tuple[str, str, str]]) -> None:
    sheet = drafted("exalted3e", f"Guard\nJoin Battle 5\n{words}").sheet
    read = [(row["text"], row["kind"], row["intensity"]) for row in sheet["intimacies"] if row["text"]]
    assert read == rows


def test_of_two_attacks_each_keeps_its_own_figures() -> None:
    block = "Guard\nAttack (Spear): 11 dice (Damage 13L/2)\nAttack (Bow): 9 dice (Damage 10L, minimum 3)\nEvasion 3"
    draft = drafted("exalted3e", block)
    quick = draft.sheet["quick"]
    assert (quick["attack"], quick["withering"], quick["damage"], quick["overwhelming"]) == ("Spear", 11, 13, 2)
    assert quick["evasion"] == 3
    assert [row for row in draft.sheet["quick_attacks"] if row["name"]] == [
        {
            "name": "Bow",
            "reach": "archery",
            "withering": 9,
            "decisive": 7,
            "damage": 10,
            "overwhelming": 3,
            "damage_type": "lethal",
        }
    ]
    assert lines(draft) == []


def test_dice_for_decisive_attacks_that_the_text_does_not_name_are_told() -> None:
    draft = drafted("exalted3e", "Guard\nAttack (Spear): 11 dice (Damage 13L/2)")
    assert draft.sheet["quick"]["decisive"] == 9
    assert [(moved.label, moved.now) for moved in draft.changed] == [("Decisive", "9")]


@pytest.mark.parametrize(
    ("line", "track"),
    [
        ("Health Levels: -0/-1/-1/-1/-2/-2/-2/-4/Incap", "-0 -1 -1 -1 -2 -2 -2 -4 I"),
        ("Health Levels: -0x2/-1x4/-2x2/-4/Incap. Dodge DV 2", "-0 -0 -1 -1 -1 -1 -2 -2 -4 I"),
        ("Health Levels: -0/-1/-3/Incap", "-0 -1 -3 I"),
    ],
)
def test_a_health_line_of_any_length_is_the_track(line: str, track: str) -> None:
    draft = drafted("exalted2e", f"Guard\nEssence 1\nStrength 3, Dexterity 2, Dodge 1\n{line}")
    assert (draft.sheet["track"], draft.sheet["health"]) == (track, "." * len(track.split()))
    assert all(moved.label == "Dodge DV" for moved in draft.changed)


def test_a_health_line_that_no_sheet_holds_is_told_in_boxes() -> None:
    draft = drafted("exalted2e", "Guard\nEssence 1\nStrength 3\nHealth Levels: -0x30/-1x30/-2x30/Incap")
    assert [(moved.label, moved.why) for moved in draft.changed] == [
        ("Health levels", "The source has 91 health boxes, the sheet 7.")
    ]


@pytest.mark.parametrize(
    ("system", "text", "said"),
    [
        ("exalted2e", "Blood ape\nDemon of the First Circle\nStrength 5\nEssence 2; Willpower 7", "demon"),
        ("exalted2e", "Ash\nAbyssal Exalted\nStrength 3\nEssence 3", "abyssal"),
        ("exalted2e", "Ilo\nType: Raksha\nStrength 3", "raksha"),
        ("exalted2e", "Ilo\nStrength 3\nEssence 4", ""),
        ("exalted2e", "Ilo\nStrength 3\nHe serves the god of the river and has done so for years.", "god"),
        ("exalted3e", "Ilo\nStr 2\nStrength 3, Dexterity 3, Stamina 3, Wits 2, Charisma 1\nEssence 3", ""),
        ("v20da", "Merchant who fears a vampire\nStr 4, Dex 3, Brawl 1", "vampire"),
        ("wod2004", "Thug\nStr 3, Brawl 2\nThe man was killed by a werewolf two years ago.", "werewolf"),
    ],
)
def test_a_being_that_the_text_does_not_make_clear_is_asked(system: str, text: str, said: str) -> None:
    found = parse_text(system, text)
    assert isinstance(found, Question)
    assert found.said == said
    key, label = found.choices[0]
    assert drafted(system, text, key).kind == label


@pytest.mark.parametrize(
    ("system", "text", "kind"),
    [
        ("exalted2e", "Ilo\nNight Caste\nStrength 3\nEssence 3", "Solar, Night Caste"),
        ("exalted2e", "Ilo\nSolar Exalted\nStrength 3\nEssence 3", "Solar"),
        ("exalted2e", "Night watchman\nStrength 3\nEssence 1", "Soldier"),
        ("exalted3e", "Ilo, Lunar\nStrength 3, Dexterity 3, Stamina 3, Wits 2, Charisma 1\nEssence 3", "Lunar"),
        ("v20da", "Ilo\nStr 4, Dex 3, Potence ●●", "Vampire"),
        ("wod2004", "Ilo\nVampire\nStr 4, Dex 3, Brawl 1", "Supernatural being"),
    ],
)
def test_a_being_that_the_text_makes_clear_is_not_asked(system: str, text: str, kind: str) -> None:
    assert drafted(system, text).kind == kind


def test_what_the_sheet_demands_and_the_text_does_not_say_is_named() -> None:
    assumed = dict(drafted("exalted2e", "Guard\nStrength 3, Dexterity 2, Essence 1").assumed)
    assert {"What it is": "Soldier", "Stamina": "1", "Willpower": "1"}.items() <= assumed.items()
    assert "Strength" not in assumed


def test_totals_of_an_attack_are_the_totals_of_the_sheet() -> None:
    draft = drafted("exalted2e", EXAMPLES["exalted2e"])
    assert "Boat hook (Melee): Speed 5, Accuracy +1, Damage 6L" in draft.sheet["own_weapons"]
    assert derived("exalted2e", draft.sheet)["Parry DV, Boat hook"] == 3


def test_what_follows_otherwise_than_the_text_says_is_told() -> None:
    draft = drafted(
        "exalted2e", "Guard\nEssence 1, Dexterity 3, Wits 2, Awareness 2, Dodge 2\nDodge DV 9, Join Battle 4"
    )
    assert [(moved.label, moved.was, moved.now) for moved in draft.changed] == [("Dodge DV", "9", "2")]
    assert "Join Battle 4" in draft.kept


def test_what_is_not_understood_is_told_and_kept_in_the_notes() -> None:
    draft = drafted("wod2004", "Thug\nStr 3, Brawl 2\nHe hates dogs. Owes money to Vik.\nCombat boots")
    assert lines(draft) == ["He hates dogs. Owes money to Vik", "Combat boots"]
    assert all(line in draft.secret_notes for line in lines(draft))
    assert (draft.notes, draft.about) == ("", "")


def test_a_value_beyond_the_rules_is_brought_within_them_and_told() -> None:
    draft = drafted("wod2004", "Giant\nStrength 12, Stamina 3")
    assert draft.sheet["attributes"]["strength"] == 10
    assert [moved.label for moved in draft.changed] == ["Strength"]


@pytest.mark.parametrize("text", ["", "   \n", "Once upon a time.", "x" * (MAX_TEXT + 1), "\x00\x1f\u202e"])
@pytest.mark.parametrize("system", READERS)
def test_what_holds_nothing_is_refused_with_a_sentence(system: str, text: str) -> None:
    with pytest.raises(Refused):
        parse_text(system, text)


@settings(max_examples=15)
@given(st.sampled_from(tuple(READERS)), STRAY)
def test_whatever_is_pasted_makes_a_legal_sheet_or_a_refusal(system: str, pieces: list[str]) -> None:
    try:
        draft = parse_text(system, " ".join(pieces))
    except Refused:
        return
    if isinstance(draft, Question):
        draft = drafted(system, " ".join(pieces), draft.choices[0][0])
    assert canonical(system, draft.sheet) == draft.sheet


def test_more_intimacies_than_a_sheet_holds_are_told_and_cost_no_time() -> None:
    draft = drafted("exalted3e", "Join Battle 5\n" + "Major Tie: the ferry; " * 60)
    assert len([row for row in draft.sheet["intimacies"] if row["text"]]) == 30
    assert [(moved.label, moved.was, moved.now) for moved in draft.changed] == [("Intimacies", "60", "30")]


# ---- the pages


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("wod2004")


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The Storyteller's browser."""
    return sign_in(cast.storyteller)


def look(client: Client, cast: Cast, **posted: str) -> tuple[int, str]:
    response = client.post(reverse("character_text", args=[cast.series.pk]), posted, follow=True)
    return response.status_code, response.content.decode()


def confirm(client: Client, cast: Cast, page: str, **ticked: str) -> Character:
    found = re.search(r'name="draft" value="([^"]+)"', page)
    assert found
    posted = {"draft": found[1], "name": "Watchman", "command": uuid.uuid4(), **ticked}
    assert client.post(reverse("character_import", args=[cast.series.pk]), posted).status_code == 302
    return Character.objects.get(name="Watchman")


def test_the_look_names_everything_and_saves_nothing(client: Client, cast: Cast) -> None:
    before = Character.objects.count()
    status, page = look(client, cast, text=f"{EXAMPLES['wod2004']}\nSmells of <gin>")
    assert status == 200
    for words in ("Night watchman", "Strength 3", "Smells of &lt;gin&gt;", "> Extra<", "Hidden"):
        assert words in page
    assert Character.objects.count() == before
    made = confirm(client, cast, page, extra="on", hidden="on")
    assert (made.extra, made.hidden, made.owner, made.made_freely) == (True, True, None, True)
    assert made.sheet["extra"] is True
    assert made.notes == ""
    assert "Smells of <gin>" in made.secret_notes


def test_a_trait_that_was_not_understood_blocks_the_character_until_it_is_answered(client: Client, cast: Cast) -> None:
    _status, page = look(client, cast, text="Watchman\nStrength 3/5\nWits 3")
    assert 'name="answer:attributes.strength"' in page
    assert "<bdi>3/5</bdi>" in page
    draft = re.search(r'name="draft" value="([^"]+)"', page)
    assert draft
    url = reverse("character_import", args=[cast.series.pk])
    for answer in ("", "11", "x"):
        posted = {"draft": draft[1], "command": uuid.uuid4(), "answer:attributes.strength": answer}
        assert client.post(url, posted).status_code == 422
    assert not Character.objects.filter(name="Watchman").exists()
    made = confirm(client, cast, page, **{"answer:attributes.strength": "4"})
    assert (made.sheet["attributes"]["strength"], made.sheet["attributes"]["wits"]) == (4, 3)


def test_experience_becomes_an_opening_balance_that_can_be_set_right(client: Client, cast: Cast) -> None:
    _status, page = look(client, cast, text="Watchman\nStrength 3\nXP: 50 earned, 44 spent")
    assert 'name="opening-earned"' in page
    made = confirm(client, cast, page, opening="on", **{"opening-earned": "52", "opening-spent": "44"})
    entries = list(made.experience.order_by("pk").values_list("points", "reason"))
    assert entries == [(52, "Earned before"), (-44, "Spent before")]


def test_a_player_gets_a_character_of_their_own_and_no_crowd(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    _status, page = look(client, cast, text=f"{EXAMPLES['wod2004']}\nSecret: the prince is her brother")
    assert 'name="hidden"' not in page
    made = confirm(client, cast, page, extra="on", hidden="on")
    assert (made.extra, made.hidden, made.owner, made.notes) == (False, False, cast.player, "")
    assert "extra" not in made.sheet or made.sheet["extra"] is False
    assert "the prince is her brother" in made.secret_notes


def test_a_text_without_a_trait_is_refused_at_its_field(client: Client, cast: Cast) -> None:
    status, page = look(client, cast, text="Once upon a time.")
    assert status == 422
    assert "Nothing was recognized" in page
    assert "Once upon a time." in page


def test_spectators_and_strangers_paste_nothing(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("character_text", args=[cast.series.pk])
    answers = {name: sign_in(getattr(cast, name)).get(url).status_code for name in ("spectator", "stranger")}
    assert answers == {"spectator": 403, "stranger": 404}
