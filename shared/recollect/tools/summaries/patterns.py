"""The pattern of similar cases, in so few words that no single case is recognised."""

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

LONGEST_PATTERN: Final = 60
_LONGEST_PRIORITY = 12
_COMMON: Final = 2
# What a case is about stands at its beginning.
_MOST_READ = 4_000


@dataclass(frozen=True, slots=True)
class PatternCase:
    """A similar case as far as a pattern is made from it."""

    text: str
    title: str = ""
    cause: str = ""
    priority: str = ""
    names: tuple[str, ...] = ()
    """Whose case it was, and who worked on it; kept out of the pattern."""


def pattern_summary(cases: Sequence[PatternCase]) -> str:
    """`[pattern] ([root cause]) - [priority]` of cases, best first; at most 60 characters.

    No numbers of cases, hosts or addresses, nor customers and people as far as `anonymous` knows
    them. What is not known is left out; without a pattern or cause it is "".
    """
    issue = next(filter(None, map(_issue, cases)), "")
    cause = _cause(cases)
    priority = _most_frequent((each,) for case in cases if (each := _priority(case.priority)))
    if not issue and cause:
        issue, cause = f"{cause[0].upper()}{cause[1:]} issue", ""
    if not issue:
        return ""
    ending = (f" ({cause})" if cause else "") + (f" - {priority} priority" if priority else "")
    return shortened(issue, LONGEST_PATTERN - len(ending)) + ending


def _issue(case: PatternCase) -> str:
    """What a case is about, without anything that identifies it."""
    first = (next(sentences(text[:_MOST_READ]), "") for text in (case.title, case.text))
    return next(filter(_says_enough, (anonymous(text, case.names) for text in first)), "")


def _says_enough(issue: str) -> bool:
    """Whether it is more than the one word, such as `Down`, that is left of a host's name."""
    return sum(any(map(str.isalpha, term)) for term in terms(issue)) > 1


def _cause(cases: Sequence[PatternCase]) -> str:
    """The most frequent cause, of those of the best case; a title has symptoms, no causes.

    Where that names none, the most frequent of all, if two have it: one tells of itself alone.
    """
    own = (_causes(case.cause, case.text) for case in cases[:1])
    named = [_causes(case.cause, case.title, case.text) for case in cases]
    if among := next(own, ()):
        return _most_frequent(named, among)
    found = _most_frequent(named)
    return found if sum(found in each for each in named) >= _COMMON else ""


def _causes(*texts: str) -> Sequence[str]:
    """The kinds of causes that the first of these texts names that names any."""
    named = (tuple(root_causes(plain(text[:_MOST_READ]))) for text in texts)
    return next(filter(None, named), ())


def _most_frequent(given: Iterable[Iterable[str]], among: Sequence[str] = ()) -> str:
    """The most frequent, if given `among` these; of equals the first, which is of the best case."""
    counts = Counter(each for some in given for each in some)
    return max(among or counts, key=lambda each: counts[each], default="")


def _priority(label: str) -> str:
    """`2 - High` and `High (1-Critical)` are high; a number alone is an internal code."""
    letters = "".join(c if c.isalpha() else " " for c in plain(label).casefold())
    names = (word for word in letters.split() if 1 < len(word) <= _LONGEST_PRIORITY)
    return next(names, "")
