"""Tell an old Python that it is too old, in words that it can read itself."""

import sys

OLDEST = (3, 11)  # as in pyproject.toml


def refuse_old_python():
    """End the program with one sentence unless this Python is new enough."""
    if sys.version_info < OLDEST:
        sys.exit(
            "lanuno needs Python %d.%d or newer, and this is Python %d.%d. Install a newer one "
            "(https://www.python.org/downloads) and start this script with it, for example: "
            "python3.13 %s" % (OLDEST + tuple(sys.version_info[:2]) + (sys.argv[0],))
        )
