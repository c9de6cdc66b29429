"""`python -m tests.quick` is lanuno with bots that take no time to think: a game is over soon."""

from lanuno.cli import main
from lanuno.net import match

SECONDS = 0.01

if __name__ == "__main__":
    match.delay = lambda _view, _chance: SECONDS
    main()
