"""Powers on the pages of a character: written in rows, read in lines, kept in the file and in the changes."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.imports import Draft, parse_file
from campaigns.models import Character
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

HERON = {
    "powers.0.name": "Heron Takes the Fish",
    "powers.0.use": "attack",
    "powers.0.timing": "supplemental",
    "powers.0.cost.motes": "3",
    "powers.0.effects.0.kind": "dice",
    "powers.0.effects.0.amount": "3",
    "powers.0.effects.2.kind": "unblockable",
    "powers.0.text": "She stands still.",
}
KEPT: dict[str, Any] = {
    "key": "heron-takes-the-fish",
    "name": "Heron Takes the Fish",
    "use": "attack",
    "timing": "supplemental",
    "cost": {"motes": 3},
    "effects": [{"kind": "dice", "amount": 3}, {"kind": "unblockable", "amount": 1}],
    "text": "She stands still.",
    "lasts": 0,
    "harm": "",
    "once": False,
}


@pytest.fixture
def cast(db: None) -> Cast:
    """Everyone, in a series of Exalted 2e."""
    return gather_cast("exalted2e")


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The player's browser."""
    return sign_in(cast.player)


def edit(client: Client, cast: Cast, traits: dict[str, str], **more: str) -> tuple[int, str]:
    cast.heroine.refresh_from_db()
    record = {"version": str(cast.heroine.version), "name": cast.heroine.name, "notes": ""}
    posted = {**record, **{f"trait:{key}": value for key, value in traits.items()}, **more}
    response = client.post(reverse("character_edit", args=[cast.heroine.pk]), posted)
    cast.heroine.refresh_from_db()
    return response.status_code, response.content.decode()


def page_of(client: Client, cast: Cast, name: str = "character") -> str:
    return client.get(reverse(name, args=[cast.heroine.pk])).content.decode()


def test_a_price_in_wounds_and_a_time_are_written_in_the_row(client: Client, cast: Cast) -> None:
    row = {
        "powers.0.name": "Salt in the Blood",
        "powers.0.use": "ticks",
        "powers.0.lasts": "6",
        "powers.0.timing": "reflexive",
        "powers.0.cost.health": "1",
        "powers.0.harm": "bashing",
        "powers.0.once": "on",
        "powers.0.effects.0.kind": "soak",
        "powers.0.effects.0.amount": "2",
    }
    status, _page = edit(client, cast, row)
    assert status == 302
    (kept,) = cast.heroine.sheet["powers"]
    assert (kept["lasts"], kept["harm"], kept["once"], kept["cost"]) == (6, "bashing", True, {"health": 1})
    told = "+2 soak; active for 6 ticks; reflexive; costs 1 bashing health level; once per scene"
    assert told in page_of(client, cast)
    status, page = edit(client, cast, {**row, "powers.0.lasts": "0"})
    assert status == 422
    assert "Active for a number of ticks: enter how many, 1 to 1000." in page


def test_a_power_is_written_in_a_spare_row_and_read_in_a_line(client: Client, cast: Cast) -> None:
    form = reverse("character_step", args=[cast.heroine.pk, "powers"])
    assert 'name="trait:powers.1.effects.2.kind"' in client.get(form).content.decode()
    assert edit(client, cast, HERON)[0] == 302
    assert cast.heroine.sheet["powers"] == [KEPT]
    page = page_of(client, cast)
    assert "+3 dice, unblockable; on an attack; supplemental; costs 3 motes" in page
    assert "She stands still." in page


def test_a_power_keeps_its_key_when_it_is_renamed_and_goes_when_it_is_removed(client: Client, cast: Cast) -> None:
    edit(client, cast, HERON)
    edit(client, cast, {"powers.0.name": "Kingfisher"})
    assert [(power["key"], power["name"]) for power in cast.heroine.sheet["powers"]] == [
        ("heron-takes-the-fish", "Kingfisher")
    ]
    edit(client, cast, {}, remove="powers.0")
    assert cast.heroine.sheet["powers"] == []


