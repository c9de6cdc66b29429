"""Start lanuno, setting it up first where it has never been started."""

import sys

from python_version import refuse_old_python

refuse_old_python()

import environment


def main():
    python = environment.for_players()
    environment.become(python, "lanuno", sys.argv[1:])


if __name__ == "__main__":
    environment.run(main)
