"""Where a sentence stands in the text of an answer: its line, its label, the heading above it.

`SLA: 50 minutes left` has a label, `- SCS0012345: till 4, black screen` begins a list item.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.grammar.words import Word, any_among, word_set

NEAR: Final = 500
"""Characters around a sentence or a clause within which its line or paragraph is looked at."""

TICKET: Final = re.compile(r"[^\W\d_]{2,10}-?\d{4,12}")
"""The number of a ticket: SCS0012345, CS-88141."""

_MAX_LABEL_WORDS: Final = 4
_BOLD: Final = frozenset({"*", "**", "__"})
_BARS_OF_TWO_CELLS: Final = 3
_SUM: Final = re.compile(r"\d\s?[\u00d7*+=]\s?\d")
_REMARK_LABELS: Final = word_set("""
    fix cause proof reason background summary note impact next steps what why update
""")
"""Words of labels that are followed by a sentence and not by a value."""

_BOLD_TICKET: Final = re.compile(
    r"[\W_]{0,6}\*\*[^*\n]{0,40}" + TICKET.pattern + r"[^*\n]{0,80}\*\*", re.IGNORECASE
)
"""The beginning of a line that is a heading: `**SCS0012345** - the printer`."""

_NAME: Final = re.compile(
    r"[A-Z0-9](?<!\w.)(?:(?<=[A-Z])[A-Z]{1,9}-?\d{4,12}|[A-Z0-9]+(?:-[A-Z0-9]+)+)\b"
)
"""The name of a ticket or an item: SCS0012345, CS-88141, FRA-DB01.

It begins with rare characters, which are found fast.
"""

_LIST_ITEM: Final = re.compile(r"\s*(?:[-*\u2022]|\d{1,3}[.)])\s[\s*_`]*" + _NAME.pattern)
"""The beginning of a list item that starts with a name."""

_EXCLUDING: Final = re.compile(
    r"\W*(?:before|after|until|vor|nach|avant|apres|antes|despues|prima|dopo)\b", re.IGNORECASE
)
"""The beginning of a heading whose lines are not about what it names: `Before SCS0012345:`."""


def is_ticket(name: str) -> bool:
    """Whether a name has the form of a ticket's number: SCS0012345, CS-88141."""
    return TICKET.fullmatch(name) is not None


@dataclass(eq=False)  # a frozen one takes three times as long to make
class SentenceLine:
    """The words of a sentence in the line where they stand.

    `answer` and `fold` are the whole answer, as it is and folded.
    """

    answer: str
    fold: str
    words: Sequence[Word]

    @lazy
    def is_heading(self) -> bool:
        """Whether the sentence is a heading of what follows: `## Still open`, `*Open*`."""
        answer, start = self.answer, self.words[0].start
        end = answer.find("\n", start)
        before = answer[answer.rfind("\n", 0, start) + 1 : start].strip()
        telling = [word for word in self.words if word.form != "mark"]
        if before not in _BOLD or not telling:
            return before.startswith("#")
        last = end if end >= 0 else len(answer)
        behind = answer[telling[-1].end : last].strip()
        is_run_in = len(telling) == 1 and behind.lstrip(".:").startswith(before)
        return is_run_in or (behind == before and end >= 0)

    @lazy
    def label(self) -> int:
        """The index of the first word of a label's value, -1 where the sentence has no label.

        Labels are those of `SLA: 50 minutes left` and of `| SLA | breached |`.
        """
        words, start, end = self.words, self.words[0].start, self.words[-1].end
        if self.fold.find(":", start, end) < 0 and self.fold.find("|", start, end) < 0:
            return -1
        if _SUM.search(self.answer, start, end):
            return -1  # a calculation: 25 * 14 = 350
        texts = [word.text for word in words]
        begin = 1 if texts[:1] == ["|"] else 0
        split = "|" if begin and texts.count("|") <= _BARS_OF_TWO_CELLS else ":"
        if split not in texts[begin:]:
            return -1
        behind = texts.index(split, begin)
        label = [word for word in words[begin:behind] if word.form != "mark"]
        is_short = 0 < len(label) <= _MAX_LABEL_WORDS
        is_remark = any_among(label, _REMARK_LABELS)
        if not is_short or is_remark or any(word.form != "word" for word in label):
            return -1
        places = range(behind, len(words))
        return next((at for at in places if words[at].form != "mark"), behind)

    @lazy
    def is_known_label(self) -> bool:
        """Whether the sentence's label is the name of a ticket's field: `SLA`, `Opened`."""
        return any(word.means_some("label:") for word in self.words[: max(0, self.label)])

    @lazy
    def begins_with_label(self) -> bool:
        """Whether the sentence begins a line with the word of a label: `- Owner is Ann Lee`."""
        first = next((word for word in self.words if word.form != "mark"), None)
        if first is None or not (first.means_some("label:") or first.means_any("assigned")):
            return False
        near = max(0, first.start - NEAR)
        before = self.answer[self.answer.rfind("\n", near, first.start) + 1 : first.start]
        return not any(map(str.isalpha, before))

    @lazy
    def has_name_in_line(self) -> bool:
        """Whether the name of a ticket or an item is in the line of the sentence, near it."""
        begin, end = self._near_line
        begin = max(begin, self.words[0].start - NEAR)
        return _NAME.search(self.answer, begin, end) is not None

    @lazy
    def is_in_point(self) -> bool:
        """Whether the sentence is in a list item that begins with a name and has no other name.

        `- SCS0012345: till 4, black screen. Moderate priority, Ann is on it.`
        """
        begin, end = self._near_line
        names = _NAME.findall(self.answer, begin, end)
        return len(set(names)) == 1 and _LIST_ITEM.match(self.answer, begin) is not None

    @property
    def _near_line(self) -> tuple[int, int]:
        """Where the line begins, 0 if that is not near, and where it ends or is no longer near."""
        start, end = self.words[0].start, self.words[-1].end
        near, far = max(0, start - NEAR), min(len(self.answer), end + NEAR)
        stop = self.answer.find("\n", end, far)
        return self.answer.rfind("\n", near, start) + 1, stop if stop >= 0 else far


def tickets_before(answer: str, start: int) -> Sequence[str]:
    """The tickets in the line before an offset, in small letters, else in the heading above."""
    near = max(0, start - NEAR)
    begin = max(near, answer.rfind("\n", near, start) + 1)
    tickets = TICKET.findall(answer[begin:start].lower())
    if not tickets and begin > near:
        tickets = TICKET.findall(_heading_above(answer, near, begin).lower())
    return tickets


def _heading_above(answer: str, near: int, begin: int) -> str:
    """The first line of the paragraph of a line, if that is a heading; else "".

    `near` is the first offset to look at, `begin` the offset of the line.
    """
    blank = answer.rfind("\n\n", near, begin)
    top = blank + 2 if blank >= 0 else near
    first = answer[top : answer.find("\n", top)].strip()
    is_bold = first.startswith("*") and first.endswith(("*", ":"))
    is_heading = is_bold or first.startswith("#") or _BOLD_TICKET.match(first) is not None
    return first if is_heading and not _EXCLUDING.match(first) else ""
