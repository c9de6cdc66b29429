"""What is to be thought about, and what comes of it: values that may go to another process."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.uno.actions import Action

if TYPE_CHECKING:
    from lanuno.bots.memory import Memory
    from lanuno.uno.view import View


class Question:
    """What to do on turn in *view*, for one who remembers *memory*; never changed."""

    def __init__(
        self,
        view: View,
        memory: Memory,
        luck: int,
        *,
        is_hint: bool,
        answer: Thought | None = None,
    ) -> None:
        self.view = view
        self.memory = memory
        self.luck = luck
        """What decides which games are imagined."""
        self.is_hint = is_hint
        """A player has asked, and not a bot that is on turn."""
        self.answer = answer
        """What has come of it already, if it has been thought about."""


class Motive(StrEnum):
    """Why something is the best that one can do."""

    GOES_OUT = "goes_out"
    ONLY_CARD = "only_card"
    STOPS = "stops"
    """The player on `Thought.seat` is about to go out."""
    LACKS_COLOR = "lacks_color"
    """The player on `Thought.seat` seems to hold none of the color."""
    SMALLER_HAND = "smaller_hand"
    """The player on `Thought.seat` gives a smaller hand for it."""
    PASSES_ON = "passes_on"
    """The cards that are pending go to somebody else."""
    MOST_HELD = "most_held"
    """The color is the one of most cards that are left."""
    GOES_ON = "goes_on"
    """It leaves the cards that are easiest to play on."""
    NOTHING_FITS = "nothing_fits"
    SAVES = "saves"
    """What could be played will be worth more later."""
    DOUBTS = "doubts"
    """It was a bluff with a likelihood of `Thought.percent`."""
    TRUSTS = "trusts"
    """So was it, but that is too little."""
    FREE = "free"
    """A call, a catch or a jump in: it costs nothing."""


class Thought(Struct, frozen=True):
    """The best that one can do, and why."""

    action: Action
    motive: Motive
    seat: int | None = None
    """Whom the motive is about; None: nobody in particular."""
    percent: int | None = None
    """How likely a bluff was; None where that is no question."""
