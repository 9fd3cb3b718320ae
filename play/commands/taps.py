"""Changes by touch: a health box, a point of a pool, a condition. Also who is in the scene at all.

Outside a running fight a person changes the sheets that the seat acts for, and a rewind gives the points back. In a
fight the Storyteller changes the fight's own numbers, as by "Set a number".
"""

from collections.abc import Sequence

from play.commands.context import CommandContext
from play.commands.fight import run_moves
from play.commands.figures import open_figures
from play.commands.moves import ActNature, SetCondition, ShowCharacter, Tap
from play.commands.rolls import audience_for
from play.table.party_events import CharacterShown, ConditionSet, PointsChanged
from rules.battle import Audience, Event, Json
from rules.battle.guards import MAX_REASON, check_text
from rules.battle.numbers import get_number
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line
from rules.recovery import NatureClaim
from rules.sheets.conditions import PLACE, change_line, check_word, say_word
from rules.sheets.page import Trait
from rules.sheets.points import Change
from rules.sheets.touch import TapTarget, parse_tap, touch_sheet
from rules.text import Text, word
from rules.wounds import say_wounds


def tap(context: CommandContext, move: Tap) -> Sequence[Event]:
    """Carry out taps on one box, pool or condition. Raises `IllegalMove` where nothing would change."""
    touched = parse_tap(move.tap, move.harm, move.times)
    check_text(Text("Reason"), move.reason, MAX_REASON, empty=True)
    if touched.who.isdecimal():
        return _tap_sheet(context, touched, clean_line(move.reason))
    return _tap_combatant(context, touched, clean_line(move.reason))


def act_nature(context: CommandContext, move: ActNature) -> Sequence[Event]:
    """Give Willpower back to a character who has acted out its Nature (V20-355). A player's claim is ruled on."""
    character, rules = context.take_character(move.character), context.system.recovery
    figures = open_figures(context, character)
    nature = rules.find_nature(figures.sheet)
    if not nature:
        sentence = Text("{who} has no Nature on the sheet, or has spent no Willpower.", who=character.name)
        raise IllegalMove("no_nature", sentence)
    context.check_request(NatureClaim(move.points), move)
    if not move.points:
        return []
    before = {pool.key: pool for pool in context.system.sheets.points(figures.sheet).pools}
    values = rules.act_out(figures.sheet, move.points)
    paid, _ = figures.pay(values)
    what, now = next((line, values[line.key]) for line in before.values() if line.key in values)
    key = str(character.pk)
    given = (context.name, key, character.name, what.label, word(str(what.value)), word(str(now)))
    return [PointsChanged(*given, nature=nature, changes=paid.changes, audience=(key,)), *paid.fought]


def set_condition(context: CommandContext, move: SetCondition) -> Sequence[Event]:
    """Give a character a condition or take it away, on its sheet. Raises `IllegalMove` where nothing would change."""
    who, step, named = [*move.condition.split(" ", 2), "", ""][:3]
    if step not in ("1", "-1"):
        raise BadInput("bad_condition", Text("Tap a condition, or type one."), key="condition")
    is_on, character = step == "1", context.take_character(who)
    condition = check_word(named or move.word)
    was = character.sheet.get(PLACE, "")
    now = change_line(was, condition, is_on=is_on)
    context.system.sheets.parse({**character.sheet, PLACE: now})
    changes = {str(character.pk): {PLACE: (was, now)}}
    given = (context.name, str(character.pk), character.name, say_word(condition), is_on)
    return [ConditionSet(*given, changes=changes, audience=audience_for(character))]


def _tap_sheet(context: CommandContext, touched: TapTarget, reason: str) -> Sequence[Event]:
    """Change the sheet; a fight that has not begun follows it."""
    character = context.take_character(touched.who)
    figures = open_figures(context, character)
    if figures.is_in_running_fight:
        sentence = Text("{who} is in a fight: only the Storyteller changes points there.", who=character.name)
        raise IllegalMove("in_fight", sentence)
    change, values = touch_sheet(context.system.sheets, figures.stored, figures.sheet, touched)
    trait = change.trait
    paid, _ = figures.pay(values)
    is_wound = trait.kind == "track"
    heard: Audience = audience_for(character) if is_wound else (touched.who,)
    was, now = _say(change)
    given = (context.name, str(character.pk), character.name, trait.label, was, now, reason)
    return [PointsChanged(*given, changes=paid.changes, audience=heard), *paid.fought]


def _say(change: Change) -> tuple[Text, Text]:
    return _say_value(change.trait, change.was), _say_value(change.trait, change.now)


def _say_value(trait: Trait, value: Json) -> Text:
    """Return a value as the log tells it: wounds in words, a number with its word where the sheet has one."""
    if trait.kind == "track":
        return say_wounds(value)
    named = next((choice.label for choice in trait.choices if choice.value == str(value)), None)
    return word(str(value)) if named is None else named


def _tap_combatant(context: CommandContext, touched: TapTarget, reason: str) -> Sequence[Event]:
    """Let the Storyteller set a number of the fight to one more or less."""
    context.require_storyteller()
    context.require_battle()
    battle, state = context.system.battle, context.state.battle
    actor = state.find(touched.who)
    if actor is None:
        raise IllegalMove("unknown_combatant", Text("No one here has that ID. Choose from the list."))
    number = get_number(battle.list_numbers(state, actor), actor, touched.what)
    value = number.clamp(actor, number.read(actor) + touched.by)
    if value == number.read(actor):
        raise IllegalMove("no_change", Text("{what} stays at {n}.", what=number.label, n=value))
    move = {"kind": "Override", "actor": actor.id, "what": touched.what, "value": value, "reason": reason}
    return run_moves(context, [move])


def show_character(context: CommandContext, move: ShowCharacter) -> Sequence[Event]:
    """Bring a character into the scene, or let it go. Of a hidden one, players learn nothing."""
    context.require_storyteller()
    character = context.get_character(move.character)
    key = str(character.pk)
    if context.state.is_here(key, plays=character.owner_id is not None) == move.is_here:
        there = Text("{who} is already here.", who=character.name)
        raise IllegalMove("no_change", there if move.is_here else Text("{who} is not here.", who=character.name))
    return [CharacterShown(key, character.name, move.is_here, audience=audience_for(character))]
