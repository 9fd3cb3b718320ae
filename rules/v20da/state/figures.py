"""Pools and difficulties of a combatant now: wounds, armor, circumstances, place in the turn."""

from dataclasses import dataclass

from rules.pool import Breakdown, Pool, Term
from rules.powers import Share
from rules.text import EMPTY, Text, join
from rules.v20da.actions.difficulty import (
    DEFAULT,
    HIGHEST,
    MULTIPLE_LIMIT,
    build_difficulty,
    is_allowed,
    opponents_raise,
    untrained_terms,
)
from rules.v20da.actions.powers import dice_terms, difficulty_terms
from rules.v20da.attack import Attack, attack_difficulty, attack_pool, attacks_of
from rules.v20da.defense import DEFENSES, defense_pool, why_not
from rules.v20da.pools import action_pool
from rules.v20da.state.model import Card, Combatant
from rules.v20da.state.order import wounds
from rules.v20da.traits import TABLES, VIRTUES

COVER = tuple(TABLES["cover"].values())
Shares = tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """One roll of a combatant."""

    pool: Pool
    difficulty: Breakdown
    place: int = 0

    @property
    def reason(self) -> Text:
        """Why it cannot be rolled (V20-037, 039, 053), or an empty text."""
        if self.pool.total <= 0:
            return Text("No dice left in the pool.")
        if not is_allowed(self.difficulty.total, place=self.place):
            return Text("Difficulty {n} is too high.", n=self.difficulty.total)
        return EMPTY


def say_roll(dice: int, difficulty: int) -> Text:
    """Return a roll in a few words."""
    return Text("{n} die, difficulty {difficulty}", "{n} dice, difficulty {difficulty}", n=dice, difficulty=difficulty)


def own_attacks(actor: Combatant) -> tuple[Attack, ...]:
    """Return the attacks that it can declare."""
    return attacks_of(actor.sheet, "disarmed" in actor.conditions, actor.in_clinch)


def why_no_shot(actor: Combatant, attack: Attack) -> Text:
    """Say why it cannot use this attack at all now, or return an empty text."""
    return (
        Text("A blind character can’t make ranged attacks.") if attack.missile and actor.circumstances.blind else EMPTY
    )


def own_dice(actor: Combatant) -> tuple[Term, ...]:
    """Return the dice on all its rolls: the Storyteller's, and those of lasting powers."""
    dice = actor.circumstances.dice
    terms = (Term(Text("Storyteller"), dice, "circumstance", "V20-022"),) if dice else ()
    return terms + dice_terms(actor.standing)


def own_mods(actor: Combatant) -> tuple[Term, ...]:
    """Return what changes all its difficulties: blindness (V20-165), the Storyteller, lasting powers."""
    found, terms = actor.circumstances, list[Term]()
    if found.blind:
        terms.append(Term(Text("Blind"), 2, "circumstance", "V20-165"))
    if found.difficulty:
        terms.append(Term(Text("Storyteller"), found.difficulty, "circumstance", "V20-038"))
    return (*terms, *difficulty_terms(actor.standing))


def fight_mods(actor: Combatant, ability: str) -> tuple[Term, ...]:
    """Return what raises its attacks and defenses: a missing Skill (V20-011), opponents (V20-164) and `own_mods`."""
    opponents = actor.circumstances.opponents
    crowd = opponents_raise(opponents)
    around = (Term(Text("{n} opponents", n=opponents), crowd, "circumstance", "V20-164"),) if crowd else ()
    return untrained_terms(actor.sheet, ability) + around + own_mods(actor)


def attack_figures(
    actor: Combatant,
    attack: Attack,
    target: Combatant | None = None,
    aim: str = "",
    place: int = 0,
    shares: Shares = (),
    base: int = DEFAULT,
) -> Figures:
    """Return dice and difficulty of an attack; without a target only the actor's own.

    `shares`: of its powers. `base`: the difficulty before aim and circumstances.
    """
    dice, mods = _against(attack, target) if target else ((), ())
    extra = own_dice(actor) + dice + dice_terms(shares)
    mods += difficulty_terms(shares)
    if base != DEFAULT:
        mods += (Term(Text("Storyteller"), base - DEFAULT, "circumstance", "V20-038"),)
    pool = attack_pool(actor.sheet, attack, extra, actor.armor, wounds(actor) or 0, place)
    return Figures(pool, attack_difficulty(attack, aim, fight_mods(actor, attack.ability) + mods, place), place)


