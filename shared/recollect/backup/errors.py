"""What keeps a backup from being taken or restored."""

from recollect.core.errors import RecollectError


class BackupRefused(RecollectError):
    """It was not begun, and nothing was written."""


class PageTaken(RecollectError):
    """A page of this number is there already: somebody else takes the same backup."""

    def __init__(self, number: int) -> None:
        super().__init__(f"page {number} was written meanwhile: somebody else takes this backup")


class DamagedPage(RecollectError):
    """A page of a backup is not as it was written, or is not there; `number` is counted from 1."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"page {number} of the backup {reason}")
        self.number = number
