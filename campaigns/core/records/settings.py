"""Settings of a series: their kind of record, a form of those that one column holds, and the answer to a form."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.core.form_views import answer_form
from campaigns.core.records.form import RecordForm
from campaigns.core.records.kind import RecordKind
from campaigns.models import Series


class Settings(RecordKind[Series]):
    """Settings of a series. A fight under way keeps its options, and deadlines that run are not brought nearer."""

    model = Series

    def find(self, series: Series, row: Series) -> Series:
        """Return the series, which is locked."""
        return series


SETTINGS = Settings()


class SettingsForm(RecordForm):
    """Settings of a series that one column holds as JSON."""

    record_kind = SETTINGS
    column: ClassVar[str]

    class Meta:
        model = Series
        fields: tuple[str, ...] = ()

    def offer(self) -> None:
        """Begin with what the series has."""
        self.initial = {**self.initial, **self.load_settings(self.row)}

    def load_settings(self, series: Series) -> dict[str, Any]:
        """Return what the column holds for each field of the form."""
        raise NotImplementedError

    @property
    def settings(self) -> Any:
        """What the column shall hold. Only after `is_valid`."""
        raise NotImplementedError

    @property
    def written(self) -> list[str]:
        """The column."""
        return [self.column]

    @property
    def values(self) -> dict[str, Any]:
        """The settings in their column. Only after `is_valid`."""
        return {self.column: self.settings}

    @property
    def beside(self) -> dict[str, Any]:
        """Nothing."""
        return {}

    def record_values(self, record: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return the settings by the fields of the form."""
        return self.load_settings(record)


def answer_settings(
    request: HttpRequest,
    series: Series,
    form: forms.BaseForm,
    title: str,
    settle: Callable[[], None],
    template: str = "campaigns/series_settings.html",
    *,
    has_budget: bool = False,
) -> HttpResponse:
    """Answer a form of settings, which leads back to the series. `has_budget`: whether its page leads to the budget."""

    def change() -> str:
        settle()
        return reverse("series", args=[series.pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": series, "title": title, "has_budget": has_budget}
        return render(request, template, context, status=status)

    return answer_form(request, form, change, draw)
