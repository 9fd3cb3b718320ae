"""Characters in and out: our own file comes back equal, foreign ones as far as they fit, hostile ones not at all."""

import io
import json
import re
import uuid
import zipfile
from collections.abc import Mapping
from time import process_time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.imports import MAX_BYTES, parse_file, storywheel_file
from campaigns.imports.draft import Draft, Question
from campaigns.models import Character, Series
from campaigns.sheets.json import canonical, traits_of, with_values
from rules import SYSTEMS, get_system
from rules.errors import BadInput
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

ATEMI: dict[str, Any] = {
    "id": 3, "name": "Swan of Ash", "essence": 3, "description": "A swan.", "exalt_type": "Solar", "caste": "Dawn",
    "willpower_permanent": 6, "willpower_temporary": 4, "damage_bashing": 1, "damage_lethal": 2, "attr_strength": 3,
    "abil_archery": 2, "abil_melee": 5, "abil_craft": [{"craft": "boats", "rating": 3}], "abil_lore": 77,
    "specialties": [{"ability": "melee", "context": "Swords"}], "ties": [{"subject": "Mother", "rating": 3}],
    "merits": [{"merit_name": "Allies", "rating": 3}, {"merit_name": "A tower in the marsh", "rating": 2}],
    "principles": [{"subject": "No lies", "rating": 1}], "charms": [{"name": "A word of hers", "cost": "3m"}],
}  # fmt: skip
FOUNDRY_3E: dict[str, Any] = {
    "name": "Iron Heron", "type": "character", "_stats": {"systemId": "exaltedthird"},
    "system": {
        "attributes": {"dexterity": {"value": 4}}, "abilities": {"melee": {"value": 3}, "martialarts": {"value": 2}},
        "essence": {"value": 2, "max": 5}, "willpower": {"value": 3, "max": 7}, "details": {"exalt": "dragonblooded"},
        "health": {"levels": {"one": {"value": 3}}, "bashing": 2}, "settings": {"dicecap": 9},
    },
    "items": [
        {"name": "Kestrel", "type": "intimacy", "system": {"intimacytype": "tie", "strength": "major"}},
        {"name": "Duels", "type": "specialty", "system": {"ability": "melee"}},
        {"name": "A debt", "type": "merit", "system": {"points": 4}},
        {"name": "Some charm", "type": "charm", "system": {"cost": {"motes": 3}}},
    ],
}  # fmt: skip
FOUNDRY_2E: dict[str, Any] = {
    "name": "Quiet Reed", "type": "character", "_stats": {"systemId": "exalted2e"},
    "system": {
        "exaltType": "solar", "caste": "Night", "attributes": {"wits": {"value": 5}},
        "abilities": {
            "martialArts": {"value": 4, "specialties": [{"name": "Tiger", "value": 2}, {"name": "In the rain"}]},
            "stealth": {"value": 5, "specialties": []}, "melee": {"specialties": [{"name": "Swords", "value": 1}]},
        },
        "virtues": {"valor": {"value": 4}},
        "essence": {"value": 3}, "willpower": {"value": 5, "max": 7}, "health": {"lethal": 2, "bashing": 1},
        "motivation": "Find the door.",
    },
    "items": [
        {"name": "My sister", "type": "intimacy", "system": {"intensity": "minor"}},
        {"name": "Mentor", "type": "background", "system": {"value": 3}},
        {"name": "Salt barge", "type": "background", "system": {"value": 2}},
        {"name": "Some charm", "type": "charm", "system": {"cost": 3}},
    ],
}  # fmt: skip
WOD20: dict[str, Any] = {
    "name": "Brother Anselm", "type": "Vampire", "_stats": {"systemId": "worldofdarkness"},
    "system": {
        "attributes": {"strength": {"value": 3, "max": 5}}, "abilities": {"melee": {"value": 2}}, "clan": "Of the Rose",
        "advantages": {"willpower": {"permanent": 6, "temporary": 2}, "virtues": {"courage": {"permanent": 4}}},
        "health": {"damage": {"bashing": 1, "lethal": 1, "aggravated": 0}}, "generation": 10, "player": "somebody",
    },
}  # fmt: skip
WOD20_PC: dict[str, Any] = {
    "name": "Sister Odile", "type": "PC", "_stats": {"systemId": "worldofdarkness"},
    "system": {"settings": {"splat": "vampire"}, "attributes": {"wits": {"value": 4}}},
    "items": [
        {"name": "Stealth", "type": "Ability", "system": {"value": 3}},
        {"name": "Willpower", "type": "Advantage", "system": {"permanent": 7, "temporary": 5}},
        {"name": "Auspex", "type": "Power", "system": {"level": 2}},
    ],
}  # fmt: skip
ECG = """<?xml version="1.0" encoding="{encoding}"?><ExaltedCharacter repositoryId="x"><Description>
<CharacterName>Jäde</CharacterName></Description><Statistics experienced="true">
<CharacterType subtype="T">Solar</CharacterType><CharacterConcept><Caste type="Night"/></CharacterConcept>
<Essence creationValue="2" experiencedValue="3"/><Willpower creationValue="7"/>
<Attributes><Physical><Dexterity creationValue="4" experiencedValue="5"/></Physical></Attributes>
<Abilities><Archery creationValue="4"><Specialty name="Bows" creationValue="2"/></Archery></Abilities>
<Charms><CharmGroup name="A"><Charm name="Solar.X"/></CharmGroup></Charms></Statistics></ExaltedCharacter>"""


