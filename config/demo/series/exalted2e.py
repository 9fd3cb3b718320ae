"""What "The Salt Road" has beside the fight at the toll bridge. The rest of it is in the modules of `config.demo`."""

from config.demo.characters import OSKEL, WREN, YSANE
from config.demo.people import PLAYERS, STORYTELLER
from config.demo.shape import Beside, Line, Meeting, RollRequest
from config.demo.subjects import HENNA

MIRA, JONAS = PLAYERS

BESIDE = Beside(
    episode="Before the Bridge",
    evening=Meeting(
        title="The House of Three Lamps",
        time="The night before",
        notes="A ferry house on stilts. Two lamps burn, the third is for those who are late.",
        lines=(
            Line(STORYTELLER, "Rain on reed thatch. The ferrymen have stopped singing, and nobody has told them to."),
            Line(STORYTELLER, "/me turns the third lamp so that it shines on the door and not on her guests.", HENNA),
            Line(MIRA, "Forty obols for the barge last month. What is it now?", YSANE),
            Line(STORYTELLER, "Now it is whatever the **Captain** had for breakfast.", HENNA),
            Line(JONAS, "Then let us hope that he slept well. Whose boots are those under the stair?", OSKEL),
            Line(STORYTELLER, "Somebody upstairs sits down very slowly, so that the boards will not say so."),
        ),
        asked=RollRequest("Who is upstairs?", "Perception + Awareness", (YSANE, OSKEL, WREN)),
    ),
    by_post=Meeting(
        title="Letters to the Upper Landing",
        time="Three days earlier",
        notes="Played by post between two sessions. Answers take a day, and nobody minds.",
        lines=(
            Line(
                STORYTELLER,
                "The clerk of the upper landing reads with his finger under the words. He has read your letter twice, "
                "and the seal three times.\n\n“It is a *good* seal,” he says. “I knew the man who used to own it.”\n\n"
                "Outside, a barge that you have paid for is being unloaded by people whom you have not paid.",
            ),
            Line(
                JONAS,
                "Wren smiles the smile that has opened nine doors, and looks at none of the clerk’s rings.\n\n"
                "“Then you know how tired he is of riding out here himself.”",
                WREN,
            ),
            Line(
                MIRA,
                "Ysane has gone to the window. She counts the sacks under her breath, and does not stop counting when "
                "the clerk clears his throat.",
                YSANE,
            ),
            Line(
                STORYTELLER,
                "“Tired,” says the clerk. He lays the letter down with the seal to the lamp. The wax is very clean.\n\n"
                "*He wants to believe you. Give him a reason, before he thinks of one himself.*",
            ),
        ),
        asked=RollRequest("A seal that is too clean", "Manipulation + Larceny", (WREN,)),
    ),
)
