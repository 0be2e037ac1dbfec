"""Where the sample events and data are: `events` in a checkout, `infra/events` in the wheel."""

from pathlib import Path
from typing import Final

_INSTALLED: Final = Path(__file__).parent / "events"
EVENTS_FOLDER: Final = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[1] / "events"
"""The folder of sample events, with one folder per function."""

DATA_FOLDER: Final = EVENTS_FOLDER / "data"
"""The folder of sample data, for stores and emulators."""
