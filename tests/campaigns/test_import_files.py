"""Files in the shapes of other programs, from the look to the saved character: each value in its place, no other."""

import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from campaigns.core.language import translate
from campaigns.experience.ledger import load_balances
from campaigns.imports import parse_file
from campaigns.imports.draft import Draft, Question
from campaigns.imports.preview import MAX_KEPT
from campaigns.models import Character, ExperienceEntry, Membership, Notice, Proposal, Role, Series
from campaigns.quick_text import EXAMPLES
from campaigns.sheets.json import canonical
from rules.paths import get_path
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

pytestmark = [pytest.mark.walk, pytest.mark.usefixtures("parsed_here")]

FILES = Path(__file__).parent.parent / "fixtures" / "imports"
HERON = "foundry-exaltedthird-character.json"
ANATHEMA_SOLAR = {
    "caste": "zenith", "essence": 3, "willpower": 7, "attributes.dexterity": 5, "virtues.conviction": 3,
    "abilities.melee": 4, "abilities.craft": 3, "favored": ["melee", "craft", "sail"], "specialties.0.name": "Sickles",
    "specialties.0.dots": 2, "backgrounds.artifact": 3, "own_backgrounds.0.name": "Artifact (Boat)",
    "own_backgrounds.0.dots": 3, "own_backgrounds.1.name": "Henchmen", "intimacies.0.text": "The marsh folk",
    "intimacies.1.text": "The tax-gatherer (2, not complete)", "weapons": ["short_sword"], "armor": ["chain_shirt"],
    "track": "-0 -0 -1 -1 -1 -1 -2 -2 -4 I", "health": "..........", "powers.0.name": "2nd Excellency: Melee",
    "powers.0.use": "any", "powers.3.name": "Marsh Guard", "powers.4.text": "Terrestrial Circle",
    "motivation": "Drain the marsh.",
}  # fmt: skip
FOUNDRY_2E = {
    "splat": "dragon_blooded", "caste": "fire", "favored": ["melee", "war"], "channels.conviction": 1, "essence": 3,
    "willpower": 7, "willpower_points": 5, "personal_committed": 2, "personal": 9, "peripheral": 20,
    "peripheral_committed": 5, "track": "-0 -1 -1 -1 -1 -2 -2 -2 -4 I", "health": "LB........",
    "powers.0.cost": {"motes": 3, "willpower": 1}, "powers.0.timing": "reflexive", "powers.1.name": "Wall of Ash",
    "powers.1.cost": {"motes": 15, "willpower": 1}, "intimacies.0.text": "Her brother", "backgrounds.artifact": 3,
    "own_backgrounds.0.name": "Breeding", "motivation": "See the road home.",
    "own_weapons": "Salt spear (Melee): Speed 5, Accuracy +2, Damage +5L, Defense +1, Rate 2, Minimum 2, Strength 2, "
                   "Tags R P 2\nShort bow (Archery): Speed 6, Accuracy +1, Damage +2L, Rate 2, Range 120, Strength 1, "
                   "Tags 2",
    "own_armor": "Scale coat: Soak 7L/6B, Hardness 2L/2B, Mobility 1, Fatigue 1, Attune 3",
}  # fmt: skip
BEAST = {
    "being": "mortal", "ready.used": True, "ready.combat": 5, "ready.join_battle": 4, "ready.dodge_dv": 1,
    "ready.parry_dv": 2, "essence": 1, "willpower": 3, "soak_bashing": 6, "soak_lethal": 4, "hardness_lethal": 1,
    "health": "BB.......", "own_weapons": "Tusk (Melee): Speed 5, Accuracy +1, Damage 8L, Defense +0, Rate 1",
}  # fmt: skip
ATEMI = {
    "archetype": "abyssal", "caste": "Dusk", "essence": 2, "willpower.current": 4, "motes.committed": 5,
    "motes.personal": 11, "health.extra_1": 2, "health.marks": "l", "abilities.craft": 2, "abilities.martial_arts": 3,
    "favored": ["dodge", "melee", "presence"], "own_weapons": "Glass scythe: artifact, heavy, melee, lethal, reaching, "
    "two-handed", "armor": "artifact_medium", "weapons": [], "powers.0.name": "Grave Cut",
    "powers.0.cost": {"motes": 3, "willpower": 1}, "powers.1.name": "Crane Steps", "merits": ["allies_3"],
    "charms": "Cold Flesh (resistance, permanent)\nPall of Crows (terrestrial, 15sm, 1wp, one scene, control spell)",
    "own_merits.0.name": "A tower in the marsh", "intimacies.0.intensity": "defining", "craft.silver": 3,
}  # fmt: skip
ATEMI_QC = {
    "archetype": "quick", "extra": True, "quick.attack": "Bite", "quick.withering": 8, "quick.decisive": 6,
    "quick.damage": 11, "quick.overwhelming": 2, "quick.join_battle": 7, "quick.evasion": 4, "quick.senses": 8,
    "quick.stealth": 6, "quick.movement": 9, "quick.soak": 4, "health.extra_2": 1, "powers.0.name": "Pack howl",
    "powers.0.use": "any", "powers.0.timing": "simple", "powers.0.cost": {"motes": 3}, "quick.grapple": 5,
    "intimacies.0.text": "The pack",
}  # fmt: skip
ATEMI_GROUP = {
    "archetype": "group", "extra": True, "group.size": 3, "group.might": 1, "group.drill": "elite",
    "group.perfect_morale": True, "quick.attack": "Spears", "quick.withering": 8, "quick.soak": 5,
}  # fmt: skip
EXALTEDTHIRD = {
    "archetype": "dragon_blooded", "caste": "Water", "favored": ["melee", "sail"], "abilities.martial_arts": 3,
    "abilities.craft": 3, "willpower.rating": 6, "willpower.current": 4, "motes.personal": 10, "motes.committed": 8,
    "own_weapons": "Boat hook: medium, melee, lethal, reaching, disarming\nTide daiklave: artifact, medium, melee, "
    "lethal, balanced", "weapons": [], "armor": "light", "health.extra_1": 2, "health.marks": "lb", "craft.gold": 2,
    "powers.0.name": "Flowing Parry", "powers.0.cost": {"motes": 2, "willpower": 1}, "merits": ["retainers_2"],
    "charms": "Ox-Body Technique (resistance, Permanent)\nMist Ford (terrestrial, 10sm, 1wp, One scene, control spell)",
    "intimacies.0.intensity": "defining", "specialties.0.name": "Boarding",
}  # fmt: skip
GROUP = {
    "archetype": "group", "group.size": 3, "group.might": 1, "group.drill": "elite", "quick.attack": "Spears",
    "quick.withering": 8, "quick.damage": 12, "quick.damage_type": "lethal", "quick.join_battle": 6,
    "quick.command": 5, "quick.influence": 2, "quick.senses": 5, "quick.parry": 4, "intimacies.0.kind": "principle",
}  # fmt: skip
WOD_PC = {
    "being": "vampire", "clan": "Ventrue", "generation": 9, "blood": 9, "road": 7, "road_name": "Humanity",
    "virtues.conscience": 4, "willpower": 6, "willpower_points": 4, "abilities.crafts": 1, "abilities.hearth_wisdom": 2,
    "specialties.melee": "Maces", "specialties.manipulation": "Bargains", "disciplines.auspex": 2,
    "disciplines.dominate": 3, "backgrounds.retainers": 3, "own_traits.0.name": "Streetwise",
    "own_traits.1.kind": "discipline", "own_traits.2.name": "Library", "own_traits.2.dots": 2, "armor": 3,
    "own_weapons": "Mace: melee, Strength + 2 bashing\nCrossbow: archery, 5 lethal, 90 yards", "health": "X/",
    "powers.0.name": "Heightened Senses", "powers.0.cost": {"blood": 1}, "concept": "Anchoress", "nature": "Judge",
}  # fmt: skip
WOD_OLD = {
    "being": "vampire", "clan": "Gangrel", "generation": 10, "blood": 8, "road": 6,
    "road_name": "Path of the Feral Heart", "abilities.animal_ken": 2, "abilities.melee": 3, "abilities.ride": 1,
    "own_traits.0.name": "Larceny", "own_traits.0.kind": "skill", "own_traits.1.kind": "knowledge",
    "disciplines.protean": 2, "virtues.courage": 4, "willpower_points": 3,
}  # fmt: skip
WHOLE: list[tuple[str, str, str, dict[str, Any]]] = [
    ("exalted2e", "anathema-solar.ecg", "", ANATHEMA_SOLAR),
    ("exalted2e", "foundry-exalted2e-character.json", "", FOUNDRY_2E),
    ("exalted2e", "foundry-exalted2e-beast.json", "", BEAST),
    ("exalted3e", "lot-casting-atemi-character.json", "", ATEMI),
    ("exalted3e", "lot-casting-atemi-qc.json", "", ATEMI_QC),
    ("exalted3e", "lot-casting-atemi-battlegroup.json", "", ATEMI_GROUP),
    ("exalted3e", "foundry-exaltedthird-character.json", "", EXALTEDTHIRD),
    ("exalted3e", "foundry-exaltedthird-group.json", "", GROUP),
    ("v20da", "foundry-worldofdarkness-pc.json", "", WOD_PC),
    ("v20da", "foundry-worldofdarkness-vampire-old.json", "", WOD_OLD),
]
RAW = re.compile(r"wod\.|system\.|\.\d+\.|_id|<p>|@UUID|creationValue|isvisible|#000000")


