"""The fight as one seat may see it: everything here is put in on purpose, nothing is left in by chance."""

from typing import Any

from rules.battle import Seat
from rules.powers import say_active
from rules.view import BattleView, BoxView, CombatantView, LogStepView, OrderView, PendingView, StatView, initials
from rules.wod2004.attack.circumstances import CONCEALMENT
from rules.wod2004.defense import defense_against
from rules.wod2004.health import PENALTIES
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state import Combatant, Exchange, Prompt, State, is_visible, knows_score
from rules.wod2004.timing import clock

MARKS = {"/": "b", "X": "l", "*": "a"}
GRADES = tuple(CONCEALMENT)
QUESTIONS = {
    "defense": "How does {name} meet the attack?",
    "maneuver": "What does {name} do with the opponent?",
    "consciousness": "Does {name} spend Willpower to stay awake?",
    "mishap": "What does the dramatic failure do?",
}


def view(state: State, seat: Seat) -> BattleView:
    """The whole fight for this seat."""
    seen = {c.id: c for c in state.combatants if is_visible(c, seat)}
    ordered = [seen[id] for id in state.order if id in seen]
    sides = own_sides(state, seat)
    return {
        "system": "wod2004",
        "phase": state.phase,
        "headline": _headline(state),
        "subline": _subline(state, seen),
        "time": state.turn,
        "combatants": [_combatant(state, c, seat, sides, seen) for c in seen.values()],
        "order": [_place(state, c) for c in ordered],
        "pending": _pending(state, seat, seen),
        "picture": {
            "kind": "order",
            "turn": state.turn,
            "clock": clock(state.turn) if state.turn else "",
            "cards": [_card(state, c, sides) for c in ordered],
        },
        "exchange": _exchange(state.exchange, seen),
    }


def own_sides(state: State, seat: Seat) -> set[str]:
    """The sides of the seat's characters; the Storyteller looks with the first side that has one."""
    if seat.storyteller:
        return set([c.side for c in state.combatants if c.character is not None][:1])
    return {c.side for c in state.combatants if c.character is not None and c.character in seat.characters}


def _headline(state: State) -> str:
    if state.phase == "setup":
        return "Before the battle"
    return f"Turn {state.turn}" if state.phase == "running" else "The battle is over"


def _subline(state: State, seen: dict[str, Combatant]) -> str:
    if state.phase == "setup":
        return "Initiative is rolled when the Storyteller starts the fight."
    if state.phase != "running" or state.acting not in seen:
        return ""
    return f"{seen[state.acting].name} acts."


def _combatant(state: State, who: Combatant, seat: Seat, sides: set[str], seen: dict[str, Combatant]) -> CombatantView:
    mine, own = seat.controls(who.character), who.side in sides
    shown: CombatantView = {
        "id": who.id,
        "character": who.character,
        "name": who.name,
        "initials": initials(who.name),
        "side": who.side,
        "own": own,
        "mine": mine,
        "hidden": who.hidden,
        "extra": who.extra,
        "being": who.being if mine or own else "",
        "acts_now": state.acting == who.id,
        "acts_at": who.initiative.total if who.initiative else None,
        "out": who.out,
        "conditions": [*_conditions(who, seen, state.turn, told=mine or own), *_stored(state, who, seat)],
        "health": boxes(who),
    }
    if mine or own:
        shown["stats"] = _stats(who)
        shown["tracks"] = [{"label": "Willpower", "current": who.willpower, "maximum": who.willpower_dots}]
        if who.fuel_maximum:
            shown["tracks"].append({"label": who.fuel_name or "Pool", "current": who.fuel, "maximum": who.fuel_maximum})
    return shown


def boxes(who: Combatant) -> list[BoxView]:
    """The Health track, worst wounds first, with the penalties of the last three boxes (WD-171, WD-174)."""
    labels = [""] * who.boxes
    for number, penalty in enumerate(PENALTIES, 1):
        if number <= who.boxes:
            labels[-number] = str(penalty)
    marks = who.track.ljust(who.boxes)
    return [{"mark": _mark(mark), "penalty": label} for mark, label in zip(marks, labels, strict=True)]


def _mark(mark: str) -> Any:
    return MARKS.get(mark, "")


def _stats(who: Combatant) -> list[StatView]:
    defense = defense_against(who.current_defense, who.attacked, dodging=who.dodging, denied=_no_defense(who))
    stats: list[StatView] = [
        {"label": "Defense", "value": defense.total, "steps": defense.explain()},
        {"label": "Speed", "value": who.speed},
        {"label": "Armor", "value": f"{who.suit.general}/{who.suit.ballistic}"},
        {"label": "Initiative", "value": f"{who.initiative_modifier:+}"},
    ]
    weapon = who.weapon(who.drawn)
    if weapon:
        stats.append({"label": "In hand", "value": f"{weapon.name} ({weapon.figures})"})
    return stats


