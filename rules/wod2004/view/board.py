"""The board as one seat may see it. Everything here is an allow-list."""

from collections.abc import Mapping
from typing import Final, Literal, TypedDict

from rules.battle.board import Sight, draw_boxes, draw_fighter, draw_prompt
from rules.battle.engine import Battle
from rules.powers import say_active
from rules.text import EMPTY, Text, join, verbatim, word
from rules.view import (
    BoxView,
    CombatantView,
    ExchangeView,
    OrderView,
    PendingView,
    StatView,
    TrackView,
    initials,
    make_step,
)
from rules.wod2004.attack.circumstances import CONCEALED, CONCEALMENT
from rules.wod2004.defense import defense_against
from rules.wod2004.health import PENALTIES
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state.battle import Exchange, Prompt, State, knows_score
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import clock

GRADES = tuple(CONCEALMENT)
STAGES: Final[Mapping[str, Text]] = {
    "now": Text("now"),
    "surprised": Text("surprised"),
    "acted": Text("acted"),
    "waiting": Text("waiting"),
}
STANCES: Final[Mapping[str, Text]] = {
    "surprised": Text("surprised"),
    "prone": Text("prone"),
    "dodging": Text("dodging"),
    "all_out": Text("all-out attack"),
}
HINDRANCES: Final[Mapping[str, Text]] = {
    "delayed": Text("delayed"),
    "immobilised": Text("immobilised"),
    "turned": Text("own weapon turned"),
    "shield": Text("using a held opponent as cover"),
}
"""Conditions by the field of the combatant; others stand between the two tables."""
DEEDS: Final[Mapping[str, Text]] = {
    "dodging": Text("dodges"),
    "all_out": Text("attacks all-out"),
    "aim": Text("aims"),
    "acted": Text("has acted"),
    "moved": Text("has moved"),
}


def draw_track(track: str, boxes: int) -> list[BoxView]:
    """Return the Health track, worst wounds first, with the penalties of the last three boxes (WD-171, WD-174)."""
    labels = [""] * boxes
    for number, penalty in enumerate(PENALTIES, 1):
        if number <= boxes:
            labels[-number] = str(penalty)
    return draw_boxes(track, labels)


def _stats(actor: Combatant) -> list[StatView]:
    defense = defense_against(actor.current_defense, actor.attacked, dodging=actor.dodging, denied=_no_defense(actor))
    stats: list[StatView] = [
        {"label": Text("Defense"), "value": defense.total, "steps": defense.explain()},
        {"label": Text("Speed"), "value": actor.speed},
        {"label": Text("Armor"), "value": join("/", (str(actor.suit.general), str(actor.suit.ballistic)))},
        {"label": Text("Initiative"), "value": verbatim(format(actor.initiative_modifier, "+"))},
    ]
    weapon = actor.weapon(actor.drawn)
    if weapon:
        stats.append(
            {"label": Text("In hand"), "value": Text("{w} ({figures})", w=word(weapon.name), figures=weapon.figures)}
        )
    return stats


def _tracks(actor: Combatant) -> list[TrackView]:
    tracks = [(Text("Willpower"), actor.willpower, actor.willpower_dots)]
    if actor.fuel_maximum:
        tracks.append((word(actor.fuel_name or "Pool"), actor.fuel, actor.fuel_maximum))
    return [{"label": label, "current": current, "maximum": maximum} for label, current, maximum in tracks]


def _no_defense(actor: Combatant) -> Text:
    if actor.all_out:
        return Text("All-out attack.")
    if actor.aim:
        return Text("Aiming.")
    return Text("Surprised.") if actor.surprised else Text("Bound.") if actor.immobilised else EMPTY


def _conditions(sight: Sight[State], actor: Combatant, *, is_own: bool) -> list[Text]:
    conditions = [words for field, words in STANCES.items() if getattr(actor, field)]
    if actor.aim:
        conditions.append(Text("aiming, +{n}", n=actor.aim) if is_own else Text("aiming"))
    if actor.concealment:
        conditions.append(CONCEALED[GRADES[actor.concealment]])
    if actor.cover:
        conditions.append(Text("behind cover, Durability {n}", n=actor.cover))
    conditions += [words for field, words in HINDRANCES.items() if getattr(actor, field)]
    if actor.drawn in actor.jammed:
        conditions.append(Text("weapon jammed"))
    conditions += [say_active(POWERS, active, sight.state.turn) for active in actor.active]
    if locked := actor.grapple and sight.find(actor.grapple):
        conditions.append(Text("in a grapple with {whom}", whom=locked.name))
    elif actor.grapple and is_own:
        conditions.append(Text("in a grapple"))
    return conditions


def _stored(sight: Sight[State], actor: Combatant) -> list[Text]:
    """Return the defenses that it has made, with their successes where the seat may know them (WD-111)."""
    return [
        Text("“{text}” stored, {n}", text=stored.name, n=stored.successes)
        if knows_score(sight.state, stored, sight.seat)
        else Text("“{text}” stored", text=stored.name)
        for stored in sight.state.defenses
        if stored.maker == actor.id
    ]


def list_ordered(sight: Sight[State]) -> list[Combatant]:
    """Return the combatants in sight in the order of action."""
    seen = {who.id: who for who in sight.seen}
    return [seen[id] for id in sight.state.order if id in seen]


def _place(state: State, actor: Combatant) -> OrderView:
    total = actor.initiative.total if actor.initiative else 0
    now = state.acting == actor.id
    return {
        "at": total,
        "label": Text("Initiative {n}", n=total),
        "note": STAGES.get(_find_stage(state, actor), EMPTY),  # the row itself says why someone is out
        "now": now,
        "ids": [actor.id],
    }


