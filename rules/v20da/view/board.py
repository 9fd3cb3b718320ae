"""The board: who is there, in which order, what lies face down, what waits for an answer."""

from typing import Any, Literal

from rules.battle import Seat
from rules.memory import remember
from rules.powers import say_active
from rules.v20da.actions.difficulty import DEFAULT
from rules.v20da.attack import ATTACKS
from rules.v20da.defense import DEFENSES, sheet_soak
from rules.v20da.health.blood import blood_maximum, blood_per_turn
from rules.v20da.health.levels import LEVELS, MARKS
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.figures import defense_dice
from rules.v20da.state.model import Card, Combatant, State, label_action
from rules.v20da.state.order import (
    acting,
    can_see,
    declaring,
    find_combatant,
    is_present,
    may_act,
    may_declare,
    order,
    turn_prompt,
)
from rules.v20da.state.order import wounds as wounds_of
from rules.v20da.view.steps import make_stat
from rules.view import BattleView, BoxView, CombatantView, OrderView, PendingView, StatView, TrackView, initials

LETTERS: dict[str, Literal["", "b", "l", "a"]] = {" ": "", "/": "b", "X": "l", "*": "a"}
WORDS = {"torpor": "in torpor", "final_death": "Final Death", "dead": "dead", "incapacitated": "Incapacitated"}


def view(state: State, seat: Seat) -> BattleView:
    """The fight as this seat may see it."""
    shown = [combatant for combatant in state.combatants if can_see(seat, combatant)]
    side = own_side(state, seat)
    now = declaring(state) or acting(state)
    return {
        "system": "v20da",
        "phase": state.phase,
        "headline": _headline(state),
        "subline": _subline(state, now),
        "time": state.turn,
        "combatants": [_combatant(state, combatant, seat, side, now) for combatant in shown],
        "order": _order(state, now),
        "pending": _pending(state, seat),
        "picture": _picture(state, seat, shown, now),
        "exchange": _exchange(state),
    }


def own_side(state: State, seat: Seat) -> str | None:
    """The side of the seat's characters; for others that of the first player's character."""
    theirs = (c.side for c in state.combatants if c.character is not None and c.character in seat.characters)
    anyones = (c.side for c in state.combatants if c.character is not None and not c.hidden)
    return next(theirs, None) or next(anyones, None)


def _headline(state: State) -> str:
    if state.phase != "running":
        return "Before the fight" if state.phase == "setup" else "The fight is over"
    return f"Turn {state.turn}: " + ("declarations" if state.stage == "declare" else "actions")


def _subline(state: State, now: tuple[str, ...]) -> str:
    if state.phase == "setup":
        return "Initiative is rolled when the Storyteller starts the fight."
    if state.phase != "running":
        return ""
    if state.exchange:
        target = find_combatant(state, state.exchange.target)
        return f"{target.name if target else 'Somebody'} meets an attack."
    names = ", ".join(c.name for c in state.combatants if c.id in now)
    if state.stage == "declare":
        return f"{names} to declare." if names else "All have declared."
    return f"{names} to act." if names else "All have acted."


def _combatant(state: State, combatant: Combatant, seat: Seat, side: str | None, now: tuple[str, ...]) -> CombatantView:
    mine = seat.controls(combatant.character)
    waits = combatant.held and combatant.id not in now
    acts = combatant.id in now or (mine and not waits and (may_declare(state, combatant) or may_act(state, combatant)))
    shown: CombatantView = {
        "id": combatant.id,
        "character": combatant.character,
        "name": combatant.name,
        "initials": initials(combatant.name),
        "side": combatant.side,
        "own": combatant.side == side,
        "mine": mine,
        "hidden": combatant.hidden,
        "extra": combatant.sheet.extra,
        "being": combatant.sheet.being if mine else "",
        "acts_now": acts,
        "acts_at": combatant.initiative,
        "out": combatant.out or WORDS.get(combatant.health.condition, ""),
        "conditions": _conditions(combatant, state.turn),
        "health": _boxes(combatant),
    }
    if mine:
        shown["stats"], shown["tracks"] = _stats(combatant), _tracks(combatant)
    return shown


def _conditions(combatant: Combatant, turn: int) -> list[str]:
    found = combatant.circumstances
    told = [*combatant.conditions, *(say_active(POWERS, active, turn) for active in combatant.active)]
    told += ["holding an action"] * combatant.held
    told += ["in cover"] * bool(found.cover) + ["blind"] * bool(found.blind) + ["outnumbered"] * (found.opponents > 1)
    return told + ["flanked"] * bool(found.exposed) + ["at long range"] * bool(found.distance)


@remember(8192)
def _boxes(combatant: Combatant) -> list[BoxView]:
    """Seven boxes, the worst wound first."""
    marks = combatant.health.track.ljust(len(LEVELS))
    return [
        {"mark": LETTERS[mark], "penalty": "Inc" if penalty is None else str(penalty)}
        for mark, (_, penalty) in zip(marks, LEVELS, strict=True)
    ]


@remember(8192)
def _stats(combatant: Combatant) -> list[StatView]:
    """Defenses, soak, wounds: what a player looks for in a fight."""
    defenses = [make_stat(defense_dice(combatant, defense)) for defense in DEFENSES]
    soak = []
    for kind in MARKS:
        pool = sheet_soak(combatant.sheet, kind, armor=combatant.armor)
        soak.append(make_stat(pool, f"Soak, {kind}"))
    penalty = wounds_of(combatant)
    return [*defenses, *soak, {"label": "Wounds", "value": "no action" if penalty is None else penalty}]


