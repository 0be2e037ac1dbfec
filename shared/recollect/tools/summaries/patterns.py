"""The pattern of similar cases, in so few words that no single case can be recognised."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.language.terms import terms
from recollect.language.texts import shortened
from recollect.tools.plain import plain
from recollect.tools.summaries.anonymous import anonymous
from recollect.tools.summaries.phrases import sentences
from recollect.tools.summaries.root_causes import root_causes

MAX_PATTERN_CHARS: Final = 60
_MAX_PRIORITY_LENGTH = 12
_MIN_CASES: Final = 2
# The beginning of a text says what the case is about.
_MAX_READ = 4_000


@dataclass(frozen=True, slots=True)
class PatternCase:
    """The parts of a similar case that a pattern is made from."""

    text: str
    title: str = ""
    cause: str = ""
    priority: str = ""
    names: tuple[str, ...] = ()
    """The names of its customer and of the people who worked on it; kept out of the pattern."""


def pattern_summary(cases: Sequence[PatternCase]) -> str:
    """`[pattern] ([root cause]) - [priority]` of cases, best first; at most 60 characters.

    It has no numbers of cases, hosts or addresses, nor names of customers and people as far as
    `anonymous` knows them. Unknown parts are left out; without a pattern and a cause it is "".
    """
    issue = next(filter(None, map(_issue, cases)), "")
    cause = _cause(cases)
    priority = _most_frequent((each,) for case in cases if (each := _priority(case.priority)))
    if not issue and cause:
        issue, cause = f"{cause[0].upper()}{cause[1:]} issue", ""
    if not issue:
        return ""
    ending = (f" ({cause})" if cause else "") + (f" - {priority} priority" if priority else "")
    return shortened(issue, MAX_PATTERN_CHARS - len(ending)) + ending


def _issue(case: PatternCase) -> str:
    """The problem of a case, without anything that identifies the case."""
    first = (next(sentences(text[:_MAX_READ]), "") for text in (case.title, case.text))
    return next(filter(_says_enough, (anonymous(text, case.names) for text in first)), "")


def _says_enough(issue: str) -> bool:
    """Whether it has two words or more; one, such as `Down`, may be left of "fw01 down"."""
    return sum(any(map(str.isalpha, term)) for term in terms(issue)) > 1


def _cause(cases: Sequence[PatternCase]) -> str:
    """The cause of the best case that is most frequent among all; its title has only symptoms.

    If the best case names none, the most frequent cause of all, if at least two cases have it: one
    case is no pattern.
    """
    own = (_causes(case.cause, case.text) for case in cases[:1])
    named = [_causes(case.cause, case.title, case.text) for case in cases]
    if among := next(own, ()):
        return _most_frequent(named, among)
    found = _most_frequent(named)
    return found if sum(found in each for each in named) >= _MIN_CASES else ""


def _causes(*texts: str) -> Sequence[str]:
    """The kinds of causes in the first of these texts that names any."""
    named = (tuple(root_causes(plain(text[:_MAX_READ]))) for text in texts)
    return next(filter(None, named), ())


def _most_frequent(given: Iterable[Iterable[str]], among: Sequence[str] = ()) -> str:
    """The most frequent, of those in `among` if given; of equals the first, the best case's."""
    counts = Counter(each for some in given for each in some)
    return max(among or counts, key=lambda each: counts[each], default="")


def _priority(label: str) -> str:
    """`2 - High` and `High (1-Critical)` are high; a number alone is an internal code."""
    letters = "".join(c if c.isalpha() else " " for c in plain(label).casefold())
    names = (word for word in letters.split() if 1 < len(word) <= _MAX_PRIORITY_LENGTH)
    return next(names, "")
