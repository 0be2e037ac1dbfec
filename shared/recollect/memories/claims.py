"""Claims: the right to add or to remove a memory's record, held by one request at a time."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from recollect.core.errors import StoreError, StoreUnavailable
from recollect.core.ids import Key

# Somebody else holds the claim: look again after this many seconds, for longer than a claim lives.
POLL_SECONDS = 0.03
POLLS = 220


class Claims(Protocol):
    """The counting store, as whoever gives a claim back sees it."""

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back without having done anything."""


def still_busy() -> StoreUnavailable:
    """The error when a claim was not to be had."""
    return StoreUnavailable("memories", "another request is still adding or removing it")


@asynccontextmanager
async def given_back_on_failure(
    keys: Sequence[Key], token: str, claims: Claims
) -> AsyncIterator[None]:
    """Let a repeat of what failed have the claims at once, rather than when they expire."""
    try:
        yield
    except StoreError as failure:
        try:
            await claims.release(keys, token)
        except StoreError as second:
            failure.add_note(f"the claim was not given back and expires by itself: {second}")
        raise
