"""The whole fight as one seat may see it."""

from rules.battle.board import Sight, draw_prompt
from rules.battle.engine import Battle
from rules.battle.prompts import may_answer
from rules.battle.stunts import ask_rating
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.threat import describe_threat
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.timing.ticks import acts_on, is_waiting, list_by_initiative, parties_of
from rules.exalted3e.traits import ACTION_NAMES
from rules.exalted3e.view.combatant import draw_combatant
from rules.exalted3e.view.ladder import draw_ladder
from rules.text import EMPTY, Text, list_few, verbatim
from rules.view import ExchangeView, OrderView, PendingView, make_step

QUESTIONS = {
    "clash": Text("Clash with this attack?"),
    "defense": Text("Defense options?"),
    "counter": Text("Counterattack before the damage?"),
    "guard": Text("Attack the guardian or the ward?"),
    "contest": Text("Contest the disengage?"),
    "influence": Text("Give in, or refuse?"),
    "shift": Text("Initiative Shift: act again at once?"),
    "order": Text("Several of your characters share this tick. Who acts first?"),
    "award": Text("Who provoked this Crash and gains the Break?"),
}
STUNTED = {
    **{move: ACTION_NAMES[action] for move, action in mv.ACTION_OF.items()},
    "RegainSurprise": Text("Hide again"),
    "AnswerDefense": Text("Defense"),
    "AnswerClash": Text("Clash"),
    "AnswerCounter": Text("Counterattack"),
}
"""What a stunt describes, by the move."""
HAS_ACTED = Text("has acted")


def _place(state: State, value: int, note: Text, ids: list[str]) -> OrderView:
    label = Text("Initiative {n}", n=value)
    return {"at": value, "label": label, "note": note, "now": state.current in ids, "ids": ids}


def _draw_stunt(sight: Sight[State], prompt: Pending, mine: bool) -> PendingView:
    """Return the question to the Storyteller, with the words of the stunt."""
    stunt, who = sight.state.told, sight.find(prompt.who)
    if stunt is None or who is None:
        return draw_prompt(sight, prompt, EMPTY, EMPTY)
    if not mine:
        return draw_prompt(sight, prompt, Text("rates {who}’s stunt", who=who.name), EMPTY)
    about = sight.find(prompt.about)
    question = ask_rating(who, stunt.proposed, about.name if about else "", STUNTED.get(stunt.move["kind"], EMPTY))
    return draw_prompt(sight, prompt, question, verbatim(stunt.text))


def _draw_tie(sight: Sight[State], prompt: Pending) -> PendingView:
    """Return the question who acts first: who is asked, and who else acts on the tick (3E-051)."""
    state, who = sight.state, sight.find(prompt.who)
    parties = list(parties_of(state, state.due).values())
    own = next((party for party in parties if who in party), [who])
    others = [combatant.name for party in parties if party is not own for combatant in party]
    asked = list_few([combatant.name for combatant in own])
    question = Text("{who}: act first on tick {n}, or yield?", who=asked, n=state.tick)
    detail = Text("{others} on the same tick.", others=list_few(others)) if others else EMPTY
    return draw_prompt(sight, prompt, question, detail)


class LadderBoard(Battle[State, Combatant]):
    """What a seat sees of a battle for Initiative."""

    view_combatant = staticmethod(draw_combatant)
    picture = staticmethod(draw_ladder)

    def say_acting(self, sight: Sight[State]) -> Text:
        """Return who acts, and on which tick."""
        state, actor = sight.state, sight.find(sight.state.current)
        if actor is None:
            return EMPTY
        if state.tick is None:
            return Text("{who} acts", who=actor.name)
        return Text("Tick {n}: {who} acts", n=state.tick, who=actor.name)

    def order(self, sight: Sight[State]) -> list[OrderView]:
        """Return who waits, by tick, then who has acted.

        The figure is Initiative, as on the ladder; the note names the tick where that is another.
        """
        state = sight.state
        if state.phase != "running":
            return []
        ordered = [found for id in list_by_initiative(state) if (found := sight.find(id)) is not None]
        waiting: dict[tuple[int, int, bool], list[str]] = {}
        for combatant in filter(is_waiting, ordered):
            value, tick = combatant.initiative or 0, acts_on(state, combatant)
            waiting.setdefault((value if tick is None else tick, value, combatant.is_delaying), []).append(combatant.id)
        places = [
            _place(state, value, EMPTY if delays or tick == value else Text("acts on tick {n}", n=tick), ids)
            for (tick, value, delays), ids in sorted(waiting.items(), reverse=True)
        ]
        return places + [_place(state, c.initiative or 0, HAS_ACTED, [c.id]) for c in ordered if c.acted]

    def view_prompt(self, sight: Sight[State], prompt: Pending) -> PendingView:
        """Return an open prompt; only those who may answer it see what is asked."""
        state, mine, about = sight.state, may_answer(sight.state, sight.seat, prompt), sight.find(prompt.about)
        if prompt.kind == "stunt":
            return _draw_stunt(sight, prompt, mine)
        if not mine:
            return draw_prompt(sight, prompt, EMPTY, EMPTY)
        if prompt.kind == "tie":
            return _draw_tie(sight, prompt)
        if prompt.kind in ("clash", "defense") and about is not None and state.exchange is not None:
            whom = state.get(state.exchange.target).name
            question = Text("{who} attacks {whom}. {what}", who=about.name, whom=whom, what=QUESTIONS[prompt.kind])
            return draw_prompt(sight, prompt, question, describe_threat(state, state.exchange))
        name = verbatim(about.name) if about else EMPTY
        if prompt.kind == "beaten":
            return draw_prompt(sight, prompt, Text("Is {who} beyond hope of recovery?", who=name), EMPTY)
        return draw_prompt(sight, prompt, QUESTIONS[prompt.kind], name)

    def exchange(self, sight: Sight[State]) -> ExchangeView | None:
        """Return the running attack: its title, and its roll once that has fallen."""
        exchange = sight.state.exchange
        if exchange is None:
            return None
        attacker, target = sight.find(exchange.attacker), sight.find(exchange.target)
        if attacker is None or target is None:
            return None
        title = Text("{who} attacks {whom}", who=attacker.name, whom=target.name)
        if exchange.answers:
            title = Text("{who} counterattacks {whom}", who=attacker.name, whom=target.name)
        shown: ExchangeView = {
            "title": title,
            "step": "declared",
            "steps": [],
            "actor": attacker.id,
            "target": target.id,
        }
        if not exchange.rolled:
            return shown
        text = Text(
            "{n} success against Defense {n2}",
            "{n} successes against Defense {n2}",
            n=exchange.successes,
            n2=exchange.defense_met,
        )
        step = make_step(Text("Step One: attack roll"), text, "3E-064")
        return {**shown, "step": "rolled", "steps": [step]}