def _against(attack: Attack, target: Combatant) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Return the dice and the difficulty that the target's circumstances bring (V20-163, 165 to 167)."""
    found, dice, mods = target.circumstances, list[Term](), list[Term]()
    if found.exposed:
        name = Text("Rear") if found.exposed > 1 else Text("Flank")
        dice.append(Term(name, found.exposed, "circumstance", "V20-163"))
    if found.blind:
        dice.append(Term(Text("Target can’t see"), 2, "circumstance", "V20-165"))
    if found.cover:
        mods.append(Term(Text("Cover"), COVER[found.cover - 1], "circumstance", "V20-167"))
    if found.distance and attack.missile:
        mods.append(Term(Text("Long range"), 2, "circumstance", "V20-166"))
    return tuple(dice), tuple(mods)


def defense_figures(target: Combatant, defense: str, place: int = 0, before: int = 0, shares: Shares = ()) -> Figures:
    """Return dice and difficulty of a defense. `before`: full defenses already made this turn (V20-146)."""
    pool = defense_dice(target, defense, place, before, shares)
    mods = fight_mods(target, DEFENSES[defense]) + difficulty_terms(shares)
    return Figures(pool, build_difficulty(None, mods, place=place), place)


def defense_dice(target: Combatant, defense: str, place: int = 0, before: int = 0, shares: Shares = ()) -> Pool:
    """Return the dice of a defense alone."""
    name = Text("{n} earlier defenses", "{n} earlier defenses", n=before)
    tired = (Term(name, -before, "full defense", "V20-146"),) if before else ()
    extra = own_dice(target) + tired + dice_terms(shares)
    return defense_pool(target.sheet, defense, extra, target.armor, wounds(target) or 0, place)


def action_figures(
    actor: Combatant,
    traits: tuple[str, ...],
    difficulty: int,
    mods: tuple[Term, ...] = (),
    place: int = 0,
    shares: Shares = (),
) -> Figures:
    """Return dice and difficulty of any other roll in the fight. Wounds do not weigh on Virtues (V20-183)."""
    title = join(" + ", map(actor.sheet.label, traits))
    extra = own_dice(actor) + dice_terms(shares)
    hurt = 0 if traits[0] in VIRTUES else wounds(actor) or 0
    pool = action_pool(actor.sheet, title, traits, extra, actor.armor, hurt, place)
    mods = own_mods(actor) + mods + difficulty_terms(shares)
    return Figures(pool, build_difficulty(difficulty, mods, place=place), place)


def highest_base(actor: Combatant, place: int) -> int:
    """Return the highest base difficulty that a plain action may have in this place (V20-039, 053)."""
    most = MULTIPLE_LIMIT - 1 - place if place else HIGHEST
    return min(HIGHEST, most - sum(term.amount for term in own_mods(actor)))


@dataclass(frozen=True, slots=True)
class Answer:
    """One defense against one attack. `reason`: why it cannot be chosen, or an empty text."""

    defense: str
    figures: Figures
    reason: Text = EMPTY


def answers(target: Combatant, attack: Attack, shares: Shares = ()) -> tuple[Answer, ...]:
    """Return the declared defenses, or full defense, against this attack (V20-146, 147, 153)."""
    found = []
    for defense in DEFENSES:
        if card := find_defense(target, defense):
            before = target.defenses if card.key == "full_defense" else 0
            found.append(_answer(target, attack, defense, defense_figures(target, defense, card.place, before, shares)))
    return tuple(found)


def abort_answers(target: Combatant, attack: Attack) -> tuple[Answer, ...]:
    """Return the defenses to which it could abort, giving up what is declared and not done (V20-145).

    In a clinch there is no other action (V20-168).
    """
    if target.in_clinch or not any(not card.done for card in target.cards) or find_defense(target, "dodge", full=True):
        return ()
    full = ((defense, defense_figures(target, defense, before=target.defenses)) for defense in DEFENSES)
    return tuple(_answer(target, attack, defense, figures) for defense, figures in full)


def _answer(target: Combatant, attack: Attack, defense: str, figures: Figures) -> Answer:
    reason = why_not(target.sheet, defense, attack, target.armor, "disarmed" in target.conditions)
    return Answer(defense, figures, reason or figures.reason)


def find_defense(target: Combatant, defense: str, full: bool = False) -> Card | None:
    """Return the unused card that allows this defense, or None."""
    keys = ("full_defense",) if full else ("full_defense", defense)
    return next((card for card in target.cards if card.key in keys and not card.done), None)