def sheets(system: str) -> st.SearchStrategy[Mapping[str, Any]]:
    """Sheets of this game that the rules allow: an archetype with some of its numbers changed."""
    rules = get_system(system).sheets

    def change(made: tuple[str, list[tuple[int, int]]]) -> Mapping[str, Any]:
        sheet = canonical(system, rules.blank(made[0]))
        traits = [trait for trait in traits_of(rules.layout(rules.parse(sheet))) if trait.kind in ("dots", "number")]
        for at, value in made[1]:
            trait = traits[at % len(traits)]
            try:
                number = trait.low + value % (trait.high - trait.low + 1)
                sheet = canonical(system, with_values(sheet, {trait.key: number}))
            except BadInput:
                continue
        return sheet

    numbers = st.tuples(st.integers(0, 500), st.integers(0, 500))
    return st.tuples(st.sampled_from(list(rules.archetypes)), st.lists(numbers, max_size=12)).map(change)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_one_server_writes_another_reads_back_to_an_equal_character(system: str) -> None:
    @given(sheets(system), st.text(max_size=40), st.booleans())
    @settings(max_examples=8)
    def comes_back(sheet: dict[str, Any], notes: str, extra: bool) -> None:
        series = Series(system=system)
        character = Character(series=series, name="Wren", sheet=sheet, notes=notes, extra=extra, secret_notes="hush")
        draft = drafted(system, json.dumps(storywheel_file.write(character, storyteller=True)).encode())
        assert (draft.name, draft.sheet, draft.notes, draft.extra) == ("Wren", sheet, notes, extra)
        assert draft.secret_notes == "hush"
        assert "secret_notes" not in storywheel_file.write(character, storyteller=False)

    comes_back()


