"""`python -m chapterverse`: the same as the command `chapterverse`."""

from chapterverse.cli import main

main()
