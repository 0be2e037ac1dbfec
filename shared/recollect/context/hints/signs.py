"""Signs: phrases that mean the same wherever they stand in a text, unless they are negated."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

# A negation affects a phrase within so many characters, in the same sentence.
_REACH_CHARS = 48
_NEGATED = re.compile(
    r"(?:\b(?:no|not|never|without|non|nor|neither|hardly|avoid\w*|prevent\w*|against"
    r"|(?:in )?case of|planned|scheduled|pre|post|kein\w*|nicht|ohne)|n['’]t)[ -](?:[\w-]+ ){0,2}$"
)
# "no doubt" affirms.
_AFFIRMED = re.compile(r"\b(?:no (?:doubt|question|wonder)|not only|no less than)\b")
# "outage has been resolved", but not "outage must be resolved".
_DENIED = re.compile(
    r"\s(?!(?:\w+ ){0,3}(?:not|never|cannot|must|should|needs?|to|un\w+)\b)"
    r"(?:(?:\w+ ){0,3}(?:ruled out|resolved|fixed|excluded|averted|avoided|prevented)"
    r"|(?:is|are|was|were) over)\b"
)


@dataclass(frozen=True, slots=True)
class Sign:
    """A pattern for texts made by `for_signs`, and strings of which each match contains one.

    To look for these strings first makes it cheap to look for many signs in texts that have none.
    """

    hints: tuple[str, ...]
    source: str

    def shows(self, text: str) -> bool:
        """Whether a text in lower case has the sign, not negated."""
        return next(self.matches(text), None) is not None

    def matches(self, text: str) -> Iterator[re.Match[str]]:
        """The matches of the sign in a text in lower case, without negated ones."""
        if any(hint in text for hint in self.hints):
            for match in _compiled(self.source).finditer(text):
                if not _is_negated(text, match):
                    yield match


def sign(hints: str, *patterns: str) -> Sign:
    """A sign that is any of these patterns, as whole words; `hints` are separated by `|`."""
    return Sign(tuple(hints.split("|")), rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)")


# Compiled when first needed: most texts have no hint of most signs, and a cold start must be fast.
_compiled = cache(re.compile)


def _is_negated(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - _REACH_CHARS) : match.start()]
    if _NEGATED.search(before) and not _AFFIRMED.search(before):
        return True
    return _DENIED.match(text, match.end(), match.end() + _REACH_CHARS) is not None