@pytest.mark.parametrize(
    ("system", "file", "expected"),
    [
        ("exalted3e", ATEMI, {"essence": 3, "abilities.melee": 5, "abilities.craft": 3, "willpower.current": 4,
                              "health.marks": "llb", "specialties.0.name": "Swords",
                              "intimacies.0.intensity": "defining",
                              "intimacies.1.kind": "principle", "archetype": "solar",
                              "merits": ["allies_3"], "own_merits.0.name": "A tower in the marsh",
                              "own_merits.0.dots": 2}),
        ("exalted3e", FOUNDRY_3E, {"archetype": "dragon_blooded", "attributes.dexterity": 4,
                                   "abilities.martial_arts": 2,
                                   "willpower.rating": 7, "willpower.current": 3, "health.extra_1": 1,
                                   "intimacies.0.text": "Kestrel", "specialties.0.ability": "melee",
                                   "own_merits.0.name": "A debt", "own_merits.0.dots": 4}),
        ("exalted2e", FOUNDRY_2E, {"caste": "night", "attributes.wits": 5, "abilities.martial_arts": 4, "willpower": 7,
                                   "willpower_points": 5, "health": "LLB....", "motivation": "Find the door.",
                                   "specialties.0.ability": "martial_arts", "specialties.0.name": "Tiger",
                                   "specialties.0.dots": 2, "specialties.1.name": "In the rain",
                                   "specialties.1.dots": 1, "specialties.2.ability": "melee",
                                   "intimacies.0.text": "My sister", "backgrounds.mentor": 3,
                                   "own_backgrounds.0.name": "Salt barge", "own_backgrounds.0.dots": 2}),
        ("v20da", WOD20, {"attributes.strength": 3, "abilities.melee": 2, "willpower": 6, "willpower_points": 2,
                          "virtues.courage": 4, "clan": "Of the Rose", "generation": 10, "health": "X/"}),
        ("v20da", WOD20_PC, {"attributes.wits": 4, "abilities.stealth": 3, "willpower": 7, "disciplines.auspex": 2}),
    ],
)  # fmt: skip
def test_a_foreign_character_stands_where_our_sheet_has_a_place(
    system: str, file: dict[str, Any], expected: dict[str, Any]
) -> None:
    draft = drafted(system, json.dumps(file).encode())
    for path, value in expected.items():
        found: Any = draft.sheet
        for name in path.split("."):
            found = found[int(name)] if isinstance(found, list) else found[name]
        assert found == value, path
    assert canonical(system, draft.sheet) == draft.sheet


def test_the_preview_names_the_rows_of_a_list_each_in_a_line() -> None:
    kept = drafted("exalted2e", json.dumps(FOUNDRY_2E).encode()).kept
    assert {
        "Specialties: Martial Arts, Tiger, 2",
        "Specialties: Martial Arts, In the rain, 1",
        "Specialties: Melee, Swords, 1",
        "Intimacies: My sister",
        "Backgrounds: Salt barge, 2",
        "Mentor 3",
    } <= set(kept)
    third = drafted("exalted3e", json.dumps(FOUNDRY_3E).encode()).kept
    assert "Specialties: Melee, Duels" in third
    assert "Intimacies: Kestrel, Tie, Major" in third


def test_more_dots_of_specialties_than_an_ability_may_have_are_named_as_left_out() -> None:
    rows = [{"name": f"Style {n}", "value": 2} for n in "ab"]
    file = {**FOUNDRY_2E, "system": {"exaltType": "solar", "abilities": {"melee": {"value": 3, "specialties": rows}}}}
    draft = drafted("exalted2e", json.dumps(file).encode())
    assert "Specialties: Melee, Style a, 2" in draft.kept
    assert any("up to 3 dots" in moved.why for moved in draft.changed)


def test_rows_far_down_a_list_are_put_within_bounds_like_the_first() -> None:
    backgrounds = [
        {"name": f"Barge {n}", "type": "background", "system": {"value": 9 if n == 7 else 1}} for n in range(8)
    ]
    draft = drafted("exalted2e", json.dumps({**FOUNDRY_2E, "items": backgrounds}).encode())
    assert draft.sheet["own_backgrounds"][7] == {"name": "Barge 7", "dots": 5}
    assert [(moved.was, moved.now) for moved in draft.changed] == [("9", "5")]


def test_more_dots_of_a_merit_than_the_book_knows_are_told() -> None:
    merits = [{"name": "A debt", "type": "merit", "system": {"points": 8}}]
    draft = drafted("exalted3e", json.dumps({**FOUNDRY_3E, "items": merits}).encode())
    assert draft.sheet["own_merits"][0] == {"name": "A debt", "dots": 5}
    assert [(moved.was, moved.now) for moved in draft.changed] == [("8", "5")]


