"""Everybody at the table: how they are, and what may be changed about each."""

from collections.abc import Iterable

from play.plain.acts import make_move
from play.plain.parts import Button, Link, Part, PlainForm, Row, join, make_button, make_line, make_number, say
from play.plain.table import PlainTable
from play.plain.talk import say_sum
from play.stage.hand import make_person
from play.stage.shape import Combatant, ExplainedStat, Fight, Member, Points, Touch
from rules.view import minus

HARMS = {"b": "bashing", "l": "lethal", "a": "aggravated"}
"""What a health box may be marked with, by its mark."""
MAX_HARM, MAX_SPENT, MAX_REASON, MAX_WORD = 30, 999, 200, 60


def list_people(table: PlainTable) -> Part:
    """Return everybody in the order in which they act, or the characters in the scene."""
    fight, party = table.facts.get("fight"), table.facts.get("party")
    if fight is not None:
        return Part("people", say("turn_order"), [join(fight["headline"], fight["subline"])], _list_order(table, fight))
    rows = [_make_row(table, id, party["members"][id]) for id in party["order"]] if party else []
    if party and table.facts["place"]["is_open"]:
        rows += [Row(name, forms=[_make_bringing(key, is_here=True)]) for key, name in party["absent"]]
    return Part("people", say("here"), rows=rows)


def _list_order(table: PlainTable, fight: Fight) -> list[Row]:
    there = fight["combatants"]
    rows = [
        Row(place["label"], [place["note"]], rows=[_make_row(table, id, there[id]) for id in place["ids"]])
        for place in fight["order"]
        if place["ids"]
    ]
    rest = [_make_row(table, id, there[id]) for id in fight["rest"]]
    return [*rows, Row(fight.get("rest_note", ""), rows=rest)] if rest else rows


def _make_row(table: PlainTable, id: str, who: Combatant) -> Row:
    """Return how somebody is, with the way to change it."""
    stats = [f"{stat['label']} {_print(stat['value'])}" for stat in who.get("stats", [])]
    tracks = [
        say("of", n=f"{track['label']} {track['current']}", most=track["maximum"]) for track in who.get("tracks", [])
    ]
    unit = who["unit"]["says"] if "unit" in who else ""
    states = join(who.get("being"), who.get("out"), *who["conditions"])
    plays = f"{who['plays']['says']}: {who['plays']['tactic']}" if "plays" in who else ""
    notes = [*filter(None, [states, plays, who.get("health_says"), unit, join(*stats), join(*tracks)])]
    return Row(who["name"], notes, [table.link(say("details"), "person", id)], is_now=who.get("acts_now", False))


def _print(value: int | str) -> str:
    return minus(value) if isinstance(value, int) else value


def make_somebody(table: PlainTable, id: str) -> Part | None:
    """Return what is behind somebody's row: figures with their sums, numbers to change, and rulings."""
    fight, person = table.facts.get("fight"), make_person(table.hand, id)
    members = table.facts["party"]["members"] if "party" in table.facts else {}
    if fight is not None and person is not None and id in fight["combatants"]:
        who, member = fight["combatants"][id], None
    elif fight is None and id in members:
        who = member = members[id]
    else:
        return None
    rows = [_make_figure(stat) for stat in (person["stats"] if person else [])]
    rows += [make_move(table, offer, person["offers"][offer]) for offer in person["order"]] if person else []
    forms = [*_list_member_forms(table, id, member)] if member else []
    if person:
        forms += _list_touch_forms(id, person["touches"])
    if who.get("health") and (member.get("may_touch") and member.get("has_boxes") if member else table.is_storyteller):
        forms.insert(0, _make_harm(id, who))
    notes = [*filter(None, [join(who.get("being"), member.get("says") if member else ""), who.get("health_says")])]
    return Part("person", who["name"], notes, rows, forms, _list_ways(table, who, member))


def _make_figure(stat: ExplainedStat) -> Row:
    sums = [*map(say_sum, stat.get("sum", []))]
    return Row(f"{stat['label']} {_print(stat['value'])}", sums)


