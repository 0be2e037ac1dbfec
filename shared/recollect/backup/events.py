"""The event that starts a backup."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class BackUpStores(BaseModel):
    """Begin the day's backup or continue it; a complete one stays as it is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: Literal["backup"]
