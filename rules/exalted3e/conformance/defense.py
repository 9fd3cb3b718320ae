"""Vectors of kind `defense`: static values with all their modifiers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from rules.conformance import Fields, Kinds, Result, pick
from rules.exalted3e import defense as defenses
from rules.exalted3e.actions.social import Listener, compute_guile, compute_resolve
from rules.exalted3e.conformance.rolls import Stunt
from rules.exalted3e.pools import static_value
from rules.exalted3e.state.combatant import Arm, Combatant, Modifier
from rules.exalted3e.state.exchange import Incoming
from rules.text import Text

kind = Kinds()


@dataclass(frozen=True, slots=True)
class Hardness:
    """A source of Hardness: `stacks` adds it to the best one, `works_in_crash` lets it count there (3E-590)."""

    value: int = 0
    stacks: bool = False
    works_in_crash: bool = False

    def make_modifier(self) -> Modifier:
        """Return the source as powers bring it."""
        return Modifier(Text("Hardness"), self.value, "3E-151", "hardness", self.stacks, self.works_in_crash)


def make_sources(sources: Iterable[Hardness]) -> tuple[Modifier, ...]:
    """Return sources of Hardness as modifiers of a combatant."""
    return tuple(source.make_modifier() for source in sources)


Flag = Literal["unblockable", "undodgeable", "ranged", "ambush", "close", "reaching", "flexible"]
Standing = Annotated[Any, Fields(Combatant, "prone", "mounted", "armor_soak")]


@kind("defense")
def _defense(
    *,
    dexterity: int = 0,
    dodge: int = 0,
    combat_ability: int | None = 0,
    weapon_defense: int = 0,
    ranged_only: bool = False,
    mobility_penalty: int = 0,
    specialties: tuple[Literal["dodge", "combat"], ...] = (),
    onslaught: int = 0,
    full_defense: bool = False,
    flurry: bool = False,
    draw_ready: bool = False,
    misc: bool = False,
    cover: Annotated[str, defenses.COVER_BONUS] = "none",
    surprise: bool = False,
    wound_penalty: int = 0,
    parry_mod: int = 0,
    evasion_mod: int = 0,
    stunt: Stunt = 0,
    willpower_spent: bool = False,
    attack: Mapping[Flag, bool] = {},
    stamina: int = 0,
    hardness_sources: tuple[Hardness, ...] = (),
    crashed: bool = False,
    wits: int = 0,
    integrity: int = 0,
    manipulation: int = 0,
    socialize: int = 0,
    **standing: Standing,
) -> Result:
    """Return Defense, soak, Hardness, Resolve and Guile. With a `combat_ability` of null there is no parry."""
    can_parry = not ranged_only and combat_ability is not None
    parry = static_value(dexterity, combat_ability or 0, "combat" in specialties) + weapon_defense
    evasion = static_value(dexterity, dodge, "dodge" in specialties) - abs(mobility_penalty)
    wound, bonus = abs(wound_penalty), stunt + willpower_spent
    taken = {
        defenses.FULL_DEFENSE: full_defense,
        defenses.FLURRY: flurry,
        defenses.DRAW_READY: draw_ready,
        defenses.MISCELLANEOUS: misc,
    }
    amounts = (
        Modifier(Text("Parry modifier"), parry_mod, "3E-134", "parry"),
        Modifier(Text("Evasion modifier"), evasion_mod, "3E-134", "evasion"),
        Modifier(Text("wounds"), -wound, "3E-144"),
        Modifier(Text("stunt"), stunt, "3E-014"),
        Modifier(Text("Willpower"), int(willpower_spent), "3E-018"),
    )
    target = Combatant(
        id="target",
        name="target",
        side="",
        arms=(Arm("weapon", parry=parry if can_parry else None),),
        weapon="weapon",
        evasion=evasion,
        onslaught=abs(onslaught),
        cover=cover,
        timed=(
            *(modifier for modifier, held in taken.items() if held),
            *(each for each in amounts if each.amount),
            *make_sources(hardness_sources),
        ),
        soak=stamina + standing["armor_soak"],
        initiative=0 if crashed else 1,
        **standing,
    )
    incoming = Incoming(surprise=surprise, **{str(flag): held for flag, held in attack.items()})
    defenses.check_cover(cover, incoming)
    listener = Listener(wits, integrity, manipulation, socialize, wound=wound, bonus=bonus)
    return {
        **pick(defenses.compute_defense(target, incoming), "parry", "evasion", "defense"),
        "soak": defenses.compute_soak(target).total,
        "hardness": defenses.compute_hardness(target),
        "resolve": compute_resolve(listener).total,
        "guile": compute_guile(listener).total,
    }
