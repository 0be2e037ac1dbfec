"""What is kept of an interaction in words: without secrets, personal data and prompt injections."""

import json
from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue

from recollect.detection.injection import without_injections
from recollect.detection.injection_cuts import ends_without_injection
from recollect.detection.mask import masked
from recollect.detection.member_names import said_by
from recollect.discovery.exemplar_request import InputContext, NewExemplar
from recollect.language.abridging import without_form
from recollect.language.markup import readable
from recollect.language.texts import collapsed, shortened

SUMMARY_LENGTH: Final = 1_000
ACTION_LENGTH: Final = 200
# No service desk nests deeper, and recursion has an end.
_DEEPEST: Final = 32
# Of a large snapshot the beginning is read.
_READ: Final = 20_000
_HELD_BACK: Final = "[REDACTED]"
# Before the comma of a list.
_STOPS: Final = " .,;"


def summary_of(exemplar: NewExemplar) -> str:
    """What an exemplar is found by: its type, and what was asked, at most 1,000 characters.

    The user's request speaks for itself; without one the snapshot of the case does, then the pack.
    """
    about = _safe(_asked(exemplar.input_context), SUMMARY_LENGTH)
    kind = exemplar.interaction_type.replace("_", " ")
    return shortened(f"{kind}: {about}" if about else kind, SUMMARY_LENGTH)


def action_of(exemplar: NewExemplar) -> str:
    """What was done, at most 200 characters: its texts, and its numbers with their names.

    A long text leaves half the room to the others.
    """
    return _safe(_texts_of(exemplar.action_taken), ACTION_LENGTH, ", ", ACTION_LENGTH // 2)


def _asked(context: InputContext) -> str:
    if context.user_request is not None and collapsed(context.user_request):
        return without_form(readable(context.user_request))
    for known in (context.case_snapshot, context.discovery_pack):
        if text := _texts_of(known):
            return text
    return ""


def _texts_of(value: JsonValue) -> str:
    """The first texts of `value`, each whole: what is cut could not be masked."""
    texts: list[str] = []
    left = _READ
    for line in _lines(value, "", "", 0):
        texts.append(without_form(readable(line)))
        left -= len(line)
        if left < 0:
            break
    return "\n".join(texts)


def _safe(text: str, limit: int, joint: str = " ", longest: int | None = None) -> str:
    """Masked before anything is cut, for half of a secret does not look like one.

    And once more afterwards: what stood on two lines may, on one, look like something else. A line
    has at most `longest` characters where the whole is too long.
    """
    lines = [*filter(None, map(collapsed, without_injections(masked(text)).splitlines()))]
    if longest:
        lines = [*filter(None, (each.rstrip(_STOPS) for each in lines[:-1])), *lines[-1:]]
    whole = masked(joint.join(lines))
    if longest and len(whole) > limit:
        whole = masked(joint.join(shortened(each, longest) for each in lines))
    short = ends_without_injection(whole, limit)
    # The end of what was cut may be all that distinguished a harmless text from a secret.
    again = masked(short)
    return again if len(again) <= limit else shortened(again, limit - len(_HELD_BACK))


def _lines(value: JsonValue, parent: str, name: str, depth: int) -> Iterator[str]:
    if depth > _DEEPEST or value is None:
        return
    if isinstance(value, dict):
        for member, each in value.items():
            yield from _lines(each, name, member, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from _lines(each, parent, name, depth + 1)
    else:
        text = value if isinstance(value, str) else json.dumps(value)
        detected = said_by(parent, name, text)
        if not (detected.personal or detected.credentials):
            yield text if isinstance(value, str) else f"{name}: {text}"
