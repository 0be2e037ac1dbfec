"""Headings of texts that mark them in other ways than Markdown does.

Changelogs, minutes and exports have them: a line with a rule under it, one that is all bold or all
in capitals, `h2.` of Jira and `==` of wikis, and a brief one that leads a group of lines: what is
indented more, or behind a colon a list or a block of code.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.language.sentences import is_fence

_LEVELS: Final = dict.fromkeys("-~^+", "##") | dict.fromkeys("=*#", "#")
_OF_A_GROUP: Final = "######"
_LONGEST: Final = 80
_MOST_SPACES: Final = 10
# A rule is about as long as what it stands under.
_SHORTER: Final = 2
_MARKED: Final = re.compile(r"h([1-6])\. +(?=\S)|(={1,6}) +(?=\S)")
_BEHIND: Final = re.compile(r" +={1,6}$")
_RULE: Final = re.compile(r"([=~^+*#-])\1{2,}")
_BOLD: Final = re.compile(r"(?:\(?\d{1,3}[.)] )?(?:\*\*(?=\S)[^*]+\*\*|__(?=\S)[^_]+__):?")
_WORD: Final = re.compile(r"[^\W\d_]{4}")
_BULLET: Final = re.compile(r"(?:[-*+•>#|!]|\(?\d{1,3}[.)])\s")
_ENDS_OPEN: Final = re.compile(r"(?:[^\W_]|[)\]:])(?:\*\*|__)?:?$")


def in_markdown(text: str) -> str:
    """A text with each heading marked as Markdown does; it keeps its lines, but for rules.

    Where a group ends that a line leads, an empty heading stands. In a block of code, between
    fences, no line is a heading.
    """
    lines = text.splitlines()
    return "\n".join(_marked(lines)) if len(lines) > 1 else text


@dataclass(frozen=True, slots=True)
class _Group:
    """What is led by a line that is indented so far, and whether only by the indentation."""

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
            said = _BEHIND.sub("", _MARKED.sub("", line.strip(), count=1))
            yield f"{mark} {said}"
            is_rule = _RULE.fullmatch(following.strip()) is not None
            group = _Group(_indent(line), _indent(following) > _indent(line))
            if mark != _OF_A_GROUP or not (group.is_indented or _begins_list(following)):
                group = None
        else:
            if group is not None and _ends(group, line, before):
                yield _OF_A_GROUP
                group = None
            yield line
        before = line


def _mark(line: str, before: str, following: str) -> str:
    """What marks a line as a heading, where it is one; "" elsewhere."""
    said, rule = line.strip(), following.strip()
    if len(said) > _LONGEST or said[0] in "#|":
        return ""
    if _RULE.fullmatch(rule) and abs(len(said) - len(rule)) <= _SHORTER:
        return _LEVELS[rule[0]]
    if marked := _MARKED.match(said):
        return "#" * (int(marked[1]) if marked[1] else len(marked[2]))
    begins = _is_apart(before) or _indent(before) > _indent(line)
    if not (begins and rule and _ENDS_OPEN.search(said) and said.count(" ") <= _MOST_SPACES):
        return ""
    if _BOLD.fullmatch(said) or (said.isupper() and _WORD.search(said)):
        return _OF_A_GROUP
    leads = _indent(following) > _indent(line) or (said[-1] == ":" and _begins_list(following))
    return _OF_A_GROUP if leads and not _BULLET.match(said) else ""


def _ends(group: _Group, line: str, before: str) -> bool:
    """Whether a line that is no heading stands behind a group."""
    if _indent(line) > group.indent:
        return False
    if group.is_indented or _BULLET.match(line.lstrip()):
        return group.is_indented
    return _is_apart(before) or (_BULLET.match(before.lstrip()) is not None and line[0].isupper())


def _is_apart(before: str) -> bool:
    """Whether what follows a line is apart from what stands before it."""
    end = before.strip()
    return not end or is_fence(end) or _RULE.fullmatch(end) is not None


def _begins_list(line: str) -> bool:
    return _BULLET.match(line.lstrip()) is not None or is_fence(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