def test_a_longer_name_of_a_merit_than_the_sheet_holds_is_told() -> None:
    names = ["A debt to " + "the salt porters of " * 3 + "Nexus", "A boat"]
    merits = [{"name": name, "type": "merit", "system": {"points": 2}} for name in names]
    draft = drafted("exalted3e", json.dumps({**FOUNDRY_3E, "items": merits}).encode())
    short = names[0][:60].strip()
    assert [row["name"] for row in draft.sheet["own_merits"][:2]] == [short, "A boat"]
    assert [(moved.label, moved.was, moved.now) for moved in draft.changed] == [("Merits", names[0], short)]
    assert told_in_finnish("exalted3e", {**FOUNDRY_3E, "items": merits}) == ["Meriitin nimessä on enintään 60 merkkiä."]


def test_more_rows_than_a_sheet_holds_are_told_under_the_lists_own_title() -> None:
    backgrounds = [{"name": f"Barge {n}", "type": "background", "system": {"value": 1}} for n in range(31)]
    draft = drafted("exalted2e", json.dumps({**FOUNDRY_2E, "items": backgrounds}).encode())
    assert [(moved.label, moved.was, moved.now) for moved in draft.changed] == [("Backgrounds", "31", "30")]
    assert told_in_finnish("exalted2e", {**FOUNDRY_2E, "items": backgrounds}) == ["Hahmolomakkeelle ei mahdu enempää."]


def drafted(system: str, data: bytes, kind: str = "") -> Draft:
    """The draft of a file that says what it is, or is told."""
    found = parse_file(system, data, kind)
    assert isinstance(found, Draft)
    return found


def told_in_finnish(system: str, file: dict[str, Any]) -> list[str]:
    with override("fi"):
        return [translate(moved.why) for moved in drafted(system, json.dumps(file).encode()).changed]


def test_what_does_not_fit_is_named_and_goes_into_the_notes() -> None:
    draft = drafted("exalted3e", json.dumps(ATEMI).encode())
    assert [moved.label for moved in draft.changed] == ["Lore"]
    assert (draft.changed[0].was, translate(draft.changed[0].why)) == ("77", "Lore must be 0 to 5.")
    assert "A swan." in draft.about
    assert draft.notes == ""
    assert "A tower" not in draft.secret_notes


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1"])
def test_an_anathema_character_is_read_as_experience_left_it(encoding: str) -> None:
    draft = drafted("exalted2e", ECG.format(encoding=encoding).encode(encoding))
    sheet = draft.sheet
    assert (draft.name, sheet["caste"], sheet["essence"], sheet["attributes"]["dexterity"]) == ("Jäde", "night", 3, 5)
    assert (sheet["willpower"], sheet["willpower_points"], sheet["specialties"]) == (
        7,
        7,
        [{"ability": "archery", "name": "Bows", "dots": 2}, *[{"ability": "", "name": "", "dots": 1}] * 2],
    )
    assert sheet["abilities"]["melee"] == 0
    assert (sheet["personal"], sheet["peripheral"]) == (16, 32)
    assert [power["name"] for power in sheet["powers"]] == ["X"]


MORE = """<Charms><CharmGroup name="Ride" type="Solar"><Charm name="Solar.MasterHorseman"><Special><Subeffects>
<Subeffect id="Speed-Sustaining" creationlearned="false" experiencelearned="true"/>
<Subeffect id="Spirit-Steadying" creationlearned="false" experiencelearned="false"/>
</Subeffects></Special></Charm></CharmGroup></Charms>
<AdditionalModels><Model templateId="Mutations"><Content><Mutations>
<Mutation id="NightVision" value="1"><categorization type="Pox"/></Mutation>
<Mutation id="MoodSwings" value="-1"><categorization type="Deficiency"/></Mutation>
</Mutations></Content></Model></AdditionalModels></Statistics>"""


def test_the_learned_parts_of_a_charm_and_mutations_are_told_in_words() -> None:
    whole = re.sub("(?s)<Charms>.*</Statistics>", MORE, ECG.format(encoding="UTF-8"))
    draft = drafted("exalted2e", whole.encode())
    assert draft.sheet["powers"][0]["text"] == "Solar, Ride\nSpeed-Sustaining"
    assert [(one.heading, one.line) for one in draft.left] == [
        ("Mutations", "Night Vision (Pox, +1)"),
        ("Mutations", "Mood Swings (Deficiency, -1)"),
    ]


