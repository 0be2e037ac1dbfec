"""The texts of an exemplar, made without secrets, personal data and prompt injections."""

import json
from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue

from recollect.detection.injection import without_injections
from recollect.detection.injection_cuts import ends_without_injection
from recollect.detection.mask import masked
from recollect.detection.member_names import meaning_of_name
from recollect.discovery.exemplar_request import InputContext, NewExemplar
from recollect.language.abridging import without_form
from recollect.language.markup import readable
from recollect.language.texts import collapsed, shortened

SUMMARY_LENGTH: Final = 1_000
ACTION_LENGTH: Final = 200
# Bounds the recursion; no service desk nests deeper.
_MAX_DEPTH: Final = 32
# Only the beginning of a large snapshot is read.
_MAX_READ_CHARS: Final = 20_000
_MASK: Final = "[REDACTED]"
# Stripped from a line before the comma that joins it to the next.
_STOPS: Final = " .,;"


def summary_of(exemplar: NewExemplar) -> str:
    """The text by which searches find an exemplar: its type and what was asked (1,000 characters).

    What was asked is the user's request, else the snapshot of the case, else the pack.
    """
    about = _safe(_asked(exemplar.input_context), SUMMARY_LENGTH)
    kind = exemplar.interaction_type.replace("_", " ")
    return shortened(f"{kind}: {about}" if about else kind, SUMMARY_LENGTH)


def action_of(exemplar: NewExemplar) -> str:
    """What was done, in at most 200 characters: the action's texts, and its numbers with names.

    Each text is cut to half of that if all do not fit, so that a long one leaves room for others.
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
    """The first texts in `value`. Each is whole, because half of a secret could not be masked."""
    texts: list[str] = []
    left = _MAX_READ_CHARS
    for line in _lines(value, "", "", 0):
        texts.append(without_form(readable(line)))
        left -= len(line)
        if left < 0:
            break
    return "\n".join(texts)


def _safe(text: str, limit: int, joint: str = " ", longest: int | None = None) -> str:
    """The lines of a text, masked, joined by `joint` and cut to `limit` characters.

    Masking comes before cutting, because half of a secret does not look like one, and again after
    it, because lines that are joined may form a secret. If the whole is too long, each line is cut
    to `longest` characters.
    """
    lines = [*filter(None, map(collapsed, without_injections(masked(text)).splitlines()))]
    if longest:
        lines = [*filter(None, (each.rstrip(_STOPS) for each in lines[:-1])), *lines[-1:]]
    whole = masked(joint.join(lines))
    if longest and len(whole) > limit:
        whole = masked(joint.join(shortened(each, longest) for each in lines))
    short = ends_without_injection(whole, limit)
    # A text may look like a secret only without its end, which was cut.
    again = masked(short)
    return again if len(again) <= limit else shortened(again, limit - len(_MASK))


def _lines(value: JsonValue, parent: str, name: str, depth: int) -> Iterator[str]:
    if depth > _MAX_DEPTH or value is None:
        return
    if isinstance(value, dict):
        for member, each in value.items():
            yield from _lines(each, name, member, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from _lines(each, parent, name, depth + 1)
    else:
        text = value if isinstance(value, str) else json.dumps(value)
        if not meaning_of_name(parent, name, text).is_private:
            yield text if isinstance(value, str) else f"{name}: {text}"
