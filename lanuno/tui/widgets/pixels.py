"""The faces of the cards as small pictures, one character a pixel."""

from __future__ import annotations

from lanuno.uno.cards import Face

PIXELS: dict[Face, tuple[str, ...]] = {
    Face.ZERO: ("###", "# #", "# #", "# #", "###"),
    Face.ONE: ("## ", " # ", " # ", " # ", "###"),
    Face.TWO: ("###", "  #", "###", "#  ", "###"),
    Face.THREE: ("###", "  #", " ##", "  #", "###"),
    Face.FOUR: ("# #", "# #", "###", "  #", "  #"),
    Face.FIVE: ("###", "#  ", "###", "  #", "###"),
    Face.SIX: ("###", "#  ", "###", "# #", "###"),
    Face.SEVEN: ("###", "  #", " # ", " # ", " # "),
    Face.EIGHT: ("###", "# #", "###", "# #", "###"),
    Face.NINE: ("###", "# #", "###", "  #", "###"),
    Face.SKIP: (" ### ", "#  ##", "# # #", "##  #", " ### "),
    Face.REVERSE: (" #   ", "#####", "     ", "#####", "   # "),
    Face.DRAW_TWO: ("    ###", " #    #", "### ###", " #  #  ", "    ###"),
    Face.WILD: ("#   #", "#   #", "# # #", "## ##", "#   #"),
    Face.WILD_DRAW_FOUR: ("    # #", " #  # #", "### ###", " #    #", "      #"),
}