def test_a_weapon_of_a_style_is_wielded_by_martial_arts_and_bare_hands_are_no_weapon() -> None:
    style = {"name": "Twin blades", "weight": "medium", "tags": ["lethal", "balanced"]}
    fists = {"name": "Unarmed (brawl)", "weight": "light", "ability": "brawl", "tags": ["bashing"]}
    weapons = [{**style, "ability": "martial arts (steel devil style)"}, fists]
    draft = drafted("exalted3e", json.dumps({**ATEMI, "weapons": weapons}).encode())
    assert draft.sheet["own_weapons"] == "Twin blades: medium, melee, lethal, martial arts, balanced"
    assert "Weapons" not in {one.heading for one in draft.left}


def test_a_long_list_is_told_whole() -> None:
    abilities = ["awareness", "bureaucracy", "dodge", "integrity", "medicine", "melee", "resistance", "sail", "war"]
    kept = drafted("exalted3e", json.dumps({**ATEMI, "favored_abilities": abilities}).encode()).kept
    assert f"Caste and Favored {', '.join(map(str.title, abilities))}" in kept


def packed(packing: int = zipfile.ZIP_DEFLATED, **files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_zipped_file_is_read_as_the_file_inside() -> None:
    assert drafted("exalted2e", packed(jade=ECG.format(encoding="UTF-8").encode())).name == "Jäde"


WHOLE = packed(jade=b"{}" * 200)
DAMAGED = WHOLE[:34] + b"\xff" * 6 + WHOLE[40:]
BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><ExaltedCharacter>&b;</ExaltedCharacter>'
OUTSIDE = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><ExaltedCharacter>&e;</ExaltedCharacter>'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "can’t be read"),
        (b"\xff\xfe\x00nonsense", "can’t be read"),
        (b"[1, 2]", "contains no character"),
        (b'"words"', "contains no character"),
        (b"{}", "This game can’t import that file"),
        (b"[" * 100_000, "can’t be read"),
        (b'{"a":' * 60 + b"1" + b"}" * 60, "contains no character"),
        (b'{"name": ' + b"9" * 6000 + b"}", "can’t be read"),
        (b"x" * (MAX_BYTES + 1), "up to 1000 kB"),
        (packed(a=b"0" * (MAX_BYTES * 4)), "up to 1000 kB"),
        (packed(a=b"{}", b=b"{}"), "exactly one"),
        (b"PK\x03\x04 not a zip at all", "can’t be opened"),
        (DAMAGED, "can’t be opened"),
        (packed(zipfile.ZIP_LZMA, a=b"{}"), "can’t be opened"),
        (packed(zipfile.ZIP_BZIP2, a=b"{}"), "can’t be opened"),
        (BOMB, "XML entities"),
        (OUTSIDE, "XML entities"),
        (b"<ExaltedCharacter><Description>", "incomplete"),
        (b"<ExaltedCharacter>" + b"<a>" * 50_000, "incomplete"),
        (b'{"format": "storywheel.character", "version": 99}', "newer Storywheel"),
        (b'{"format": "storywheel.character", "version": 1, "system": "v20da"}', "this series is not"),
        (b'{"format": "storywheel.character", "version": 1, "system": "exalted2e", "sheet": {"x": 1}}', "rules reject"),
        (json.dumps(ATEMI).encode(), "This game can’t import that file"),
    ],
)
def test_any_other_file_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        parse_file("exalted2e", data)


def test_a_file_of_thousands_of_rows_is_read_row_by_row() -> None:
    rows = [{"type": "merit", "name": f"m{row}"} for row in range(4000)]
    actor = {"_stats": {"systemId": "exaltedthird"}, "system": {"biography": "A swan."}, "name": "Swan", "items": rows}
    begun = process_time()
    parse_file("exalted3e", json.dumps(actor).encode())
    assert process_time() - begun < 2, "ten seconds and more where each row looks at all the others"


