"""What a sheet was: each change is kept with who and why and can be taken back; a made character is changed by few."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaigns.core.refusals import Refused
from campaigns.models import Character, Series, SheetChange
from campaigns.sheets.battle_results import apply_changes, restore_changes
from campaigns.sheets.changes import differences, undo_change
from campaigns.sheets.creation import settle
from campaigns.sheets.history import describe_moved
from campaigns.sheets.services import edit_character
from rules import get_system
from rules.battle import Json
from tests.cast import Cast
from tests.conftest import SignIn

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3) | st.lists(inner, max_size=2),
    max_leaves=8,
)


def edit(cast: Cast, who: str, values: dict[str, Json], why: str = "") -> Character:
    heroine = Character.objects.get(pk=cast.heroine.pk)
    return edit_character(
        cast.membership(getattr(cast, who)), heroine, heroine.version, {"name": heroine.name}, values, why
    )


def sheet(cast: Cast) -> Json:
    return Character.objects.get(pk=cast.heroine.pk).sheet


@given(st.dictionaries(st.sampled_from("abc"), JSON), st.dictionaries(st.sampled_from("abc"), JSON))
def test_sheets_differ_exactly_where_their_values_do(before: dict[str, Json], after: dict[str, Json]) -> None:
    found = {path: (old, new) for path, old, new in differences(before, after)}
    assert all(old != new for old, new in found.values())
    assert not list(differences(before, before))
    if not found:
        assert {key for key in before if before[key] is not None} == {key for key in after if after[key] is not None}


def test_a_change_keeps_who_when_from_to_and_why(cast: Cast) -> None:
    edit(cast, "player", {"limbs.arms": 4, "motto": "Onward"})
    (change,) = SheetChange.objects.all()
    assert (change.user, change.values) == (cast.player, {"limbs.arms": [2, 4], "motto": ["", "Onward"]})
    edit(cast, "player", {"limbs.arms": 4})
    assert SheetChange.objects.count() == 1


def test_what_the_table_writes_is_kept_and_its_rewind_too(cast: Cast) -> None:
    changes = {str(cast.heroine.pk): {"health": (".....", "LL...")}}
    apply_changes(cast.series, changes, cast.storyteller, "At the table: The Toll Bridge")
    restore_changes(cast.series, changes, cast.storyteller, "At the table: The Toll Bridge, taken back")
    told = list(SheetChange.objects.order_by("pk").values_list("why", "values"))
    assert told == [
        ("At the table: The Toll Bridge", {"health": [".....", "LL..."]}),
        ("At the table: The Toll Bridge, taken back", {"health": ["LL...", "....."]}),
    ]


def test_a_change_is_taken_back_once_and_as_a_change_of_its_own(cast: Cast) -> None:
    before = sheet(cast)
    edit(cast, "player", {"limbs.arms": 4})
    first = SheetChange.objects.get()
    undo_change(cast.membership(cast.player), first)
    assert sheet(cast) == before
    assert SheetChange.objects.get(undoes=first).values == {"limbs.arms": [4, 2]}
    with pytest.raises(Refused, match="already"):
        undo_change(cast.membership(cast.player), first)


def test_what_has_moved_on_since_is_not_taken_back(cast: Cast) -> None:
    edit(cast, "player", {"limbs.arms": 4})
    first = SheetChange.objects.get()
    edit(cast, "player", {"limbs.arms": 3})
    with pytest.raises(Refused, match="changed since"):
        undo_change(cast.membership(cast.player), first)
    assert sheet(cast)["limbs"]["arms"] == 3


def test_the_player_of_a_made_character_changes_what_a_scene_changes(cast: Cast) -> None:
    settle(cast.membership(cast.player), cast.heroine, True)
    edit(cast, "player", {"health": "B...."})
    with pytest.raises(Refused, match="with experience") as refusal:
        edit(cast, "player", {"limbs.arms": 5})
    assert refusal.value.status == 403
    assert (sheet(cast)["health"], sheet(cast)["limbs"]["arms"]) == ("B....", 2)


def test_the_storyteller_says_why_a_lasting_trait_of_a_made_character_changes(cast: Cast) -> None:
    settle(cast.membership(cast.storyteller), cast.heroine, True)
    with pytest.raises(Refused, match="Give a reason"):
        edit(cast, "storyteller", {"limbs.arms": 5})
    edit(cast, "storyteller", {"limbs.arms": 5}, why="A gift of the river")
    assert SheetChange.objects.get().why == "A gift of the river"
    with pytest.raises(Refused, match="with experience"):
        undo_change(cast.membership(cast.player), SheetChange.objects.get())


def test_only_the_storyteller_opens_a_made_character_again(cast: Cast) -> None:
    settle(cast.membership(cast.player), cast.heroine, True)
    with pytest.raises(Refused):
        settle(cast.membership(cast.player), cast.heroine, False)
    settle(cast.membership(cast.storyteller), cast.heroine, False)
    edit(cast, "player", {"limbs.arms": 5})
    for name in ("rival", "spectator"):
        with pytest.raises(PermissionDenied):
            settle(cast.membership(getattr(cast, name)), cast.heroine, True)


def test_the_pages_offer_only_what_may_be_changed(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    page, form = reverse("character", args=[cast.heroine.pk]), reverse("character_step", args=[cast.heroine.pk, "all"])
    assert "trait:limbs.arms" in client.get(form).content.decode()
    client.post(reverse("character_settle", args=[cast.heroine.pk]))
    assert "Reopen" not in client.get(page).content.decode()
    drawn = client.get(form).content.decode()
    assert "trait:health" in drawn
    assert "trait:limbs.arms" not in drawn
    version = Character.objects.get(pk=cast.heroine.pk).version
    client.post(form, {"version": version, "name": "Ysane", "trait:limbs.arms": "5", "trait:health": "L"})
    assert sheet(cast)["limbs"]["arms"] == 2
    assert "trait:limbs.arms" in sign_in(cast.storyteller).get(form).content.decode()


def test_the_history_is_for_those_who_read_the_sheet(cast: Cast, sign_in: SignIn) -> None:
    edit(cast, "player", {"motto": "Onward"})
    url = reverse("character_changes", args=[cast.heroine.pk])
    asked = {name: sign_in(getattr(cast, name)).get(url) for name in ("player", "storyteller", "rival", "stranger")}
    assert {name: answer.status_code for name, answer in asked.items()} == {
        "player": 200, "storyteller": 200, "rival": 403, "stranger": 404,
    }  # fmt: skip
    page = asked["player"].content.decode()
    assert "<b>Motto</b>" in page
    assert "Onward" in page
    change = SheetChange.objects.get()
    for name, status in (("rival", 403), ("stranger", 404), ("player", 302)):
        answer = sign_in(getattr(cast, name)).post(reverse("change_undo", args=[change.pk]))
        assert answer.status_code == status
    assert sheet(cast)["motto"] == ""


@pytest.mark.parametrize(
    ("system", "path", "moves"),
    [
        ("exalted2e", "health", (".......", "LLB....")),
        ("exalted3e", "health.marks", ("", "llb")),
        ("v20da", "health", ("", "XX/")),
        ("wod2004", "health", ("......", "LLB...")),
    ],
)
def test_marks_of_harm_are_told_in_words(system: str, path: str, moves: tuple[str, str]) -> None:
    rules = get_system(system).sheets
    character = Character(series=Series(system=system), sheet=rules.blank(next(iter(rules.archetypes))))
    (moved,) = describe_moved(character, {path: moves})
    assert (moved.before, moved.after) == ("unhurt", "2 lethal, 1 bashing")
