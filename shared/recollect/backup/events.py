"""Events that speak of backups."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class BackUpStores(BaseModel):
    """Time to go on with the day's backup, or to begin it; nothing where it is whole."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: Literal["backup"]
