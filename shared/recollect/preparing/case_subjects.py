"""What a matter is about, as far as its cases and its thread say it, to ask for the rest with."""

from collections.abc import Iterable

from recollect.core.invisible import visible
from recollect.discovery.caching import CaseInBrief
from recollect.discovery.schema import SlackMessage
from recollect.discovery.threads import ThreadMessage
from recollect.language.texts import collapsed


def case_subjects(cases: Iterable[CaseInBrief], messages: Iterable[SlackMessage]) -> str:
    """The short descriptions of the cases, a line each; without any, what users said, else "".

    Whoever writes to the desk chooses these texts: what no question may hold is not in it.
    """
    asked = (each.text for each in messages if each.role == "user")
    return _lines(each.short_description for each in cases) or _lines(asked)


def _lines(texts: Iterable[str]) -> str:
    lines = (collapsed(visible(each)) for each in texts)
    return "\n".join(each for each in lines if ThreadMessage("user", each, "").says_something)
