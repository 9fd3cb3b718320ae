"""Offers of plain actions with a roll: alone, two at once, or one with attacks (2E-290, 2E-305)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from rules.battle import Field, Fields, LazySequence, Offer, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.exalted2e.actions.form import trait_fields
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal import fields
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.strikes import DeclareFlurry
from rules.exalted2e.state import Combatant, FailedTry, State
from rules.exalted2e.timing import get_action, get_speed_text
from rules.exalted2e.traits import label
from rules.text import EMPTY, Text, join

ONE, ONE_HINT = Text("Miscellaneous action"), Text("jump, search, shout, climb")
RETRY = Text("−1 success for each failed attempt; the table counts them.")
SET = Text("The Storyteller has set the difficulty.")
TWO, TWO_HINT = Text("Two actions with rolls"), Text("as a flurry")


def offer_rolls(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    """Yield the offers of a plain action with a roll, and of a flurry of two."""
    row = get_action(sight.state.kind, "misc")
    offer: Callable[..., Offer] = partial(
        offer_move, actor=actor, next_ticks=(sight.state.tick + row.speed,), has_preview=True
    )
    cost, form = get_speed_text(row.speed, row.penalty), LazySequence(partial(_list_fields, sight, actor))
    yield offer(TakeAction, ONE, fields=form, cost=cost, hint=ONE_HINT)
    cost, form = get_speed_text(row.speed, 2 * row.penalty), LazySequence(partial(_list_two, sight, actor))
    fixed = {"also": ("act", "act2"), "parts": ()}
    yield offer(DeclareFlurry, TWO, fields=form, cost=cost, hint=TWO_HINT, fixed=fixed, rank="rare")


def _list_fields(sight: Sight[State], actor: Combatant) -> Fields:
    magic: Fields = ()
    if has_pool(actor):
        magic = list_fields(TakeAction, None, "magic", "magic_successes")
        magic += fields.cost_fields(actor, TakeAction)
    row = get_action(sight.state.kind, "misc")
    timing = ("speed", "dv_penalty") if sight.state.is_long else ("speed", "dv_penalty", "is_long")
    return (
        *list_act(actor, TakeAction),
        *fields.stunt_fields(sight, actor, TakeAction),
        *fields.excellency_field(actor, TakeAction),
        *fields.power_fields(actor, "roll"),
        *fields.willpower_field(actor, TakeAction),
        *magic,
        *list_fields(TakeAction, {"dv_penalty": {"initial": row.penalty}}, *timing),
        *fields.ruling_fields(TakeAction),
    )


def list_act(actor: Combatant, move: type[TakeAction | DeclareFlurry], prefix: str = "") -> Iterator[Field]:
    """Yield the fields of a plain action: description, traits, difficulty. Their names begin with the prefix.

    A difficulty that the Storyteller has set is not asked for.
    """
    text, difficulty = list_fields(move, None, f"{prefix}text", f"{prefix}difficulty")
    ruled = actor.difficulty
    yield replace(text, help=SET) if ruled.value else text
    for field in map(_unchosen, trait_fields(actor.sheet)):
        label = Text("{label}, second action", label=field.label) if prefix == "act2_" else field.label
        yield replace(field, name=f"{prefix}{field.name}", label=label)
    if not ruled.value:
        yield difficulty
    yield from list_fields(move, {f"{prefix}retry": {"help": say_tried(actor)}}, f"{prefix}retry")


def say_tried(actor: Combatant) -> Text:
    """Return what trying again costs, and what has failed so far (2E-088)."""
    tries = [_say_failed(record) for record in actor.tried]
    return join(" ", (RETRY, Text("So far: {what}.", what=join(", ", tries)))) if tries else RETRY


def _say_failed(record: FailedTry) -> Text:
    traits = join(" + ", (label(name) for name in (record.attribute, record.ability) if name))
    return Text("{what} failed {n} time", "{what} failed {n} times", what=traits, n=record.failures)


def _unchosen(field: Field) -> Field:
    """Return the field without an initial choice, so that a careless tap does not spend the turn."""
    if field.name == "specialties":
        return replace(field, required=False)
    named = tuple(choice for choice in field.choices if choice.value)
    help = Text("A Virtue is rolled alone; the chosen Ability is ignored.") if field.name == "ability" else EMPTY
    return replace(field, initial=(), choices=named, help=help, leaves={})


def _list_two(sight: Sight[State], actor: Combatant) -> Fields:
    return (
        *list_act(actor, DeclareFlurry, "act_"),
        *list_act(actor, DeclareFlurry, "act2_"),
        *fields.list_stunts(sight.state, actor, DeclareFlurry, 2),
        *fields.willpower_field(actor, DeclareFlurry),
        *fields.ruling_fields(DeclareFlurry),
    )
