"""Names of items that are words: "Altus EHR", "payroll database".

Nothing tells them from other words, so every run of words may be one; only an item with exactly
that name will be found. What is written like a name is asked for first.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from recollect.language.terms import STOP_WORDS

_MOST_READ: Final = 4_000
_SHORTEST: Final = 3
# What stands between two words of a name is one blank or a hyphen's.
_RUN = re.compile(r"(?<![\w.:/@\\-])[^\W_][\w&+'’-]*(?:[ \t][^\W_][\w&+'’-]*)*")
_POSSESSIVE = re.compile(r"['’]s$")


def phrases(texts: Sequence[str], limit: int) -> list[str]:
    """At most `limit` runs of words that may be a name, as they stand, each once.

    Those of one to four words in capitals come first, longer ones before shorter ones, then others
    of two or three words; none begins or ends with a word such as "the". Of each text the first
    4,000 characters are read.
    """
    runs = [
        [_POSSESSIVE.sub("", word) for word in match.group().split()]
        for text in texts
        for match in _RUN.finditer(text[:_MOST_READ])
    ]
    named = (_in_capitals(run) for run in runs)
    capital = [part for parts in named for run in parts for part in _parts(run, (4, 3, 2, 1))]
    found: dict[str, str] = {}
    for phrase in chain(capital, _each(runs, 2), _each(runs, 3)):
        if len(found) == limit:
            break
        if len(phrase) >= _SHORTEST:
            found.setdefault(phrase.casefold(), phrase)
    return list(found.values())


def _in_capitals(run: Sequence[str]) -> list[list[str]]:
    """The longest parts of a run of which each word begins with a capital or a digit."""
    marked = groupby(run, key=lambda word: word[0].isupper() or word[0].isdigit())
    return [list(words) for is_capital, words in marked if is_capital]


def _each(runs: Sequence[Sequence[str]], size: int) -> Iterator[str]:
    return chain.from_iterable(_parts(run, (size,)) for run in runs)


def _parts(run: Sequence[str], sizes: Sequence[int]) -> Iterator[str]:
    """The parts of a run of these many words that may be a name."""
    for size in sizes:
        for start in range(len(run) - size + 1):
            part = run[start : start + size]
            # "Core A" may be a name, "The core" and "core of" are none.
            is_bare = part[0].casefold() in STOP_WORDS or part[-1] in STOP_WORDS
            content = (word for word in part if word.casefold() not in STOP_WORDS)
            is_designator = size == 1 and not part[0].isalpha()
            if not is_bare and not is_designator and any(map(str.isalpha, "".join(content))):
                yield " ".join(part)
