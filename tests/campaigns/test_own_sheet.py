"""A character that is made: what stays its player's own, what the Storyteller is asked for, who reads which notes."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.core.refusals import Refused
from campaigns.experience import proposals
from campaigns.experience.proposals import approve
from campaigns.models import Character, Proposal, ProposalState, SheetChange
from campaigns.sheets.changes import check_change
from campaigns.sheets.json import fitting_sheet
from campaigns.sheets.services import assign_owner, edit_character
from rules import SYSTEMS, get_system
from rules.sheets.schema import places
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

OURS = "for-us-two"
"""Stands in what the player writes for the Storyteller."""


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast of the Second Edition, with a heroine that is made."""
    cast = gather_cast("exalted2e")
    Character.objects.filter(pk=cast.heroine.pk).update(settled=True)
    cast.heroine.refresh_from_db()
    return cast


def save(client: Client, cast: Cast, **typed: str) -> str:
    """Save the form of the heroine as it stands, with these fields (two underscores for a dot in a trait's key)."""
    heroine, status = Character.objects.get(pk=cast.heroine.pk), typed.pop("status", "302")
    record = {"version": str(heroine.version), "name": heroine.name, "notes": heroine.notes}
    traits = {key if "__" not in key else "trait:" + key.replace("__", "."): value for key, value in typed.items()}
    answer = client.post(reverse("character_edit", args=[heroine.pk]), {**record, **traits})
    assert answer.status_code == int(status)
    return answer.content.decode()


def heroine(cast: Cast) -> Character:
    return Character.objects.get(pk=cast.heroine.pk)


def test_intimacies_and_equipment_change_at_once_and_stand_in_the_history(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, intimacies__0__text="Her brother", **{"trait:weapons": "chopping_sword"})
    sheet = heroine(cast).sheet
    assert sheet["intimacies"][0] == {"text": "Her brother", "scenes": 0}
    assert sheet["weapons"] == ["chopping_sword"]
    change = SheetChange.objects.get(character=cast.heroine)
    assert (change.user, set(change.values)) == (cast.player, {"intimacies", "weapons"})


