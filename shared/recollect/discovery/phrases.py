"""Names of items that consist of words: "Altus EHR", "payroll database".

Nothing distinguishes them from other words, so every run of words may be one. That is harmless:
only an item with exactly that name is found. What is written like a name, in capitals, comes first.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from recollect.language.terms import STOP_WORDS

_MAX_READ_CHARS: Final = 4_000
_MIN_CHARS: Final = 3
# Between two words of a name stands a single blank or tab.
_RUN = re.compile(r"(?<![\w.:/@\\-])[^\W_][\w&+'’-]*(?:[ \t][^\W_][\w&+'’-]*)*")
_POSSESSIVE = re.compile(r"['’]s$")


def phrases(texts: Sequence[str], limit: int) -> list[str]:
    """At most `limit` runs of words that may be a name, as written, each once.

    Runs of one to four capitalized words come first, longer ones before shorter ones; then other
    runs of two words, then of three. None begins or ends with a stop word such as "the". Only the
    first 4,000 characters of each text are read.
    """
    runs = [
        [_POSSESSIVE.sub("", word) for word in match.group().split()]
        for text in texts
        for match in _RUN.finditer(text[:_MAX_READ_CHARS])
    ]
    named = (_in_capitals(run) for run in runs)
    capital = [part for parts in named for run in parts for part in _parts(run, (4, 3, 2, 1))]
    found: dict[str, str] = {}
    for phrase in chain(capital, _parts_of_all(runs, 2), _parts_of_all(runs, 3)):
        if len(found) == limit:
            break
        if len(phrase) >= _MIN_CHARS:
            found.setdefault(phrase.casefold(), phrase)
    return list(found.values())


def _in_capitals(run: Sequence[str]) -> list[list[str]]:
    """The longest parts of a run in which each word begins with a capital or a digit."""
    marked = groupby(run, key=lambda word: word[0].isupper() or word[0].isdigit())
    return [list(words) for is_capital, words in marked if is_capital]


def _parts_of_all(runs: Sequence[Sequence[str]], size: int) -> Iterator[str]:
    return chain.from_iterable(_parts(run, (size,)) for run in runs)


def _parts(run: Sequence[str], sizes: Sequence[int]) -> Iterator[str]:
    """The parts of a run that have one of these numbers of words and may be a name."""
    for size in sizes:
        for start in range(len(run) - size + 1):
            part = run[start : start + size]
            # "Core A" may be a name; "The core" and "core of" may not.
            is_bare = part[0].casefold() in STOP_WORDS or part[-1] in STOP_WORDS
            content = (word for word in part if word.casefold() not in STOP_WORDS)
            is_designator = size == 1 and not part[0].isalpha()
            if not is_bare and not is_designator and any(map(str.isalpha, "".join(content))):
                yield " ".join(part)
