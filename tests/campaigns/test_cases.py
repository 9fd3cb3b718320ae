"""Files and texts of the shapes in which people keep characters: each comes in with the values it says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from campaigns.imports import parse_file
from campaigns.imports.draft import Draft, Question
from campaigns.quick_text import parse_text
from rules import get_system
from rules.paths import get_path

CASES = Path(__file__).parents[1] / "fixtures" / "cases"


def draft_of(system: str, name: str, kind: str = "") -> Draft:
    """What comes of a case through the door of its kind; it asks nothing, or `kind` answers."""
    data = (CASES / name).read_bytes()
    found = parse_text(system, data.decode(), kind) if name.endswith(".txt") else parse_file(system, data, kind)
    assert isinstance(found, Draft), found
    return found


def question_of(system: str, name: str) -> Question:
    data = (CASES / name).read_bytes()
    found = parse_text(system, data.decode()) if name.endswith(".txt") else parse_file(system, data)
    assert isinstance(found, Question), found
    return found


def check(draft: Draft, expected: Mapping[str, Any]) -> None:
    assert {path: get_path(draft.sheet, path) for path in expected} == dict(expected)


def rows(draft: Draft, place: str) -> list[tuple[Any, ...]]:
    """The filled rows of a list on the sheet, as their values."""
    return [tuple(row.values()) for row in draft.sheet[place] if row.get("name") or row.get("text")]


def rated(group: str, **values: int) -> dict[str, int]:
    return {f"{group}.{name}": value for name, value in values.items()}


def derived(draft: Draft) -> dict[str, int]:
    """What follows from the sheet of the Second Edition, by its titles."""
    sheets = get_system("exalted2e").sheets
    return {str(value.title): value.total for value in sheets.derived(sheets.parse(draft.sheet))}


def not_said(draft: Draft) -> set[str]:
    return {str(label) for label, _value in draft.assumed}


def left(draft: Draft) -> str:
    return "\n".join(f"{row.heading} {row.line}" for row in draft.left)


def test_caste_and_aspect_behind_one_label_and_backgrounds_with_remarks() -> None:
    draft = draft_of("exalted2e", "text-2e-caste-aspect.txt")
    check(draft, {"splat": "solar", "caste": "zenith", "weapons": [], "armor": [], "shield": "", "own_weapons": ""})
    check(
        draft,
        rated(
            "attributes",
            strength=2,
            dexterity=4,
            stamina=3,
            charisma=5,
            manipulation=1,
            appearance=5,
            perception=3,
            intelligence=2,
            wits=2,
        ),
    )
    check(
        draft,
        rated(
            "abilities",
            melee=5,
            athletics=5,
            performance=5,
            resistance=5,
            integrity=3,
            presence=3,
            awareness=2,
            medicine=2,
            linguistics=1,
            lore=1,
            occult=1,
            socialize=1,
            dodge=0,
            survival=3,
            archery=0,
            craft=0,
            martial_arts=0,
        ),
    )
    check(draft, rated("backgrounds", resources=3, manse=3, artifact=0))
    assert rows(draft, "own_backgrounds") == [("Artifact (Daiklave)", 2), ("Artifact (Shield)", 2)]
    assert rows(draft, "specialties") == [("performance", "Dance", 2)]
    assert (draft.asked, draft.changed) == ((), ())


def test_dots_with_blanks_between_them() -> None:
    draft = draft_of("exalted2e", "text-2e-dots-apart.txt")
    check(draft, {"caste": "dawn", "willpower": 7, "essence": 2})
    check(
        draft,
        rated("abilities", melee=5, martial_arts=5, athletics=5, awareness=5, dodge=4, thrown=3, archery=0, larceny=0),
    )
    check(draft, rated("attributes", strength=5, stamina=4, charisma=2, manipulation=2, perception=4, dexterity=1))
    assert {"Dexterity", "Appearance", "Intelligence", "Wits", "Valor"} <= not_said(draft)
    assert not {"Strength", "Willpower", "Essence"} & not_said(draft)


def test_a_table_that_does_not_say_what_it_is_about_is_asked() -> None:
    assert question_of("exalted2e", "text-2e-markdown-table.txt").said == ""
    draft = draft_of("exalted2e", "text-2e-markdown-table.txt", "night")
    check(draft, rated("attributes", strength=3, dexterity=5, stamina=2) | rated("abilities", melee=4, dodge=3))


def test_a_table_of_a_wiki_with_ticks() -> None:
    draft = draft_of("exalted2e", "text-2e-dokuwiki-table.txt")
    assert draft.name == "Ash Over Water"
    check(
        draft,
        {"caste": "night", "willpower": 5, "essence": 5, "favored": ["archery", "integrity", "investigation", "dodge"]},
    )
    check(
        draft,
        rated(
            "attributes",
            strength=3,
            dexterity=5,
            stamina=4,
            charisma=3,
            manipulation=2,
            perception=3,
            intelligence=2,
            wits=4,
        ),
    )
    check(draft, rated("abilities", archery=5, integrity=4, investigation=2, dodge=5, martial_arts=1, ride=1))
    check(draft, rated("virtues", compassion=1, conviction=3, temperance=1, valor=4))
    assert rows(draft, "specialties") == [("archery", "powerbow", 3)]


def test_a_name_behind_its_label_beats_the_first_line() -> None:
    draft = draft_of("exalted2e", "text-2e-name-label.txt")
    assert (draft.name, draft.opening) == ("Grey Heron at Dawn", (50, 50))
    check(
        draft,
        {
            "caste": "dawn",
            "motivation": "Open the closed roads",
            "track": "-0 -1 -1 -1 -2 -2 -2 -2 -4 I",
            "backgrounds.manse": 3,
            "backgrounds.artifact": 0,
            "armor": [],
            "own_armor": "",
        },
    )
    check(draft, rated("abilities", martial_arts=5, dodge=4, archery=0))
    assert rows(draft, "specialties") == [("martial_arts", "Unarmed", 3), ("dodge", "Exalts", 3)]
    assert rows(draft, "own_backgrounds") == [("Artifact (Bracers)", 4), ("Artifact (Breastplate)", 1)]


def test_numbers_on_the_line_below_their_names() -> None:
    draft = draft_of("exalted2e", "text-2e-number-on-next-line.txt")
    assert (draft.name, draft.opening) == ("Slow Lantern", (106, 104))
    check(
        draft,
        {
            "splat": "solar",
            "caste": "twilight",
            "attributes.dexterity": 5,
            "attributes.charisma": 5,
            "virtues.valor": 4,
        },
    )
    check(draft, rated("abilities", martial_arts=5, craft=4, occult=5, archery=0))
    assert rows(draft, "specialties") == [
        ("martial_arts", "Claws", 2),
        ("occult", "Small gods", 2),
        ("craft", "Earth", 1),
    ]
    assert {"Willpower", "Essence"} <= not_said(draft)


def test_a_behemoth_in_ready_numbers() -> None:
    draft = draft_of("exalted3e", "text-3e-behemoth.txt")
    check(
        draft,
        {
            "archetype": "quick",
            "essence": 6,
            "willpower.rating": 8,
            "motes.personal": 130,
            "health.extra_0": 4,
            "health.extra_1": 8,
            "health.extra_2": 8,
        },
    )
    check(
        draft,
        rated(
            "quick",
            join_battle=10,
            withering=13,
            damage=22,
            overwhelming=5,
            movement=9,
            evasion=3,
            parry=5,
            soak=22,
            hardness=10,
            resolve=5,
            guile=2,
            senses=9,
            resistance=15,
            influence=4,
            stealth=0,
        ),
    )
    check(draft, {"quick.attack": "Bite"})
    assert [(row["text"], row["intensity"]) for row in draft.sheet["intimacies"] if row["text"]] == [
        ("Keep the bay empty", "defining"),
        ("Fear of bells", "major"),
    ]
    assert rows(draft, "quick_attacks") == [("Tail Sweep", "melee", 11, 9, 18, 1, "lethal")]
    assert rows(draft, "quick_actions") == [
        ("Feats of strength (Strength 12)", 16),
        ("Knowledge", 6),
        ("Read intentions", 8),
    ]
    check(draft, {"quick.appearance": 3, "quick_merits": "Legendary Size"})
    assert draft.left == ()


@pytest.mark.parametrize("name", ["text-wod-type-mortal.txt", "text-wod-species-human.txt"])
def test_a_label_with_a_mortal_word_makes_a_mortal(name: str) -> None:
    check(draft_of("wod2004", name), {"being": "mortal", "power": 0, "power_name": "", "fuel_maximum": 0})


def test_merits_below_their_heading_and_two_specialties() -> None:
    draft = draft_of("wod2004", "text-wod-species-human.txt")
    check(
        draft,
        {
            "merits": "Resources 3, Languages, Allies (Medical Community) 2, Allies (Psychiatric Community) 1",
            "specialties.academics": "Psychoanalysis, Psychology",
            "health": "." * 7,
            "initiative_bonus": 0,
        },
    )
    assert {"Health 7", "Initiative 5"} <= set(draft.kept)


def test_labels_and_own_traits_of_a_vampire() -> None:
    draft = draft_of("v20da", "text-v20-labels.txt")
    check(
        draft,
        {
            "clan": "Gargoyle",
            "generation": 9,
            "road": 5,
            "road_name": "Road of Chivalry",
            "willpower": 10,
            "blood": 14,
            "virtues.conscience": 3,
            "virtues.self_control": 3,
            "virtues.courage": 4,
            "disciplines.visceratika": 5,
            "attributes.appearance": 0,
        },
    )
    own = {name: (kind, dots) for _key, name, kind, dots in rows(draft, "own_traits")}
    expected = {
        "Dodge": ("talent", 3),
        "Acrobatics": ("skill", 1),
        "Blind Fighting": ("skill", 2),
        "Alchemy": ("knowledge", 1),
        "Koldunism": ("knowledge", 2),
        "Flight": ("discipline", 2),
    }
    assert expected.items() <= own.items()
    check(draft, {"nature": "Rebel", "demeanor": "Grumbler"})


def test_a_statblock_of_notes() -> None:
    draft = draft_of("v20da", "text-v20-obsidian-statblock.txt")
    check(
        draft,
        {
            "clan": "Cappadocian",
            "generation": 9,
            "road": 6,
            "road_name": "Road of Bones",
            "willpower": 6,
            "willpower_points": 5,
            "blood": 11,
            "disciplines.auspex": 2,
            "disciplines.mortis": 3,
            "backgrounds.mentor": 2,
            "abilities.animal_ken": 1,
            "specialties.medicine": "Corpses",
            "clan_disciplines": ["auspex", "fortitude", "mortis"],
        },
    )
    assert draft.sheet["health"].count("X") == 1


def test_an_ape_in_ready_numbers_invents_no_trait() -> None:
    draft = draft_of("exalted2e", "foundry-exalted2e-npc-ape.json")
    check(
        draft,
        rated("ready", join_battle=6, dodge_dv=5, parry_dv=4, dodge_mdv=3, parry_mdv=1, combat=8, social=4, physical=8),
    )
    check(draft, {"willpower": 7, "essence": 2, "health": "." * 9, "personal": 0, "peripheral": 0})
    assert {
        "Join Battle": 6,
        "Dodge DV": 5,
        "Parry DV, Claw": 4,
        "Dodge MDV": 3,
        "Parry MDV": 1,
        "Soak, bashing": 8,
        "Soak, lethal": 6,
    }.items() <= derived(draft).items()
    assert "Claw (Martial Arts): Speed 5, Accuracy +1, Damage 8L" in draft.sheet["own_weapons"]
    assert "Bone Club (Melee): Speed 7, Accuracy +0, Damage 8B" in draft.sheet["own_weapons"]
    check(draft, rated("attributes", strength=1, wits=1) | rated("virtues", valor=1))


def test_raiders_are_mortals_with_five_attacks() -> None:
    draft = draft_of("exalted2e", "foundry-exalted2e-npc-raiders.json")
    check(draft, {"being": "mortal", "health": "." * 7})
    assert {
        "Join Battle": 6,
        "Dodge DV": 3,
        "Parry DV, Punch": 3,
        "Dodge MDV": 3,
        "Parry MDV": 1,
        "Soak, bashing": 11,
        "Soak, lethal": 6,
    }.items() <= derived(draft).items()
    assert len(draft.sheet["own_weapons"].splitlines()) == 5
    assert "Damage 8L, Defense +0, Rate 2, Minimum 2" in draft.sheet["own_weapons"]


def test_attacks_in_one_paragraph_are_weapons() -> None:
    draft = draft_of("exalted2e", "foundry-exalted2e-attacks-in-biography.json")
    check(draft, {"splat": "dragon_blooded", "caste": "fire", "backgrounds.allies": 2, "backgrounds.manse": 4})
    names = [line.partition(" (")[0] for line in draft.sheet["own_weapons"].splitlines()]
    assert names == ["Punch", "Kick", "Clinch", "Jade Daiklave", "Jade Short Powerbow"]
    assert derived(draft)["Parry DV, Jade Daiklave"] == 6
    assert "Jade Short Powerbow: Tags B" in left(draft)


def test_a_caste_in_the_words_of_a_spirit_is_asked() -> None:
    assert question_of("exalted2e", "foundry-exalted2e-abyssal-as-spirit.json").said == "spirit, Dusk"
    draft = draft_of("exalted2e", "foundry-exalted2e-abyssal-as-spirit.json", "spirit")
    assert draft.sheet["own_weapons"].count("Speed") == 3
    assert "Soulsteel Grand Goremaul (Melee)" in draft.sheet["own_weapons"]
    check(draft, {"motivation": "Rule the straits", "backgrounds.backing": 4})
    assert rows(draft, "own_backgrounds") == [("Abyssal Command", 3), ("Artifact (Soulsteel Articulated Plate)", 4)]


def test_a_first_edition_file_says_so_and_offers_the_mapping() -> None:
    name = "anathema-first-edition-sidereal.ecg"
    assert question_of("exalted2e", name).said == "Sidereal, First Edition"
    draft = draft_of("exalted2e", name, "sidereal")
    assert [(asked.path, asked.said, asked.offer) for asked in draft.asked] == [
        ("abilities.martial_arts", "Brawl 2, Martial Arts 2", 2),
        ("abilities.resistance", "Endurance 1, Resistance 0", 1),
    ]
    assert "Brawl 2" in left(draft)
    assert draft.changed[0].was == "First Edition"


def test_the_experience_of_an_anathema_file_is_offered_as_an_opening_balance() -> None:
    draft = draft_of("exalted2e", "anathema-2e-experience.ecg")
    assert draft.opening == (39, 21)
    for words in ("Lore 0 → 1: 3", "Awareness 2 → 4: 10", "1st Excellency: Craft: 8"):
        assert words in left(draft)
    assert draft.earned == ()
    assert "Air 5, Fire 3" in left(draft)
    check(draft, {"abilities.craft": 5, "abilities.awareness": 4, "willpower": 7})


def test_experience_of_which_nobody_knows_how_much_was_spent_is_not_spent_on_nothing() -> None:
    data = (CASES / "anathema-2e-experience.ecg").read_bytes().replace(b'<Caste type="Twilight"/>', b"")
    draft = parse_file("exalted2e", data, "solar")
    assert isinstance(draft, Draft)
    assert draft.opening == (39, None)
    assert "Experience: 39 earned; how much of it was spent is not said" in draft.kept


def test_a_character_of_realm_of_darkness() -> None:
    draft = draft_of("v20da", "realm-of-darkness-v20.json")
    assert (draft.name, draft.opening) == ("Marek of Brno", (45, 38))
    check(
        draft,
        {
            "clan": "Brujah",
            "road_name": "Road of Kings",
            "road": 6,
            "willpower": 6,
            "willpower_points": 4,
            "generation": 10,
            "blood": 8,
            "health": "X/",
            "abilities.melee": 3,
            "attributes.strength": 3,
        },
    )
    assert "Born in a mill." in draft.about


def test_a_character_of_grapevine() -> None:
    draft = draft_of("v20da", "grapevine-vampire.xml")
    assert (draft.name, draft.opening) == ("Vladymur", (17, 14))
    check(
        draft,
        {
            "clan": "Tzimisce",
            "willpower": 3,
            "blood": 14,
            "generation": 9,
            "road": 5,
            "road_name": "Road of Kings",
            "abilities.melee": 2,
            "abilities.occult": 3,
            "disciplines.vicissitude": 3,
            "virtues.conscience": 1,
            "virtues.self_control": 2,
            "virtues.courage": 3,
            "attributes.strength": 1,
        },
    )
    check(draft, {"nature": "Bravo", "demeanor": "Conniver"})
    for words in ("Brawny ×2, Quick", "Malleable Visage"):
        assert words in left(draft)


def test_a_printed_block_of_the_second_edition_in_ready_numbers() -> None:
    block = (
        "Harbor watch\nJoin Battle: 5; Dodge DV 2; Parry DV 3; MDV 3\nCombat pool 6, Physical 5\nSoak 5B/3L\n"
        "Willpower 5; Essence 1\nSpear: Speed 5, Accuracy 8, Damage 7L, Rate 2"
    )
    draft = parse_text("exalted2e", block)
    assert isinstance(draft, Draft)
    check(draft, rated("ready", join_battle=5, dodge_dv=2, parry_dv=3, dodge_mdv=3, combat=6, physical=5, social=0))
    assert {"Soak, bashing": 5, "Soak, lethal": 3, "Join Battle": 5}.items() <= derived(draft).items()
    assert "Spear (Melee): Speed 5, Accuracy +2, Damage 7L" in draft.sheet["own_weapons"]
    assert draft.left == ()


@pytest.mark.parametrize(
    ("system", "text", "said"),
    [
        ("wod2004", "Ilo\nKind: night clerk\nStrength 3", "night clerk"),
        ("exalted2e", "Ilo\nType: Weaver\nStrength 3\nEssence 1", "weaver"),
        ("exalted2e", "Ilo\nCaste: Pattern\nStrength 3\nEssence 1", "pattern"),
        ("v20da", "Ilo\nSpecies: Naga\nStrength 3", "naga"),
    ],
)
def test_an_unknown_word_behind_a_label_asks(system: str, text: str, said: str) -> None:
    found = parse_text(system, text)
    assert isinstance(found, Question)
    assert found.said == said


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "v20da", "wod2004"])
def test_gear_is_taken_from_under_its_heading_alone(system: str) -> None:
    kind = {"exalted2e": "solar", "exalted3e": "mortal", "v20da": "mortal", "wod2004": "mortal"}[system]
    told = "He once sold a chain shirt, a sword, a club and a dagger, and hates heavy armor."
    draft = parse_text(system, f"Ilo\nStrength 3\n{told}\nArtifact: 1 (Breastplate)", kind)
    assert isinstance(draft, Draft)
    assert draft.sheet["weapons"] == []
    assert not draft.sheet["armor"] or draft.sheet["armor"] == "none"