def test_other_traits_of_a_made_character_are_neither_offered_nor_taken(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    page = client.get(reverse("character_step", args=[cast.heroine.pk, "all"])).content.decode()
    assert "trait:intimacies.0.text" in page
    assert "trait:powers.0.text" in page
    assert "trait:abilities.melee" not in page
    before = heroine(cast).sheet
    save(client, cast, abilities__melee="5", backgrounds__manse="3", **{"trait:motivation": "x"})
    assert heroine(cast).sheet == before
    sheet = fitting_sheet("exalted2e", before, {"abilities.melee": 5})
    with pytest.raises(Refused):
        check_change(heroine(cast), cast.membership(cast.player), sheet, "")


def test_what_a_power_says_is_proposed_and_one_tap_approves_it(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    save(client, cast, powers__0__name="Heron", powers__0__text="She stands still.")
    assert heroine(cast).sheet["powers"] == []
    proposal = Proposal.objects.get(character=cast.heroine)
    assert (str(proposal.label), proposal.points, proposal.state) == ("Described: Heron", 0, "open")
    storyteller = sign_in(cast.storyteller)
    desk = storyteller.get(reverse("series_experience", args=[cast.series.pk])).content.decode()
    assert "She stands still." in desk
    answer = {"decision": "approve", "points": "0", "days": "0", "words": ""}
    storyteller.post(reverse("proposal_answer", args=[proposal.pk]), answer)
    (power,) = heroine(cast).sheet["powers"]
    assert (power["name"], power["text"]) == ("Heron", "She stands still.")
    proposal.refresh_from_db()
    assert proposal.state == ProposalState.DONE
    assert proposal.change
    assert proposal.change.values["powers"][0] == []


def test_what_waits_is_written_on_and_taken_back(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    save(client, cast, powers__0__name="Heron", powers__0__text="One.")
    assert "One." in client.get(reverse("character_edit", args=[cast.heroine.pk])).content.decode()
    save(client, cast, powers__0__text="Two.", powers__1__name="Crane")
    (proposal,) = Proposal.objects.filter(character=cast.heroine)
    assert [row["text"] for row in proposal.values["powers"][1]] == ["Two.", ""]
    save(client, cast, remove="powers.0")
    assert str(Proposal.objects.get(pk=proposal.pk).label) == "Described: Crane"
    save(client, cast, remove="powers.0")
    assert Proposal.objects.get(pk=proposal.pk).state == ProposalState.WITHDRAWN


def test_words_that_the_sheet_has_overtaken_are_not_approved(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, powers__0__name="Heron")
    storyteller = cast.membership(cast.storyteller)
    edit_character(storyteller, cast.heroine, heroine(cast).version, {}, {"powers.0.name": "Crane"}, "why")
    with pytest.raises(Refused, match="no longer fits"):
        approve(storyteller, Proposal.objects.get(character=cast.heroine), 0, 0)


def test_approved_words_are_taken_back_like_a_purchase(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, powers__0__name="Heron")
    storyteller = cast.membership(cast.storyteller)
    proposal = approve(storyteller, Proposal.objects.get(character=cast.heroine), 0, 0)
    proposals.reverse(storyteller, proposal)
    assert heroine(cast).sheet["powers"] == []


def test_what_the_rules_refuse_of_a_power_saves_nothing_at_all(cast: Cast, sign_in: SignIn) -> None:
    typed = {"powers__0__name": "", "powers__0__text": "Nameless.", "intimacies__0__text": "Her brother"}
    save(sign_in(cast.player), cast, status="422", **typed)
    assert not Proposal.objects.exists()
    assert not heroine(cast).sheet["intimacies"][0]["text"]


def test_charms_that_are_text_wait_for_the_storyteller_too(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted3e")
    Character.objects.filter(pk=cast.heroine.pk).update(settled=True)
    save(sign_in(cast.player), cast, **{"trait:charms": "Heron Stands Still: +2 Evasion"})
    assert heroine(cast).sheet["charms"] == ""
    (proposal,) = Proposal.objects.filter(character=cast.heroine)
    assert str(proposal.label) == "Described: Heron Stands Still: +2 Evasion"


def test_notes_for_the_storyteller_are_read_by_those_two_alone(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, player_notes=OURS)
    url = reverse("character", args=[cast.heroine.pk])
    seen = {
        name: OURS in sign_in(getattr(cast, name)).get(url).content.decode()
        for name in ("player", "storyteller", "co_storyteller", "rival", "spectator", "stranger")
    }
    assert [name for name, sees in seen.items() if sees] == ["player", "storyteller", "co_storyteller"]


def test_the_storyteller_reads_a_players_notes_and_does_not_write_them(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, player_notes=OURS)
    save(sign_in(cast.storyteller), cast, player_notes="rewritten")
    assert heroine(cast).player_notes == OURS


def test_another_player_does_not_inherit_them(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, player_notes=OURS)
    storyteller = cast.membership(cast.storyteller)
    assign_owner(storyteller, cast.heroine, cast.membership(cast.player))
    assert heroine(cast).player_notes == OURS
    assign_owner(storyteller, cast.heroine, cast.membership(cast.rival))
    given = heroine(cast)
    assert (given.player_notes, OURS in given.secret_notes) == ("", True)


def test_ones_own_data_have_ones_notes_and_what_one_proposed(cast: Cast, sign_in: SignIn) -> None:
    save(sign_in(cast.player), cast, player_notes=OURS, powers__0__name="Heron")
    data = json.loads(sign_in(cast.player).get(reverse("my_data")).content)
    assert [one["player_notes"] for one in data["characters"]] == [OURS]
    assert [row["name"] for one in data["purchases"] for row in one["values"]["powers"][1]] == ["Heron"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_declares_equipment_as_the_players_own(system: str) -> None:
    sheets = get_system(system).sheets
    sheet: Any = sheets.parse(sheets.blank(next(iter(sheets.archetypes))))
    own, asked = sheets.kept_by("player", sheet), sheets.kept_by("asked", sheet)
    assert {"weapons", "own_weapons", "armor"} <= own
    assert "powers" in asked
    assert not own & asked
    assert own <= set(places(type(sheet)))
    shown = {trait.key.partition(".")[0] for section in sheets.layout(sheet) for trait in section.traits}
    assert own <= shown
