"""The colors of the screens, as variables that the styles name."""

from __future__ import annotations

from textual.theme import Theme

VARIABLES = {
    # The four fields are exact in 256 colors, and stay four different colors in 16.
    "card-red": "#af0000",
    "card-red-ink": "#ffffff",
    "card-red-rim": "#ff8787",
    "card-red-deep": "#af0000",
    "card-red-glow": "#ff8787",
    "card-yellow": "#ffd700",
    "card-yellow-ink": "#000000",
    "card-yellow-rim": "#875f00",
    "card-yellow-deep": "#875f00",
    "card-yellow-glow": "#ffd700",
    "card-green": "#00af00",
    "card-green-ink": "#000000",
    "card-green-rim": "#005f00",
    "card-green-deep": "#005f00",
    "card-green-glow": "#5fd75f",
    "card-blue": "#005fd7",
    "card-blue-ink": "#ffffff",
    "card-blue-rim": "#87d7ff",
    "card-blue-deep": "#005fd7",
    "card-blue-glow": "#87d7ff",
    "card-wild": "#1c1c1c",
    "card-wild-ink": "#ffffff",
    "card-wild-rim": "#8a8a8a",
    "card-wild-glow": "#ffffff",
    "card-oval": "#fff8e7",
    "card-selected": "#ffffff",
    "card-selected-ink": "#000000",
    "card-back": "#5f0000",
    "card-back-ink": "#ffd787",
    "card-back-rim": "#af5f5f",
    "felt": "#0f2a20",
    "felt-deep": "#0a1d16",
    "felt-raised": "#1a3d2f",
    "quiet": "#8fb3a2",
    "gold": "#ffd75f",
    "gold-ink": "#1c1400",
    "alarm": "#ff5f5f",
    "alarm-ink": "#000000",
}
"""What every theme needs beside Textual's own variables."""

FELT = Theme(
    name="felt",
    primary="#ffd75f",
    secondary="#87d7ff",
    warning="#ffaf5f",
    error="#ff5f5f",
    success="#5fd75f",
    accent="#ffd75f",
    foreground="#e4f0e9",
    background=VARIABLES["felt"],
    surface=VARIABLES["felt-deep"],
    panel=VARIABLES["felt-raised"],
    variables={
        **VARIABLES,
        "footer-background": VARIABLES["felt-deep"],
        "footer-key-foreground": VARIABLES["gold"],
        "block-cursor-background": VARIABLES["gold"],
        "block-cursor-foreground": VARIABLES["gold-ink"],
        "input-selection-background": "#ffd75f 40%",
    },
)
"""A dark green table."""
