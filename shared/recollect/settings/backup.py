"""The settings of backups."""

from dataclasses import dataclass
from typing import Annotated

from recollect.settings.declared import Settings, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupSettings(Settings):
    """The bucket for scheduled backups; "" if there is none."""

    bucket: Annotated[str, Token("BACKUP_BUCKET", given_by="stack")] = ""
