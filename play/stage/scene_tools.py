"""The Storyteller's tools of a scene: the next one, time, play by post, handouts and side scenes."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import UNITS, format_duration
from campaigns.downtime.living import WAYS
from play.commands.moves import MAX_AMOUNT, MAX_SIDE_SCENE_NAME
from play.seats.board import Board, CastMember, HandoutRow, PlannedScene
from play.stage.shape import Tool, ToolForm, Upload
from play.stage.tool_forms import (
    checks_field,
    choice_field,
    flag_field,
    make_button,
    make_tool_form,
    make_tool_inputs,
    number_field,
    text_field,
)
from play.stage.words import Language, translate
from play.table.by_post import HOUR
from rules import get_system
from rules.battle import Field
from rules.text import list_names, word

MAX_TITLE = 120
MAX_WORDS = 5000
"""The most characters of a handout's text that the table's form takes."""
HOURS = (12, 24, 48, 72, 120, 168)
"""The times for which a scene by post may wait."""
ANSWER_HOURS, TURN_HOURS = 48, 72
"""The times that are suggested."""


def make_next_scene(board: Board, language: Language) -> Tool:
    """Return what leads to a new scene, or to one that is planned."""
    id, fighting = "next-scene", board.battle is not None and board.battle["phase"] == "running"
    fields = [text_field("title", _("Title of a new scene"), MAX_TITLE, required=True)]
    fields += [flag_field("end_fight", _("End the fight with this scene"))] if fighting else []
    if any(scene.is_days_ahead for scene in board.planned):
        fields.append(_ask_days(board.system, _("Until a planned scene begins.")))
    episode = [text_field("episode", _("Title of the episode"), MAX_TITLE)]
    planned = [
        make_button(scene.title, name="planned", value=str(scene.scene), note=_say_planned(scene), skips=True)
        for scene in board.planned
    ]
    form = make_tool_form(
        id,
        "NextScene",
        make_tool_inputs(id, fields, language),
        [make_button(_("Start scene"), is_main=True), *planned],
        buttons_say=_("Or choose a planned scene") if planned else "",
        more=make_tool_inputs(id, episode, language),
        more_says=_("In a new episode"),
    )
    return {"forms": [form], "note": _("This scene is closed, and everyone here moves to the next one.")}


def _say_planned(scene: PlannedScene) -> str:
    return ", ".join(filter(None, [translate(scene.when), _("hidden: players stay behind") if scene.is_hidden else ""]))


def _ask_days(system: str, note: str = "") -> Field:
    """Return the field that asks how whole days are spent."""
    labels = {activity.key: translate(activity.label) for activity in get_system(system).recovery.activities}
    activities = [("", _("Nothing else happens")), *((key, labels[key]) for key in WAYS)]
    return choice_field("way", _("Use of whole days"), activities, "", required=False, note=note)


def make_time(board: Board, language: Language) -> Tool:
    """Return what moves the clock, pauses a fight, and sets the terms of play by post."""
    is_free = board.battle is None
    fighting = board.battle is not None and board.battle["phase"] == "running"
    forms = [_make_clock(board, language)] if is_free else [_make_pause(board)] if fighting else []
    tool: Tool = {"forms": [*forms, _make_post(board, language)]}
    if board.place.time:
        tool["note"] = translate(board.place.time)
    if board.post:
        tool["links"] = [{"label": _("Pace"), "url": reverse("pace", args=[board.place.scene])}]
    return tool


def _make_clock(board: Board, language: Language) -> ToolForm:
    id, units = "pass-time", [(unit, translate(word(f"{unit}s"))) for unit in UNITS]
    fields = [
        number_field("amount", _("Amount"), 1, MAX_AMOUNT, 1),
        choice_field("unit", _("Unit"), units, "hour"),
        _ask_days(board.system),
    ]
    buttons = [make_button(_("Advance clock"), is_main=True)]
    return make_tool_form(id, "PassTime", make_tool_inputs(id, fields, language), buttons, title=_("Advance time"))


def _make_pause(board: Board) -> ToolForm:
    label = _("Resume") if board.paused else _("Pause")
    hidden = [("paused", "false" if board.paused else "true")]
    return make_tool_form("pause", "Pause", [], [make_button(label, is_main=True)], hidden=hidden)


def _make_post(board: Board, language: Language) -> ToolForm:
    id, hours = "post", [(str(hours), translate(format_duration(hours * HOUR))) for hours in HOURS]
    answer, turn = (board.post.answer_hours, board.post.turn_hours) if board.post else (ANSWER_HOURS, TURN_HOURS)
    fields = [
        choice_field("answer_hours", _("Time to answer"), hours, str(answer)),
        choice_field("turn_hours", _("Time per turn"), hours, str(turn)),
    ]
    buttons = [make_button(_("Change limits") if board.post else _("Switch to play by post"))]
    if board.post:
        note = _("From then on, no deadlines run.")
        buttons.append(make_button(_("Back to live play"), name="move", value="EndPost", note=note, skips=True))
    return make_tool_form(
        id,
        "SetPost",
        make_tool_inputs(id, fields, language),
        buttons,
        title=_("Play by post is on") if board.post else _("Play by post"),
        note=_(
            "Players answer and act when they have time. At a deadline, the table plays their planned move, or the "
            "book’s mildest action. Rest days and quiet hours don’t count."
        ),
    )


def make_handouts(board: Board, language: Language) -> Tool:
    """Return all handouts of the series with what may be done with each, and the form of a new one."""
    players = [(member.character, member.name, member.owner) for member in board.cast if member.owner]
    address = f"{board.place.series_url}handouts/"
    tool: Tool = {
        "forms": [_make_row(row, players, language) for row in board.handout_rows],
        "upload": _make_upload(board.place.scene, address, language),
        "links": [{"label": _("All handouts"), "url": address}],
    }
    if not tool["forms"]:
        tool["note"] = _("No handouts yet.")
    return tool


def _make_row(row: HandoutRow, players: list[tuple[str, str, str]], language: Language) -> ToolForm:
    id = f"handout-{row.key}"
    buttons = [make_button(_("Show to everyone"), name="everybody", value="true")]
    if row.picture_url:
        buttons.append(make_button(_("As scene picture"), name="leads", value="true"))
    if row.card:
        buttons.append(make_button(_("Hide"), name="move", value="PutHandoutAway"))
    if players:
        buttons.append(make_button(_("Show only to these"), is_folded=True))
    fields = [checks_field("characters", _("Show to the players of"), players)] if players else []
    return make_tool_form(
        id,
        "ShowHandout",
        [],
        buttons,
        hidden=[("handout", str(row.key))],
        title=row.title,
        note=_say_shown(row),
        more=make_tool_inputs(id, fields, language),
        more_says=_("Show to …") if players else "",
        picture_url=row.picture_url,
        stays=True,
    )


def _say_shown(row: HandoutRow) -> str:
    card = row.card
    if card is None:
        return _("Hidden from everyone here.")
    if card.leads:
        return _("Scene picture")
    names = list_names(card.readers or ())
    return _("Shown to %(names)s") % {"names": names} if names else _("Shown to everyone")


def _make_upload(scene: int, address: str, language: Language) -> Upload:
    id = "new-handout"
    fields = [text_field("title", _("Title"), MAX_TITLE, required=True)]
    inputs = make_tool_inputs(id, fields, language)
    if not settings.PUBLIC_DEMO:
        inputs.append({"name": "picture", "id": f"{id}-picture", "label": _("Picture"), "shape": "file"})
        (alt,) = make_tool_inputs(id, [text_field("description", _("Alt text"), 300)], language)
        inputs.append({**alt, "shape": "line"})
    words = make_tool_inputs(id, [text_field("text", _("Text"), MAX_WORDS)], language)
    return {
        "address": f"{address}new/",
        "title": _("New handout"),
        "label": _("Save for later"),
        "hidden": [("scene", str(scene)), ("back", "true")],
        "main": [*inputs, *words],
        "note": _("No one sees it until you show it."),
    }


def make_side_scenes(board: Board, language: Language) -> Tool:
    """Return what opens a side scene, and what merges each open one into the main scene."""
    id = "side-scene"
    fields = [text_field("title", _("New side scene"), MAX_SIDE_SCENE_NAME, required=True)]
    if board.cast:
        fields.append(checks_field("characters", _("Who takes part"), map(name_member, board.cast)))
        fields.append(flag_field("secret", _("Only its players can read it")))
    inputs = make_tool_inputs(id, fields, language)
    new = make_tool_form(id, "OpenStrand", inputs, [make_button(_("Open"), is_main=True)])
    merges = [
        make_tool_form(
            f"merge-{side_scene.name.id}",
            "CloseStrand",
            [],
            [make_button(_("Merge into main scene"))],
            hidden=[("strand", side_scene.name.id)],
            title=side_scene.name.title,
            stays=True,
        )
        for side_scene in board.side_scenes
        if side_scene.is_open
    ]
    return {"forms": [new, *merges]}


def name_member(member: CastMember) -> tuple[str, str, str]:
    """Return a character to tick: the key, the name, and what is said beside it."""
    note = _("extra") if member.extra else _("hidden") if member.hidden else member.owner
    return member.character, member.name, note
