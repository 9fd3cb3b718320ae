"""The live battle of the Storytelling System."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.battle import Event, Json, Kinds, Offer, Seat, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.events import BattleStarted
from rules.battle.moves import SHARED, AddCombatant, SwitchOff
from rules.battle.passing import MildMove
from rules.battle.play import Play
from rules.sheets.fate import UNCONSCIOUS
from rules.text import EMPTY, Text
from rules.view import AttackResult
from rules.wod2004 import fighting
from rules.wod2004.apply import apply
from rules.wod2004.decide import HANDLERS, settle
from rules.wod2004.decide.guards import why_out
from rules.wod2004.decide.tries import count_tries, find_try
from rules.wod2004.events import EVENTS, AttackResolved, CombatantAdded, MinutesPassed, PromptOpened, TurnBegan
from rules.wod2004.legal import offers
from rules.wod2004.legal.answers import answer_offers
from rules.wod2004.legal.chances import WEIGHERS
from rules.wod2004.legal.order_rules import ORDER_RULES
from rules.wod2004.legal.outlooks import OUTLOOKS
from rules.wod2004.moves import EndTurn, PassMinutes
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.parse import has_merit, parse, specialties
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.state.numbers import CHIPS, NUMBERS, POOLS
from rules.wod2004.state.paths import FIGURES
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS, TURN_SECONDS
from rules.wod2004.view import lines, log
from rules.wod2004.view.board import OrderBoard
from rules.wod2004.view.results import RESULTS
from rules.wod2004.view.turning import TURNING


class StorytellingBattle(OrderBoard):
    """The battle of the Storytelling System: one order for all turns, and one prompt at a time."""

    system = "wod2004"
    state = State
    moves = Kinds(*HANDLERS, SwitchOff, *SHARED)
    events = EVENTS
    handlers = HANDLERS
    weighers, outlooks = WEIGHERS, OUTLOOKS
    numbers = NUMBERS
    pools, chips = POOLS, CHIPS
    figures = FIGURES
    apply = staticmethod(apply)
    offer_answer = staticmethod(answer_offers)
    offer_acts = staticmethod(offers.act_offers)
    may_act = staticmethod(offers.may_act)
    offer_rulings = staticmethod(offers.ruling_offers)
    line = staticmethod(lines.describe)
    steps = staticmethod(log.list_steps)
    order_rules = ORDER_RULES
    results, turning, striking, openings = RESULTS, TURNING, (AttackResolved,), (TurnBegan,)
    sheet_of = staticmethod(fighting.sheet_of)
    suffer_as = staticmethod(fighting.suffer_as)
    count_tries, find_try = staticmethod(count_tries), staticmethod(find_try)
    mildest = (MildMove(EndTurn, "WD-164"),)
    seconds = TURN_SECONDS
    start_label = Text("Start the battle")

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        """Return the combatant of a sheet. Raises `BadInput` for a bad sheet."""
        sheet = parse(move.sheet)
        traits = {name: sheet.attribute(name) for name in ALL_ATTRIBUTES}
        traits |= {name: sheet.skill(name) for name in ALL_SKILLS if sheet.skill(name)}
        special = {name: ", ".join(specialties(sheet, name)) for name in ALL_SKILLS}
        boxes = derived.health(sheet, state.options).total
        return Combatant(
            id=move.id,
            name=move.name,
            side=move.side,
            character=move.character,
            being=sheet.being,
            extra=sheet.extra,
            traits=traits,
            specialties={name: text for name, text in special.items() if text},
            arms=sheet.arms(),
            suit=sheet.suit(),
            boxes=boxes,
            willpower_dots=derived.willpower(sheet).total,
            base_defense=derived.defense(sheet),
            speed=derived.sheet_speed(sheet).total,
            initiative_modifier=derived.initiative(sheet).total,
            quick_draw=has_merit(sheet, "quick draw"),
            hidden=move.hidden,
            track=derived.track_of(sheet)[:boxes],
            willpower=sheet.willpower_points,
            fuel=sheet.fuel,
            fuel_maximum=sheet.fuel_maximum,
            fuel_name=sheet.fuel_name,
            powers=sheet.powers,
            spent=sheet.powers_spent,
            willpower_lost=sheet.willpower_lost,
            drawn=sheet.in_hand,
            unconscious=sheet.fate == UNCONSCIOUS,
            dead=sheet.fate == "dead",
            sheet=replace(sheet, concept="", flaws="", derangements="", notes=""),  # a battle does not use these
        )

    def why_idle(self, actor: Combatant) -> Text:
        """Return why a combatant can do nothing: it lies dying or unconscious, or is dead (WD-175, WD-176)."""
        if not actor.out:
            return EMPTY
        return Text("{who} is {condition} and can do nothing.", who=actor.name, condition=actor.out)

    def verdict(self, event: Event, seat: Seat) -> Text:
        return log.find_verdict(event)

    def begin(self, play: Play[State]) -> None:
        """Roll initiative for everyone and begin the first turn (WD-160)."""
        play.emit(BattleStarted())
        settle.roll_for(play, (combatant.id for combatant in play.state.combatants if not combatant.left))
        play.emit(TurnBegan(turn=1))

    def join(self, play: Play[State], id: str) -> None:
        settle.roll_for(play, [id])

    def settle(self, play: Play[State]) -> None:
        seen_events = -1
        while seen_events != len(play.events):
            seen_events = len(play.events)
            settle.go_on(play)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return (state.prompt,) if state.prompt else ()

    def in_turn(self, state: State) -> tuple[str, ...]:
        there = (state.get(id) for id in state.order)
        return tuple(
            combatant.id
            for combatant in there
            if combatant.id == state.acting or not (combatant.done or combatant.out or combatant.surprised)
        )

    def sign(self, state: State, event: Event) -> Event:
        if isinstance(event, (CombatantAdded, MinutesPassed, PromptOpened)):
            return replace(event, turn=state.turn)
        return super().sign(state, event)

    def has_left(self, actor: Combatant) -> bool:
        return actor.left

    def why_not_leave(self, state: State, actor: Combatant) -> Text:
        return offers.why_wait(state) or super().why_not_leave(state, actor)

    def why_not_switch(self, state: State, actor: Combatant) -> Text:
        return why_out(actor)

    def offer_storyteller(self, sight: Sight[State]) -> Sequence[Offer]:
        reason, fields = offers.why_wait(sight.state), list_fields(PassMinutes)
        offer = offer_move(PassMinutes, Text("Advance time"), None, fields, group="storyteller", reason=reason)
        return [offer] if sight.state.phase == "running" else []

    def say_time(self, sight: Sight[State]) -> Text:
        return Text("Turn {n}", n=sight.state.turn)

    def say_acting(self, sight: Sight[State]) -> Text:
        acting = sight.find(sight.state.acting)
        return Text("{who} acts.", who=acting.name) if acting else EMPTY

    def count_time(self, state: State) -> int:
        return state.turn

    def take_home(self, actor: Combatant) -> Mapping[str, Json]:
        return {**super().take_home(actor), "in_hand": actor.drawn}

    def attack_result(self, event: Event) -> AttackResult | None:
        if not isinstance(event, AttackResolved):
            return None
        return {"hit": bool(event.roll.successes), "harm": event.type, "points": event.damage}

    def entry_of(self, event: Event) -> str:
        return event.prompt.exchange if isinstance(event, PromptOpened) else super().entry_of(event)


BATTLE = StorytellingBattle()
