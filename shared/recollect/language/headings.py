"""Finds headings that are marked in other ways than in Markdown, and marks them as Markdown does.

Changelogs, minutes and exports have such headings: a line with a rule under it, a line all bold or
all in capitals, `h2.` of Jira and `==` of wikis, and a short line that leads a group of lines:
lines that are indented more, or, behind a colon, a list or a block of code.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.language.sentences import is_fence

_LEVELS: Final = dict.fromkeys("-~^+", "##") | dict.fromkeys("=*#", "#")
_GROUP_MARK: Final = "######"
_MAX_HEADING_CHARS: Final = 80
_MAX_SPACES: Final = 10
# A rule is about as long as the line above it.
_MAX_RULE_DIFFERENCE: Final = 2
_MARKED: Final = re.compile(r"h([1-6])\. +(?=\S)|(={1,6}) +(?=\S)")
_BEHIND: Final = re.compile(r" +={1,6}$")
_RULE: Final = re.compile(r"([=~^+*#-])\1{2,}")
_BOLD: Final = re.compile(r"(?:\(?\d{1,3}[.)] )?(?:\*\*(?=\S)[^*]+\*\*|__(?=\S)[^_]+__):?")
_WORD: Final = re.compile(r"[^\W\d_]{4}")
_BULLET: Final = re.compile(r"(?:[-*+•>#|!]|\(?\d{1,3}[.)])\s")
_ENDS_OPEN: Final = re.compile(r"(?:[^\W_]|[)\]:])(?:\*\*|__)?:?$")


def in_markdown(text: str) -> str:
    """A text with each heading marked as in Markdown; other lines stay, but rules are removed.

    An empty heading ends the group of lines that a line leads. In a fenced block of code no line is
    a heading.
    """
    lines = text.splitlines()
    return "\n".join(_marked(lines)) if len(lines) > 1 else text


@dataclass(frozen=True, slots=True)
class _Group:
    """The lines that a heading leads: its own indentation, and whether they are indented more."""

    indent: int
    is_indented: bool


def _marked(lines: Sequence[str]) -> Iterator[str]:
    group: _Group | None = None
    in_code, is_rule, before = False, False, ""
    for line, following in zip(lines, (*lines[1:], ""), strict=True):
        at_fence = not is_rule and is_fence(line)
        in_code ^= at_fence
        if is_rule or in_code or at_fence or not line.strip():
            if not is_rule:
                yield line
            is_rule, before = False, "" if is_rule else line
            continue
        if mark := _mark(line, before, following):
            heading = _BEHIND.sub("", _MARKED.sub("", line.strip(), count=1))
            yield f"{mark} {heading}"
            is_rule = _RULE.fullmatch(following.strip()) is not None
            group = _Group(_indent(line), _indent(following) > _indent(line))
            if mark != _GROUP_MARK or not (group.is_indented or _begins_list(following)):
                group = None
        else:
            if group is not None and _ends(group, line, before):
                yield _GROUP_MARK
                group = None
            yield line
        before = line


def _mark(line: str, before: str, following: str) -> str:
    """The mark of Markdown for a line that is a heading; "" for another line."""
    text, rule = line.strip(), following.strip()
    if len(text) > _MAX_HEADING_CHARS or text[0] in "#|":
        return ""
    if _RULE.fullmatch(rule) and abs(len(text) - len(rule)) <= _MAX_RULE_DIFFERENCE:
        return _LEVELS[rule[0]]
    if marked := _MARKED.match(text):
        return "#" * (int(marked[1]) if marked[1] else len(marked[2]))
    begins = _is_apart(before) or _indent(before) > _indent(line)
    if not (begins and rule and _ENDS_OPEN.search(text) and text.count(" ") <= _MAX_SPACES):
        return ""
    if _BOLD.fullmatch(text) or (text.isupper() and _WORD.search(text)):
        return _GROUP_MARK
    leads = _indent(following) > _indent(line) or (text[-1] == ":" and _begins_list(following))
    return _GROUP_MARK if leads and not _BULLET.match(text) else ""


def _ends(group: _Group, line: str, before: str) -> bool:
    """Whether a line that is no heading stands behind the end of a group."""
    if _indent(line) > group.indent:
        return False
    if group.is_indented or _BULLET.match(line.lstrip()):
        return group.is_indented
    return _is_apart(before) or (_BULLET.match(before.lstrip()) is not None and line[0].isupper())


def _is_apart(before: str) -> bool:
    """Whether the line before separates what follows from what precedes."""
    end = before.strip()
    return not end or is_fence(end) or _RULE.fullmatch(end) is not None


def _begins_list(line: str) -> bool:
    return _BULLET.match(line.lstrip()) is not None or is_fence(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