def read(system: str, name: str, kind: str = "") -> Draft | Question:
    return parse_file(system, (FILES / name).read_bytes(), kind)


def draft_of(system: str, name: str, kind: str = "") -> Draft:
    found = read(system, name, kind)
    assert isinstance(found, Draft)
    return found


@pytest.mark.parametrize(("system", "name", "kind", "expected"), WHOLE, ids=[row[1] for row in WHOLE])
def test_every_value_of_a_file_comes_through_the_look_onto_the_saved_sheet(
    db: None, sign_in: SignIn, system: str, name: str, kind: str, expected: dict[str, Any]
) -> None:
    cast = gather_cast(system)
    client, url = sign_in(cast.storyteller), reverse("character_import", args=[cast.series.pk])
    look = client.post(url, {"file": SimpleUploadedFile(name, (FILES / name).read_bytes())}, follow=True)
    if kind:
        look = client.get(look.request["PATH_INFO"], {"kind": kind})
    ticked = {"extra": "on"} if look.context["draft"].extra else {}
    client.post(url, {"draft": look.context["signed"], "name": "Wren", "command": uuid.uuid4(), **ticked})
    made = Character.objects.get(name="Wren")
    assert {path: get_path(made.sheet, path) for path in expected} == expected
    assert canonical(system, made.sheet) == made.sheet
    assert made.extra == bool(ticked)
    assert made.notes == ""
    assert not RAW.search(made.secret_notes), RAW.findall(made.secret_notes)
    assert not re.search("&lt;|wod\\.|creationValue|isvisible", look.content.decode().split("<main")[1])


