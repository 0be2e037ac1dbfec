"""The subject of a request, from its cases and its thread, to be used as a query for the rest."""

from collections.abc import Iterable

from recollect.core.invisible import visible
from recollect.discovery.caching import CaseInBrief
from recollect.discovery.schema import SlackMessage
from recollect.discovery.threads import ThreadMessage
from recollect.language.texts import collapsed


def case_subjects(cases: Iterable[CaseInBrief], messages: Iterable[SlackMessage]) -> str:
    """The short descriptions of the cases, a line each; without any, what users said, else "".

    Whoever writes to the desk chooses these texts, so that characters that no query may contain are
    removed.
    """
    asked = (each.text for each in messages if each.role == "user")
    return _lines(each.short_description for each in cases) or _lines(asked)


def _lines(texts: Iterable[str]) -> str:
    lines = (collapsed(visible(each)) for each in texts)
    return "\n".join(each for each in lines if ThreadMessage("user", each, "").says_something)
