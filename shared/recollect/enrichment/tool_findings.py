"""The finding of a remembered run: a cause, trouble, nothing, or orders to the reader.

It is determined when a memory is stored, from the whole result, since a snippet is cut. Without it,
the many routine runs that found nothing would hide the few that explain something.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal

from pydantic import JsonValue

from recollect.core.invisible import normalized
from recollect.detection.injection import is_injection, is_instruction_like
from recollect.language.texts import collapsed, texts_of

ToolFinding = Literal["cause", "trouble", "nothing", "orders"]
"""`orders`: the memory tells its reader what to do. It is stored like others, but never shown."""

IMPORTANT_FINDINGS: Final[tuple[ToolFinding, ...]] = ("cause", "trouble")
"""Findings whose memories come before all others, whatever their scores."""

_MAX_READ: Final = 20_000
_MAX_READ_OF_TEXT: Final = 4_000
# Results are wrapped in one or two objects.
_MAX_DEPTH: Final = 6
# Names of fields without underscores and in lower case.
_REMEDIES: Final = frozenset(
    {"resolution", "fix", "lösung", "loesung", "behebung", "massnahme", "massnahmen"}
)
_CONCLUSIONS: Final = _REMEDIES | {
    *("rootcause", "cause", "recommendation", "conclusion", "diagnosis"),
    *("ursache", "empfehlung", "fazit", "diagnose"),
}
_TROUBLES: Final = frozenset(
    {"error", "errors", "exception", "failure", "failures", "failed", "problems", "unhealthy"}
    | {"fehler", "störung", "störungen", "probleme"}
)
_STATES: Final = frozenset({"status", "state", "health", "outcome"})
_GOOD: Final = frozenset({"ok", "up", "healthy", "success", "succeeded", "passed", "ready"})
_BAD: Final = frozenset(
    {"error", "down", "failed", "failure", "unhealthy", "critical", "timeout"}
    | {"fehler", "fehlgeschlagen", "gestört", "ausgefallen"}
)
# Values that people write if they have nothing to say.
_UNINFORMATIVE: Final = frozenset(
    {"", "0", "none", "no", "nothing", "null", "n/a", "unknown", "false"}
    | {"keine", "keiner", "kein", "nichts", "nein", "unbekannt"}
)
_NOTHING: Final = re.compile(
    r"\b(?:(?<!not )all\b(?:(?! not )[^.]){0,60}\b(?:healthy|ok|fine|up|ready)"
    r"|no(?:thing)?\b[^.,:;\d]{0,30}"
    r"\b(?:found|match\w*|errors?|issues?|problems?|results?|failures?)|found nothing"
    r"|(?:(?<![\d.,])0|zero|without|neither|ohne|weder) (?:errors?|failed|failures?|fehler)"
    r"|(?:errors?|failed|failures?|fehler) ?[:=] ?(?:0(?![\d.,]*\d)|none|keine?)"
    r"|(?<!nicht )alle\b[^.]{0,60}\b(?:gesund|in ordnung|laufen|bereit)(?! nicht)"
    r"|(?:keine?|nichts)\b[^.,:;\d]{0,30}"
    r"\b(?:auffälligkeiten|auffälliges|fehler|gefunden|probleme|störung(?:en)?|treffer))\b",
    re.IGNORECASE,
)
_TROUBLE_WORDS: Final = (
    r"(?:errors?|fail(?:s|ed|ing|ures?)?|crash\w*|denied|forbidden|refused|timed out|timeouts?"
    r"|unavailable|unhealthy|not (?:healthy|ready)|oom\w*|killed|evicted|exhausted|expired"
    r"|no (?:answer|connection|reply|response)|keine (?:antwort|verbindung)"
    r"|fehler|fehlgeschlagen|abgelaufen|abgestürzt|ausgefallen|gestört"
    r"|stürz(?:en|t)\b(?! nicht)[^.]{0,30}\bab"
    r"|verweigert|zeitüberschreitung(?:en)?|nicht (?:bereit|erreichbar|gesund|verfügbar))\b"
)
_TROUBLE: Final = re.compile(rf"\b{_TROUBLE_WORDS}", re.IGNORECASE)
_DENIED: Final = re.compile(
    r"\b(?:(?:no|none|nothing|keine?[mnrs]?|nichts) (?:(?!and |und )[^\W\d]+ ){0,3}"
    rf"|(?:not|never|nicht|nie) (?:[^\W\d]+ )?){_TROUBLE_WORDS}",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    rf"(?<![\d.,])[1-9]\d* {_TROUBLE_WORDS}|\b(?:errors?|failed|failures?|fehler) ?[:=] ?[1-9]",
    re.IGNORECASE,
)
_NO_HELP: Final = re.compile(
    r"(?:\bnot?|n['’]t) help(?:ed|ful)?\b|\b(?:made no difference|(?:to|of) no avail|in vain"
    r"|nicht geholfen|nichts gebracht|half nicht|hilft nicht|ohne erfolg|vergeblich)\b",
    re.IGNORECASE,
)
_BETWEEN_PARTS: Final = re.compile(
    r"[.;!?]\s|\n| (?:but|aber) |, (?:after|instead|only|until|erst|nachdem|sondern|stattdessen) ",
    re.IGNORECASE,
)
_WITH_A_BUT: Final = re.compile(r" (?:but|however|aber|jedoch) ", re.IGNORECASE)


def finding_of(result: JsonValue) -> ToolFinding | None:
    """The finding of a result; None if nothing in it shows one."""
    if has_injection(result):
        return "orders"
    findings = [_finding_of_fields(fields) for fields in _objects_in(result)]
    for finding in IMPORTANT_FINDINGS:
        if finding in findings:
            return finding
    own = findings[0] if findings else None
    return own or _finding_in_text("\n".join(_texts(result)))


def is_conclusion(field: str) -> bool:
    """Whether a field of this name explains the problem, or says what to do."""
    return _plain_name(field) in _CONCLUSIONS


def is_trouble(field: str, value: JsonValue) -> bool:
    """Whether a value is trouble in a field of this name: an error, a bad state, `ready: false`."""
    name = _plain_name(field)
    if name in _TROUBLES:
        return is_informative(value)
    if name in _GOOD:
        return value is False
    if not isinstance(value, str):
        return False
    is_bad = name in _STATES and value.strip().lower() in _BAD
    return is_bad or _finding_in_text(value[:_MAX_READ_OF_TEXT]) == "trouble"


def is_no_remedy(remedy: JsonValue) -> bool:
    """Whether a remedy did not help, according to its text, which names no other that did."""
    if not isinstance(remedy, str) or _NO_HELP.search(remedy) is None:
        return False
    parts = filter(str.strip, _BETWEEN_PARTS.split(remedy))
    return all(_NO_HELP.search(each) or _TROUBLE.search(each) for each in parts)


def is_informative(value: JsonValue) -> bool:
    """Whether a value says anything: `none` and `unknown` do not."""
    if isinstance(value, str):
        return collapsed(value).strip(" .!?-").casefold() not in _UNINFORMATIVE
    return bool(value)


def has_injection(value: JsonValue) -> bool:
    """Whether a text in a value tells its reader what to do, or presses its reader to believe it.

    Only the first characters of texts are read.
    """
    return is_instruction_like(list(_texts(value)))


def tags_without_injections(tags: Iterable[str]) -> Iterator[str]:
    """The tags that are no prompt injections."""
    return (tag for tag in tags if not is_injection(re.sub(r"[-_:.]+", " ", tag)))


def _objects_in(value: JsonValue, depth: int = 0) -> Iterator[Mapping[str, JsonValue]]:
    """An object and those that it wraps, with plain names of fields.

    Of lists only those with a single element are read: one of several elements speaks for itself
    alone.
    """
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict) and depth < _MAX_DEPTH:
        yield {_plain_name(name): each for name, each in value.items()}
        for member in value.values():
            yield from _objects_in(member, depth + 1)


def _finding_of_fields(fields: Mapping[str, JsonValue]) -> ToolFinding | None:
    """The finding that fields with a known meaning show."""
    concluded = {name: fields[name] for name in _CONCLUSIONS if is_informative(fields.get(name))}
    if any(name not in _REMEDIES or not is_no_remedy(each) for name, each in concluded.items()):
        return "cause"
    if concluded:
        return "trouble"
    states = {str(fields[name]).strip().lower() for name in _STATES if name in fields}
    troubles = [value for name, value in fields.items() if name in _TROUBLES]
    if any(map(is_informative, troubles)) or states & _BAD:
        return "trouble"
    lists = [value for value in fields.values() if isinstance(value, list)]
    total = fields.get("total")
    found_none = (
        total == 0
        or (total is not None and total == fields.get("healthy"))
        or bool(troubles)
        or bool(states & _GOOD)
        or (bool(lists) and not any(lists))
    )
    return "nothing" if found_none else None


def _finding_in_text(text: str) -> ToolFinding | None:
    """The finding of a text: trouble if any of its sentences reports some, whatever is well."""
    parts = [each for each in _BETWEEN_PARTS.split(text) if each.strip()]
    fine = [_NOTHING.search(each) is not None and not _COUNTED.search(each) for each in parts]
    others = (each for each, is_fine in zip(parts, fine, strict=True) if not is_fine)
    if any(_TROUBLE.search(_DENIED.sub(" ", each)) for each in others):
        return "trouble"
    return "nothing" if any(fine) and not _WITH_A_BUT.search(text) else None


@lru_cache(maxsize=1_024)
def _plain_name(field: str) -> str:
    return normalized("NFC", collapsed(field)).replace("_", "").casefold()


def _texts(value: JsonValue) -> Iterator[str]:
    left = _MAX_READ
    for text in texts_of(value):
        yield text[:_MAX_READ_OF_TEXT]
        left -= min(len(text), _MAX_READ_OF_TEXT)
        if left <= 0:
            return
