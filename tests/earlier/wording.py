"""The sentences of earlier states of the code in the words of today.

Old events keep whole English sentences. Today's code says many of them in other words, so a test that plays an old
move again compares its sentences with the old ones as they would be written now.
"""

import re

NAME = r"(The \w\d|zqcanary\d+name|Bob|Ann)"
"""The names of those who fight in the files that were kept."""

REWORDED = {
    r"(?<=\w)'(?=s\b)": "’",
    # Attacks.
    rf"{NAME} strikes at {NAME}": r"\1 attacks \2",
    rf"The botched blow of {NAME} goes at {NAME}\.": r"\1’s botched attack goes to \2.",
    rf"The blow goes at {NAME}\.": r"The attack goes to \1.",
    rf"\bat {NAME}": r"against \1",
    r"A botched blow: (.+), as many as there were ones\.": r"Botched attack: \1, one per 1 rolled.",
    r"Whom does the blow hit instead\?": "Who is hit instead?",
    rf"beats the Parry of {NAME}: strike {NAME}, or": r"beats \1’s Parry: attack \2, or",
    r", or (.+) behind\?$": r", or \1 behind them?",
    r": what helps the Defense\?": ": defense options?",
    r"\bStill hit by (\d+)\.": r"Still a hit, \1 over DV.",
    r"\bHit by (\d+)\.": r"Hit, \1 over DV.",
    r"Raise the DV by": "Raise DV by",
    r"an extra misses without a roll\.": "an extra misses automatically.",
    r"^Strike back\?$": "Counterattack?",
    r"^Let be\.$": "No counterattack.",
    r"^the gambit works$": "the gambit succeeds",
    r"^nothing defends against it$": "no defense is possible",
    r"^The clinch holds\. What do you do with it\?$": "You keep control of the clinch. What do you do?",
    # Damage.
    r"(dice|die)\. No level\.": r"\1. No damage.",
    r"Ward some off\?": "Prevent some?",
    rf"^{NAME} felled$": r"\1 defeated",
    r"^In care$": "Stabilized",
    # Initiative.
    rf"{NAME} Crashed by an action of its own\.": r"\1 Crashed through their own action.",
    r"^Crash by one’s own action$": "Crashed by own action",
    r"Initiative Shift: back to base": "Initiative Shift: reset to base",
    r"Is there no hope left\?": "Beyond recovery?",
    r"^Nobody gains the Break\.$": "No one gains the Break.",
    # Stunts and influence.
    r"\bStunt of (\d)\.": r"\1-die stunt.",
    r"Reward for a stunt of (\d):": r"Reward for the \1-die stunt:",
    r"proposes a stunt of (\d)\.": r"proposes a stunt (\1).",
    rf"tells a stunt against {NAME}\.": r"stunts against \1.",
    rf"reaches the Resolve of {NAME}:": r"beats \1’s Resolve:",
    # The parts of a number, and its limits.
    r"^(\d+) defenses before$": r"\1 earlier defenses",
    r"^Attacks before$": "Earlier attacks",
    r"^Attacks met this turn$": "Attacks received this turn",
    r"^Blind target$": "Target can’t see",
    r"^Broken Aim$": "Aim broken off",
    r"^DV penalty of own actions$": "DV penalty from own actions",
    r"^The DV against this attack$": "DV against this attack",
    r"^Dexterity, the lower$": "Dexterity (lower)",
    r"^Firearms are beyond Defense but at close range\.$": "Defense applies to firearms only at close range.",
    r"^Hard cover in per cent": "Hard cover in percent",
    r"^Minimum (\d+), at most raw$": r"Minimum \1, at most the raw damage",
    r"^No pool is below no dice\.$": "A pool can’t go below 0 dice.",
    r"^none with Essence (\d)$": r"none at Essence \1",
    rf"^the (\d+) of {NAME}$": r"\2’s \1",
    # Movement.
    r"^(\d+) yards up or (\d+) across at most$": r"up to \1 yards high or \2 across",
    r"yards a tick$": "yards per tick",
    r"^cannot give ground": "can’t give ground",
    r"^hiding again$": "hidden again",
}
"""By a pattern of the old words, the new ones."""


def reword(sentence: str) -> str:
    """Return an old sentence in the words of today."""
    for old, new in REWORDED.items():
        sentence = re.sub(old, new, sentence)
    return sentence
