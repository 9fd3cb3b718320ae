"""What the plain page is made of: parts with rows, and forms that any act fills in alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from play.stage.labels import LABELS
from play.stage.shape import Input, Option, ToolButton, ToolForm

Pairs = Sequence[tuple[str, str]]


class FilledInput(Input):
    """A field of a form that was refused, with the values that were sent."""

    sent: list[str]


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a form. `name` and `value`: what it sends in addition; `address`: where it sends the form instead.

    `reason`: why it cannot be pressed. `skips`: the form is sent without the fields that must be filled in.
    """

    label: str
    name: str = ""
    value: str = ""
    note: str = ""
    reason: str = ""
    address: str = ""
    is_main: bool = False
    skips: bool = False


@dataclass(frozen=True, slots=True)
class PlainForm:
    """A form. `more` and `asks`: fields in details, and what a player may ask the Storyteller for.

    `address`: where it is sent, if not to the table. `has_file`: it sends a file. `why`: the reason that was sent
    with what is asked for.
    """

    move: str
    buttons: Sequence[Button]
    hidden: Pairs = ()
    main: Sequence[Input] = ()
    more: Sequence[Input] = ()
    asks: Sequence[Input] = ()
    title: str = ""
    note: str = ""
    more_says: str = ""
    buttons_say: str = ""
    picture_url: str = ""
    address: str = ""
    has_file: bool = False
    why: str = ""

    @property
    def has_fields(self) -> bool:
        """Whether there is a field in which Enter can be pressed."""
        return bool(self.main or self.more or self.asks)

    @property
    def is_sent_by_enter(self) -> bool:
        """Whether Enter in a field sends the form: only a button that adds no value can be meant."""
        return any(not (button.name or button.address or button.reason) for button in self.buttons)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page, or to this one with something opened."""

    label: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a part: its words, and what can be done about it."""

    title: str = ""
    notes: Sequence[str] = ()
    links: Sequence[Link] = ()
    forms: Sequence[PlainForm] = ()
    rows: Sequence["Row"] = ()
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page. One without rows and forms is not drawn, unless it says something."""

    id: str
    title: str
    notes: Sequence[str] = ()
    rows: Sequence[Row] = ()
    forms: Sequence[PlainForm] = ()
    links: Sequence[Link] = ()
    posts: Pairs = ()
    """HTML that the server made of Markdown, each under its title."""
    is_due: bool = False
    """Whether it waits for the person."""

    def __bool__(self) -> bool:
        return bool(self.notes or self.rows or self.forms or self.links or self.posts)


def say(label: str, /, **values: object) -> str:
    """Return a label of the table in the active language, with its values filled in."""
    return gettext(LABELS[label]).format(**values)


def join(*words: str | None) -> str:
    """Return what there is to say, as one line."""
    return ", ".join(filter(None, words))


def make_button(move: str, label: str, hidden: Pairs = (), *, note: str = "", address: str = "") -> PlainForm:
    """Return a form that is one button."""
    return PlainForm(move, [Button(label)], hidden, note=note, address=address)


def from_tool(form: ToolForm) -> PlainForm:
    """Return the form of a tool."""
    return PlainForm(
        form["move"],
        [_from_tool_button(button) for button in form["buttons"]],
        form["hidden"],
        form["main"],
        form["more"],
        title=form.get("title", ""),
        note=form.get("note", ""),
        more_says=form.get("more_says", ""),
        buttons_say=form.get("buttons_say", ""),
        picture_url=form.get("picture_url", ""),
    )


def _from_tool_button(button: ToolButton) -> Button:
    return Button(
        button["label"],
        button.get("name", ""),
        button.get("value", ""),
        button.get("note", ""),
        is_main=button.get("is_main", False),
        skips=button.get("skips", False),
    )


def make_line(name: str, label: str, high: int, value: str = "", *, required: bool = False) -> Input:
    """Return a field for words."""
    made: Input = {"name": name, "id": name, "label": label, "shape": "line", "high": high}
    return {**made, "value": value, "required": required}


def make_number(name: str, label: str, low: int, high: int, value: int | str = "", *, required: bool = True) -> Input:
    """Return a field for a number."""
    made: Input = {"name": name, "id": name, "label": label, "shape": "number", "low": low, "high": high}
    return {**made, "value": str(value), "required": required}


def make_select(name: str, label: str, choices: Iterable[tuple[str, str]]) -> Input:
    """Return a field to choose one of several: by value and label."""
    options: list[Option] = [{"value": value, "label": text} for value, text in choices]
    return {"name": name, "id": name, "label": label, "shape": "select", "options": options, "required": True}
