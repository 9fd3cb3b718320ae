"""Characters: made, changed under their version, copied as extras, given away, taken out."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db import connection

from campaigns.core.refusals import Refused, Stale
from campaigns.models import Character, Role
from campaigns.series.services import create_series
from campaigns.sheets.services import assign_owner, copy_as_extra, create_character, edit_character, remove_character
from rules.errors import BadInput
from tests.cast import Cast, gather_cast


def test_a_player_makes_a_character_of_their_own(cast: Cast) -> None:
    made = create_character(cast.membership(cast.player), "Wren", "puppet", hidden=True)
    assert made.owner == cast.player
    assert not made.hidden
    assert made.sheet["limbs"] == {"arms": 2, "legs": 2}


def test_a_storytellers_character_belongs_to_nobody_and_may_be_hidden(cast: Cast) -> None:
    made = create_character(cast.membership(cast.co_storyteller), "Wraith", "", hidden=True)
    assert made.owner is None
    assert made.hidden
    assert made.sheet["limbs"] == {"arms": 1, "legs": 1}


def test_spectators_make_none(cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        create_character(cast.membership(cast.spectator), "Wren", "puppet")


def test_an_unknown_archetype_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused):
        create_character(cast.membership(cast.player), "Wren", "dragon")


def test_dotted_paths_change_the_sheet_and_count_a_version(cast: Cast) -> None:
    saved = edit_character(
        cast.membership(cast.player), cast.heroine, 1, {"name": "Ysane"}, {"limbs.arms": 4, "motto": "Onward"}
    )
    assert saved.version == 2
    saved.refresh_from_db()
    assert (saved.name, saved.sheet["limbs"]["arms"], saved.sheet["motto"]) == ("Ysane", 4, "Onward")


def test_what_the_rules_refuse_changes_nothing(cast: Cast) -> None:
    with pytest.raises(BadInput):
        edit_character(
            cast.membership(cast.player), cast.heroine, 1, {"name": "Changed"}, {"limbs.arms": 5, "limbs.legs": 5}
        )
    cast.heroine.refresh_from_db()
    assert (cast.heroine.name, cast.heroine.version) == ("Ysane of the Reeds", 1)


def test_a_name_stands_in_one_line(cast: Cast) -> None:
    player = cast.membership(cast.player)
    made = create_character(player, "Wren\nStoryteller:  she\u2028falls", "puppet")
    assert made.name == "Wren Storyteller: she falls"
    saved = edit_character(player, made, 1, {"name": "Wren\r\nthe Second", "notes": "One.\nTwo."}, {})
    assert (saved.name, saved.notes) == ("Wren the Second", "One.\nTwo.")


def test_an_older_version_is_refused(cast: Cast) -> None:
    edit_character(cast.membership(cast.storyteller), cast.heroine, 1, {"name": "First"}, {})
    with pytest.raises(Stale):
        edit_character(cast.membership(cast.player), cast.heroine, 1, {"name": "Second"}, {})
    cast.heroine.refresh_from_db()
    assert cast.heroine.name == "First"


def test_a_player_can_neither_hide_nor_write_secret_notes(cast: Cast) -> None:
    edit_character(
        cast.membership(cast.player), cast.heroine, 1, {"name": "Y", "hidden": True, "secret_notes": "mine"}, {}
    )
    cast.heroine.refresh_from_db()
    assert not cast.heroine.hidden
    assert cast.heroine.secret_notes != "mine"


def test_others_cannot_change_or_delete_it(cast: Cast) -> None:
    for name in ("rival", "spectator"):
        asker = cast.membership(getattr(cast, name))
        with pytest.raises(PermissionDenied):
            edit_character(asker, cast.heroine, 1, {"name": "Mine"}, {})
        with pytest.raises(PermissionDenied):
            remove_character(asker, cast.heroine)
    assert Character.objects.filter(pk=cast.heroine.pk, name="Ysane of the Reeds").exists()


def test_extras_are_numbered_and_the_storytellers(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    names = [copy_as_extra(run, cast.warden).name for _ in range(2)]
    assert names == ["Deruvin 2", "Deruvin 3"]
    assert copy_as_extra(run, Character.objects.get(name="Deruvin 2")).name == "Deruvin 4"
    assert Character.objects.filter(name__in=names, extra=True, owner=None, hidden=False).count() == 2
    assert copy_as_extra(run, cast.lurker).hidden
    with pytest.raises(PermissionDenied):
        copy_as_extra(cast.membership(cast.player), cast.heroine)


def test_the_storyteller_gives_a_character_to_a_player(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    assign_owner(run, cast.warden, cast.membership(cast.rival))
    cast.warden.refresh_from_db()
    assert cast.warden.owner == cast.rival
    assign_owner(run, cast.warden, None)
    cast.warden.refresh_from_db()
    assert cast.warden.owner is None


def test_spectators_and_people_of_other_series_are_given_none(cast: Cast) -> None:
    run = cast.membership(cast.storyteller)
    values = {"name": "Other", "system": cast.series.system, "tone": "", "house_notes": ""}
    outsider = create_series(cast.stranger, values).memberships.get()
    for owner in (cast.membership(cast.spectator), outsider):
        with pytest.raises(Refused):
            assign_owner(run, cast.warden, owner)
    assert Role(outsider.role) == Role.STORYTELLER


def test_a_deleted_character_is_gone_and_a_second_click_is_told_so(cast: Cast) -> None:
    player = cast.membership(cast.player)
    remove_character(player, cast.heroine)
    with pytest.raises(Refused):
        edit_character(player, cast.heroine, 1, {"name": "Back again"}, {})


def test_extras_of_an_archetype_from_before_records_were_marked_are_marked(db: None) -> None:
    cast = gather_cast("exalted2e")
    teller, player = cast.membership(cast.storyteller), cast.membership(cast.player)
    extra, mine = (create_character(who, "Guard", "extra") for who in (teller, player))
    warrior = create_character(teller, "Dawn", "dawn")
    Character.objects.update(extra=False)
    import_module("campaigns.migrations.0004_mark_extras").mark(apps, SimpleNamespace(connection=connection))
    assert set(Character.objects.filter(extra=True)) == {extra}
    assert {mine, warrior} <= set(Character.objects.filter(extra=False))
