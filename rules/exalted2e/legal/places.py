"""What forms ask and say about where combatants are (2E-299, 2E-667)."""

from collections.abc import Iterable, Iterator
from functools import partial

from rules.battle import Choice, Fields, LazySequence, Move, Offer, Rank, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.exalted2e.decide.stunts import why_no_stunt
from rules.exalted2e.moves import acts
from rules.exalted2e.moves.places import SetDistance, SetGround
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.state.ground import FEATURES, find_step
from rules.exalted2e.timing import Pace
from rules.text import EMPTY, Text, join, verbatim

DISTANCE, GROUND = Text("Set a distance"), Text("Set the surroundings")
NOBODY = Choice("", Text("No one"))
MOVE, CLIMB, REFLEXIVE = Text("Move"), Text("Climb or swim"), Text("reflexive")


def asks_distance(sight: Sight[State], actor: Combatant, targets: Iterable[Combatant]) -> bool:
    """Return whether a shot asks for the distance: the Storyteller always, others while one to a foe is not known."""
    foes = [target for target in targets if target.side != actor.side and not target.out]
    return sight.seat.storyteller or any(sight.state.get_distance(actor.id, foe.id) is None for foe in foes)


def say_where(state: State, actor: Combatant, other: Combatant) -> Text:
    """Return why the other no longer stands, and how far it is, where either applies."""
    yards = state.get_distance(actor.id, other.id)
    far = EMPTY if yards is None else Text("{n} yard", "{n} yards", n=yards)
    return join(", ", filter(None, (other.out, far)))


def offer_walks(sight: Sight[State], actor: Combatant, pace: Pace) -> Iterator[Offer]:
    """Yield the offers to move, and to climb or swim if the pace allows it (2E-299)."""
    walks: tuple[tuple[Text, int, bool, Rank], ...] = (
        (MOVE, pace.move, False, "usual"),
        (CLIMB, pace.climb, True, "rare"),
    )
    for name, yards, climbing, rank in walks:
        if yards:
            form = LazySequence(partial(_list_walk, sight, actor, yards * sight.state.scale))
            fixed = {"climbing": climbing}
            yield offer_move(acts.TakeMove, name, actor, form, group="reflex", cost=REFLEXIVE, fixed=fixed, rank=rank)


def _list_walk(sight: Sight[State], actor: Combatant, yards: int) -> Fields:
    stunt = ("stunt", "stunt_text") if not why_no_stunt(sight.state, actor) else ()
    changes = {"stunt": {"high": sight.state.options.stunt_cap}}
    return (
        *list_fields(acts.TakeMove, {"yards": {"high": yards, "initial": yards}}, "yards"),
        *list_goal(sight, actor, acts.TakeMove),
        *(list_fields(acts.TakeMove, changes, *stunt) if stunt else ()),
    )


def list_goal(sight: Sight[State], actor: Combatant, move: type[Move]) -> Fields:
    """Return the fields of a movement toward someone or away, where a distance is known; no one at first."""
    state = sight.state
    there = [
        combatant
        for combatant in sight.seen
        if combatant.id != actor.id and not combatant.has_left and combatant.clock is not None
    ]
    known = [combatant for combatant in there if state.get_distance(actor.id, combatant.id) is not None]
    if not known:
        return ()
    choices = (
        NOBODY,
        *(Choice(combatant.id, verbatim(combatant.name), say_where(state, actor, combatant)) for combatant in known),
    )
    return list_fields(move, {"target": {"choices": choices}}, "target", "away")


def offer_distance(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    """Yield the Storyteller's offer to say how far someone is."""
    if actor.has_left or len(sight.seen) < 2:
        return
    yield offer_move(
        SetDistance, DISTANCE, actor, LazySequence(partial(_list_distance, sight, actor)), group="storyteller"
    )


def _list_distance(sight: Sight[State], actor: Combatant) -> Fields:
    there = [combatant for combatant in sight.seen if combatant.id != actor.id and not combatant.has_left]
    choices = tuple(
        Choice(combatant.id, verbatim(combatant.name), say_where(sight.state, actor, combatant)) for combatant in there
    )
    return list_fields(SetDistance, {"target": {"choices": choices, "initial": ()}})


def offer_ground(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    """Yield the Storyteller's offer to say where someone stands, in named steps."""
    if not actor.has_left:
        yield offer_move(SetGround, GROUND, actor, LazySequence(partial(_list_ground, actor)), group="storyteller")


def _list_ground(actor: Combatant) -> Fields:
    now = {
        name: {"help": Text("Now: {what}", what=step.name)}
        for name, feature in FEATURES.items()
        if (step := find_step(feature, actor.ground)) is not None
    }
    return list_fields(SetGround, now)