def _find_stage(state: State, actor: Combatant) -> Literal["now", "out", "surprised", "acted", "waiting"]:
    """Return how far the combatant is in this turn: a key of `STAGES`, or "out"."""
    if state.acting == actor.id:
        return "now"
    if actor.out:
        return "out"
    if actor.surprised:
        return "surprised"
    return "acted" if actor.done else "waiting"


class OrderCard(TypedDict):
    """A combatant in the order of Initiative. `state`: how far it is in this turn; `text`: what it has done."""

    id: str
    name: str
    initials: str
    side: str
    own: bool
    extra: bool
    hidden: bool
    initiative: int | None
    state: Literal["now", "out", "surprised", "acted", "waiting"]
    note: Text
    text: Text


class OrderPicture(TypedDict):
    """The cards of those who act, in their order. `clock`: how long the fight has lasted; empty before it begins."""

    kind: Literal["order"]
    turn: int
    clock: str
    cards: list[OrderCard]


def _card(sight: Sight[State], actor: Combatant) -> OrderCard:
    return {
        "id": actor.id,
        "name": actor.name,
        "initials": initials(actor.name),
        "side": actor.side,
        "own": sight.is_home(actor),
        "extra": actor.extra,
        "hidden": actor.hidden,
        "initiative": actor.initiative.total if actor.initiative else None,
        "state": _find_stage(sight.state, actor),
        "note": Text("delayed") if actor.delayed else EMPTY,
        "text": _deed(actor),
    }


def _deed(actor: Combatant) -> Text:
    if actor.dodging or actor.all_out:
        return DEEDS["dodging" if actor.dodging else "all_out"]
    if actor.acted:
        return DEEDS["aim" if actor.aim else "acted"]
    return DEEDS["moved"] if actor.moved else EMPTY


def _ask(prompt: Prompt, actor: Combatant) -> Text:
    if prompt.kind == "defense":
        return Text("How does {who} defend?", who=actor.name)
    if prompt.kind == "maneuver":
        return Text("What does {who} do with the opponent?", who=actor.name)
    if prompt.kind == "consciousness":
        return Text("Does {who} spend Willpower to stay awake?", who=actor.name)
    return Text("What does the dramatic failure do?")


def _describe_attack(exchange: Exchange, attacker: Combatant, target: Combatant) -> Text:
    """Return what the target is to meet: the weapon, or that it is grappled."""
    if exchange.kind == "grapple":
        return Text("{who} tries to grapple {whom}", who=attacker.name, whom=target.name)
    return Text("{who}: {w}", who=attacker.name, w=word(exchange.weapon.name))


class OrderBoard(Battle[State, Combatant]):
    """What a seat sees of a battle with one order for all turns."""

    def view_combatant(self, sight: Sight[State], actor: Combatant) -> CombatantView:
        """Return one combatant; its figures only for its own side."""
        is_own = sight.is_mine(actor) or sight.is_own(actor)
        shown = draw_fighter(
            actor,
            own=sight.is_home(actor),
            mine=sight.is_mine(actor),
            extra=actor.extra,
            being=word(actor.being) if is_own else EMPTY,
            acts_now=sight.state.acting == actor.id,
            acts_at=actor.initiative.total if actor.initiative else None,
            out=actor.out,
            conditions=[*_conditions(sight, actor, is_own=is_own), *_stored(sight, actor)],
        )
        shown["health"] = draw_track(actor.track, actor.boxes)
        if is_own:
            shown["stats"], shown["tracks"] = _stats(actor), _tracks(actor)
        return shown

    def order(self, sight: Sight[State]) -> list[OrderView]:
        """Return the order of action."""
        return [_place(sight.state, who) for who in list_ordered(sight)]

    def picture(self, sight: Sight[State]) -> OrderPicture:
        """Return the cards of those who act, in their order, and the clock."""
        turn = sight.state.turn
        cards = [_card(sight, who) for who in list_ordered(sight)]
        return {"kind": "order", "turn": turn, "clock": clock(turn) if turn else "", "cards": cards}

    def view_prompt(self, sight: Sight[State], prompt: Prompt) -> PendingView | None:
        """Return the open prompt, if the seat may know of everyone in it."""
        exchange = sight.state.exchange
        attacker = sight.find(exchange.actor) if exchange else None
        if exchange and not (attacker and sight.find(exchange.blows[0].target)):
            return None  # an attack by or on a hidden combatant stays secret
        detail = EMPTY
        if prompt.kind == "maneuver":
            detail = Text("{n} success", "{n} successes", n=prompt.number)
        elif prompt.kind == "defense" and exchange and attacker:
            detail = _describe_attack(exchange, attacker, sight.state.get(prompt.who))
        return draw_prompt(sight, prompt, _ask(prompt, sight.state.get(prompt.who)), detail)

    def exchange(self, sight: Sight[State]) -> ExchangeView | None:
        """Return the attack that is being resolved, with the combatants whom the seat can see."""
        exchange = sight.state.exchange
        actor = sight.find(exchange.actor) if exchange else None
        targets = (
            [seen.name for attack_line in exchange.blows if (seen := sight.find(attack_line.target))]
            if exchange
            else []
        )
        if exchange is None or actor is None or not targets:
            return None
        values = {"who": actor.name, "whom": ", ".join(targets)}
        text = Text("{who} attacks {whom} with the {w}.", **values, w=word(exchange.weapon.name))
        if exchange.kind == "grapple":
            text = Text("{who} grapples {whom}.", **values)
        step = make_step(Text("Declared"), text, "WD-180")
        return {"title": Text("{who} and {whom}", **values), "step": Text("Defense"), "steps": [step]}
