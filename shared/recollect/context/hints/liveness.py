"""Whether evidence tells of what is so now, or of what was, may be, or is only practised."""

import re
from datetime import datetime, timedelta

from recollect.context.hints.reading import EvidenceReading
from recollect.core.timestamps import parse_moment

RECENT = timedelta(days=3)
"""What an incident may be old at most to be live, unless its state says that it is open."""
OPEN = timedelta(days=14)
TESTED = timedelta(days=30)
"""What the result of a test may be old at most to say anything of the code."""

_BACKGROUND = frozenset(
    """
    drill exercise game_day simulation policy runbook playbook guide guideline procedure postmortem
    post_mortem retrospective report contract documentation docs definition faq plan template
    """.split()
)
_OPEN = frozenset({"open", "new", "in_progress", "investigating", "ongoing", "active", "firing"})
# What a text says of itself, wherever that stands, or at its beginning.
_PRACTISED = re.compile(
    r"\b(?:drills?|exercise|game ?day|simulat(?:ed|ion)|rehears\w+|dry[- ]run|table-?top"
    r"|post-?mortem|retrospective|lessons learned)\b"
)
# What is matched is not given back: a line of thousands of dashes would be tried from each of them.
_LABELLED = re.compile(
    r"\W*+(?:[\w-]++ ){0,2}(?:policy|runbook|playbook|guide|guidelines?|procedure|how-?to|faq"
    r"|report|definitions?|sla|template|checklist|contract)\s?[:\u2013-]"
)
_DEFINES = re.compile(
    r"\W*+(?:an? )?(?:p\d|sev(?:erity)?[ -]?\d)(?: \w+)? ?(?:is an?\b|is when|means|=)"
)
_OVER = re.compile(
    r"\b(?:resolved|recovered|restored|mitigated|fixed|back to normal|healthy again|back up"
    r"|up again|works again|all clear|no longer|not any ?more|false alarm)\b"
)
_NOT_YET = re.compile(
    r"(?:\b(?:not|never|cannot|must|should|needs?|to|until|unless|will|being|be|if|when|nothing)"
    r"|n['’]t)(?: \w+){0,3} $"
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|once|should|in case of|in the event of|in an?|during an?|for an?"
    r"|what is|what are|what does|how do we|how to|who)\b[^.!?;\n]*$"
)
_LOOKED_BACK = 64


def is_background(item: EvidenceReading) -> bool:
    """Whether it tells how things are done, practised or were: a policy, a drill, a postmortem."""
    said = item.tags.union(item.words("kind", "type", "category"))
    if not _BACKGROUND.isdisjoint(said):
        return True
    return any(each(item.text) for each in (_PRACTISED.search, _LABELLED.match, _DEFINES.match))


def is_live(item: EvidenceReading, now: datetime) -> bool:
    """Whether something is the matter: recent, open, not said to be over, no background."""
    if item.is_closed or is_background(item) or _is_over(item.text):
        return False
    is_open = not _OPEN.isdisjoint(item.words("status", "state"))
    return is_of_late(item, now, OPEN if is_open else RECENT)


def is_of_late(item: EvidenceReading, now: datetime, limit: timedelta) -> bool:
    """Whether it is no older than that; what has no date may be of now."""
    created = parse_moment(item.fields.get("created_at"))
    return created is None or now - created <= limit


def is_conditional(text: str, at: int) -> bool:
    """Whether what stands there in a text `for_signs` is only asked about, or may come."""
    return _CONDITION.search(text[max(0, at - _LOOKED_BACK) : at]) is not None


def asks_of_background(text: str) -> bool:
    """Whether a question, made `for_signs`, is about a drill or a postmortem."""
    return _PRACTISED.search(text) is not None


def _is_over(text: str) -> bool:
    found = _OVER.finditer(text)
    return any(
        not _NOT_YET.search(text[max(0, each.start() - _LOOKED_BACK) : each.start()])
        for each in found
    )
