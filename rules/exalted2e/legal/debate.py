"""Offers of social combat (2E-510 to 2E-516)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.battle import Choice, Fields, LazySequence, Offer, answer_prompt, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.targets import find_first
from rules.exalted2e.actions.social import ABILITIES, ATTRIBUTES, find_price
from rules.exalted2e.decide.debate import find_plain, find_rate, why_not_resist, why_not_yield
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal import fields
from rules.exalted2e.legal.mind_chances import list_mind_chances
from rules.exalted2e.moves import debate as mv
from rules.exalted2e.sheet.specialties import list_choices
from rules.exalted2e.state import Combatant, Pending, State
from rules.exalted2e.timing import SOCIAL, get_speed_text
from rules.sheets import written
from rules.text import EMPTY, Text, verbatim

NAMES = {
    "presence": Text("Persuade by Presence"),
    "investigation": Text("Persuade by Investigation"),
    "performance": Text("Persuade by Performance"),
}


def offer_words(sight: Sight[State], actor: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    """Yield the offers to persuade someone, one for each Ability."""
    for ability in ABILITIES if targets else ():
        row = SOCIAL[ability]
        form = LazySequence(partial(_list_words, sight, actor, targets, ability))
        cost, at = get_speed_text(row.speed, row.penalty), (sight.state.tick + row.speed,)
        fixed = {"ability": ability}
        yield offer_move(
            mv.Persuade, NAMES[ability], actor, form, cost=cost, fixed=fixed, next_ticks=at, has_preview=True
        )


def _list_words(sight: Sight[State], actor: Combatant, targets: list[Combatant], ability: str) -> Fields:
    choices = tuple(Choice(target.id, verbatim(target.name), target.out) for target in targets)
    first, best = find_first(actor, targets), max(ATTRIBUTES, key=actor.sheet.attribute)
    whom: dict[str, Any] = {
        "kind": "list",
        "choices": choices,
        "low": 1,
        "high": find_rate(sight.state, ability),
        "initial": (first,) if first else (),
        "help": Text("Several targets make a flurry; stunt and magic apply to the first."),
    }
    changes: dict[str, dict[str, Any]] = {
        "targets": whom,
        "attribute": {"initial": best},
        "specialties": {"choices": tuple(list_choices(actor.sheet, ability))},
    }
    names = (
        "targets",
        "purpose",
        "text",
        "attribute",
        *(("specialties",) if changes["specialties"]["choices"] else ()),
    )
    magic: Fields = ()
    if has_pool(actor):
        magic = list_fields(mv.Persuade, None, "magic", "magic_successes") + fields.cost_fields(actor, mv.Persuade)
    return (
        *list_fields(mv.Persuade, changes, *names),
        *fields.stunt_fields(sight, actor, mv.Persuade),
        *fields.excellency_field(actor, mv.Persuade),
        *fields.power_fields(actor, "roll"),
        *fields.willpower_field(actor, mv.Persuade),
        *magic,
        *fields.ruling_fields(mv.Persuade),
    )


def offer_debate_answers(sight: Sight[State], pending: Pending, target: Combatant) -> list[Offer]:
    """Return the offers that answer a prompt of a debate."""
    plain, influence = find_plain(sight.state, pending)
    if pending.kind == "leaning":
        rule = partial(answer_prompt, mv.RuleLeaning, prompt=pending)
        return [rule(Text("No MDV modifiers")), rule(Text("MDV modifiers"), fields=_list_leanings(target))]
    if pending.kind == "influence":
        chances = list_mind_chances(sight.state, plain, influence)
        choices = tuple(
            Choice(mind.stance, mind.label, Text("MDV {n}", n=mind.mdv.total), odds=chance) for mind, chance in chances
        )
        form = list_fields(mv.MeetInfluence, {"stance": {"choices": choices, "initial": choices[0].value}})
        return [
            answer_prompt(
                mv.MeetInfluence, Text("Respond to social attack"), pending, form, has_preview=True, is_struck=True
            )
        ]
    price = min(find_price(target.drained, sight.state.options.drain_limit), target.willpower)
    cost = Text("{n} Willpower", n=price) if price else Text("no further cost in this scene")
    answers = (
        (Text("Give in"), False, EMPTY, why_not_yield(target, influence)),
        (Text("Resist"), True, cost, why_not_resist(sight.state, target, influence)),
    )
    return [
        answer_prompt(mv.AnswerInfluence, name, pending, fixed={"resist": resist}, cost=cost, reason=reason)
        for name, resist, cost, reason in answers
    ]


def _list_leanings(target: Combatant) -> Fields:
    held = tuple(Choice(intimacy.text, verbatim(intimacy.text)) for intimacy in written(target.sheet.intimacies))
    which = {"choices": (Choice("", Text("As stated")), *held), "initial": ""}
    has_virtue = max(target.sheet.virtues.values()) >= 3
    names = ("intimacy", *(("virtue",) if has_virtue else ()), "motivation", "other", *(("which",) if held else ()))
    return list_fields(mv.RuleLeaning, {"which": which}, *names)
