"""`python -m lanuno` starts what `lanuno` starts."""

from lanuno.cli import main

main()
