"""The writers of tests: an editor with all rights, and two agents."""

from typing import Final

from recollect.core.writer import Writer

EDITOR: Final = Writer("editor", relays=True, takes_over=True)
ANN: Final = Writer("ann", max_trust=0.7)
BOB: Final = Writer("bob", max_trust=0.7)
