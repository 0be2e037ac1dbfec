"""When somebody works: days and hours in a time zone."""

from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class WorkingHours:
    """Days (0 is Monday) and hours of an IANA zone, from `start` until just before `end`.

    Hours that end before they start go on into the next day; where both are the same, they are the
    whole day.
    """

    time_zone: str
    days: frozenset[int]
    start: time
    end: time

    def are_now(self, now: datetime) -> bool | None:
        """Whether somebody works at `now`; None where the zone is unknown."""
        try:
            local = now.astimezone(ZoneInfo(self.time_zone))
        except (KeyError, ValueError, OSError):  # unknown; no name of a zone; a folder of zones
            return None
        day, at = local.weekday(), local.time()
        if self.start < self.end:
            return day in self.days and self.start <= at < self.end
        began_yesterday = (day - 1) % 7 in self.days and at < self.end
        return (day in self.days and at >= self.start) or began_yesterday
