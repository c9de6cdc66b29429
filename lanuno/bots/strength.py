"""How well a bot plays."""

from __future__ import annotations

from enum import StrEnum


class Strength(StrEnum):
    """From a beginner who forgets things to one who thinks ahead."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
