"""The meanings of statuses, priorities and names, and which of them can mean the same."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from recollect.core.memoised import Memoised
from recollect.validation.grammar.folding import PIECE, folded
from recollect.validation.grammar.lexicon import phrase_key, values_of_all
from recollect.validation.grammar.lexicons.organisations import FIRMS
from recollect.validation.grammar.words import word_set

_MAX_PHRASE_WORDS: Final = 4
_MAX_CACHED_PAIRS: Final = 8_192
"""Pairs of names whose comparison is cached."""

FAMILIES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("new", "open", "in_progress", "pending", "resolved", "closed", "cancelled"), "case"
    ),
    **dict.fromkeys(("operational", "down", "retired", "maintenance"), "item"),
    **dict.fromkeys(("healthy", "unhealthy"), "pod"),
}
"""The kind of thing that can have each status."""

OVER: Final = frozenset({"resolved", "closed", "cancelled"})
"""The statuses of a ticket that nobody works on any more."""

RUNNING: Final = frozenset({"open", "new", "in_progress", "pending"})
"""The statuses of a ticket that is not over."""

# For a status in a sentence, the statuses in a result that make the sentence true.
_RESULTS_THAT_FIT: Final[Mapping[str, frozenset[str]]] = {
    "open": RUNNING,
    "new": frozenset({"new", "open"}),
    "in_progress": frozenset({"in_progress", "open"}),
    "resolved": frozenset({"resolved", "closed"}),
    "down": frozenset({"down", "maintenance"}),
    "maintenance": frozenset({"down", "maintenance"}),
}
# A status given as the value of a field must be exact; but writers use these for one another.
_INTERCHANGEABLE: Final = (
    frozenset({"new", "open"}),
    frozenset({"open", "in_progress"}),
    frozenset({"down", "maintenance"}),
)
_STATES_OF_BOARDS: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(
        ("done", "erledigt", "fertig", "termine", "hecho", "listo"),
        frozenset({"resolved", "closed"}),
    ),
    **dict.fromkeys(("to do", "zu erledigen", "a faire", "por hacer"), frozenset({"new", "open"})),
}
"""Values, folded, that are words for much else in a sentence: what is said to be done is a step."""

_LEVEL: Final = re.compile(r"(?<![\d.])p?([1-5])(?![\d.])")
_NAME: Final = re.compile(r"[^\W\d_]+")
_LEGAL_FORMS: Final = FIRMS | word_set("co company corporation limited the")
_TEAM_WORDS: Final = word_set("""
    team group groupe gruppe grupo gruppo groep the of and dept department
""")
_GENERAL_TEAM_WORDS: Final = _TEAM_WORDS.union(
    "operations engineering support services desk".split()
)
_MIN_USER_LENGTH: Final = 4
TITLES: Final = word_set("""
    mr mrs ms miss dr prof herr herrn hr frau fr monsieur madame mme mlle senor senora sr sra srta
    sig signor signora heer mevrouw dhr doctor doktor docteur dottor dottore dott dottoressa doutor
    doutora doctora professor professeur senhor senhora meneer mevr don dona sir nurse schwester
""")
"""Words before a name that are no part of it."""

_LETTERS: Final = (
    *(("\u00e6", "a"), ("\u00f8", "o"), ("\u0153", "o"), ("\u0142", "l"), ("\u0111", "d")),
    *(("ae", "a"), ("oe", "o"), ("ue", "u")),
)
"""The plain forms of letters that folding keeps, and of letters with two dots spelled as two."""

_STEM_LENGTH: Final = 5
_MIN_NICKNAME_LENGTH: Final = 3


def statuses_in(text: str) -> frozenset[str]:
    """The statuses that a value names; a longer phrase counts before the words in it."""
    return _STATES_OF_BOARDS.get(folded(text)) or _meanings_in(text, "status:")


def causes_in(text: str) -> frozenset[str]:
    """The causes of failures that a value names: `OOMKilled` is `oom`."""
    return _meanings_in(text, "cause:")


def levels_in(text: str) -> frozenset[int]:
    """The levels of priority that a value names, by words and by digits: `High (1-Critical)`."""
    fold = folded(text)
    digits = {int(found) for found in _LEVEL.findall(fold)}
    return frozenset(digits | {int(each) for each in _meanings_in(text, "priority:")})


def status_agrees(status: str, known: Iterable[str], *, exactly: bool) -> bool:
    """Whether an answer may state a status if a result has those in `known`."""
    statuses = frozenset(known)
    if status in statuses:
        return True
    if exactly:
        return any(status in pair and not statuses.isdisjoint(pair) for pair in _INTERCHANGEABLE)
    return not statuses.isdisjoint(_RESULTS_THAT_FIT.get(status, frozenset()))


@lru_cache(maxsize=_MAX_CACHED_PAIRS)
def same_person(one: str, other: str) -> bool:
    """Whether two names may be one person's: in any order, partial, initials, or a user name."""
    first, second = ([username_form(word) for word in _name_words(each)] for each in (one, other))
    if not first or not second:
        return False
    if "".join(first) == "".join(second) or _is_initial(first, second):
        return True  # Femke de Graaf is femke.degraaf, and f.degraaf
    short, long = sorted((first, second), key=len)
    if all(any(_same_part(part, each) for each in long) for part in short):
        return any(len(part) > 1 for part in short)
    is_nickname = len(short) == 1 and len(short[0]) >= _MIN_NICKNAME_LENGTH
    if is_nickname and any(each.startswith(short[0]) for each in long):
        return True  # Sam for Samuel
    return _is_user_name(first, second) or _is_user_name(second, first)


