"""The law of names at the doors of the record: each form and each model keeps a name as `clean_name` writes it."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.http import QueryDict
from django.template import Context, Template
from django.utils.html import conditional_escape

from campaigns.calendar.calendar import Calendar
from campaigns.calendar.forms import CalendarForm
from campaigns.core.fields_of_rules import PREFIX
from campaigns.core.name_field import NameField, StoredLines, StoredName, StoredNames, StoredText, StoredValues
from campaigns.fields import MessageField
from campaigns.imports.kinds import ask
from campaigns.models import Character, Membership, Series
from campaigns.sheets.json import parse_traits
from campaigns.sheets.services import create_character
from rules import get_system
from rules.names import clean_line, clean_name, clean_text
from rules.sheets import Section, Trait
from rules.text import Text, isolate
from tests.cast import Cast
from tests.hard_names import HARD

NAMES = ("name", "title", "in_world_time", "tone")
OTHER_KINDS = {"User", "DemoSeat", "RemoveForm", "DeleteForm"}
"""Names that only repeat another, and those of accounts, which have their own law (`campaigns.accounts.user_names`)."""
NO_WORDS = {
    "keys, secrets, digests and addresses that the program makes or checks": (
        *("Membership.boundaries_read", "Invite.token", "Character.portrait_name", "Portrait.image", "User.password"),
        *("User.email", "User.feed_token", "Attachment.content_name", "AttachmentContent.data", "AuditEntry.address"),
        *("Scene.dice_seed", "DemoSeat.table", "DemoSeat.name", "DemoSeat.address", "DowntimeRun.seed"),
        *("Draft.speaker", "Draft.to", "Draft.strand", "Handout.picture_name", "HandoutPicture.image", "Notice.key"),
        *("Notice.url", "NoticeSettings.zone", "NoticeSettings.language", "PushDevice.endpoint", "PushDevice.p256dh"),
        *("PushDevice.auth", "DiscordWebhook.address", "Announcement.key", "Announcement.url", "Overlay.digest"),
        *("Overlay.language", "PublicPage.token", "SearchText.kind", "SearchText.reader", "SentForm.said"),
        *("SentForm.led_to", "Subject.portrait_name", "SubjectPortrait.image", "SeatToken.prefix", "SeatToken.digest"),
        *("Webhook.address", "Webhook.secret", "WebhookDelivery.about", "WebhookDelivery.url", "EntryReader.key"),
        *("Seal.seed", "Wait.key", "Wait.subject", "Wait.combatant"),
    ),
    "numbers and choices, by the names of fields, traits and rolls": (
        *("Series.options", "Series.budget", "Series.rest", "Character.carry", "DowntimeRun.trainings"),
        *("Project.request", "Project.gains", "Project.outcome", "Doing.kind", "DowntimeResult.carry"),
        *("DowntimeResult.projects", "Proposal.path", "Proposal.good", "Proposal.figures", "Proposal.trait"),
        *("Proposal.steps", "Proposal.purses", "ExperienceEntry.purse", "ExperienceEntry.award"),
        *("NoticeSettings.choices", "SeatToken.characters", "Table.dice", "Command.thrown"),
    ),
    "sheets, and values of them, which are clean since they were read (`campaigns.sheets.json.canonical`)": (
        *("Character.sheet", "SheetChange.values", "DowntimeResult.changes", "DowntimeResult.was", "Proposal.values"),
    ),
    "moves, and what followed from them, which are clean since they were read (`play.commands.forms`)": (
        *("Table.state", "Command.made", "Entry.event", "Snapshot.state"),
    ),
    "sentences of the program, with names that are clean": (
        *("AuditEntry.detail", "DowntimeRun.trouble", "DowntimeResult.lines", "DiscordWebhook.trouble"),
        *("Delivery.trouble", "Announcement.trouble", "WebhookDelivery.trouble", "SearchText.text", "SearchText.words"),
    ),
    "written on the host's own page alone": ("User.first_name", "User.last_name"),
}
"""Columns of text that no person's words come into, or only words that are clean already, by the reason."""


def _list_fields() -> list[tuple[str, str, forms.Field]]:
    """Return the form, the name and the field of all that the record's forms declare."""
    for path in Path("campaigns").glob("*forms.py"):
        import_module(f"campaigns.{path.stem}")
    found, new = set[type[forms.BaseForm]](), [forms.BaseForm]
    while new:
        kind = new.pop()
        found.add(kind)
        new += kind.__subclasses__()
    ours = [kind for kind in found if kind.__module__.startswith("campaigns.") and kind.__name__ not in OTHER_KINDS]
    return [(kind.__name__, *field) for kind in ours for field in getattr(kind, "base_fields", {}).items()]


@pytest.mark.parametrize(("typed", "kept"), HARD.items(), ids=ascii)
def test_a_form_keeps_a_hard_name(typed: str, kept: str) -> None:
    assert NameField(max_length=80).clean(typed) == kept


def test_each_form_that_asks_for_a_name_uses_the_field_for_names() -> None:
    named = [(where, name, field) for where, name, field in _list_fields() if name in NAMES]
    assert len(named) >= 8
    assert [(where, name) for where, name, field in named if not isinstance(field, NameField)] == []


