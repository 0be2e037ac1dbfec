"""The environment of backups."""

from dataclasses import dataclass
from typing import Annotated

from recollect.settings.declared import Settings, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupSettings(Settings):
    """The bucket that scheduled backups go to; "" where there is none."""

    bucket: Annotated[str, Token("BACKUP_BUCKET", given_by="stack")] = ""
