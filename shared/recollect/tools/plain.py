"""Make texts of tickets and articles readable, without internal codes."""

import re
from urllib.parse import unquote

from recollect.language.markup import lines_of
from recollect.language.texts import collapsed
from recollect.retrieval.readable_text import fields_in

_SYS_ID = re.compile(r"(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])", re.ASCII | re.IGNORECASE)
_WORD = re.compile(r"[!#-&*-;=?-Z\\^-z|~]+")
_CODE_NAME = re.compile(
    r"sysparm_\w*(?:=[^\s&]*)?&?|\bsys[_ ]id\b(?: ?[:=])?", re.ASCII | re.IGNORECASE
)
_EMPTY_BRACKETS = re.compile(r"\( ?\)|\[ ?\]")


def plain(text: str) -> str:
    """`text` as readable lines, without sys_ids and the words that introduce them.

    Follows the rules of `recollect.language.markup`; a JSON object becomes a list of its fields.
    """
    fields = "\n".join(f"• {each}" for each in fields_in(text))
    return lines_of(fields or text, _without_codes)


def carries_sys_id(text: str) -> bool:
    """Whether `text`, such as a URL, contains a sys_id."""
    return _SYS_ID.search(text) is not None or (
        "%" in text and _SYS_ID.search(unquote(text)) is not None
    )


def _without_codes(line: str) -> str:
    line = collapsed(line)
    found = _SYS_ID.search(line) or "sys" in line.lower() or "%" in line
    if not found:
        return line
    line = _WORD.sub(lambda word: _without_address(word.group()), line)
    line = _CODE_NAME.sub(" ", _SYS_ID.sub(" ", line))
    return collapsed(_EMPTY_BRACKETS.sub(" ", _SYS_ID.sub(" ", collapsed(line))))


def _without_address(word: str) -> str:
    """The word; if it is an address with a sys_id, only the punctuation at its end."""
    if not carries_sys_id(word) or not any(mark in word for mark in "/?=&%"):
        return word
    return " " + word[len(word.rstrip(".,;:!")) :]
