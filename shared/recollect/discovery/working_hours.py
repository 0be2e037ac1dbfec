"""Business hours: days and hours in a time zone."""

from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class WorkingHours:
    """Days (0 is Monday) and hours of an IANA time zone, from `start` until just before `end`.

    If `end` is before `start`, the hours go on into the next day; if both are the same, they last
    the whole day.
    """

    time_zone: str
    days: frozenset[int]
    start: time
    end: time

    def are_now(self, now: datetime) -> bool | None:
        """Whether `now` is within the hours; None if the zone is unknown."""
        try:
            local = now.astimezone(ZoneInfo(self.time_zone))
        except (KeyError, ValueError, OSError):  # unknown; not a name; a directory of zones
            return None
        day, at = local.weekday(), local.time()
        if self.start < self.end:
            return day in self.days and self.start <= at < self.end
        began_yesterday = (day - 1) % 7 in self.days and at < self.end
        return (day in self.days and at >= self.start) or began_yesterday