def begins_name(word: str) -> bool:
    """Whether a folded word is a title or an initial, behind which a name goes on."""
    return word in TITLES or (len(word) == 1 and word.isascii())


def username_form(word: str) -> str:
    """A folded word in the form of user names: `sather` for Sæther and for saether."""
    for other, letter in _LETTERS:
        word = word.replace(other, letter)
    return word


@lru_cache(maxsize=_MAX_CACHED_PAIRS)
def same_group(one: str, other: str) -> bool:
    """Whether two teams or companies share the first distinctive word of one of their names."""
    first, second = _distinctive_words(one), _distinctive_words(other)
    return bool(first and second) and (
        any(are_spelling_variants(first[0], word) for word in second)
        or any(are_spelling_variants(second[0], word) for word in first)
    )


def are_halves(one: str, other: str) -> bool:
    """Whether each of two names of teams has a word that the other lacks.

    So it is for Network Operations and Network Support.
    """
    first, second = (frozenset(_name_words(each)) - _TEAM_WORDS for each in (one, other))
    return all(
        any(not any(_begins_as(word, each) for each in theirs) for word in mine)
        for mine, theirs in ((first, second), (second, first))
    )


def _begins_as(one: str, other: str) -> bool:
    return are_spelling_variants(one, other) or one.startswith(other) or other.startswith(one)


@lru_cache(maxsize=_MAX_CACHED_PAIRS)
def same_customer(one: str, other: str) -> bool:
    """Whether two names may be one company's: not those of Contoso Italia and Contoso Iberia."""
    first, second = _distinctive_words(one), _distinctive_words(other)
    own_words = (
        [word for word in mine if not any(are_spelling_variants(word, each) for each in theirs)]
        for mine, theirs in ((first, second), (second, first))
    )
    return same_group(one, other) and not all(own_words)


def short_name(company: str) -> str:
    """The folded name of a company without its legal form: without `, Inc.` or ` GmbH`."""
    name = folded(company).partition(",")[0]
    first, _, last = name.rpartition(" ")
    return first if first and last.strip(".") in _LEGAL_FORMS else name


def _distinctive_words(name: str) -> list[str]:
    words = [word for word in _name_words(name) if word not in _LEGAL_FORMS]
    return [word for word in words if word not in _GENERAL_TEAM_WORDS] or words


def are_spelling_variants(one: str, other: str) -> bool:
    """Whether two words are spellings of the same word, as Antwerp and Antwerpen are."""
    return one == other or (
        min(len(one), len(other)) > _MIN_USER_LENGTH and one[:_STEM_LENGTH] == other[:_STEM_LENGTH]
    )


def _meanings_in(text: str, prefix: str) -> frozenset[str]:
    words = PIECE.findall(folded(text))
    known = values_of_all(prefix)
    found: set[str] = set()
    at = 0
    while at < len(words):
        for size in range(min(_MAX_PHRASE_WORDS, len(words) - at), 0, -1):
            if means := known.get(phrase_key(words[at : at + size])):
                found |= means
                at += size - 1
                break
        at += 1
    return frozenset(found)


def _words_of_name(text: str) -> list[str]:
    words = _NAME.findall(folded(text))
    return [word for word in words if word not in TITLES] or words


_name_words: Final = Memoised(_words_of_name).__getitem__


def _is_initial(first: list[str], second: list[str]) -> bool:
    """Whether one name begins with the initial of the other, and the rest is the same."""
    is_initial = len(first[0]) == 1 or len(second[0]) == 1
    rest = "".join(first[1:])
    return is_initial and first[0][0] == second[0][0] and rest == "".join(second[1:]) != ""


def _same_part(one: str, other: str) -> bool:
    return (
        one == other or (len(one) == 1 and other[0] == one) or (len(other) == 1 and one[0] == other)
    )


def _is_user_name(user: list[str], name: list[str]) -> bool:
    """Whether `user` is a user name made from `name`, as `jsmith` and `smithj` from John Smith."""
    if len(user) != 1 or len(name) < 2 or len(user[0]) < _MIN_USER_LENGTH:  # noqa: PLR2004  # a first and a last name
        return False
    first, last = name[0], name[-1]
    return user[0] in {first[0] + last, last + first[0], first + last, first + last[0], last}
