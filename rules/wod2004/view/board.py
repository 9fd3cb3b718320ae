"""The board as one seat may see it. Everything here is an allow-list."""

from collections.abc import Mapping
from typing import Any, Final

from rules.battle.board import Sight, draw_boxes, draw_fighter, draw_prompt
from rules.powers import say_active
from rules.text import EMPTY, Text, join, verbatim, word
from rules.view import BoxView, CombatantView, OrderView, PendingView, StatView, initials, make_step
from rules.wod2004.attack.circumstances import CONCEALED, CONCEALMENT
from rules.wod2004.defense import defense_against
from rules.wod2004.health import PENALTIES
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state.battle import Prompt, State, knows_score
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
    "shield": Text("behind the held one"),
}
"""Conditions by the field of the combatant; others stand between the two tables."""
DEEDS: Final[Mapping[str, Text]] = {
    "dodging": Text("dodges"),
    "all_out": Text("attacks all-out"),
    "aim": Text("aims"),
    "acted": Text("has acted"),
    "moved": Text("has moved"),
}


def view_combatant(sight: Sight[State], who: Combatant) -> CombatantView:
    """Return one combatant; its figures only for its own side."""
    told = sight.is_mine(who) or sight.is_own(who)
    shown = draw_fighter(
        sight,
        who,
        extra=who.extra,
        being=word(who.being) if told else EMPTY,
        acts_now=sight.state.acting == who.id,
        acts_at=who.initiative.total if who.initiative else None,
        out=who.out,
        conditions=[*_conditions(sight, who, told=told), *_stored(sight, who)],
    )
    shown["health"] = boxes(who)
    if told:
        shown["stats"] = _stats(who)
        shown["tracks"] = [{"label": Text("Willpower"), "current": who.willpower, "maximum": who.willpower_dots}]
        if who.fuel_maximum:
            shown["tracks"].append(
                {"label": word(who.fuel_name or "Pool"), "current": who.fuel, "maximum": who.fuel_maximum}
            )
    return shown


def boxes(who: Combatant) -> list[BoxView]:
    """Return the Health track, worst wounds first, with the penalties of the last three boxes (WD-171, WD-174)."""
    labels = [""] * who.boxes
    for number, penalty in enumerate(PENALTIES, 1):
        if number <= who.boxes:
            labels[-number] = str(penalty)
    return draw_boxes(who.track, labels)


def _stats(who: Combatant) -> list[StatView]:
    defense = defense_against(who.current_defense, who.attacked, dodging=who.dodging, denied=_no_defense(who))
    stats: list[StatView] = [
        {"label": Text("Defense"), "value": defense.total, "steps": defense.explain()},
        {"label": Text("Speed"), "value": who.speed},
        {"label": Text("Armor"), "value": join("/", (str(who.suit.general), str(who.suit.ballistic)))},
        {"label": Text("Initiative"), "value": verbatim(format(who.initiative_modifier, "+"))},
    ]
    weapon = who.weapon(who.drawn)
    if weapon:
        stats.append(
            {"label": Text("In hand"), "value": Text("{w} ({figures})", w=word(weapon.name), figures=weapon.figures)}
        )
    return stats


def _no_defense(who: Combatant) -> Text:
    if who.all_out:
        return Text("All-out attack.")
    if who.aim:
        return Text("Aiming.")
    return Text("Surprised.") if who.surprised else Text("Bound.") if who.immobilised else EMPTY


def _conditions(sight: Sight[State], who: Combatant, *, told: bool) -> list[Text]:
    conditions = [words for field, words in STANCES.items() if getattr(who, field)]
    if who.aim:
        conditions.append(Text("aiming, +{n}", n=who.aim) if told else Text("aiming"))
    if who.concealment:
        conditions.append(CONCEALED[GRADES[who.concealment]])
    if who.cover:
        conditions.append(Text("behind cover, Durability {n}", n=who.cover))
    conditions += [words for field, words in HINDRANCES.items() if getattr(who, field)]
    if who.drawn in who.jammed:
        conditions.append(Text("weapon jammed"))
    conditions += [say_active(POWERS, active, sight.state.turn) for active in who.active]
    if locked := who.grapple and sight.find(who.grapple):
        conditions.append(Text("in a grapple with {whom}", whom=locked.name))
    elif who.grapple and told:
        conditions.append(Text("in a grapple"))
    return conditions


