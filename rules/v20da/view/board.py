"""The board: combatants, their order, the cards, the open question."""

from functools import lru_cache
from typing import Literal, TypedDict

from rules.battle.board import Sight, draw_boxes, draw_fighter, draw_prompt
from rules.battle.engine import Battle
from rules.battle.prompts import Question
from rules.lru_cache import cached_by_identity
from rules.pool import Breakdown
from rules.powers import say_active
from rules.text import EMPTY, Text, join, word
from rules.v20da.actions.difficulty import DEFAULT
from rules.v20da.attack import ATTACKS
from rules.v20da.defense import DEFENSES, sheet_soak
from rules.v20da.health.blood import blood_maximum, blood_per_turn
from rules.v20da.health.levels import LEVELS
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.figures import defense_dice
from rules.v20da.state.model import Card, Combatant, Stage, State, label_action
from rules.v20da.state.order import (
    acting,
    can_only_heal,
    declaring,
    is_card_open,
    is_present,
    may_act,
    may_declare,
    order,
    turn_prompt,
)
from rules.v20da.state.order import wounds as wounds_of
from rules.view import BoxView, CombatantView, ExchangeView, OrderView, PendingView, StatView, TrackView
from rules.wounds import HARMS

OUT = {
    "torpor": Text("in torpor"),
    "final_death": Text("Final Death"),
    "dead": Text("dead"),
    "incapacitated": Text("Incapacitated"),
    "left": Text("left"),
}
"""Why a combatant no longer acts, by its condition, or "left"."""
HOLDING, IN_COVER, BLIND = Text("holding an action"), Text("in cover"), Text("blind")
CLINCHING = Text("holding on in a clinch")
OUTNUMBERED, FLANKED, FAR = Text("outnumbered"), Text("flanked"), Text("at long range")
ALL_DECLARED, ALL_ACTED = Text("Everyone has declared."), Text("Everyone has acted.")


@cached_by_identity(64)
def who_is_next(state: State) -> tuple[str, ...]:
    """Return who declares or acts now, among those in the open."""
    return declaring(state) or acting(state)


def _conditions(actor: Combatant, turn: int) -> list[Text]:
    found = actor.circumstances
    conditions = [*map(word, actor.conditions), *(say_active(POWERS, active, turn) for active in actor.active)]
    conditions += [HOLDING] * actor.held + [CLINCHING] * (actor.grip is not None)
    conditions += [IN_COVER] * bool(found.cover) + [BLIND] * bool(found.blind) + [OUTNUMBERED] * (found.opponents > 1)
    return conditions + [FLANKED] * bool(found.exposed) + [FAR] * bool(found.distance)


@lru_cache(maxsize=512)
def draw_track(track: str) -> list[BoxView]:
    """Return seven boxes, the worst wound first."""
    penalties = ["Inc" if penalty is None else str(penalty) for _, penalty in LEVELS]
    return draw_boxes(track, penalties)


@cached_by_identity(8192)
def _stats(actor: Combatant) -> list[StatView]:
    """Return defenses, soak and wounds: the figures that a player needs in a fight."""
    defenses = [_make_stat(defense_dice(actor, defense)) for defense in DEFENSES]
    soak = []
    for kind in HARMS:
        pool = sheet_soak(actor.sheet, kind, armor=actor.armor)
        soak.append(_make_stat(pool, Text("Soak, {kind}", kind=word(kind))))
    penalty = wounds_of(actor)
    return [*defenses, *soak, {"label": Text("Wounds"), "value": Text("no action") if penalty is None else penalty}]


def _make_stat(sum: Breakdown, label: Text = EMPTY) -> StatView:
    """Return a figure with its derivation, without the steps that change nothing."""
    shown = Breakdown(sum.title, tuple(step for step in sum.steps if step.terms), sum.total)
    return {"label": label or sum.title, "value": sum.total, "steps": shown.explain()}


@cached_by_identity(8192)
def _tracks(actor: Combatant) -> list[TrackView]:
    tracks: list[TrackView] = [
        {"label": Text("Willpower"), "current": actor.willpower, "maximum": actor.sheet.willpower}
    ]
    if actor.sheet.is_vampire:
        generation = actor.sheet.generation
        left = max(0, blood_per_turn(generation) - actor.blood_spent)
        tracks.append({"label": Text("Blood"), "current": actor.blood, "maximum": blood_maximum(generation)})
        tracks.append({"label": Text("Blood this turn"), "current": left, "maximum": blood_per_turn(generation)})
    return tracks


def view_step(sight: Sight[State]) -> list[PendingView]:
    """Return the Storyteller's step, for which everyone waits once no one has anything left to declare or to do."""
    state, prompt = sight.state, turn_prompt(sight.state)
    if prompt is None:
        return []
    is_declared, detail = state.stage == "declare", EMPTY
    if sight.seat.storyteller:
        question = ALL_DECLARED if is_declared else ALL_ACTED
        late = [c.name for c in state.combatants if c.hidden and (may_declare(state, c) or may_act(state, c))]
        if late:
            detail = Text("Hidden, not yet done: {who}.", who=", ".join(late))
    elif is_declared:
        question = Text("Reveal declarations: everyone has declared")
    else:
        question = Text("starts the next turn: everyone has acted")
    name, mine = Text("The Storyteller"), sight.seat.storyteller
    return [{"id": prompt, "who": "", "name": name, "question": question, "detail": detail, "mine": mine}]