def test_a_value_at_the_end_of_an_endless_path_is_refused() -> None:
    rows = {"k" * 5000: [1] * 5000}
    actor = {"_stats": {"systemId": "exaltedthird"}, "system": {"biography": "A swan."}, "name": "Swan", "items": rows}
    with pytest.raises(Refused, match="far more than a character"):
        parse_file("exalted3e", json.dumps(actor).encode())


def test_characters_that_nothing_can_keep_are_left_out() -> None:
    broken = {**ATEMI, "name": "Sw\0an \ud83d", "notes": "A \0swan\udc00."}
    draft = drafted("exalted3e", json.dumps(broken).encode())
    assert draft.name == "Swan ?"
    assert "A swan?." in draft.about


LOOKS = [ATEMI, FOUNDRY_3E, FOUNDRY_2E, WOD20, WOD20_PC]


@given(st.data())
@settings(max_examples=8)
def test_no_value_in_the_place_of_another_breaks_an_import(data: st.DataObject) -> None:
    file = json.loads(json.dumps(data.draw(st.sampled_from(LOOKS))))
    junk: st.SearchStrategy[Any] = st.sampled_from(
        [None, [], {}, "", "x" * 5000, -1, 10**30, 1e308, True, "\0", [[]], {"0": 1}, "٣"]
    )
    for _ in range(data.draw(st.integers(1, 6))):
        spot: Any = file
        while isinstance(spot, dict) and spot:
            key = data.draw(st.sampled_from(sorted(spot)))
            if key == "_stats" or not isinstance(spot[key], dict) or data.draw(st.booleans()):
                if key != "_stats":
                    spot[key] = data.draw(junk)
                break
            spot = spot[key]
    for system in SYSTEMS:
        try:
            draft = parse_file(system, json.dumps(file).encode())
        except Refused:
            continue
        if isinstance(draft, Question):
            draft = drafted(system, json.dumps(file).encode(), draft.choices[0][0])
        assert canonical(system, draft.sheet) == draft.sheet
        assert len(draft.notes) <= 20_000


def upload(data: bytes) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("character.json", data)}


def test_nothing_is_saved_before_it_is_confirmed(db: None, sign_in: SignIn) -> None:
    cast: Cast = gather_cast("exalted3e")
    client, url = sign_in(cast.player), reverse("character_import", args=[cast.series.pk])
    before = Character.objects.count()
    look = client.post(url, upload(json.dumps(ATEMI).encode()), follow=True)
    assert look.status_code == 200
    page = look.content.decode()
    assert "Moved to the Storyteller’s notes" in page
    assert "A word of hers" in page
    assert "A swan." in page
    assert Character.objects.count() == before
    client.post(url, {"draft": look.context["signed"], "name": "Swan the Second", "command": uuid.uuid4()})
    made = Character.objects.get(name="Swan the Second")
    assert (made.owner, made.sheet["essence"], made.notes) == (cast.player, 3, "")
    assert "boats 3" in made.secret_notes
    assert "A swan." in made.secret_notes


def test_a_draft_of_ones_own_making_is_refused(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted3e")
    client, url = sign_in(cast.player), reverse("character_import", args=[cast.series.pk])
    for draft in ("", "forged", "a:b:c"):
        assert client.post(url, {"draft": draft}).status_code == 422
    assert client.post(url, upload(b"{}")).status_code == 422
    assert client.post(url, {}).status_code == 422
    assert sign_in(cast.spectator).get(url).status_code == 403
    assert sign_in(cast.stranger).get(url).status_code == 404


def test_the_file_is_for_those_who_read_the_sheet_and_tells_no_secret(cast: Cast, sign_in: SignIn) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(secret_notes="hush")
    url = reverse("character_export", args=[cast.heroine.pk])
    assert "hush" in sign_in(cast.storyteller).get(url).content.decode()
    assert "hush" not in sign_in(cast.player).get(url).content.decode()
    told = {name: sign_in(getattr(cast, name)).get(url).status_code for name in ("rival", "spectator", "stranger")}
    assert told == {"rival": 403, "spectator": 403, "stranger": 404}