@pytest.mark.parametrize(
    ("system", "name", "said"),
    [
        ("exalted2e", "anathema-ghost.ecg", "Ghost, CommonGhost"),
        ("exalted2e", "anathema-abyssal.ecg", "Abyssal, Midnight"),
    ],
)
def test_a_being_that_the_game_does_not_know_is_asked_and_nothing_is_saved(
    db: None, sign_in: SignIn, system: str, name: str, said: str
) -> None:
    cast = gather_cast(system)
    client, url = sign_in(cast.player), reverse("character_import", args=[cast.series.pk])
    before = Character.objects.count()
    asked = client.post(url, {"file": SimpleUploadedFile(name, (FILES / name).read_bytes())}, follow=True)
    here = asked.request["PATH_INFO"]
    page = asked.content.decode()
    assert f"<b>{said}</b>" in page
    assert 'name="draft"' not in page
    assert client.get(here, {"kind": ""}).context["question"].said == said
    assert client.get(here, {"kind": "kraken"}).status_code == 422
    look = client.get(here, {"kind": "spirit"})
    assert look.context["draft"].kind == "Spirit"
    assert Character.objects.count() == before


@pytest.mark.parametrize(("system", "name", "kind", "expected"), WHOLE, ids=[row[1] for row in WHOLE])
def test_no_gear_stands_on_the_sheet_that_the_file_does_not_name(
    system: str, name: str, kind: str, expected: dict[str, Any]
) -> None:
    """The archetypes bring swords and armor: none of them comes along."""
    sheet = draft_of(system, name, kind).sheet
    bare = {"exalted2e": [], "exalted3e": "none", "v20da": 0}
    assert sheet["weapons"] == expected.get("weapons", [])
    assert sheet["armor"] == expected.get("armor", bare[system])


