"""What a stated duration may stand for: `over five hours` for 5 h 50 min.

It is another duration where words such as `target` or `normally` stand around it.
"""

import re
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.quantities import Amount
from recollect.validation.grammar.units import DAY

ENDING: Final = re.compile(
    r"\s*(?:[.,;:!)(|\n\u2013\u2014]|$|(?:and|und|y|et|e|en|from|in total|altogether)\s)"
)
"""What may follow how long a ticket took; not the `of work` in `35 minutes of work`."""

OTHER_DURATION: Final = re.compile(
    r"\b(?:sla|target|limit|allow\w*|permit\w*|within|inside|latest|early|later than|at most"
    r"|business"
    r"|working|net|hands|work\w*around|provisional\w*|normal\w*|usual\w*|could|would|frist|ziel"
    r"|erlaubt|arbeits\w+|innerhalb|spatestens|plazo|objetivo|laborables|prazo|uteis|delai|ouvr\w+"
    r"|entro|lavorativ\w+|binnen|doel|werk\w*)\b"
)
"""Words for how long a ticket might take, or for how long somebody worked on it."""

_NEARLY: Final = re.compile(
    r"\b(?:nearly|almost|close to|fast|knapp|casi|presque|quase|quasi|bijna)\s$"
)
REACH: Final = 80
"""Characters around a duration that are searched for words about it."""

SHORT_REACH: Final = 25
"""Characters beside a duration that are searched for words which belong to it."""

_MIN_RATIO: Final = 0.75
"""The share of one duration that another one must have to be about as long."""


def fits_minutes(stated: Amount, minutes: float, context: ClauseContext) -> bool:
    """Whether a stated duration may stand for so many minutes.

    It may be a quarter off, one stated in days or longer units by one unit, and `over five hours`
    may be longer.
    """
    unit = stated.value / stated.number if stated.number else 1.0
    if unit >= DAY and abs(stated.value - minutes) <= unit:
        return True
    if _MIN_RATIO * minutes <= stated.value <= minutes / _MIN_RATIO:
        return True
    is_near = _NEARLY.search(context.fold, max(0, stated.start - SHORT_REACH), stated.start)
    return is_near is None and bool(stated.bound) and stated.agrees(minutes)
