"""Counts of a list by value, one a line: `- Windows: 3`, `| High | 4 |`, `- 2 new`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.lists.list_claims import possible_counts
from recollect.validation.grammar.lexicon import KINDS, Lexicon, lexicon_of
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, words_of
from recollect.validation.known.object_lists import ObjectList
from recollect.validation.known.records import ResultValue

_LINE: Final = re.compile(
    r"[^\w\n]{0,12}(?:(?P<label>[^\n:|]{1,40}?)[ *_]{0,6}[:|\u2013\u2014]"
    r"[ *_|]{0,9}(?P<number>\d{1,3})"
    r"|(?P<first>\d{1,3})(?=\D)[*_]{0,3} (?P<behind>[^\n:|,.(\d]{1,40}?))[ \t*_|]{0,9}\n"
)
_ANY_COUNT: Final = re.compile(
    r"\n[^\w\n]{0,12}(?:[^\n:|]{1,40}[:|\u2013\u2014][ *_|]{0,9})?\d{1,3}\b"
)
_NOT_LIMITING: Final = frozenset(
    """
    by per nach par por per overview breakdown split distribution results result search list count
    counts numbers number type types environment environments category categories figures location
    locations amount active in and anzahl nombre numero quantity at glance
    """.split()
)
"""Words that may stand before a block that counts the whole list."""

_GRAMMAR: Final = (
    *(*KINDS, "total", "determiner", "be", "share"),
    *("label:status", "label:priority", "label:group", "label:customer", "label:assignee"),
)
_CHARACTERS_BEFORE: Final = 300
_LEAD_LINES: Final = 2
"""Lines above a block that tell what it counts: `Opened today:`, and the header of its table."""

_MIN_LINES: Final = 2
_MAX_LINES: Final = 20
_MAX_BLOCKS: Final = 10


class _Line(NamedTuple):
    """A line of a block: the words of its value, the count, and its offsets."""

    words: Sequence[Word]
    number: int
    start: int
    end: int


class _CheckedLine(NamedTuple):
    """A line with the counts that are right by a list."""

    line: _Line
    counts: frozenset[int]


def value_count_findings(
    answer: str, fold: str, lists: Sequence[ObjectList]
) -> Iterator[FactFinding]:
    """The findings on blocks with just one wrong line and a right one; one for each block."""
    if not lists or _ANY_COUNT.search(fold) is None:
        return
    lexicon = lexicon_of(answer)
    for lines in islice(_blocks(fold, lexicon), _MAX_BLOCKS):
        checked = [(rows, found) for rows in lists if (found := _checked_lines(lines, rows))]
        if len(checked) != 1 or not checked[0][0].is_whole:
            continue
        rows, checked_lines = checked[0]
        wrong = [each for each in checked_lines if not _is_right(each)]
        right = any(_is_right(each) and each.line.number for each in checked_lines)
        if len(wrong) != 1 or not right:
            continue
        line, counts = wrong[0]
        if _counts_whole_list(fold, lines[0].start, rows, lexicon):
            known = ResultValue(f"{max(counts)} of {len(rows)}", rows.source)
            yield FactFinding(line.start, line.end, "count", "contradicted", known)


def _blocks(fold: str, lexicon: Lexicon) -> Iterator[Sequence[_Line]]:
    """The blocks of adjacent lines that each have a label and a number."""
    block: list[_Line] = []
    text, at = f"{fold}\n", 0
    while at < len(text):
        found = _LINE.match(text, at)
        if found is not None:
            part = "label" if found["label"] else "behind"
            number = found["number"] or found["first"]
            words = words_of(fold, *found.span(part), lexicon)
            words_of_value = [word for word in words if word.form != "mark"]
            block.append(_Line(words_of_value, int(number), *_span(found)))
        if found is None and not _is_rule(text, at):
            if _MIN_LINES <= len(block) <= _MAX_LINES:
                yield block
            block = []
        at = found.end() if found is not None else text.index("\n", at) + 1
    if _MIN_LINES <= len(block) <= _MAX_LINES:
        yield block


def _span(found: re.Match[str]) -> tuple[int, int]:
    """The offsets of a label and its number together, in whatever order they are."""
    places = [found.span(name) for name, text in found.groupdict().items() if text]
    return min(places)[0], max(places)[1]


def _is_rule(text: str, at: int) -> bool:
    """Whether a line is the rule below the header of a table."""
    return not text[at : text.index("\n", at)].strip("|-: ")


def _checked_lines(lines: Sequence[_Line], rows: ObjectList) -> Sequence[_CheckedLine]:
    """The lines that count values of one kind in a list; empty where there are fewer than two.

    Where these count every object of the list and are all right, lines of other kinds come, too.
    """
    found: dict[str, list[_CheckedLine]] = defaultdict(list)
    for line in lines:
        kind, counts = possible_counts(line.words, [rows])
        if counts:
            found[kind].append(_CheckedLine(line, counts[rows]))
    most = max(found.values(), key=len, default=[])
    if len(most) < _MIN_LINES:
        return ()
    is_all = sum(each.line.number for each in most) == len(rows) and all(map(_is_right, most))
    return [each for lines_of_kind in found.values() for each in lines_of_kind] if is_all else most


def _is_right(checked: _CheckedLine) -> bool:
    return checked.line.number in checked.counts


def _counts_whole_list(fold: str, start: int, rows: ObjectList, lexicon: Lexicon) -> bool:
    """Whether a block counts the whole list, and the text before it does not limit it to a part."""
    before = fold[max(0, start - _CHARACTERS_BEFORE) : start].rpartition("\n")[0].rstrip()
    if rows.names_some(before):
        return False
    lines = ["", *(each for each in before.split("\n") if each.strip("|-: "))]
    *above, lead = (words_of(each, 0, len(each), lexicon) for each in lines[-_LEAD_LINES:])
    lead_lines = [lead, *(each for each in above if not _has_number(each, len(rows)))]
    return all(_does_not_limit(word, len(rows)) for words in lead_lines for word in words)


def _has_number(words: Sequence[Word], size: int) -> bool:
    return any(number_of(word) == size for word in words)


def _does_not_limit(word: Word, size: int) -> bool:
    """Whether a word does not limit a list to a part of it."""
    is_known = word.form == "mark" or word.text in _NOT_LIMITING or word.means_any(*_GRAMMAR)
    return is_known or number_of(word) == size
