"""What every answer to a prompt does first."""

from .. import events as ev
from ..apply.play import Play


def close_prompt(play: Play, id: str, note: str = "") -> None:
    """A prompt is answered; `note` says so in the log where nothing that follows does."""
    prompt = play.state.find_pending(id)
    who = play.state.find(prompt.who) if prompt else None
    play.emit(ev.PromptClosed(audience=play.about(who)["audience"] if who else (), prompt=id, note=note))
