"""Whether evidence is about the present, or about the past, a possibility or an exercise."""

import re
from datetime import datetime, timedelta

from recollect.context.hints.situation import EvidenceReading
from recollect.core.timestamps import parse_moment

RECENT = timedelta(days=3)
"""The greatest age of a live incident whose state does not say that it is open."""
OPEN = timedelta(days=14)
TESTED = timedelta(days=30)
"""The greatest age of a test result that still says something about the code."""

_BACKGROUND = frozenset(
    """
    drill exercise game_day simulation policy runbook playbook guide guideline procedure postmortem
    post_mortem retrospective report contract documentation docs definition faq plan template
    """.split()
)
_OPEN = frozenset({"open", "new", "in_progress", "investigating", "ongoing", "active", "firing"})
# What kind of text it is: words that may stand anywhere, and labels at its beginning.
_PRACTISED = re.compile(
    r"\b(?:drills?|exercise|game ?day|simulat(?:ed|ion)|rehears\w+|dry[- ]run|table-?top"
    r"|post-?mortem|retrospective|lessons learned)\b"
)
# Possessive, since a line of thousands of dashes would otherwise be tried from each of them.
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
_CONTEXT_CHARS = 64


def is_background(item: EvidenceReading) -> bool:
    """Whether an item describes how things are done, practised or were, like a policy or drill."""
    kinds = item.tags.union(item.words("kind", "type", "category"))
    if not _BACKGROUND.isdisjoint(kinds):
        return True
    return any(each(item.text) for each in (_PRACTISED.search, _LABELLED.match, _DEFINES.match))


def is_live(item: EvidenceReading, now: datetime) -> bool:
    """Whether an item reports a present problem: recent, open, not over, no background."""
    if item.is_closed or is_background(item) or _is_over(item.text):
        return False
    is_open = not _OPEN.isdisjoint(item.words("status", "state"))
    return is_of_late(item, now, OPEN if is_open else RECENT)


def is_of_late(item: EvidenceReading, now: datetime, limit: timedelta) -> bool:
    """Whether an item is no older than `limit`; an item without a date may be new."""
    created = parse_moment(item.fields.get("created_at"))
    return created is None or now - created <= limit


def is_conditional(text: str, at: int) -> bool:
    """Whether the sign at index `at` of a text `for_signs` is only asked about or possible."""
    return _CONDITION.search(text[max(0, at - _CONTEXT_CHARS) : at]) is not None


def asks_of_background(text: str) -> bool:
    """Whether a question (made by `for_signs`) is about a drill or a postmortem."""
    return _PRACTISED.search(text) is not None


def _is_over(text: str) -> bool:
    found = _OVER.finditer(text)
    return any(
        not _NOT_YET.search(text[max(0, each.start() - _CONTEXT_CHARS) : each.start()])
        for each in found
    )
