"""The walk of an erasure through all repositories, page by page, and a second walk to verify it.

A request does as much as its time and its limit allow, and answers a cursor to continue. What it
had erased before it broke off is gone for its repeat, so repeating does no harm; it is not counted
twice either.
"""

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Protocol, Self

from recollect.core.cursors import Cursors
from recollect.core.timestamps import iso
from recollect.erasure.subject import (
    KINDS,
    Counts,
    ErasedKind,
    ErasureReceipt,
    ErasureRequest,
    Proof,
)

# As many as can be removed or embedded anew within the seconds that are left for a page.
_AT_ONCE: Final = 50


@dataclass(frozen=True, slots=True)
class ErasurePage:
    """A page of a repository: how many were `asked`, how many of them are to be removed or masked.

    `erase` does that. `following` is the cursor of the repository's next page, "" at its end.
    """

    asked: int
    following: str
    removed: Mapping[ErasedKind, int]
    masked: Mapping[ErasedKind, int]
    erase: Callable[[], Awaitable[None]]

    @property
    def found(self) -> int:
        """How many records or keys hold the subject."""
        return sum(self.removed.values()) + sum(self.masked.values())


class ErasureRepository(Protocol):
    """A repository of records or keys, read page by page."""

    @property
    def name(self) -> str:
        """Its name; the walk visits repositories in the order of their names."""

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor` ("" for the first). Raises StoreError."""


@dataclass(frozen=True, slots=True)
class _Progress:
    """How far an erasure has come: where it continues, and what was counted so far."""

    id: str
    at: str
    is_verifying: bool = False
    repository: str = ""
    cursor: str = ""
    removed: Counter[ErasedKind] = field(default_factory=Counter)
    masked: Counter[ErasedKind] = field(default_factory=Counter)
    asked: int = 0
    found: int = 0
    known_as: Sequence[str] = ()
    is_over: bool = False

    def as_text(self) -> str:
        """The progress as a text, short enough for a cursor."""
        counts = [[each[kind] for kind in KINDS] for each in (self.removed, self.masked)]
        where = [int(self.is_verifying), self.repository, self.cursor]
        values = [self.id, self.at, *where, *counts, self.asked, self.found, self.known_as]
        return json.dumps(values, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> Self:
        """The progress that `as_text` wrote."""
        run, at, is_verifying, repository, cursor, *counted, known_as = json.loads(text)
        removed, masked, asked, found = counted
        return cls(
            id=run,
            at=at,
            is_verifying=bool(is_verifying),
            repository=repository,
            cursor=cursor,
            removed=_counter(removed),
            masked=_counter(masked),
            asked=asked,
            found=found,
            known_as=known_as,
        )


def _counts(counter: Mapping[ErasedKind, int]) -> Counts:
    return Counts.model_validate(dict(counter))


def _counter(numbers: Sequence[int]) -> Counter[ErasedKind]:
    return Counter(dict(zip(KINDS, numbers, strict=True)))


@dataclass(frozen=True, slots=True)
class Eraser:
    """Erases a subject from repositories until its time is up.

    `known_as` reads, once, the digests by which a customer is found, and `repositories` answers the
    repositories to walk for them. `new_id`, `subject` (its hash) and `unreached` are for the
    receipt.
    """

    known_as: Callable[[], Awaitable[Sequence[str]]]
    repositories: Callable[[Sequence[str]], Awaitable[Sequence[ErasureRepository]]]
    now: datetime
    time_is_up: Callable[[], bool]
    new_id: str
    subject: str
    unreached: tuple[str, ...] = ()

    async def erase(self, asked: ErasureRequest, cursors: Cursors) -> ErasureReceipt:
        """Begin or continue an erasure; InvalidRequest if the cursor is not of this request."""
        place = cursors.opened(asked.cursor)
        progress = _Progress.read(place) if place else await self._begun()
        progress = await self._walk(progress, asked)
        return ErasureReceipt(
            id=progress.id,
            at=progress.at,
            subject=self.subject,
            dry_run=asked.dry_run,
            removed=_counts(progress.removed),
            masked=_counts(progress.masked),
            proof=Proof(asked=progress.asked, found=progress.found, unreached=self.unreached),
            next_cursor=None if progress.is_over else cursors.sealed(progress.as_text()),
        )

    async def _begun(self) -> _Progress:
        return _Progress(self.new_id, iso(self.now), known_as=await self.known_as())

    async def _walk(self, progress: _Progress, asked: ErasureRequest) -> _Progress:
        room = asked.limit
        repositories = sorted(
            await self.repositories(progress.known_as), key=lambda each: each.name
        )
        while not progress.is_over:
            repository = next(
                (each for each in repositories if each.name >= progress.repository), None
            )
            if repository is None:
                is_over = asked.dry_run or progress.is_verifying
                progress = replace(
                    progress, is_verifying=True, repository="", cursor="", is_over=is_over
                )
                continue
            if room <= 0 or self.time_is_up():
                break
            cursor = progress.cursor if repository.name == progress.repository else ""
            page = await repository.page(cursor, min(_AT_ONCE, room))
            progress = await self._page_done(page, progress, dry_run=asked.dry_run)
            # With \0 it sorts directly after this repository, before the next one.
            following = repository.name if page.following else f"{repository.name}\0"
            progress = replace(progress, repository=following, cursor=page.following)
            room -= max(page.asked, 1)
        return progress

    async def _page_done(
        self, page: ErasurePage, progress: _Progress, *, dry_run: bool
    ) -> _Progress:
        if dry_run or progress.is_verifying:
            progress = replace(
                progress, asked=progress.asked + page.asked, found=progress.found + page.found
            )
        if progress.is_verifying:
            return progress
        if page.found and not dry_run:
            await page.erase()
        return replace(
            progress,
            removed=progress.removed + Counter(page.removed),
            masked=progress.masked + Counter(page.masked),
        )
