"""Headings of texts that mark them in other ways than Markdown does.

Changelogs, minutes and exports have them: a line with a rule under it, one that is all bold, a
brief one that begins a group of lines which are indented more.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

_LEVELS: Final = {"=": "#", "-": "##"}
_OF_A_GROUP: Final = "######"
_LONGEST: Final = 80
_MOST_SPACES: Final = 10
# A rule is about as long as what it stands under.
_SHORTER: Final = 2
_FENCES: Final = ("```", "~~~")
_RULE: Final = re.compile(r"(?:={3,}|-{3,})\s*")
_BOLD: Final = re.compile(r"(?:\(?\d{1,3}[.)] )?(?:\*\*(?=\S)[^*]+\*\*|__(?=\S)[^_]+__)")
_BULLET: Final = re.compile(r"(?:[-*+•>#|]|\(?\d{1,3}[.)])\s")
_ENDS_OPEN: Final = re.compile(r"[^\W_]_{0,2}$|[)\]:](?:\*\*|__)?$|[^\W_]\*\*$")


def in_markdown(text: str) -> str:
    """A text with each heading marked as Markdown does; it keeps its lines, but for rules.

    In a block of code, between fences, no line is a heading.
    """
    lines = text.splitlines()
    return "\n".join(_marked(lines)) if len(lines) > 1 else text


def _marked(lines: Sequence[str]) -> Iterator[str]:
    in_code, before, is_rule = False, "", False
    for line, following in zip(lines, (*lines[1:], ""), strict=True):
        in_code ^= line.lstrip().startswith(_FENCES)
        mark = "" if in_code or is_rule else _mark(line, before, following)
        if not is_rule:
            yield f"{mark} {line.strip()}" if mark else line
        before, is_rule = line, mark in _LEVELS.values()


def _mark(line: str, before: str, following: str) -> str:
    """What marks a line as a heading, where it is one; "" elsewhere."""
    said, rule = line.strip(), following.strip()
    if not said or len(said) > _LONGEST or said[0] in "#|":
        return ""
    if _RULE.fullmatch(rule) and abs(len(said) - len(rule)) <= _SHORTER:
        return _LEVELS[rule[0]]
    begins = not before.strip() or _indent(before) > _indent(line)
    if not (begins and rule and _ENDS_OPEN.search(said) and said.count(" ") <= _MOST_SPACES):
        return ""
    is_over = _indent(following) > _indent(line) and not _BULLET.match(said)
    return _OF_A_GROUP if is_over or _BOLD.fullmatch(said) else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
