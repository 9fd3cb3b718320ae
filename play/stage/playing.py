"""Facts and forms of seats that play themselves: the mark beside a name, the line that stops all, and who is let."""

from collections.abc import Iterable
from typing import cast

from django.utils.translation import gettext as _

from play.commands.group_orders import name_group
from play.commands.moves import EVERYBODY, FOES, STEPS
from play.seats.board import Board, PlayingRow
from play.stage.shape import Playing, ToolForm
from play.stage.tool_forms import checks_field, choice_field, make_button, make_tool_form, make_tool_inputs
from play.stage.words import Language, drop_empty, translate
from rules import get_system
from rules.battle import Field
from rules.forecast.seats import list_tactics
from rules.text import list_texts, small, verbatim
from rules.view import CombatantView


def make_playing(row: PlayingRow) -> Playing:
    """Return the mark of somebody who plays itself."""
    says = _("plays itself while away") if row.is_away else _("plays itself")
    return cast(Playing, {"says": says, "tactic": translate(row.tactic)} | drop_empty(may_stop=row.may_stop))


def say_playing(board: Board) -> str:
    """Return the line that tells the Storyteller who plays by itself, which she can stop at one tap; else nothing."""
    if not board.storyteller or not board.playing:
        return ""
    named = [row.name for row in board.playing.values() if row.id]
    parts = [
        *([translate(name_group(named))] if named else []),
        *([_("your own steps")] if "" in board.playing else []),
    ]
    return translate(list_texts(map(verbatim, parts)))


def make_own_playing(board: Board, language: Language) -> list[ToolForm]:
    """Return the forms by which a player lets the own characters in the fight play themselves while being away."""
    if board.storyteller or board.spectator or board.battle is None or board.battle["phase"] == "ended":
        return []
    return [_make_own(board, who, language) for who in board.battle["combatants"] if who["mine"]]


def _make_own(board: Board, who: CombatantView, language: Language) -> ToolForm:
    id, hidden = f"away-{who['id']}", [("actors", who["id"])]
    playing = board.playing.get(who["id"])
    if playing is not None:
        row = {"name": who["name"], "tactic": translate(small(playing.tactic))}
        note = _("While you are away, %(name)s plays by itself: %(tactic)s.") % row
        return make_tool_form(id, "StopPlaying", [], [make_button(_("Stop"))], hidden=hidden, note=note)
    label = _("Let %(name)s play by itself while I am away") % {"name": who["name"]}
    note = _("By post, this is done at a deadline in place of the mildest action.") if board.post else ""
    inputs = make_tool_inputs(id, [_ask_tactic(board)], language)
    return make_tool_form(id, "LetPlay", inputs, [make_button(label)], hidden=hidden, note=note)


def make_let_play(board: Board, combatants: Iterable[CombatantView], language: Language) -> list[ToolForm]:
    """Return the Storyteller's forms: who of the fight plays by itself, and the way to stop them."""
    free = [who for who in combatants if not who["out"] and who["id"] not in board.playing]
    id, foes = "let-play", [who for who in free if not who["own"] and not who["character"]]
    people = [(FOES, _("All foes"), "")] if len(foes) > 1 else []
    people += [(EVERYBODY, _("Everyone"), _("players’ characters while away"))] if len(free) > 1 else []
    owned = {member.character for member in board.cast if member.owner}
    people += [(who["id"], who["name"], _("while away") if who["character"] in owned else "") for who in free]
    people += [] if "" in board.playing else [(STEPS, _("Your own steps"), _("questions to you, the next turn"))]
    forms: list[ToolForm] = []
    if people:
        fields = [checks_field("actors", _("Who"), people), _ask_tactic(board)]
        note = _("They act every few seconds while someone watches. A player who is here decides for themselves.")
        title = _("Plays itself")
        inputs = make_tool_inputs(id, fields, language)
        button = make_button(_("Let them play by themselves"))
        forms.append(make_tool_form(id, "LetPlay", inputs, [button], title=title, note=note, stays=True))
    if playing := say_playing(board):
        stop = make_button(_("Stop all"))
        forms.append(make_tool_form("stop-playing", "StopPlaying", [], [stop], title=playing, stays=True))
    return forms


def _ask_tactic(board: Board) -> Field:
    tactics = list_tactics(get_system(board.system))
    choices = [(key, translate(tactic.name)) for key, tactic in tactics.items()]
    return choice_field("tactic", _("Tactic"), choices, choices[0][0])