def _title(state: State) -> Text:
    exchange = state.exchange
    if exchange is None:
        return EMPTY
    who, whom = state.get(exchange.actor).name, state.get(exchange.target).name
    weapon = ATTACKS[exchange.attack].label
    if not exchange.aim:
        return Text("{who}: {w} against {whom}", who=who, w=weapon, whom=whom)
    return Text("{who}: {w} against {whom}, aimed at the {part}", who=who, w=weapon, whom=whom, part=word(exchange.aim))


class DeclaredAction(TypedDict):
    """A declared action that the seat may see. `place`: its number in a multiple action, 0 alone; `target`: the id."""

    label: Text
    place: int
    cost: Text
    target: str | None
    target_name: str
    attack: bool
    defense: bool
    done: bool


class DeclarationCards(TypedDict):
    """The actions that a combatant has declared; none while its cards lie face down for the seat."""

    id: str
    initiative: int | None
    state: Literal["turned", "down", "choosing", "none"]
    actions: list[DeclaredAction]


class DeclarationsView(TypedDict):
    """The cards, from the first to act down to the first to declare."""

    kind: Literal["declarations"]
    stage: Stage
    turn: int
    cards: list[DeclarationCards]


def _cards(sight: Sight[State], actor: Combatant) -> DeclarationCards:
    now = who_is_next(sight.state)
    shown = is_card_open(sight.state, actor)
    is_open = shown or sight.is_mine(actor)
    face: Literal["turned", "down"] = "turned" if shown else "down"
    return {
        "id": actor.id,
        "initiative": actor.initiative,
        "state": face if actor.cards else "choosing" if actor.id in now else "none",
        "actions": [_card(sight, card) for card in actor.cards] if is_open else [],
    }


def _card(sight: Sight[State], card: Card) -> DeclaredAction:
    seen = sight.find(card.target)
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


def _cost(card: Card) -> Text:
    """Say what its place takes from an action, and the base difficulty of a plain one where that is not the usual."""
    parts = [Text("difficulty {n}", n=card.difficulty)] if card.difficulty != DEFAULT else []
    if card.place:
        parts.append(Text("−{n} die, +{n} difficulty", "−{n} dice, +{n} difficulty", n=card.place))
    if card.extra:
        parts.append(Text("extra action"))
    return join("; ", parts)


class CardBoard(Battle[State, Combatant]):
    """What a seat sees of a battle of declarations."""

    def say_time(self, sight: Sight[State]) -> Text:
        """Return the turn and its part."""
        if sight.state.stage == "declare":
            return Text("Turn {n}: declarations", n=sight.state.turn)
        return Text("Turn {n}: actions", n=sight.state.turn)

    def say_acting(self, sight: Sight[State]) -> Text:
        """Say who declares, acts or meets an attack."""
        state = sight.state
        if state.exchange:
            return Text("{who} responds to an attack.", who=state.get(state.exchange.target).name)
        now = who_is_next(state)
        names = ", ".join(c.name for c in state.combatants if c.id in now)
        if state.stage == "declare":
            return Text("{who} to declare.", who=names) if names else ALL_DECLARED
        return Text("{who} to act.", who=names) if names else ALL_ACTED

    def view_combatant(self, sight: Sight[State], actor: Combatant) -> CombatantView:
        """Return one combatant. Only its player and the Storyteller see its figures."""
        state, mine, now = sight.state, sight.is_mine(actor), who_is_next(sight.state)
        # No one waits for those who hold, nor for an Incapacitated vampire that could heal itself.
        waits = actor.id not in now and (actor.held or can_only_heal(actor))
        acts = actor.id in now or (mine and not waits and (may_declare(state, actor) or may_act(state, actor)))
        shown = draw_fighter(
            actor,
            own=sight.is_home(actor),
            mine=sight.is_mine(actor),
            extra=actor.sheet.extra,
            being=word(actor.sheet.being) if mine else EMPTY,
            acts_now=acts,
            acts_at=actor.initiative,
            out=OUT.get(actor.out or actor.health.condition, EMPTY),
            conditions=_conditions(actor, state.turn),
        )
        shown["health"] = draw_track(actor.health.track)
        if mine:
            shown["stats"], shown["tracks"] = _stats(actor), _tracks(actor)
        return shown

    def order(self, sight: Sight[State]) -> list[OrderView]:
        """Return the order of action. Those who act at once share a place."""
        state, now = sight.state, who_is_next(sight.state)
        places: list[OrderView] = []
        for group in order(state):
            at = state.get(group[0]).initiative or 0
            note = Text("simultaneous") if len(group) > 1 else EMPTY
            is_now = any(id in now for id in group)
            label = Text("Initiative {n}", n=at)
            places.append({"at": at, "label": label, "note": note, "now": is_now, "ids": list(group)})
        return places

    def view_prompt(self, sight: Sight[State], question: Question) -> PendingView:
        """Return the defense that is awaited."""
        return draw_prompt(sight, question, Text("How do you defend?"), _title(sight.state))

    def exchange(self, sight: Sight[State]) -> ExchangeView | None:
        """Return the attack that waits for its answer."""
        return {"title": _title(sight.state), "step": Text("Defense"), "steps": []} if sight.state.exchange else None

    def picture(self, sight: Sight[State]) -> DeclarationsView:
        """Return the cards, from the first to act down to the first to declare."""
        state = sight.state
        by_place = sorted(
            (c for c in sight.seen if c.initiative is not None and is_present(c)),
            key=lambda c: (-(c.initiative or 0), -c.rating),
        )
        cards = [_cards(sight, combatant) for combatant in by_place]
        return {"kind": "declarations", "stage": state.stage, "turn": state.turn, "cards": cards}
