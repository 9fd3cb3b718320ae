"""The battle: everyone flips once, in the order they like; the most heads win."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.battle import Event, Kinds, Offer, Seat, events, moves
from rules.battle.apply import make_apply
from rules.battle.board import Sight, draw_fighter
from rules.battle.declare import OwnMove
from rules.battle.engine import Battle
from rules.battle.figures import Figure
from rules.battle.lines import make_lines
from rules.battle.moves import AddCombatant
from rules.battle.numbers import Number, Numbers
from rules.battle.play import Play, about
from rules.battle.results import alone
from rules.battle.roster import Roster
from rules.codec import encode
from rules.dice import Die
from rules.errors import IllegalMove
from rules.picture import PictureParts, Room
from rules.text import EMPTY, Text
from rules.view import CombatantView, LogStepView
from storywheel_coins.options import Options
from storywheel_coins.rolls import flip
from storywheel_coins.sheet import Sheet, parse


@dataclass(frozen=True, slots=True)
class Combatant:
    """One purse in the battle; `heads` is None until it was flipped."""

    id: str
    name: str
    side: str
    character: str | None
    coins: int
    hidden: bool = False
    heads: int | None = None
    out: bool = False


@dataclass(frozen=True, slots=True)
class State(Roster[Combatant]):
    """The battle."""

    options: Options = field(default_factory=Options)
    phase: Literal["setup", "running", "ended"] = "setup"
    combatants: tuple[Combatant, ...] = ()


class Flip(OwnMove):
    """Flip the coins of a purse."""


class CombatantAdded(events.CombatantAdded):
    """Someone came."""

    combatant: Combatant


class Flipped(events.ActorEvent):
    """Coins fell."""

    dice: tuple[Die, ...]
    heads: int


NUMBERS: Numbers[Combatant] = {
    "heads": Number(
        Text("Heads"),
        0,
        10,
        lambda combatant: combatant.heads or 0,
        lambda combatant, heads: replace(combatant, heads=heads),
    )
}
FIGURES: Mapping[str, Figure[Combatant]] = {
    "coins": Figure(
        Text("Coins"),
        lambda combatant: combatant.coins,
        lambda combatant, coins: replace(combatant, coins=coins),
        open=True,
    )
}
apply = make_apply(
    {},
    {
        Flipped: lambda combatant, event: replace(combatant, heads=event.heads),
        events.CombatantLeft: lambda combatant, event: replace(combatant, out=True),
    },
    NUMBERS,
    FIGURES,
)
LINES = make_lines(
    {
        CombatantAdded: lambda e: Text("{name} joins.", name=e.combatant.name),
        events.BattleStarted: lambda e: Text("The contest starts."),
        Flipped: lambda e: Text("{who}: {n} head.", "{who}: {n} heads.", who=e.actor_name, n=e.heads),
    },
    FIGURES,
    {},
)


def flip_coins(play: Play[State], move: Flip) -> None:
    """Flip them, once."""
    actor = play.state.get(move.actor)
    if reason := why_not_flip(actor):
        raise IllegalMove("flipped", reason)
    dice = flip(actor.coins, play.dice(actor), play.state.options)
    play.emit(Flipped(**about(actor), dice=dice, heads=sum(die.worth for die in dice)))


def why_not_flip(actor: Combatant) -> Text:
    """Why this purse cannot be flipped, or an empty string."""
    return Text("{who} has flipped.", who=actor.name) if actor.heads is not None or actor.out else EMPTY


class Coins(Battle[State, Combatant]):
    """What the coin game says of its battle; everything else is the engine's."""

    system = "coins"
    state = State
    moves = Kinds(Flip, *moves.SHARED)
    events = Kinds(CombatantAdded, events.BattleStarted, Flipped, *events.SHARED)
    handlers = {Flip: flip_coins}
    numbers = NUMBERS
    figures = FIGURES
    apply = staticmethod(apply)
    lines = LINES
    results = {Flipped: alone}

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        return Combatant(move.id, move.name, move.side, move.character, parse(move.sheet).coins, move.hidden)

    def begin(self, play: Play[State]) -> None:
        play.emit(events.BattleStarted())

    def has_left(self, combatant: Combatant) -> bool:
        return combatant.out

    def offer_acts(self, sight: Sight[State], combatant: Combatant) -> Sequence[Offer]:
        if sight.state.phase != "running":
            return []
        label = Text("Flip {coins} coins", coins=combatant.coins)
        return [
            Offer("Flip", label, "act", combatant.id, fixed={"actor": combatant.id}, reason=why_not_flip(combatant))
        ]

    def may_act(self, state: State, combatant: Combatant) -> bool:
        return state.phase == "running" and not why_not_flip(combatant)

    def say_time(self, sight: Sight[State]) -> Text:
        return Text("Most heads: {n}", n=max((combatant.heads or 0 for combatant in sight.seen), default=0))

    def count_time(self, state: State) -> int:
        return 0

    def view_combatant(self, sight: Sight[State], combatant: Combatant) -> CombatantView:
        shown = draw_fighter(
            combatant,
            own=sight.is_home(combatant),
            mine=sight.is_mine(combatant),
            extra=combatant.coins == 1,
            being=Text("gambler"),
            acts_now=combatant.heads is None,
            acts_at=0,
            out=Text("left") if combatant.out else EMPTY,
            conditions=[],
        )
        if sight.is_mine(combatant):
            shown["stats"] = [{"label": Text("Coins"), "value": combatant.coins}]
        return shown

    def picture(self, sight: Sight[State]) -> PictureParts:
        waiting = [combatant.id for combatant in sight.seen if combatant.heads is None]
        flipped = [combatant.id for combatant in sight.seen if combatant.heads is not None]
        rooms: list[Room] = [
            {"label": Text("Still to flip"), "ids": waiting},
            {"label": Text("Flipped"), "ids": flipped},
        ]
        says = Text("Still to flip: {n}. Flipped: {m}.", n=len(waiting), m=len(flipped))
        return {"kind": "parts", "parts": [{"kind": "zones", "label": Text("Coins"), "says": says, "rooms": rooms}]}

    def steps(self, event: Event, seat: Seat) -> Sequence[LogStepView]:
        dice = encode(list(event.dice)) if isinstance(event, Flipped) else []
        return [{"name": Text("Flip"), "text": EMPTY, "rule": "COIN-3", "dice": dice}] if dice else []

    def take_home(self, combatant: Combatant) -> Mapping[str, Any]:
        return {"coins": max(1, combatant.heads or 0)}

    def elapsed(self, state: State) -> int:
        return len(state.combatants)

    def sheet_of(self, combatant: Combatant) -> Sheet:
        return Sheet(coins=combatant.coins)


BATTLE = Coins()
