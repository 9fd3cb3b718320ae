"""What every command works with: who asks, at which table, and the state that was read under the lock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.core.locks import lock_series
from campaigns.models import Character, Membership, Role, Scene, Series
from play.commands.dice import SceneDice
from play.models import Table
from play.table.newest import load_state
from play.table.state import TableState
from rules import get_system
from rules.battle import STORYTELLER, Audience, Json, Move, Seat
from rules.battle.sources import GivenValue, NeedsRuling, check_asked, check_sources, list_said
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.fair import FairRoller, Throw
from rules.system import System
from rules.text import Text


@dataclass(frozen=True, slots=True)
class CommandContext:
    """One command in progress: the table is locked, nothing is written yet."""

    system: System
    series: Series
    scene: Scene
    table: Table
    membership: Membership
    seat: Seat
    state: TableState
    dice: SceneDice
    given: Roller | None = None
    """A roller to be used in place of the scene's sealed dice."""
    made: list[Mapping[str, Json]] = field(default_factory=list)
    """The battle moves made so far, with their dice, for the battle file."""
    thrown: list[Throw] = field(default_factory=list)
    """The dice that fell so far from the scene's seeds."""
    afterwards: list[Callable[[], object]] = field(default_factory=list)
    """What is done in the same transaction once the events are written."""
    reason: str = ""
    """Why the person proposes a number, in their words."""
    counted: list[tuple[Move, tuple[GivenValue, ...]]] = field(default_factory=list)
    """The moves with numbers that a player proposed and that count at once."""
    acts: list[Any] = field(default_factory=list)
    """What follows as a command of its own (`play.commands.standing_orders.carry_out.Act`), written after this one."""

    @property
    def roller(self) -> Roller:
        """What the dice of this command fall from. They are noted in `thrown`."""
        return self.given or FairRoller(self.dice.load, self.thrown.append)

    @property
    def name(self) -> str:
        """The name of the person who asks."""
        return self.membership.user.get_username()

    @property
    def why(self) -> Text:
        """The reason that stands beside a change of a sheet. Players read it, so it never tells a hidden title."""
        if self.scene.is_hidden:
            return Text("At the table")
        return Text("At the table: {title}", title=self.scene.title)

    def check_request(self, request: Any, move: Move) -> None:
        """Check who may say the values of a request for a roll, and note those that count at once.

        `move`: the move of the table that makes this roll. Raises `NeedsRuling` where the Storyteller has to allow a
        value, `BadInput` for what no form asks for.
        """
        check_asked(request)
        try:
            check_sources(request, self.seat)
        except NeedsRuling as asked:
            asked.move = move
            raise
        self.note_counted(request, move)

    def note_counted(self, form: object, move: Move, known: Mapping[str, Json] | None = None) -> tuple[GivenValue, ...]:
        """Note the values of a form that count only because the series lets them, and return them.

        `move`: the move of the table.
        """
        said = tuple(number for number in list_said(form, self.seat, known) if number.counted)
        if said:
            self.counted.append((move, said))
        return said

    def require_storyteller(self) -> None:
        """Refuse everybody but the Storyteller."""
        if not self.seat.storyteller:
            raise IllegalMove("not_storyteller", Text("Only the Storyteller can do this."))

    def require_battle(self) -> None:
        """Refuse when there is no fight."""
        if self.state.battle is None:
            raise IllegalMove("no_battle", Text("There is no fight in this scene. The Storyteller can start one."))

    def get_character(self, key: str) -> Character:
        """Load a character that the seat may act for.

        One that it may not act for is refused like one that does not exist.
        """
        character = None
        if self.seat.controls(key) and key.isascii() and key.isdecimal() and len(key) < 18:
            character = Character.objects.filter(series=self.series, pk=int(key)).first()
        if character is None:
            raise IllegalMove("unknown_character", Text("You can’t act for that character here."))
        character.series = self.series
        return character

    def hold_record(self) -> Series:
        """Lock the series and return it: until this command is written, nobody else changes its clock, sheets or
        ledgers.

        Rows are locked in one order everywhere: a scene's table, the series, its characters.
        """
        return lock_series(self.series.pk)

    def take_character(self, key: str) -> Character:
        """Load a character whose sheet this command may change, with the series locked."""
        self.hold_record()
        return self.get_character(key)

    def audience_of(self, secret: str, character: Character) -> Audience:
        """Return who may see a roll: everyone, its owner and the Storyteller, or only the Storyteller."""
        if secret == "owner":
            return (str(character.pk),)
        if secret == "storyteller":
            return ()
        if secret == "" and character.hidden:
            return (str(character.pk),)
        return None


def open_own_context(scene: Scene, table: Table, roller: Roller | None = None) -> CommandContext:
    """Return a context without a person: it has the Storyteller's rights and the owner's name."""
    series = scene.series
    system = get_system(series.system)
    owner = Membership(series=series, user=series.owner, role=Role.STORYTELLER)
    state = load_state(system, table)
    return CommandContext(system, series, scene, table, owner, STORYTELLER, state, SceneDice(table), roller)
