"""The colors of the screens, as variables that the styles name, in every theme."""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES, Theme

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
    "card-green-rim": "#005000",  # a darker step, since #005f00 is the green of the field in 16
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
"""What every theme needs beside Textual's own variables; those of the dark green table."""


def _theme(name: str, foreground: str, *, dark: bool = True, **changed: str) -> Theme:
    # Only with the terminal's own colors does what lies behind the window shine through.
    ansi = changed.get("felt") == "ansi_default"
    own = VARIABLES | {name.replace("_", "-"): color for name, color in changed.items()}
    return Theme(
        name=name,
        primary=own["gold"],
        secondary=own["card-blue-glow"],
        warning=own["gold"],
        error=own["alarm"],
        success=own["card-green-glow"],
        accent=own["gold"],
        foreground=foreground,
        background=own["felt"],
        surface=own["felt-deep"],
        panel=own["felt-raised"],
        dark=dark,
        ansi=ansi,
        variables={
            **(BUILTIN_THEMES["ansi-dark"].variables if ansi else {}),
            **own,
            "footer-background": own["felt-deep"],
            "footer-key-foreground": own["gold"],
            "block-cursor-background": own["gold"],
            "block-cursor-foreground": own["gold-ink"],
            "input-selection-background": own["gold"] if ansi else f"{own['gold']} 40%",
        },
    )


THEMES = (
    _theme("dark", "#e4f0e9"),
    _theme(
        "light",
        "#12261c",
        dark=False,
        felt="#eef3e6",
        felt_deep="#dde7d6",
        felt_raised="#c9d9c3",
        quiet="#48604f",
        gold="#6b4300",
        gold_ink="#ffffff",
        alarm="#a8001c",
        alarm_ink="#ffffff",
        card_selected="#000000",
        card_selected_ink="#ffffff",
    ),
    _theme(
        "contrast",
        "#ffffff",
        felt="#000000",
        felt_deep="#000000",
        felt_raised="#262626",
        quiet="#d7d7d7",
        gold="#ffff00",
        gold_ink="#000000",
        alarm="#ff5f5f",
        card_back="#000000",
        card_back_ink="#ffffff",
        card_back_rim="#ffffff",
        card_wild="#000000",
        card_wild_rim="#ffffff",
    ),
    _theme(
        "transparent",
        "ansi_default",
        felt="ansi_default",
        felt_deep="ansi_default",
        felt_raised="ansi_default",
        quiet="ansi_default",
        gold="ansi_yellow",
        gold_ink="ansi_black",
        alarm="ansi_bright_red",
        alarm_ink="ansi_black",
    ),
)
"""Those that can be chosen; they are called as they are in the settings."""