CHOSEN = {"speaker", "to", "strand", "seen", "zone", "over", "endpoint", "p256dh", "auth", "address", "password"}
"""Fields of text that hold keys and addresses."""


def test_each_text_field_of_each_form_takes_each_hard_name_and_a_line_is_clean_at_once() -> None:
    kinds = {(where, name): field for where, name, field in _list_fields() if name not in CHOSEN}
    typed_into = {key: field for key, field in kinds.items() if isinstance(field, forms.CharField)}
    typed_into = {key: field for key, field in typed_into.items() if type(field) in (forms.CharField, NameField)}
    assert len(typed_into) > 20
    for key, field in typed_into.items():
        for typed, kept in HARD.items():
            sent = typed[: field.max_length]
            found = field.clean(sent)
            assert found == (clean_line(sent) if isinstance(field, NameField) else sent.strip()), key
            assert found == kept or sent != typed or not isinstance(field, NameField), key


def test_a_name_of_which_nothing_is_seen_is_no_name() -> None:
    for typed in ("\u200b", "\u202e\u00ad", "\u2800", " "):
        with pytest.raises(ValidationError):
            NameField(max_length=80).clean(typed)
        assert NameField(required=False).clean(typed) == ""


def _list_texts() -> dict[str, Any]:
    ours = (kind for kind in apps.get_models() if kind._meta.app_label in ("campaigns", "play"))
    fields = [(kind.__name__, field) for kind in ours for field in kind._meta.concrete_fields if not field.choices]
    texts = (models.CharField, models.TextField, models.JSONField)
    return {f"{name}.{field.name}": field for name, field in fields if isinstance(field, texts)}


def test_each_column_of_text_cleans_what_it_gets_or_says_why_not() -> None:
    excused = [name for names in NO_WORDS.values() for name in names]
    texts = _list_texts()
    own = (StoredName, StoredText, StoredLines, StoredValues, MessageField)
    assert sorted(name for name, field in texts.items() if not isinstance(field, own)) == sorted(excused)
    assert len(texts) - len(excused) > 60


def test_each_cleaning_column_keeps_a_hard_name_as_it_is_kept() -> None:
    for name, field in _list_texts().items():
        if not isinstance(field, (StoredName, StoredText, StoredLines)):
            continue
        room = field.max_length or 80
        for typed, kept in HARD.items():
            is_line = isinstance(field, (StoredName, StoredNames))
            wanted = clean_name(kept, room) if is_line else clean_text(typed)[:room]
            assert field.get_prep_value(typed) == wanted, name
            assert field.get_prep_value(wanted) == wanted, name


def test_several_names_are_cleaned_row_by_row() -> None:
    assert StoredNames().get_prep_value("\u202eSel\u00adma \r\n\n  Zoe\u0308\u00a0 A ") == "Selma\nZoë A"


def test_words_of_a_persons_own_in_a_place_for_sentences_are_cleaned_and_sentences_stay() -> None:
    field = MessageField(name="why")
    assert field.get_prep_value("Sel\u00adma\u202e  won") == "Selma won"
    stored = field.get_prep_value(Text("{who} won", who="שרה"))
    assert field.from_db_value(stored, None, None) == Text("{who} won", who="שרה")
    assert conditional_escape(field.from_db_value("שרה", None, None) or "") == "\u2068שרה\u2069"


def test_texts_in_json_are_cleaned() -> None:
    assert StoredValues().get_prep_value({"months": [["Sel\u00adma", 3]]}) == {"months": [["Selma", 3]]}


def test_a_name_from_right_to_left_is_drawn_apart_and_any_other_as_it_is() -> None:
    field = StoredName(max_length=80)
    assert conditional_escape(field.from_db_value("<שרה>")) == "\u2068&lt;שרה&gt;\u2069"
    assert type(field.from_db_value("Zoë")) is str
    drawn = Template("{% load i18n %}<a title='{{ one }}'>{% blocktranslate %}By {{ one }}{% endblocktranslate %}</a>")
    name = "\u2068שרה\u2069"
    assert drawn.render(Context({"one": field.from_db_value("שרה")})) == f"<a title='{name}'>By {name}</a>"
    assert json.dumps(field.from_db_value("שרה"), ensure_ascii=False) == '"שרה"'


@pytest.mark.parametrize("typed", [*HARD])
def test_a_calendar_keeps_the_names_of_its_months_and_days(typed: str) -> None:
    name = HARD[typed][:40].strip()
    sent = {
        "months": f"{typed[:40]} 28\n* \u200bCalibration 5",
        "weekdays": typed[:40],
        "era": typed[:40],
        "first_year": 1,
    }
    form = CalendarForm(Membership(series=Series()), Series(), sent)
    assert form.is_valid(), form.errors
    assert form.settings["months"] == [[name, 28], ["Calibration", 5]]
    assert (form.settings["weekdays"], form.settings["era"]) == ([name], name)


def test_a_date_keeps_the_name_of_its_month_apart_from_its_numbers() -> None:
    calendar = Calendar((("סיון", 30),), era="RY", first_year=768)
    assert isolate(calendar.format_day(2)) == "3 \u2068סיון\u2069, RY 768"


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
        return parse_traits(sections, posted)

    assert read("Sel\u00adma") == {"concept": "Selma"}
    assert read("two\r\n  lines") == {"concept": "two\n  lines"}
    assert read("old  line") == {}