def test_a_bare_file_names_every_value_that_the_sheet_demands() -> None:
    data = b'{"name": "Bare", "type": "character", "_stats": {"systemId": "exaltedthird"}, ' \
           b'"system": {"details": {"exalt": "solar"}}}'  # fmt: skip
    draft = parse_file("exalted3e", data)
    assert isinstance(draft, Draft)
    assert {"Strength", "Essence", "Willpower", "Personal motes"} <= {label for label, _value in draft.assumed}
    assert (draft.sheet["weapons"], draft.sheet["armor"], sum(draft.sheet["abilities"].values())) == ([], "none", 0)


def test_a_caste_that_has_no_place_is_told_and_goes_into_the_notes() -> None:
    data = (FILES / "foundry-exalted2e-character.json").read_bytes().replace(b'"fire"', b'"Dusk"')
    draft = parse_file("exalted2e", data, "dragon_blooded")
    assert isinstance(draft, Draft)
    assert [(moved.label, moved.was, moved.now) for moved in draft.changed] == [("Caste", "Dusk", "")]
    assert "* Dusk" in draft.secret_notes


def test_a_biography_becomes_plain_words() -> None:
    draft = draft_of("exalted2e", "foundry-exalted2e-character.json")
    assert draft.about == "Caravan marshal\n\nBorn in a **salt** town.\n\nShe owes the Reeve a life."