@remember(8192)
def _tracks(combatant: Combatant) -> list[TrackView]:
    tracks: list[TrackView] = [
        {"label": "Willpower", "current": combatant.willpower, "maximum": combatant.sheet.willpower}
    ]
    if combatant.sheet.is_vampire:
        generation = combatant.sheet.generation
        left = max(0, blood_per_turn(generation) - combatant.blood_spent)
        tracks.append({"label": "Blood", "current": combatant.blood, "maximum": blood_maximum(generation)})
        tracks.append({"label": "Blood this turn", "current": left, "maximum": blood_per_turn(generation)})
    return tracks


def _order(state: State, now: tuple[str, ...]) -> list[OrderView]:
    places: list[OrderView] = []
    for group in order(state):
        first = find_combatant(state, group[0])
        at = first.initiative if first and first.initiative is not None else 0
        note = "at once" if len(group) > 1 else ""
        is_now = any(id in now for id in group)
        places.append({"at": at, "label": str(at), "note": note, "now": is_now, "ids": list(group)})
    return places


def _pending(state: State, seat: Seat) -> list[PendingView]:
    if prompt := turn_prompt(state):
        return [_turn_step(state, seat, prompt)]
    exchange = state.exchange
    target = find_combatant(state, exchange.target) if exchange else None
    if exchange is None or target is None:
        return []
    return [
        {
            "id": exchange.prompt,
            "who": target.id,
            "name": target.name,
            "question": "How is the attack met?",
            "detail": _title(state),
            "mine": seat.controls(target.character),
        }
    ]


def _turn_step(state: State, seat: Seat, prompt: str) -> PendingView:
    """What everybody waits for once nobody has anything left to declare or to do: the Storyteller's step."""
    is_declared = state.stage == "declare"
    asked = "All have declared." if is_declared else "All have acted."
    steps = "turns the declarations: all have declared" if is_declared else "begins the next turn: all have acted"
    detail = ""
    late = [c.name for c in state.combatants if c.hidden and (may_declare(state, c) or may_act(state, c))]
    if late and seat.storyteller:
        detail = f"In hiding, and not done: {', '.join(late)}."
    return {
        "id": prompt,
        "who": "",
        "name": "The Storyteller",
        "question": asked if seat.storyteller else steps,
        "detail": detail,
        "mine": seat.storyteller,
    }


def _title(state: State) -> str:
    exchange = state.exchange
    if exchange is None:
        return ""
    actor, target = find_combatant(state, exchange.actor), find_combatant(state, exchange.target)
    aim = f", aimed at the {exchange.aim}" if exchange.aim else ""
    label = ATTACKS[exchange.attack].label
    return f"{actor.name if actor else 'Somebody'}: {label} at {target.name if target else 'somebody'}{aim}"


def _exchange(state: State) -> dict[str, Any] | None:
    return {"title": _title(state), "step": "Defense", "steps": []} if state.exchange else None


def _picture(state: State, seat: Seat, shown: list[Combatant], now: tuple[str, ...]) -> dict[str, Any]:
    """The cards, from the last to declare, who acts first, down to the first."""
    by_place = sorted(
        (c for c in shown if c.initiative is not None and is_present(c)),
        key=lambda c: (-(c.initiative or 0), -c.rating),
    )
    cards = [_cards(state, combatant, seat, now) for combatant in by_place]
    return {"kind": "declarations", "stage": state.stage, "turn": state.turn, "cards": cards}


def _cards(state: State, combatant: Combatant, seat: Seat, now: tuple[str, ...]) -> dict[str, Any]:
    mine = seat.controls(combatant.character)
    is_open = combatant.turned or mine
    face = "turned" if combatant.turned else "down"
    return {
        "id": combatant.id,
        "initiative": combatant.initiative,
        "state": face if combatant.cards else "choosing" if combatant.id in now else "none",
        "actions": [_card(state, card, seat) for card in combatant.cards] if is_open else [],
    }


def _card(state: State, card: Card, seat: Seat) -> dict[str, Any]:
    target = find_combatant(state, card.target) if card.target else None
    seen = target if target and can_see(seat, target) else None
    return {
        "label": label_action(card.key),
        "place": card.place,
        "cost": _cost(card),
        "target": seen.id if seen else None,
        "target_name": seen.name if seen else "",
        "attack": card.is_attack,
        "defense": card.is_defense,
        "done": card.done,
    }


def _cost(card: Card) -> str:
    """What its place takes from an action, and the base difficulty of a plain one where it is not the usual one."""
    base = f"difficulty {card.difficulty}" if card.difficulty != DEFAULT else ""
    place = f"−{card.place} {'die' if card.place == 1 else 'dice'}, +{card.place} difficulty" if card.place else ""
    return "; ".join(filter(None, (base, place, "extra action" if card.extra else "")))


def outcome(state: State) -> dict[str, dict[str, Any]]:
    """What goes home to the sheets of players' characters: health, Willpower points, blood, powers used up."""
    return {c.id: _take_home(c) for c in state.combatants if c.character is not None}


def _take_home(one: Combatant) -> dict[str, Any]:
    paid: dict[str, Any] = {"powers_spent": list(one.sheet.powers_spent)} if one.sheet.powers_spent else {}
    if one.dots_paid:
        paid["willpower"] = one.sheet.willpower
    return {**paid, "health": one.health.track, "willpower_points": one.willpower, "blood": one.blood}
