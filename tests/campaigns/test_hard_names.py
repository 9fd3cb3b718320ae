"""The law of names at the doors of the record: each form and each model keeps a name as `clean_name` writes it."""

from importlib import import_module
from pathlib import Path

import pytest
from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.http import QueryDict

from campaigns.imports.kinds import ask
from campaigns.models import Character
from campaigns.name_field import NameField, StoredName
from campaigns.services import create_character
from campaigns.sheets import PREFIX, read_traits
from rules import get_system
from rules.sheets import Section, Trait
from rules.text import Text
from tests.cast import Cast
from tests.hard_names import HARD

NAMES = ("name", "title", "in_world_time", "tone")
OTHER_KINDS = {"User", "DemoSeat", "RemoveForm", "DeleteForm"}
"""Names that only repeat another, and those of accounts, which have a law of their own (`campaigns.services.names`)."""
STORED = ("Series", "Story", "Episode", "Scene", "Downtime", "Character", "Thread", "Subject", "Handout", "Attachment")


def _list_forms() -> list[type[forms.Form]]:
    for path in Path("campaigns").glob("*forms.py"):
        import_module(f"campaigns.{path.stem}")
    found, new = set[type[forms.Form]](), [forms.Form]
    while new:
        kind = new.pop()
        found.add(kind)
        new += kind.__subclasses__()
    return [kind for kind in found if kind.__module__.startswith("campaigns.") and kind.__name__ not in OTHER_KINDS]


@pytest.mark.parametrize(("typed", "kept"), HARD.items(), ids=ascii)
def test_a_form_keeps_a_hard_name(typed: str, kept: str) -> None:
    assert NameField(max_length=80).clean(typed) == kept


def test_each_form_that_asks_for_a_name_uses_the_field_for_names() -> None:
    asked = [(kind.__name__, name, field) for kind in _list_forms() for name, field in kind.base_fields.items()]
    named = [(where, name, field) for where, name, field in asked if name in NAMES]
    assert len(named) >= 8
    assert [(where, name) for where, name, field in named if not isinstance(field, NameField)] == []


def test_a_name_of_which_nothing_is_seen_is_no_name() -> None:
    for typed in ("\u200b", "\u202e\u00ad", "\u2800", " "):
        with pytest.raises(ValidationError):
            NameField(max_length=80).clean(typed)
        assert NameField(required=False).clean(typed) == ""


def test_each_model_of_the_record_keeps_names_as_they_are_cleaned() -> None:
    for name in STORED:
        fields = [field for field in apps.get_model("campaigns", name)._meta.get_fields() if field.name in NAMES]
        assert fields
        assert all(isinstance(field, StoredName) for field in fields), name


@pytest.mark.parametrize(("typed", "kept"), HARD.items(), ids=ascii)
def test_an_importer_keeps_a_hard_name(typed: str, kept: str) -> None:
    assert ask("exalted2e", "A file", typed, "").name == kept


def test_a_composed_name_that_grows_is_cut_to_the_room_of_its_column() -> None:
    field = StoredName(max_length=3)
    assert field.get_prep_value("\u0958" * 3) == "\u0915\u093c"


def test_a_stored_name_is_the_same_column_as_before() -> None:
    assert StoredName(max_length=80).deconstruct()[1:] == models.CharField(max_length=80).deconstruct()[1:]


@pytest.mark.django_db
def test_a_character_that_is_created_and_found_has_the_clean_name(cast: Cast) -> None:
    archetype = next(iter(get_system(cast.series.system).sheets.archetypes))
    made = create_character(cast.membership(cast.storyteller), "Sel\u00adma  of\nthe Reeds", archetype)
    assert made.name == "Selma of the Reeds"
    assert Character.objects.get(name="Sel\u00adma of the Reeds") == made


def test_a_line_of_a_sheet_is_cleaned_and_prose_is_not() -> None:
    trait = Trait("concept", Text("Concept"), "text", "old  line", high=80)
    sections = (Section(Text("Concept"), (trait,)),)

    def read(typed: str) -> object:
        posted = QueryDict(mutable=True)
        posted[PREFIX + "concept"] = typed
        return read_traits(sections, posted)

    assert read("Sel\u00adma") == {"concept": "Selma"}
    assert read("two\r\n  lines") == {"concept": "two\n  lines"}
    assert read("old  line") == {}
