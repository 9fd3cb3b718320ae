"""The series of the Third Edition: thieves in a city whose debts are fired in clay."""

from campaigns.downtime.planning import Plan
from config.demo.people import PLAYERS, STORYTELLER
from config.demo.shape import Beside, Days, Game, Line, Meeting, RollRequest

MIRA, JONAS = PLAYERS
MERETH, TAMSIN, QUILL, HOUND, ARCHERS = "Mereth Vane", "Tamsin Cray", "The Iron Quill", "Paper Hound", "Gate archers"

GAME = Game(
    system="exalted3e",
    name="The Kiln and the Vault",
    scene="Under the Paper Vault",
    tone="A city that bakes its debts in clay, and the few who know how to break a pot quietly.",
    heroes={MERETH: (MIRA, "solar"), TAMSIN: (JONAS, "dragon_blooded")},
    foes={QUILL: "abyssal", HOUND: "mortal", ARCHERS: "group"},
    sheets={
        MERETH: {
            "caste": "Night",
            "concept": "A glazier’s daughter who steals only what was signed",
            "attributes.strength": 3,
            "attributes.dexterity": 5,
            "attributes.stamina": 3,
            "attributes.charisma": 2,
            "attributes.manipulation": 3,
            "attributes.appearance": 2,
            "attributes.perception": 3,
            "attributes.intelligence": 2,
            "attributes.wits": 4,
            "abilities.athletics": 3,
            "abilities.awareness": 3,
            "abilities.dodge": 3,
            "abilities.integrity": 2,
            "abilities.larceny": 3,
            "abilities.lore": 2,
            "abilities.melee": 5,
            "abilities.presence": 1,
            "abilities.resistance": 2,
            "abilities.socialize": 1,
            "abilities.stealth": 3,
            "favored": ["athletics", "awareness", "dodge", "larceny", "stealth", "melee", "integrity", "resistance"],
            "specialties": [
                {"ability": "melee", "name": "In narrow rooms", "always": False},
                {"ability": "larceny", "name": "Kiln locks", "always": False},
                {"ability": "stealth", "name": "Roofs", "always": False},
                {"ability": "awareness", "name": "Footsteps", "always": False},
            ],
            "merits": ["resources_2", "contacts_2", "danger_sense_3"],
            "intimacies": [
                {"text": "My father’s name is on one of these pots", "kind": "tie", "intensity": "defining"},
                {
                    "text": "Nobody should be owned by what they wrote while drunk",
                    "kind": "principle",
                    "intensity": "major",
                },
                {
                    "text": "Tamsin: she has never once looked back for me, and never had to",
                    "kind": "tie",
                    "intensity": "minor",
                },
            ],
            "weapons": ["sword", "throwing_knife"],
            "armor": "light",
            "powers": [
                {
                    "name": "The Blade Finds the Crack",
                    "use": "attack",
                    "timing": "supplemental",
                    "cost": {"motes": 3},
                    "effects": [{"kind": "dice", "amount": 3}, {"kind": "damage", "amount": 2}],
                    "text": "Every glaze has a line along which it wants to break.",
                },
                {
                    "name": "A Room Has More Walls Than Four",
                    "use": "defense",
                    "timing": "reflexive",
                    "cost": {"motes": 2},
                    "effects": [{"kind": "defense", "amount": 1}],
                },
                {
                    "name": "Nobody Heard the Shelf",
                    "use": "roll",
                    "timing": "supplemental",
                    "cost": {"motes": 2},
                    "effects": [{"kind": "dice", "amount": 2}],
                },
            ],
        },
        TAMSIN: {
            "caste": "Fire",
            "concept": "A captain without a company",
            "attributes.strength": 3,
            "attributes.dexterity": 4,
            "attributes.stamina": 4,
            "attributes.charisma": 4,
            "attributes.manipulation": 2,
            "attributes.appearance": 3,
            "attributes.perception": 2,
            "attributes.intelligence": 2,
            "attributes.wits": 3,
            "abilities.athletics": 2,
            "abilities.awareness": 3,
            "abilities.dodge": 2,
            "abilities.integrity": 2,
            "abilities.linguistics": 1,
            "abilities.lore": 1,
            "abilities.melee": 4,
            "abilities.performance": 2,
            "abilities.presence": 3,
            "abilities.resistance": 3,
            "abilities.ride": 2,
            "abilities.war": 3,
            "favored": ["athletics", "dodge", "melee", "presence", "war", "resistance"],
            "specialties": [
                {"ability": "melee", "name": "Spears", "always": False},
                {"ability": "war", "name": "Gates", "always": False},
                {"ability": "presence", "name": "Orders", "always": False},
            ],
            "merits": ["command_2", "backing_2", "pain_tolerance_4"],
            "intimacies": [
                {"text": "The nine who held the river gate", "kind": "tie", "intensity": "defining"},
                {"text": "An order that cannot be said aloud is no order", "kind": "principle", "intensity": "major"},
            ],
            "weapons": ["spear", "shield"],
            "armor": "medium",
            "powers": [
                {
                    "name": "Furnace at Her Back",
                    "use": "attack",
                    "timing": "supplemental",
                    "cost": {"motes": 3},
                    "effects": [{"kind": "dice", "amount": 2}, {"kind": "damage", "amount": 3}],
                },
                {
                    "name": "Smoke Does Not Bleed",
                    "use": "defense",
                    "timing": "reflexive",
                    "cost": {"motes": 3},
                    "effects": [{"kind": "soak", "amount": 3}],
                },
                {
                    "name": "Banked Coals",
                    "use": "scene",
                    "timing": "simple",
                    "cost": {"motes": 4},
                    "effects": [{"kind": "soak", "amount": 2}],
                },
            ],
        },
        QUILL: {
            "concept": "Keeper of the Vault’s last page",
            "attributes.strength": 4,
            "attributes.dexterity": 4,
            "attributes.stamina": 4,
            "attributes.wits": 4,
            "abilities.awareness": 3,
            "abilities.dodge": 3,
            "abilities.melee": 4,
            "abilities.presence": 4,
            "abilities.resistance": 3,
            "weapons": ["artifact_sword"],
            "armor": "medium",
            "powers": [
                {
                    "name": "The Last Line Is Always Signed",
                    "use": "attack",
                    "timing": "supplemental",
                    "cost": {"motes": 4},
                    "effects": [{"kind": "dice", "amount": 4}],
                }
            ],
        },
    },
    beside=Beside(
        episode="What the Potter Heard",
        evening=Meeting(
            title="The Potter’s Back Room",
            time="Noon, with the shutters closed",
            notes="It is warm from the kiln next door. The shelves hold four hundred debts, none of them yours.",
            here=(HOUND,),
            lines=(
                Line(STORYTELLER, "Behind the wall the kiln ticks as it cools. Every tick is a signature going hard."),
                Line(MIRA, "One pot. I lift one pot, and a street full of people sleeps better.", MERETH),
                Line(STORYTELLER, "You lift one and I *bark*. Nothing personal. They feed me.", HOUND),
                Line(JONAS, "/me sets a loaf on the table, between the two of them, and takes her hand away.", TAMSIN),
                Line(STORYTELLER, "The man they call the hound looks at the bread for as long as a prayer takes."),
                Line(JONAS, "Who feeds you on the days when nobody steals?", TAMSIN),
            ),
            asked=RollRequest("The shelf by the kiln door", "Perception + Awareness", (MERETH, TAMSIN)),
        ),
        by_post=Meeting(
            title="The Stair That Is Counted Twice",
            time="The week before",
            notes="Played by post: the way down into the Vault, a landing at a time.",
            lines=(
                Line(
                    STORYTELLER,
                    "There are ninety steps on the drawing, and you have come down ninety-one.\n\n"
                    "Below the last landing the wall is not stone any more. It is paper: ledgers, laid flat and "
                    "mortared with wax, from the floor to where your light gives up. Some of the pages *stir*, "
                    "although the air does not.",
                ),
                Line(
                    MIRA,
                    "Mereth puts her ear to the wall as she would to a door, and then her palm.\n\n"
                    "“It isn’t a wall,” she says at last. “It is a lid.”",
                    MERETH,
                ),
                Line(
                    JONAS,
                    "Tamsin shifts her grip so that the spear does not scrape, and stands where the stair is narrowest."
                    "\n\n“Then be quick, and be *sorry* afterwards.”",
                    TAMSIN,
                ),
                Line(
                    STORYTELLER,
                    "Somewhere behind the pages a pen begins to write, slowly, like somebody who has all night. "
                    "It is writing a name. You can hear where the long letters are.",
                ),
            ),
            asked=RollRequest("The way through the paper", "Dexterity + Larceny", (MERETH,)),
        ),
        days=Days(
            "Until the Kiln Is Cold",
            10,
            (
                (
                    MERETH,
                    Plan(
                        "free",
                        1,
                        4,
                        text="She learns who carries clay up the hill.",
                        secret="She looks for her father’s pot.",
                    ),
                ),
                (TAMSIN, Plan("train", 1, 6)),
            ),
        ),
    ),
)
