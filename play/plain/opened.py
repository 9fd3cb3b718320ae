"""What the page shows opened: `?open=` names its kind, and which it is."""

from collections.abc import Callable, Mapping

from django.urls import reverse

from play.plain.acts import make_card, make_offer_form
from play.plain.page import make_x_card
from play.plain.parts import Button, Link, Part, PlainForm, Row, from_tool, make_select, say
from play.plain.people import make_somebody
from play.plain.table import PlainTable
from play.plain.talk import make_entry, make_undo
from play.plain.tasks import make_pad, make_rulings
from play.stage.rolls import make_roll_form
from play.stage.shape import Input, Upload
from play.stage.standing_orders import list_occasions, make_plan_form
from play.stage.tools import make_tool
from rules.text import isolate_name

MAX_DIGITS = 9


def make_opened(table: PlainTable, wanted: str) -> Part | None:
    """Return what a link of the page opens; None where it is not there, or not for this seat."""
    kind, *what = wanted.split(" ")
    make = OPENED.get(f"{kind} {len(what)}")
    return None if make is None else make(table, *what)


def _make_offer(table: PlainTable, id: str) -> Part | None:
    offer = table.hand.find_offer(id)
    if offer is None:
        return None
    form = make_offer_form(table, offer)
    return Part("offer", form.buttons[0].label, forms=[form])


def _make_pad(table: PlainTable, id: str) -> Part | None:
    tasks = table.facts.get("tasks")
    pad = next((pad for pad in tasks["pads"] if pad["id"] == id), None) if tasks else None
    return None if tasks is None or pad is None else make_pad(pad, tasks["items"])


def _make_roll(table: PlainTable, character: str) -> Part | None:
    form = make_roll_form(table.board, character, table.language)
    if form is None:
        return None
    seen = [("", say("seen_all")), ("owner", say("seen_owner")), ("storyteller", say("seen_storyteller"))]
    choices = [choice for choice in seen if choice[0] != "owner" or not table.is_storyteller]
    buttons = [
        Button(say("roll"), is_main=True),
        Button(say("save_roll"), address=reverse("table_favorites", args=[table.board.place.scene])),
    ]
    main = [*form["main"], make_select("secret", say("who_sees"), choices)]
    roll = PlainForm("MakeRoll", buttons, [("character", character)], main, form["more"], form["asks"])
    return Part("roll", say("roll_for", name=isolate_name(form["name"])), forms=[roll])


def _list_plans(table: PlainTable, actor: str) -> Part | None:
    occasions = list_occasions(table.board, actor)
    if occasions is None:
        return None
    rows = [
        Row(
            occasion["says"],
            links=[
                table.link(offer["label"], "plan", actor, occasion["when"], offer["offer"], note=offer.get("cost", ""))
                for offer in occasion["offers"]
            ],
        )
        for occasion in occasions
    ]
    return Part("plan", say("plan_new"), rows=rows)


def _make_plan(table: PlainTable, actor: str, when: str, offer: str) -> Part | None:
    form = make_plan_form(table.board, actor, when, offer, table.language)
    if form is None:
        return None
    buttons, main = [Button(say("plan_save"), is_main=not form.get("lays"))], [*form["main"], *form["terms"]]
    if form.get("lays"):
        buttons.append(Button(say("plan_lay"), "move", "LayMove", is_main=True))
    if form.get("ends"):
        ends: Input = {"name": "ends", "id": "ends", "label": say("plan_ends"), "shape": "flag", "value": "true"}
        main.append(ends)
    plan = PlainForm("GiveStanding", buttons, form["hidden"], main, form["more"])
    return Part("plan", form["label"], [form["says"]], forms=[plan])


def _make_tool(table: PlainTable, name: str) -> Part | None:
    tool = make_tool(table.board, name, table.language)
    if tool is None:
        return None
    forms = [*map(from_tool, tool["forms"]), *([_from_upload(tool["upload"])] if "upload" in tool else [])]
    links = [Link(link["label"], link["url"], link.get("hint", "")) for link in tool.get("links", [])]
    return Part("tool", say(f"tool_{name}"), [tool["note"]] if "note" in tool else [], forms=forms, links=links)


def _from_upload(upload: Upload) -> PlainForm:
    return PlainForm(
        "",
        [Button(upload["label"], is_main=True)],
        [pair for pair in upload["hidden"] if pair[0] != "back"],
        upload["main"],
        title=upload["title"],
        note=upload.get("note", ""),
        address=upload["address"],
        has_file=True,
    )


def _numbered(make: Callable[[PlainTable, int], Part | None]) -> Callable[[PlainTable, str], Part | None]:
    """Return what opens an entry by its number, as a link has it."""

    def open_entry(table: PlainTable, number: str) -> Part | None:
        is_number = number.isascii() and number.isdecimal() and len(number) <= MAX_DIGITS
        return make(table, int(number)) if is_number else None

    return open_entry


OPENED: Mapping[str, Callable[..., Part | None]] = {
    "card 1": make_card,
    "entry 1": _numbered(make_entry),
    "offer 1": _make_offer,
    "pad 1": _make_pad,
    "person 1": make_somebody,
    "plan 1": _list_plans,
    "plan 3": _make_plan,
    "roll 1": _make_roll,
    "task 1": make_rulings,
    "tool 1": _make_tool,
    "undo 1": _numbered(make_undo),
    "x-card 0": make_x_card,
}
"""What can be opened: its kind, and how many words say which it is."""