@pytest.mark.parametrize(
    ("system", "name", "english", "finnish"),
    [
        ("exalted2e", "foundry-exalted2e-character.json", {"Health 1 lethal, 1 bashing"},
         {"Terveys 1 tappava, 1 tylppä"}),
        ("exalted3e", "lot-casting-atemi-character.json",
         {"Weapons: Glass scythe: artifact, heavy, melee, lethal, reaching, two-handed", "Health 1 lethal",
          "Anima glowing", "Caste or Aspect Dusk"}, {"Terveys 1 tappava", "Anima hehkuu"}),
        ("v20da", "foundry-worldofdarkness-pc.json",
         {"Health 1 lethal, 1 bashing", "Specialties: Manipulation, Bargains", "Specialties: Melee, Maces"},
         {"Terveys 1 tappava, 1 tylppä", "Erikoisalat: Manipulointi, Bargains"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_kept_stands_in_the_words_of_the_sheet(
    system: str, name: str, english: set[str], finnish: set[str]
) -> None:
    assert english <= {translate(line) for line in draft_of(system, name).kept}
    with override("fi"):
        kept = {translate(line) for line in draft_of(system, name).kept}
    assert finnish <= kept


def test_what_is_left_stands_in_words_under_headings() -> None:
    left = {(one.heading, one.line) for one in draft_of("v20da", "foundry-worldofdarkness-pc.json").left}
    assert {("Merit", "Eidetic Memory 2"), ("Retainers", "Two lay sisters")} <= left
    assert len(left) < 15, "the program's labels and settings say nothing"


def test_a_power_of_which_only_the_name_is_known_works_on_any_roll_and_the_look_says_so() -> None:
    """It once worked on attacks alone, and nobody was told."""
    draft = draft_of("exalted2e", "anathema-solar.ecg")
    assert "Powers: Marsh Guard (on any roll or defense; reflexive)" in draft.kept
    told = dict(draft.assumed)["When powers are used"]
    assert told.startswith("on any roll or defense; reflexive (2nd Excellency: Melee, ")


def test_a_use_that_the_game_does_not_know_does_not_cost_a_charm_its_price() -> None:
    assert (
        "Powers: Pack howl (on any roll or defense; simple; costs 3 motes)"
        in draft_of("exalted3e", "lot-casting-atemi-qc.json").kept
    )


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("lot-casting-atemi-qc.json", {("Actions", "Grapple 6")}),
        ("lot-casting-atemi-battlegroup.json", {("Armor", "Buff jackets")}),
    ],
)
def test_what_a_quick_character_has_besides_stands_under_its_heading(name: str, lines: set[tuple[str, str]]) -> None:
    assert lines <= {(one.heading, one.line) for one in draft_of("exalted3e", name).left}


# ---- what the Storyteller ticks


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted3e")


def bring(client: Client, cast: Cast, **ticked: str) -> Character:
    name, url = "foundry-exaltedthird-character.json", reverse("character_import", args=[cast.series.pk])
    look = client.post(url, {"file": SimpleUploadedFile(name, (FILES / name).read_bytes())}, follow=True)
    client.post(url, {"draft": look.context["signed"], "name": "Wren", "command": uuid.uuid4(), **ticked})
    return Character.objects.get(name="Wren")


def test_hidden_the_description_for_all_and_the_ledger_are_ticked(cast: Cast, sign_in: SignIn) -> None:
    made = bring(sign_in(cast.storyteller), cast, hidden="on", tell="on", ledger="on", opening="on")
    assert (made.hidden, made.extra) == (True, False)
    assert made.notes == "Grew up on a *barge*."
    assert "barge" not in made.secret_notes
    entries = ExperienceEntry.objects.filter(character=made).values_list("purse", "points")
    assert set(entries) == {("experience", 45), ("experience", -38), ("solar", 3)}


def test_a_storyteller_says_at_once_who_plays_the_character(cast: Cast, sign_in: SignIn) -> None:
    rival = cast.membership(cast.rival)
    made = bring(sign_in(cast.storyteller), cast, owner=str(rival.pk), extra="on", opening="on")
    assert (made.owner, made.extra, made.sheet["extra"]) == (cast.rival, False, False)
    assert made.experience.count() == 2


@pytest.mark.parametrize("owner", ["spectator", "x", "999999", "²"])
def test_nobody_plays_who_does_not_play_in_the_series(cast: Cast, sign_in: SignIn, owner: str) -> None:
    typed = str(cast.membership(cast.spectator).pk) if owner == "spectator" else owner
    name, url = "foundry-exaltedthird-character.json", reverse("character_import", args=[cast.series.pk])
    client = sign_in(cast.storyteller)
    look = client.post(url, {"file": SimpleUploadedFile(name, (FILES / name).read_bytes())}, follow=True)
    assert "spectator" not in re.findall(r"<option[^>]*>([^<]*)", look.content.decode())
    form = {"draft": look.context["signed"], "name": "Wren", "command": uuid.uuid4(), "owner": typed}
    answer = client.post(url, form)
    assert answer.status_code in (302, 422)
    assert not Character.objects.filter(name="Wren").exists()


def _look_at_unsaid(client: Client, url: str) -> tuple[str, dict[str, str]]:
    """Return the page and the form of a file that does not say what was spent before."""
    data = (FILES.parent / "cases" / "anathema-2e-experience.ecg").read_bytes()
    file = SimpleUploadedFile("x.ecg", data.replace(b'<Caste type="Twilight"/>', b""))
    asked = client.post(url, {"file": file}, follow=True)
    look = client.get(f"{asked.redirect_chain[-1][0]}?kind=solar")
    return look.content.decode(), {"draft": look.context["signed"], "name": "Wren", "opening-spent": ""}


def test_what_was_spent_before_is_asked_for_where_the_file_does_not_say_it(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    url, client = reverse("character_import", args=[cast.series.pk]), sign_in(cast.storyteller)
    page, form = _look_at_unsaid(client, url)
    assert "The file does not say how much. Enter it, or clear the check box." in page
    form["opening"] = "on"
    client.post(url, {**form, "command": uuid.uuid4()})
    assert not Character.objects.filter(name="Wren").exists()
    client.post(url, {**form, "command": uuid.uuid4(), "opening-spent": "20"})
    assert sorted(Character.objects.get(name="Wren").experience.values_list("points", flat=True)) == [-20, 39]


def test_a_player_too_says_what_was_spent_before_asking_for_the_ledger(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    url, client = reverse("character_import", args=[cast.series.pk]), sign_in(cast.player)
    page, form = _look_at_unsaid(client, url)
    assert "The file does not say it." in page
    client.post(url, {**form, "command": uuid.uuid4()})
    assert not Character.objects.filter(name="Wren").exists()
    client.post(url, {**form, "command": uuid.uuid4(), "opening-spent": "20"})
    assert Character.objects.get(name="Wren").proposals.get().figures == {"earned": 39, "spent": 20}


def test_a_player_ticks_nothing_that_is_the_storytellers(cast: Cast, sign_in: SignIn) -> None:
    owner = str(cast.membership(cast.rival).pk)
    made = bring(sign_in(cast.player), cast, hidden="on", ledger="on", opening="on", extra="on", owner=owner)
    assert (made.hidden, made.extra, made.notes, made.owner) == (False, False, "", cast.player)
    assert not made.sheet["extra"]
    assert "barge" in made.secret_notes
    assert not ExperienceEntry.objects.filter(character=made).exists()


def test_what_a_players_import_has_earned_waits_for_the_storyteller(cast: Cast, sign_in: SignIn) -> None:
    """It was lost once: the preview said that it was kept, and the ledger stayed empty."""
    made = bring(sign_in(cast.player), cast)
    storyteller, (asked,) = sign_in(cast.storyteller), made.proposals.all()
    page = storyteller.get(reverse("series_experience", args=[cast.series.pk])).content.decode()
    assert "Experience from before: 45 earned, 38 spent, 3 Solar experience" in page
    assert Notice.objects.filter(user=cast.storyteller, kind="proposal", read_at=None).exists()
    answer = {"decision": "approve", "points": 0, "days": 0, "words": ""}
    for _time in range(2):  # a double click writes it once
        storyteller.post(reverse("proposal_answer", args=[asked.pk]), answer)
    assert load_balances(made) == {"experience": 7, "solar": 3}
    ledger = storyteller.get(reverse("experience", args=[made.pk])).content.decode()
    assert "45 earned, 38 spent" in ledger
    assert "in the ledger" in ledger
    storyteller.post(reverse("proposal_reverse", args=[asked.pk]))
    assert load_balances(made) == {"experience": 0, "solar": 0}


def test_the_storyteller_sets_an_opening_right_and_writes_what_nobody_has_said(cast: Cast, sign_in: SignIn) -> None:
    made = bring(sign_in(cast.player), cast)
    (asked,) = made.proposals.all()
    Proposal.objects.filter(pk=asked.pk).update(figures={"earned": 45})
    answer = {"decision": "approve", "points": 0, "days": 0, "words": "", "earned": 50}
    url, storyteller = reverse("proposal_answer", args=[asked.pk]), sign_in(cast.storyteller)
    for spent, said in (("", "Write how much experience was spent"), (51, "No more can have been spent")):
        page = storyteller.post(url, {**answer, "spent": spent})
        assert (page.status_code, said in page.content.decode()) == (422, True)
    storyteller.post(url, {**answer, "spent": 44})
    assert load_balances(made)["experience"] == 6


def test_a_players_preview_says_who_writes_the_experience(cast: Cast, sign_in: SignIn) -> None:
    name, url = "foundry-exaltedthird-character.json", reverse("character_import", args=[cast.series.pk])
    sent = {"file": SimpleUploadedFile(name, (FILES / name).read_bytes())}
    assert "The Storyteller is asked to add its experience" in (
        sign_in(cast.player).post(url, sent, follow=True).content.decode()
    )


def test_a_look_has_an_address_and_the_way_back_leads_to_it(cast: Cast, sign_in: SignIn) -> None:
    """Back once led to an answer of a form, which the browser may not keep."""
    client, url = sign_in(cast.player), reverse("character_import", args=[cast.series.pk])
    answer = client.post(url, {"file": SimpleUploadedFile("heron.json", (FILES / HERON).read_bytes())})
    assert answer.status_code == 302
    looks = [client.get(answer["Location"]) for _time in range(2)]
    assert [look.context["draft"].name for look in looks] == ["Tide Heron"] * 2


def test_a_look_is_for_the_person_who_chose_the_file_and_for_its_series(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("character_import", args=[cast.series.pk])
    file = SimpleUploadedFile("heron.json", (FILES / HERON).read_bytes())
    place = sign_in(cast.player).post(url, {"file": file})["Location"]
    token = place.rstrip("/").rpartition("/")[2]
    other = Series.objects.create(name="Another", system="exalted3e", owner=cast.stranger)
    assert sign_in(cast.storyteller).get(place).status_code == 404
    assert sign_in(cast.player).get(place).status_code == 200
    assert sign_in(cast.player).get(reverse("import_look", args=[cast.series.pk, "another"])).status_code == 404
    Membership.objects.create(series=other, user=cast.player, role=Role.PLAYER)
    assert sign_in(cast.player).get(reverse("import_look", args=[other.pk, token])).status_code == 404


def test_the_last_looks_of_a_person_are_kept(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.player), reverse("character_text", args=[cast.series.pk])
    places = [client.post(url, {"text": EXAMPLES["exalted3e"]})["Location"] for _time in range(MAX_KEPT + 1)]
    assert [client.get(place).status_code for place in places] == [404, *[200] * MAX_KEPT]
