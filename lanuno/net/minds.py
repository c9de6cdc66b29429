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
        self._hints: dict[int, Question] = {}
        """By seat, what its player has asked last, with the answer once there is one."""
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
        self._ask(self._question(game, seat, luck, is_hint=False))

    def ask_for_hint(self, game: Game, seat: int, luck: int) -> None:
        """So has the player there; each decision is thought about once, however often they ask."""
        asked = self._hints.get(seat)
        if asked is None or asked.view.version != game.version:
            self._hints[seat] = self._question(game, seat, luck, is_hint=True)
            self._ask(self._hints[seat])
        elif asked.answer:
            self._ask(asked)

    def questions(self) -> list[Question]:
        """What is new to be thought about, or to be answered again."""
        questions, self._questions = self._questions, []
        return questions

    def keep(self, question: Question, thought: Thought) -> None:
        """Remember what came of *question*."""
        view = question.view
        if view.seat is None:
            return
        if question.is_hint:
            self._hints[view.seat] = Question(
                view, question.memory, question.luck, is_hint=True, answer=thought
            )
        else:
            self._thoughts[view.seat] = view.version, thought.action

    def thought(self, game: Game, seat: int) -> Action | None:
        """What the bot on *seat* has thought of doing now; None: nothing, or of another time."""
        version, action = self._thoughts.get(seat, (-1, None))
        return action if version == game.version else None

    def _question(self, game: Game, seat: int, luck: int, *, is_hint: bool) -> Question:
        # It is thought about elsewhere while this memory goes on.
        memory = deepcopy(self._memories[seat])
        return Question(game.look(seat), memory, luck, is_hint=is_hint)

    def _ask(self, question: Question) -> None:
        self._questions = [*self._questions, question][-QUESTIONS_MAX:]
