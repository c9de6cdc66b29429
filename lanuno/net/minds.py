"""What the players of a game remember of it, and what is to be thought about for them."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from lanuno.bots.memory import Memory
from lanuno.bots.thought import Question

if TYPE_CHECKING:
    from lanuno.bots.thought import Thought
    from lanuno.uno.actions import Action
    from lanuno.uno.events import Event
    from lanuno.uno.game import Game

QUESTIONS_MAX = 16
"""That wait to be taken away; of more, the oldest are of no use any more."""


class Minds:
    """
    By seat, what its player remembers and has thought of; mutable, as the game goes on.

    It does not think: `questions` says what about, and `keep` takes what came of it.
    """

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}
        self._thoughts: dict[int, tuple[int, Action]] = {}
        """By seat, what it has thought of, and the version of the game that it was about."""
        self._advised: dict[int, int] = {}
        """By seat, the version at which its player has asked for a hint last."""
        self._questions: list[Question] = []

    def follow(self, game: Game, events: tuple[Event, ...]) -> None:
        """Remember what everybody has just been told."""
        for seat in range(game.players):
            memory = self._memories.setdefault(seat, Memory(game.rules))
            memory.follow(game.look(seat), events)

    def memory(self, seat: int) -> Memory:
        return self._memories[seat]

    def wonder(self, game: Game, seat: int, luck: int) -> None:
        """The bot on *seat* has to decide something that is worth a thought."""
        self._ask(game, seat, luck, is_hint=False)

    def ask_for_hint(self, game: Game, seat: int, luck: int) -> None:
        """So has the player there, who hears of it once for each decision."""
        if self._advised.get(seat) != game.version:
            self._advised[seat] = game.version
            self._ask(game, seat, luck, is_hint=True)

    def questions(self) -> list[Question]:
        """What is new to be thought about."""
        questions, self._questions = self._questions, []
        return questions

    def keep(self, question: Question, thought: Thought) -> None:
        """Remember what came of *question*."""
        seat = question.view.seat
        if seat is not None:
            self._thoughts[seat] = question.view.version, thought.action

    def thought(self, game: Game, seat: int) -> Action | None:
        """What the bot on *seat* has thought of doing now; None: nothing, or of another time."""
        version, action = self._thoughts.get(seat, (-1, None))
        return action if version == game.version else None

    def _ask(self, game: Game, seat: int, luck: int, *, is_hint: bool) -> None:
        # It is thought about elsewhere while this memory goes on.
        memory = deepcopy(self._memories[seat])
        question = Question(game.look(seat), memory, luck, is_hint=is_hint)
        self._questions = [*self._questions, question][-QUESTIONS_MAX:]
