"""The errors of taking or restoring a backup."""

from recollect.core.errors import RecollectError


class BackupRefused(RecollectError):
    """The backup or restore was refused; nothing was written."""


class PageTaken(RecollectError):
    """The page of this number exists already: somebody else is taking the same backup."""

    def __init__(self, number: int) -> None:
        super().__init__(f"page {number} was written meanwhile: somebody else takes this backup")


class DamagedPage(RecollectError):
    """A page of a backup is missing, or not as it was written; `number` counts from 1."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"page {number} of the backup {reason}")
        self.number = number