def _no_defense(who: Combatant) -> str:
    if who.all_out:
        return "All-out attack."
    if who.aim:
        return "Aiming."
    return "Surprised." if who.surprised else "Bound." if who.immobilised else ""


def _conditions(who: Combatant, seen: dict[str, Combatant], turn: int, *, told: bool) -> list[str]:
    found = [
        (who.surprised, "surprised"),
        (who.prone, "prone"),
        (who.dodging, "dodging"),
        (who.all_out, "all-out attack"),
        (who.aim, f"aiming, +{who.aim}" if told else "aiming"),
        (who.concealment, f"{GRADES[who.concealment]} concealed"),
        (who.cover, f"behind cover, Durability {who.cover}"),
        (who.delayed, "delayed"),
        (who.immobilised, "immobilised"),
        (who.turned, "own weapon turned"),
        (who.shield, "behind the held one"),
        (who.drawn in who.jammed, "weapon jammed"),
    ]
    conditions = [words for applies, words in found if applies]
    conditions += [say_active(POWERS, active, turn) for active in who.active]
    if who.grapple in seen:
        conditions.append(f"in a grapple with {seen[who.grapple].name}")
    elif who.grapple and told:
        conditions.append("in a grapple")
    return conditions


def _stored(state: State, who: Combatant, seat: Seat) -> list[str]:
    """The defenses that it has made, as strong as the seat may know them (WD-111)."""
    return [
        f"“{stored.name}” in store{f', {stored.successes}' if knows_score(state, stored, seat) else ''}"
        for stored in state.defenses
        if stored.maker == who.id
    ]


def _place(state: State, who: Combatant) -> OrderView:
    total = who.initiative.total if who.initiative else 0
    now = state.acting == who.id
    return {"at": total, "label": str(total), "note": _stage(state, who), "now": now, "ids": [who.id]}


def _stage(state: State, who: Combatant) -> str:
    if state.acting == who.id:
        return "now"
    if who.out:
        return who.out
    if who.surprised:
        return "surprised"
    return "acted" if who.done else "waiting"


def _card(state: State, who: Combatant, sides: set[str]) -> dict[str, Any]:
    return {
        "id": who.id,
        "name": who.name,
        "initials": initials(who.name),
        "side": who.side,
        "own": who.side in sides,
        "extra": who.extra,
        "hidden": who.hidden,
        "initiative": who.initiative.total if who.initiative else None,
        "state": _stage(state, who),
        "note": "delayed" if who.delayed else "",
        "text": _deed(who),
    }


def _deed(who: Combatant) -> str:
    for applies, words in (
        (who.dodging, "dodges"),
        (who.all_out, "attacks all-out"),
        (who.aim and who.acted, "aims"),
        (who.acted, "has acted"),
        (who.moved, "has moved"),
    ):
        if applies:
            return words
    return ""


def _pending(state: State, seat: Seat, seen: dict[str, Combatant]) -> list[PendingView]:
    prompt = state.prompt
    if prompt is None or prompt.who not in seen or not _may_know(state, seen):
        return []
    who = seen[prompt.who]
    mine = seat.storyteller if prompt.ask == "mishap" else seat.controls(who.character)
    return [
        {
            "id": prompt.id,
            "who": who.id,
            "name": who.name,
            "question": QUESTIONS[prompt.ask].format(name=who.name),
            "detail": _detail(state, prompt, seen),
            "mine": mine,
        }
    ]


def _may_know(state: State, seen: dict[str, Combatant]) -> bool:
    """Whether everyone in the open exchange is visible: an attack by or on someone hidden is not told."""
    exchange = state.exchange
    return exchange is None or (exchange.actor in seen and exchange.blows[0].target in seen)


def _detail(state: State, prompt: Prompt, seen: dict[str, Combatant]) -> str:
    exchange = state.exchange
    if prompt.ask == "defense" and exchange is not None and exchange.actor in seen:
        return f"{seen[exchange.actor].name}: {exchange.weapon.name}"
    return f"{prompt.number} successes" if prompt.ask == "maneuver" else ""


def _exchange(exchange: Exchange | None, seen: dict[str, Combatant]) -> dict[str, Any] | None:
    if exchange is None or exchange.actor not in seen:
        return None
    targets = [seen[blow.target].name for blow in exchange.blows if blow.target in seen]
    if not targets:
        return None
    actor = seen[exchange.actor].name
    verb = "takes hold of" if exchange.kind == "grapple" else f"attacks with the {exchange.weapon.name},"
    step: LogStepView = {"name": "Declared", "text": f"{actor} {verb} {', '.join(targets)}.", "rule": "WD-180"}
    return {"title": f"{actor} and {', '.join(targets)}", "step": "Defense", "steps": [step]}
