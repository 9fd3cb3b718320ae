"""A combatant, as the battle knows it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.pool import Breakdown, Step, Term
from rules.powers import Active, Power, PoweredCombatant
from rules.text import EMPTY, Text
from rules.wod2004.health import wound_penalty, wound_state
from rules.wod2004.pools import circumstance, wound_term
from rules.wod2004.sheet.equipment import NATURAL, Armor, Weapon
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.timing import Initiative


@dataclass(frozen=True, slots=True)
class Combatant(PoweredCombatant):
    """A combatant. Traits are copied from the sheet when it joins; the fields from `track` on change in the fight.

    `traits`: dots of every Attribute and of the Skills it has. `done`: its place in this turn has passed.
    `acted`, `moved`: what it has used of this turn. `attacked`: attacks that its Defense has met this turn.
    `surprised`: turns it still loses. `concealment`: grade 0 to 3. `cover`: Durability of full cover, 0 for none;
    `structure`: what is left of the cover, 0 if no one counts it. `grapple`: id of the opponent in a grapple;
    `immobilised`: successes that hold it; `turned`: its weapon is turned on it; `shield`: the opponent is its cover.
    `deeds`: number of actions with a roll. `fuel`: points left of its own pool, at most `fuel_maximum`.
    `active`: powers that are switched on; `spent`: keys of those that the scene has used up. `dots_paid`: dots of
    Willpower that powers have cost, in addition to the `willpower_lost` of the sheet.
    `*_modifier`: the Storyteller's rulings. `sheet`: the sheet it came with, None in old battles.
    `dead`: it is dead whatever its track says.
    """

    id: str
    name: str
    side: str
    character: str | None
    being: str
    extra: bool
    traits: Mapping[str, int]
    specialties: Mapping[str, str]
    arms: tuple[Weapon, ...]
    suit: Armor
    boxes: int
    willpower_dots: int
    base_defense: Breakdown
    speed: int
    initiative_modifier: int
    quick_draw: bool
    hidden: bool = False
    track: str = ""
    willpower: int = 0
    initiative: Initiative | None = None
    delayed: bool = False
    done: bool = False
    acted: bool = False
    moved: bool = False
    attacked: int = 0
    defense_used: bool = False
    dodging: bool = False
    all_out: bool = False
    aim: int = 0
    aim_target: str = ""
    willpower_spent: bool = False
    unconscious: bool = False
    stable: bool = False
    dying_turns: int = 0
    surprised: int = 0
    prone: bool = False
    concealment: int = 0
    cover: int = 0
    structure: int = 0
    drawn: str = ""
    jammed: tuple[str, ...] = ()
    grapple: str = ""
    immobilised: int = 0
    turned: bool = False
    shield: bool = False
    left: bool = False
    deeds: int = 0
    fuel: int = 0
    fuel_maximum: int = 0
    fuel_name: str = ""
    powers: tuple[Power, ...] = ()
    active: tuple[Active, ...] = ()
    spent: tuple[str, ...] = ()
    willpower_lost: int = 0
    dots_paid: int = 0
    defense_modifier: int = 0
    dice_modifier: int = 0
    sheet: Sheet | None = None
    dead: bool = False

    @property
    def condition(self) -> str:
        """ "ok", "check_stamina", "dying" or "dead", by the track (WD-175 to WD-177)."""
        return "dead" if self.dead else wound_state(self.track, self.boxes)

    @property
    def is_dying(self) -> bool:
        """Whether it gets worse every minute (WD-176)."""
        return self.condition == "dying" and not self.stable and not self.left

    @property
    def out(self) -> Text:
        """Why it no longer acts, or an empty text."""
        if self.left:
            return Text("left")
        if self.condition == "dead":
            return Text("dead")
        if self.condition == "dying":
            return Text("unconscious, stabilized") if self.stable else Text("dying")
        return Text("unconscious") if self.unconscious else EMPTY

    @property
    def fate(self) -> str:
        """What outlasts the fight: "dead", "dying", "unconscious", or an empty text."""
        if self.condition in ("dead", "dying"):
            return self.condition
        return "unconscious" if self.unconscious else ""

    @property
    def current_defense(self) -> Breakdown:
        """Defense before any attack, with the Storyteller's ruling."""
        if not self.defense_modifier:
            return self.base_defense
        before = self.base_defense.total
        term = Term(Text("Storyteller’s ruling"), self.defense_modifier, "ruling", "WD-043")
        step = Step(Text("Ruling"), "WD-043", (term,), before, max(0, before + self.defense_modifier))
        return Breakdown(Text("Defense"), (*self.base_defense.steps, step), step.after)

    def with_track(self, track: str) -> "Combatant":
        """Return the combatant with another track. What a full track caused ends when it is no longer full."""
        condition = "dead" if self.dead else wound_state(track, self.boxes)
        woke = self.condition == "check_stamina" and condition == "ok"
        return replace(
            self,
            track=track,
            unconscious=self.unconscious and not woke,
            stable=self.stable and condition == "dying",
            dying_turns=self.dying_turns if condition == "dying" else 0,
        )

    def dots(self, trait: str) -> int:
        """Return the dots of an Attribute or Skill."""
        return self.traits.get(trait, 0)

    def penalties(self) -> list[Term]:
        """Return the penalties of every pool: wounds, and the Storyteller's ruling (WD-046)."""
        terms = [wound_term(wound_penalty(self.track, self.boxes))]
        if self.dice_modifier:
            terms.append(circumstance(Text("Storyteller’s ruling"), self.dice_modifier))
        return terms

    def weapon(self, key: str) -> Weapon | None:
        """Return the weapon of this key that it carries, or None."""
        return next((weapon for weapon in self.arms if weapon.key == key), None)

    def draws_free(self, key: str) -> bool:
        """Return whether a Merit lets it draw this weapon without its action; clearing a jam takes it (WD-166)."""
        return self.quick_draw and not self.grapple and key not in self.jammed

    def in_hand(self) -> tuple[Weapon, ...]:
        """Return what it can strike with now: the drawn weapon, unless jammed or turned, and the bare body (WD-166)."""
        drawn = self.weapon(self.drawn) if self.drawn not in self.jammed and not self.turned else None
        return (drawn, *NATURAL) if drawn and not drawn.natural else NATURAL