def test_the_second_spare_row_may_be_written_alone(client: Client, cast: Cast) -> None:
    edit(client, cast, {key.replace("powers.0", "powers.1"): value for key, value in HERON.items()})
    assert cast.heroine.sheet["powers"] == [KEPT]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"powers.0.name": ""}, "A power needs a name"),
        ({"powers.0.use": "dance"}, "When: choose one from the list."),
        ({"powers.0.use": "defense"}, "A defense is not an action and takes a Reflexive Charm"),
        ({"powers.0.effects.0.amount": "0"}, "Dice must be 1 to 20."),
        ({"powers.0.effects.0.amount": "many"}, "Amount must be a whole number."),
        (
            {"powers.0.effects.1.kind": "soak", "powers.0.effects.1.amount": "2"},
            "Soak (defense) has no effect on an attack.",
        ),
        ({"powers.0.cost.motes": "101"}, "Motes must be 0 to 100."),
    ],
)
def test_what_no_power_is_is_said_and_nothing_is_saved(
    client: Client, cast: Cast, typed: dict[str, str], sentence: str
) -> None:
    status, page = edit(client, cast, {**HERON, **typed})
    assert status == 422
    assert sentence in page
    assert cast.heroine.sheet["powers"] == []


def test_the_changes_name_the_powers(client: Client, cast: Cast) -> None:
    edit(client, cast, HERON)
    assert "Heron Takes the Fish" in page_of(client, cast, "character_changes")


def test_a_made_character_gets_no_power_from_its_player_but_asks_for_it(client: Client, cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(settled=True)
    assert (
        "powers.0.name" in client.get(reverse("character_edit", args=[cast.heroine.pk]), follow=True).content.decode()
    )
    edit(client, cast, HERON)
    assert cast.heroine.sheet["powers"] == []
    assert "powers" in cast.heroine.proposals.get().values


def test_powers_go_out_with_the_file(client: Client, cast: Cast) -> None:
    edit(client, cast, HERON)
    file = client.get(reverse("character_export", args=[cast.heroine.pk])).content
    draft = parse_file("exalted2e", file)
    assert isinstance(draft, Draft)
    assert draft.sheet == cast.heroine.sheet
    assert draft.sheet["powers"] == [KEPT]


def test_a_stranger_reads_no_powers(client: Client, cast: Cast, sign_in: SignIn) -> None:
    edit(client, cast, HERON)
    assert "Heron" not in page_of(sign_in(cast.spectator), cast)


def test_what_was_used_up_is_named_in_the_history_by_its_name(client: Client, cast: Cast) -> None:
    edit(client, cast, {**HERON, "powers.0.once": "on"})
    edit(client, cast, {"powers_spent": "heron-takes-the-fish"})
    assert cast.heroine.sheet["powers_spent"] == ["heron-takes-the-fish"]
    page = page_of(client, cast, "character_changes")
    assert "Powers used in this scene" in page
    assert "heron-takes-the-fish" not in page


def test_a_row_says_that_its_hardness_stacks_and_works_in_crash(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted3e")
    client = sign_in(cast.player)
    row = {"powers.0.name": "Stone Skin", "powers.0.use": "scene", "powers.0.effects.0.kind": "hardness"}
    marks = {"powers.0.effects.0.amount": "4", "powers.0.effects.1.kind": "stacks"}
    code, body = edit(client, cast, row | marks | {"powers.0.effects.2.kind": "works_in_crash"})
    assert code == 302, body
    read = page_of(client, cast)
    assert "Hardness in Crash" in read
    assert "+4 Hardness, its Hardness stacks, its Hardness works in Crash" in read
    code, body = edit(client, cast, {"powers.0.effects.0.kind": "soak"})
    assert code != 302
    assert "Its Hardness stacks needs Hardness (defense) in the same power." in body
