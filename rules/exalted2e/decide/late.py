"""Magic that could wait: for the hit with the attacker, for the damage roll with the defender (2E-331, 2E-380)."""

from rules.exalted2e.decide import telling
from rules.exalted2e.decide.script import Script
from rules.exalted2e.events import MagicActivated, Warded
from rules.exalted2e.state import Attack, Magic


def answer_late_magic(script: Script, attack: Attack, magic: Magic, prompt: str) -> None:
    """Step 7: add what could wait until the blow had hit (2E-331)."""
    script.emit(
        MagicActivated(
            **telling.name(script.state, attack.declared),
            prompt=prompt,
            name=magic.name,
            damage=magic.damage,
            post_damage=magic.post_damage,
        )
    )


def answer_late_ward(script: Script, attack: Attack, name: str, levels: int, prompt: str) -> None:
    """Step 8: take levels off what was rolled, before it is applied (2E-380)."""
    held = min(levels, attack.numbers.levels) if attack.numbers else 0
    script.emit(Warded(**telling.name(script.state, attack.declared), prompt=prompt, name=name, levels=held))
