"""How many of a list have each value, line by line: `- Windows: 3`, `| High | 4 |`, `- 2 new`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from recollect.validation.facts.list_claims import possible_counts
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.lexicon import Lexicon, lexicon_of
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, words_of
from recollect.validation.known.object_lists import ObjectList
from recollect.validation.known.records import ResultValue

_LINE: Final = re.compile(
    r"[^\w\n]{0,12}(?:(?P<label>[^\n:|]{1,40}?)[ *_]{0,6}[:|\u2013\u2014]"
    r"[ *_|]{0,9}(?P<number>\d{1,3})"
    r"|(?P<first>\d{1,3})(?=\D)[*_]{0,3} (?P<behind>[^\n:|,.(\d]{1,40}?))[ \t*_|]{0,9}\n"
)
_ANY: Final = re.compile(r"\n[^\w\n]{0,12}(?:[^\n:|]{1,40}[:|\u2013\u2014][ *_|]{0,9})?\d{1,3}\b")
_PLAIN: Final = frozenset(
    """
    by per nach par por per overview breakdown split distribution results result search list count
    counts numbers number type types environment environments category categories figures location
    locations amount active in and anzahl nombre numero quantity at glance
    """.split()
)
"""What may stand before a block that is of all there are."""

_GRAMMAR: Final = (
    *("case", "item", "pod", "total", "determiner", "be", "share"),
    *("label:status", "label:priority", "label:group", "label:customer", "label:assignee"),
)
_BEFORE: Final = 300
_LEADS: Final = 2
"""Lines above a block that tell of what it is: `Opened today:`, and the head of its table."""

_FEWEST: Final = 2
_MOST_LINES: Final = 20
_MOST_BLOCKS: Final = 10


class _Line(NamedTuple):
    """A line of a block: what it says, how many are so, and where it stands."""

    words: Sequence[Word]
    number: int
    start: int
    end: int


class _Told(NamedTuple):
    """A line with how many of a list may be so."""

    line: _Line
    counts: frozenset[int]


def value_count_findings(
    answer: str, fold: str, lists: Sequence[ObjectList]
) -> Iterator[FactFinding]:
    """The finding on the only line of a block that is wrong, where others are right."""
    if not lists or _ANY.search(fold) is None:
        return
    lexicon = lexicon_of(answer)
    for lines in islice(_blocks(fold, lexicon), _MOST_BLOCKS):
        told = [(rows, found) for rows in lists if (found := _of_list(lines, rows))]
        if len(told) != 1 or not told[0][0].is_whole:
            continue
        rows, of_rows = told[0]
        wrong = [each for each in of_rows if not _is_right(each)]
        right = any(_is_right(each) and each.line.number for each in of_rows)
        if len(wrong) != 1 or not right:
            continue
        line, counts = wrong[0]
        if _is_of_all(fold, lines[0].start, rows, lexicon):
            known = ResultValue(f"{max(counts)} of {len(rows)}", rows.source)
            yield FactFinding(line.start, line.end, "count", "contradicted", known)


def _blocks(fold: str, lexicon: Lexicon) -> Iterator[Sequence[_Line]]:
    """Lines below each other, each with a label and a number."""
    block: list[_Line] = []
    text, at = f"{fold}\n", 0
    while at < len(text):
        found = _LINE.match(text, at)
        if found is not None:
            part = "label" if found["label"] else "behind"
            number = found["number"] or found["first"]
            words = words_of(fold, *found.span(part), lexicon)
            telling = [word for word in words if word.form != "mark"]
            block.append(_Line(telling, int(number), *_span(found)))
        if found is None and not _is_rule(text, at):
            if _FEWEST <= len(block) <= _MOST_LINES:
                yield block
            block = []
        at = found.end() if found is not None else text.index("\n", at) + 1
    if _FEWEST <= len(block) <= _MOST_LINES:
        yield block


def _span(found: re.Match[str]) -> tuple[int, int]:
    """Where a label and its number stand, in whatever order."""
    places = [found.span(name) for name, text in found.groupdict().items() if text]
    return min(places)[0], max(places)[1]


def _is_rule(text: str, at: int) -> bool:
    """Whether a line is the one below the header of a table."""
    return not text[at : text.index("\n", at)].strip("|-: ")


def _of_list(lines: Sequence[_Line], rows: ObjectList) -> Sequence[_Told]:
    """The lines that tell the same kind of thing of a list, where two or more do."""
    found: dict[str, list[_Told]] = defaultdict(list)
    for line in lines:
        kind, counts = possible_counts(line.words, [rows])
        if counts:
            found[kind].append(_Told(line, counts[rows]))
    most = max(found.values(), key=len, default=[])
    if len(most) < _FEWEST:
        return ()
    is_all = sum(each.line.number for each in most) == len(rows) and all(map(_is_right, most))
    return [each for told in found.values() for each in told] if is_all else most


def _is_right(told: _Told) -> bool:
    return told.line.number in told.counts


def _is_of_all(fold: str, start: int, rows: ObjectList, lexicon: Lexicon) -> bool:
    """Whether what stands before a block tells of nothing that only some of a list are."""
    before = fold[max(0, start - _BEFORE) : start].rpartition("\n")[0].rstrip()
    if rows.names_some(before):
        return False
    lines = ["", *(each for each in before.split("\n") if each.strip("|-: "))]
    *above, lead = (words_of(each, 0, len(each), lexicon) for each in lines[-_LEADS:])
    told = [lead, *(each for each in above if not _has_number(each, len(rows)))]
    return all(_is_plain(word, len(rows)) for words in told for word in words)


def _has_number(words: Sequence[Word], size: int) -> bool:
    return any(number_of(word) == size for word in words)


def _is_plain(word: Word, size: int) -> bool:
    """Whether a word tells none of a list apart."""
    is_known = word.form == "mark" or word.text in _PLAIN or word.says(*_GRAMMAR)
    return is_known or number_of(word) == size