def _stored(sight: Sight[State], who: Combatant) -> list[Text]:
    """Return the defenses that it has made, with their successes where the seat may know them (WD-111)."""
    return [
        Text("“{text}” in store, {n}", text=stored.name, n=stored.successes)
        if knows_score(sight.state, stored, sight.seat)
        else Text("“{text}” in store", text=stored.name)
        for stored in sight.state.defenses
        if stored.maker == who.id
    ]


def list_ordered(sight: Sight[State]) -> list[Combatant]:
    """Return the combatants in sight in the order of action."""
    seen = {who.id: who for who in sight.seen}
    return [seen[id] for id in sight.state.order if id in seen]


def list_places(sight: Sight[State]) -> list[OrderView]:
    """Return the order of action."""
    return [_place(sight.state, who) for who in list_ordered(sight)]


def _place(state: State, who: Combatant) -> OrderView:
    total = who.initiative.total if who.initiative else 0
    now = state.acting == who.id
    return {
        "at": total,
        "label": verbatim(str(total)),
        "note": STAGES.get(_find_stage(state, who), who.out),
        "now": now,
        "ids": [who.id],
    }


def _find_stage(state: State, who: Combatant) -> str:
    """Return how far the combatant is in this turn: a key of `STAGES`, or "out"."""
    if state.acting == who.id:
        return "now"
    if who.out:
        return "out"
    if who.surprised:
        return "surprised"
    return "acted" if who.done else "waiting"


def draw_order(sight: Sight[State]) -> dict[str, Any]:
    """Return the cards of those who act, in their order, and the clock."""
    turn = sight.state.turn
    cards = [_card(sight, who) for who in list_ordered(sight)]
    return {"kind": "order", "turn": turn, "clock": clock(turn) if turn else "", "cards": cards}


def _card(sight: Sight[State], who: Combatant) -> dict[str, Any]:
    return {
        "id": who.id,
        "name": who.name,
        "initials": initials(who.name),
        "side": who.side,
        "own": sight.is_own(who),
        "extra": who.extra,
        "hidden": who.hidden,
        "initiative": who.initiative.total if who.initiative else None,
        "state": _find_stage(sight.state, who),
        "note": Text("delayed") if who.delayed else EMPTY,
        "text": _deed(who),
    }


def _deed(who: Combatant) -> Text:
    if who.dodging or who.all_out:
        return DEEDS["dodging" if who.dodging else "all_out"]
    if who.acted:
        return DEEDS["aim" if who.aim else "acted"]
    return DEEDS["moved"] if who.moved else EMPTY


def view_prompt(sight: Sight[State], prompt: Prompt) -> PendingView | None:
    """Return the open prompt, if the seat may know of everybody in it."""
    exchange = sight.state.exchange
    attacker = sight.find(exchange.actor) if exchange else None
    if exchange and not (attacker and sight.find(exchange.blows[0].target)):
        return None  # an attack by or on a hidden combatant stays secret
    detail = EMPTY
    if prompt.kind == "maneuver":
        detail = Text("{n} success", "{n} successes", n=prompt.number)
    elif prompt.kind == "defense" and exchange and attacker:
        detail = Text("{who}: {w}", who=attacker.name, w=word(exchange.weapon.name))
    return draw_prompt(sight, prompt, _ask(prompt, sight.state.get(prompt.who)), detail)


def _ask(prompt: Prompt, who: Combatant) -> Text:
    if prompt.kind == "defense":
        return Text("How does {who} meet the attack?", who=who.name)
    if prompt.kind == "maneuver":
        return Text("What does {who} do with the opponent?", who=who.name)
    if prompt.kind == "consciousness":
        return Text("Does {who} spend Willpower to stay awake?", who=who.name)
    return Text("What does the dramatic failure do?")


def view_exchange(sight: Sight[State]) -> dict[str, Any] | None:
    """Return the attack that is being resolved, with the combatants whom the seat can see."""
    exchange = sight.state.exchange
    actor = sight.find(exchange.actor) if exchange else None
    targets = [seen.name for blow in exchange.blows if (seen := sight.find(blow.target))] if exchange else []
    if exchange is None or actor is None or not targets:
        return None
    told = {"who": actor.name, "whom": ", ".join(targets)}
    text = Text("{who} attacks with the {w}, {whom}.", **told, w=word(exchange.weapon.name))
    if exchange.kind == "grapple":
        text = Text("{who} takes hold of {whom}.", **told)
    step = make_step(Text("Declared"), text, "WD-180")
    return {"title": Text("{who} and {whom}", **told), "step": Text("Defense"), "steps": [step]}