def _list_ways(table: PlainTable, who: Combatant, member: Member | None) -> list[Link]:
    """Return the ways to a sheet and to a roll."""
    character, links = who.get("character", ""), []
    if character and (who.get("mine") or (member and member.get("may_touch"))):
        links.append(Link(say("sheet"), table.sheet(character)))
    if any(key == character for key, _name in table.facts.get("rolls", [])):
        links.append(table.link(say("roll"), "roll", character))
    return links


def _make_harm(id: str, who: Combatant) -> PlainForm:
    """Return the form that marks health boxes or heals them."""
    marks = {HARMS[mark] for mark, _penalty in who.get("health", []) if mark in HARMS}
    hurt = [Button(say(kind), "tap", f"{id} {kind} 1") for kind in HARMS.values()]
    heal = [Button(say(f"heal_{kind}"), "tap", f"{id} {kind} -1") for kind in HARMS.values() if kind in marks]
    main = [
        make_number("times", say("amount"), 1, MAX_HARM, 1),
        make_line("reason", say("reason_optional"), MAX_REASON),
    ]
    return PlainForm("Tap", [*hurt, *heal], main=main, title=say("damage"))


def _make_tap(id: str, key: str, label: str, now: str) -> PlainForm:
    """Return the form that changes a number by an amount."""
    buttons = [
        Button(say("less", what=label), "tap", f"{id} {key} -1"),
        Button(say("more_of", what=label), "tap", f"{id} {key} 1"),
    ]
    amount = make_number("times", say("amount"), 1, MAX_SPENT, 1)
    return PlainForm("Tap", buttons, main=[amount], title=f"{label} {now}")


def _make_points(id: str, points: Points) -> PlainForm:
    now = points.get("word") or (say("of", n=points["now"], most=points["full"]) if points["full"] else points["now"])
    return _make_tap(id, points["key"], points["label"], str(now))


def _list_touch_forms(id: str, touches: Iterable[Touch]) -> list[PlainForm]:
    """Return the forms of the numbers that the Storyteller changes in a fight. Harm has a form of its own."""
    numbers = [touch for touch in touches if not touch.get("is_chip") and touch["what"] not in HARMS.values()]
    forms = [
        _make_tap(id, number["what"], number["label"], say("of", n=number["now"], most=number["most"]))
        for number in numbers
    ]
    chips = [
        Button(touch["label"], "tap", f"{id} {touch['what']} {-1 if touch['now'] else 1}", _say_on(bool(touch["now"])))
        for touch in touches
        if touch.get("is_chip")
    ]
    return [*forms, PlainForm("Tap", chips)] if chips else forms


def _say_on(is_on: bool) -> str:
    return say("remove") if is_on else say("add")


def _list_member_forms(table: PlainTable, id: str, member: Member) -> Iterable[PlainForm]:
    """Return what may be changed about a character outside of a fight."""
    if member.get("may_touch"):
        for points in (*member.get("pools", []), *member.get("others", [])):
            yield _make_points(id, points)
        if "nature" in member:
            yield make_button("ActNature", say("act_nature"), [("character", id)], note=member["nature"])
        marks = [
            Button(chip["label"], "condition", f"{id} {-1 if chip['on'] else 1} {chip['word']}", _say_on(chip["on"]))
            for chip in member.get("chips", [])
        ]
        if marks:
            yield PlainForm("SetCondition", marks, title=say("condition"))
        word = make_line("word", say("condition"), MAX_WORD)
        yield PlainForm("SetCondition", [Button(say("add"), "condition", f"{id} 1")], main=[word])
    if table.is_storyteller:
        yield _make_bringing(id, is_here=False)


def _make_bringing(key: str, *, is_here: bool) -> PlainForm:
    hidden = [("character", key), ("is_here", str(is_here).lower())]
    return make_button("ShowCharacter", say("add") if is_here else say("remove"), hidden)
