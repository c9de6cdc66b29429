"""
Every sentence that a player reads, in the player's language; needs no screen.

`story` tells events, `prompts` says what one can do, `words` names cards, colors and
rules, `faults` explains what did not work, `labels` holds what stands on the screens.
"""
