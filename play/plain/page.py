"""All parts of the plain page, in the order in which they are read."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from play.plain.acts import list_due, list_others, list_planned, list_proposed
from play.plain.parts import Link, Part, Row, from_tool, join, make_button, say
from play.plain.people import list_people
from play.plain.table import PlainTable
from play.plain.talk import make_notes, say_change
from play.plain.tasks import list_asked, list_tasks
from play.stage.shape import Personal
from rules.text import list_names


def list_parts(table: PlainTable, personal: Personal) -> list[Part]:
    """Return what the page shows below what was opened, without parts that say nothing."""
    parts = [
        _make_card(table),
        *list_due(table),
        *list_asked(table),
        _make_start(table),
        _make_state(table),
        _make_last(table, personal),
        list_proposed(table),
        _list_waits(table),
        *list_others(table),
        list_planned(table),
        list_people(table),
        Part("away", say("while_away"), forms=[*map(from_tool, table.facts.get("away", []))]),
        *_list_pictures(table),
        list_tasks(table),
        _list_saved_rolls(table),
        _list_rolls(table),
        _list_tools(table),
        make_notes(table, personal["note"]),
    ]
    return [part for part in parts if part]


def _make_card(table: PlainTable) -> Part:
    """Return what stands on the page while the X-Card is up."""
    if not table.facts["state"].get("is_card_up"):
        return Part("card", "")
    if not table.is_storyteller:
        return Part("card", say("card_up"), [say("card_why")], is_due=True)
    undo = table.facts.get("undo")
    links = [table.link(say("card_undo"), "undo", str(undo["entry"]))] if undo else []
    links += [table.link(say("tool_next_scene"), "tool", "next_scene")]
    form = make_button("PutCardAway", say("card_go_on"))
    return Part("card", say("card_up"), [say("card_why"), say("card_after")], forms=[form], links=links, is_due=True)


def _make_start(table: PlainTable) -> Part:
    """Return how a new series begins, for its Storyteller."""
    if "start" not in table.facts:
        return Part("start", "")
    start = table.facts["start"]
    rows = [Row(player["name"], [", ".join(player["heroes"]) or say("start_no_hero")]) for player in start["players"]]
    links = [Link(say("start_links"), f"{start['members_url']}#links-h"), Link(say("start_add"), start["heroes_url"])]
    notes = [] if rows else [say("start_nobody")]
    return Part(
        "start", say("start"), notes, rows, [make_button("", say("start_go"), address=start["done_url"])], links
    )


def _make_state(table: PlainTable) -> Part:
    """Return how play stands, and the ways on."""
    place, state, hand = table.facts["place"], table.facts["state"], table.facts["hand"]
    names = list_names(actor["name"] for actor in hand["waiting"])
    notes = [
        say("paused") if state.get("is_paused") else "",
        say("waits_for", name=names) if names else "",
        "" if place["is_open"] else say("scene_over"),
        say("planned_note") if place.get("is_planned") else say("hidden_note") if place.get("is_hidden") else "",
        _say_due(table),
        place["time"],
    ]
    forms, links = [], []
    if state.get("is_paused") and table.is_storyteller:
        forms.append(make_button("Pause", say("resume"), [("paused", "false")]))
    if "order" in table.facts:
        order = table.facts["order"]
        forms.append(make_button("DropOrder", say("stop_order"), note=f"{order['says']} {order['count']}"))
    if "plays" in table.facts:
        forms.append(make_button("StopPlaying", say("stop_playing"), note=say("plays", who=table.facts["plays"])))
    if "part_url" in place:
        links.append(Link(say("to_part"), place["part_url"]))
    if "onward" in place:
        links.append(Link(say("go_on"), f"{place['onward']['url']}plain/", place["onward"]["title"]))
    if place["is_open"] and not state.get("is_card_up"):
        links.append(table.link(say("card"), "x-card"))
    return Part("state", say("the_scene"), [*filter(None, notes)], forms=forms, links=links)


def _say_due(table: PlainTable) -> str:
    """Return until when the table waits."""
    state = table.facts["state"]
    if "post" in state:
        return join(say("by_post"), table.say_until(state["due_at"]) if "due_at" in state else "")
    return f"{say('default_in')} {table.say_until(state['due_at'])}" if "due_at" in state else ""


def make_x_card(table: PlainTable) -> Part | None:
    """Return the X-Card, with what it does; None where it cannot be used."""
    if not table.facts["place"]["is_open"]:
        return None
    veils = Link(say("boundaries"), f"{table.facts['place']['series_url']}boundaries/")
    return Part(
        "x-card", say("card"), [say("card_does")], forms=[make_button("ShowCard", say("card_use"))], links=[veils]
    )


def _make_last(table: PlainTable, personal: Personal) -> Part:
    """Return what came last, the way to undo it, and what the person has not read."""
    facts = table.facts
    result, undo = facts.get("result"), facts.get("undo")
    notes = [death["line"] for death in facts.get("deaths", [])]
    if "ended" in facts:
        notes += [say("fight_over"), *facts["ended"]["fallen"]]
    if result:
        notes += [result.get("verdict", ""), result["line"], *map(say_change, result.get("changes", []))]
    forms, links = [], []
    if "redo" in facts:
        forms.append(make_button("Rewind", say("redo"), [("entry", str(facts["redo"]))]))
    if undo and undo["by"] == "undo":
        links.append(table.link(say("undo"), "undo", str(undo["entry"]), note=undo["line"]))
    elif undo and undo["by"] == "ask":
        forms.append(make_button("AskUndo", say("ask_undo"), [("entry", str(undo["entry"]))], note=undo["line"]))
    elif undo:
        notes.append(join(say("undo_asked"), undo["line"]))
    if "missed" in personal:
        scene, missed = table.board.place.scene, personal["missed"]
        span = urlencode({key: missed[key] for key in ("after", "upto")})
        address = f"{reverse('table_missed', args=[scene])}?{span}"
        links.append(Link(say("missed_open"), address, say("missed_new", n=missed["count"])))
        read = [("count", str(missed["upto"]))]
        forms.append(make_button("", _("Mark as read"), read, address=reverse("table_read", args=[scene])))
    return Part("last", say("result"), [*filter(None, notes)], forms=forms, links=links)


def _list_waits(table: PlainTable) -> Part:
    """Return whom a scene by post waits for."""
    post = table.facts["state"].get("post")
    waits = post["waits"] if post else []
    rows = [
        Row(
            wait["name"],
            [say(f"wait_{wait['kind']}"), *([table.say_until(wait["due_at"])] if "due_at" in wait else [])],
        )
        for wait in waits
    ]
    return Part("waits", say("waiting_for"), rows=rows)


def _list_pictures(table: PlainTable) -> Iterable[Part]:
    """Return the picture of the fight in words: each of its parts."""
    picture = table.facts["fight"]["picture"] if "fight" in table.facts else {"order": []}
    for key in picture["order"]:
        part = picture["parts"][key]
        yield Part(f"picture-{key}", part["label"], [*filter(None, [part["says"], part.get("note")])])


def _list_saved_rolls(table: PlainTable) -> Part:
    """Return the saved rolls of the person's own characters."""
    members = table.facts["party"]["members"] if "party" in table.facts else {}
    address = reverse("table_favorites", args=[table.board.place.scene])
    rows = []
    for id, member in members.items():
        for roll in member.get("favorites", []) if member.get("may_touch") and member.get("is_own") else []:
            key = f"{id} {roll['id']}"
            forms = [
                make_button("RollFavorite", say("roll"), [("favorite", key)]),
                make_button("", say("delete"), [("drop", key)], address=address),
            ]
            chance = roll.get("percent") or str(roll.get("dice", ""))
            rows.append(Row(roll["title"], [*filter(None, [roll.get("detail"), chance])], forms=forms))
    return Part("saved-rolls", say("saved_rolls"), rows=rows)


def _list_rolls(table: PlainTable) -> Part:
    links = [table.link(name, "roll", key) for key, name in table.facts.get("rolls", [])]
    return Part("rolls", say("any_roll"), links=links)


def _list_tools(table: PlainTable) -> Part:
    links = [table.link(say(f"tool_{name}"), "tool", name) for name in table.facts.get("tools", [])]
    return Part("tools", say("tools"), links=links)
