"""What thinks for a table in virtual time: at once, and the same in every run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lanuno.bots.consider import consider

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.bots.thought import Question, Thought

GAMES = 2
"""Imagined for a question: there are many."""


class AtOnce:
    """`lanuno.net.thinker.Thinker` without another process; now and then it has no answer."""

    def __init__(self, tell: Callable[[Question, Thought | None], None]) -> None:
        self._tell = tell
        self._is_open = True

    def ask(self, question: Question) -> None:
        thought = consider(question, lambda games: games < GAMES) if question.luck % 8 else None
        asyncio.get_running_loop().call_later(question.luck % 3, self._answer, question, thought)

    def _answer(self, question: Question, thought: Thought | None) -> None:
        if self._is_open:
            self._tell(question, thought)

    async def close(self) -> None:
        self._is_open = False
