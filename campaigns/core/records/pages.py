"""The pages of a kind of record: the list, the page of one, the forms, and the button that deletes it."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns.core import access
from campaigns.core.decorators import View, login_required
from campaigns.core.form_views import Draw, answer_form, answer_form_once, posted_data
from campaigns.core.records.form import RecordForm
from campaigns.core.records.kind import Row
from campaigns.core.records.save import remove_record, save_record
from campaigns.core.refusals import Stale
from campaigns.models import Membership, User

Loader = Callable[[User, int], tuple[Any, Membership]]


class RecordPages(Generic[Row]):
    """The pages of a kind of record. A matter names its form, its loaders and its addresses, and what its pages show.

    `name` is that of a row in templates, the first half of the names of its addresses, and of its templates.
    """

    form: type[RecordForm]
    new_form: ClassVar[type[RecordForm] | None] = None
    """The form of a new record, where it is another one."""
    asks_to_remove: ClassVar[str] = ""
    """The template of the page that asks before a record is deleted; empty: the form's page has the button."""
    name: ClassVar[str]
    plural: ClassVar[str]
    """The name of the list's address, and of its template."""

    def __init__(self, load_to_edit: Loader, load: Loader | None = None) -> None:
        """`load`: returns a row for who may see it, with their membership; `load_to_edit`: for who may change it."""
        self.load_to_edit, self.load = load_to_edit, load or load_to_edit

    # What a matter says of its own.

    def begin(self, request: HttpRequest, user: User, pk: int) -> tuple[Row, Membership]:
        """Return a blank record in the series with this key, and the membership of who may make it."""
        series, membership = access.get_series_to_run(user, pk)
        return self.form.record_kind.model(series=series), membership

    def initial_values(self, request: HttpRequest) -> dict[str, Any]:
        """Return the first values of a new record that the page's address names."""
        return {}

    def list_context(self, request: HttpRequest, membership: Membership) -> dict[str, Any]:
        """Return what the list shows."""
        return {}

    def page_context(self, request: HttpRequest, row: Row, membership: Membership) -> dict[str, Any]:
        """Return what the page of a record shows."""
        return {}

    def say_saved(self, row: Row, *, is_new: bool) -> str:
        """Return what a saved record is answered with; empty: the page says enough."""
        return ""

    def say_removed(self, row: Row) -> str:
        """Return what a deleted record is answered with."""
        return ""

    def find_way_on(self, row: Row, form: RecordForm) -> str:
        """Return the address to go to once a record is saved."""
        return reverse(self.name, args=[row.pk])

    def find_way_back(self, row: Any) -> str:
        """Return the address to go to once a record is deleted."""
        return reverse(self.plural, args=[row.series_id])

    # The pages.

    @property
    def list_view(self) -> View[[int]]:
        """The page with the list."""
        return login_required("GET")(self._list)

    @property
    def page_view(self) -> View[[int]]:
        """The page of a record."""
        return login_required("GET")(self._page)

    @property
    def new_view(self) -> View[[int]]:
        """The page that makes a record."""
        return login_required("GET", "POST")(self._new)

    @property
    def edit_view(self) -> View[[int]]:
        """The page that changes a record."""
        return login_required("GET", "POST")(self._edit)

    @property
    def remove_view(self) -> View[[int]]:
        """The address that deletes a record."""
        return login_required(*(["GET", "POST"] if self.asks_to_remove else ["POST"]))(self._remove)

    def _list(self, request: HttpRequest, user: User, pk: int) -> HttpResponse:
        _series, membership = access.get_series_for(user, pk)
        membership.user = user
        context = self._context(membership) | self.list_context(request, membership)
        return render(request, f"campaigns/{self.plural}.html", context)

    def _page(self, request: HttpRequest, user: User, pk: int) -> HttpResponse:
        row, membership = self.load(user, pk)
        context = self._context(membership, row) | self.page_context(request, row, membership)
        return render(request, f"campaigns/{self.name}.html", context)

    def _new(self, request: HttpRequest, user: User, pk: int) -> HttpResponse:
        row, membership = self.begin(request, user, pk)
        make_form = self.new_form or self.form
        form = make_form(membership, row, posted_data(request), request.FILES or None, self.initial_values(request))
        draw = self._drawer(request, form, None, row)
        return answer_form_once(request, user, form, lambda: self._save(request, form, is_new=True), draw)

    def _edit(self, request: HttpRequest, user: User, pk: int) -> HttpResponse:
        row, membership = self.load_to_edit(user, pk)
        form = self.form(membership, row, posted_data(request), request.FILES or None)
        draw = self._drawer(request, form, row, row)
        return answer_form(request, form, lambda: self._save(request, form, is_new=False), draw)

    def _remove(self, request: HttpRequest, user: User, pk: int) -> HttpResponse:
        row, membership = self.load_to_edit(user, pk)
        if request.method == "GET":
            return render(request, self.asks_to_remove, self._context(membership, row))
        way_back = self.find_way_back(row)
        remove_record(self.form.record_kind, membership, row)
        _say(request, self.say_removed(row))
        return redirect(way_back)

    def _save(self, request: HttpRequest, form: RecordForm, *, is_new: bool) -> str:
        row = save_form(form)
        _say(request, self.say_saved(row, is_new=is_new))
        return self.find_way_on(row, form)

    def find_template(self, row: Row | None) -> str:
        """Return the template of the page with the form: of a record, or of a new one."""
        return f"campaigns/{self.name}_form.html"

    def form_context(self, row: Row | None, blank: Row, membership: Membership) -> dict[str, Any]:
        """Return what the page with the form shows beside it: the record if it exists, and its series."""
        return self._context(membership, row)

    def _context(self, membership: Membership, row: Row | None = None) -> dict[str, Any]:
        named = {self.name: row} if row is not None else {}
        return {"series": membership.series, "storyteller": access.is_storyteller(membership), **named}

    def _drawer(self, request: HttpRequest, form: RecordForm, row: Row | None, blank: Row) -> Draw:
        def draw(status: int) -> HttpResponse:
            context = {"form": form} | self.form_context(row, blank, form.membership)
            return render(request, self.find_template(row), context, status=status)

        return draw


def save_form(form: RecordForm, **beside: Any) -> Any:
    """Save the record of a valid form, with what a view adds `beside` it.

    Raises `Refused` as `save_record` does. After `Stale` the form shows the other version beside what was typed.
    """
    try:
        beside = form.beside | beside
        return save_record(form.record_kind, form.membership, form.row, form.values, beside=beside, seen=form.seen)
    except Stale as conflict:
        form.show_theirs(conflict.record or form.row, form.watched)
        raise


def _say(request: HttpRequest, sentence: str) -> None:
    if sentence:
        messages.success(request, sentence)
