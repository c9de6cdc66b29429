"""A short course for the first game."""

from __future__ import annotations

from lanuno.language import N_, _

HELP = N_("Help")
KEYS = N_("Keys")
CARDS = N_("The cards")
AIM = N_("How to play")
THE_AIM = N_(
    "Be the first to get rid of your cards. On your turn lay a card with the color or the "
    "face of the top card, or a wild. If nothing fits, draw one. With two cards in hand say "
    "Uno before you play, or be caught. The winner of a round gets what the others hold: "
    "numbers their value, skip, reverse and draw two 20 each, wilds 50 each."
)


def cards() -> tuple[tuple[str, str], ...]:
    """Each special card as it is drawn, and what it does."""
    return (
        ("Ø", _("Skip: the next player loses the turn.")),
        ("«»", _("Reverse: play goes the other way round. Between two it is a skip.")),
        ("+2", _("Draw two: the next player draws two cards and loses the turn.")),
        ("W", _("Wild: always fits; you choose the color.")),
        (
            "+4",
            _(
                "Wild draw four: the next player draws four. Fair only without a card of the "
                "color in force; a bluff that is challenged costs you the four."
            ),
        ),
        ("▲ ■ ● ▼", _("Red, yellow, green, blue: every card shows its letter and its sign.")),
        ("* ?", _("On the rim of your card: just drawn; a bluff.")),
    )


def rules_here(name: str) -> str:
    return _("The rules at this table: {name}").format(name=name)
