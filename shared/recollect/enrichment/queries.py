"""Queries for the memories of a tool, made of its name and its arguments (seed 003).

A builder a tool, in one table, and a general one for all that are not in it. However large or deep
the arguments are, only their first values are looked at, those of the outermost level first.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from re import fullmatch
from typing import Final

from pydantic import JsonValue

from recollect.core.messages import SLUG_PATTERN
from recollect.detection.mask import masked
from recollect.detection.rules import words
from recollect.enrichment.error_signs import hints_in
from recollect.enrichment.targets import NO_TARGETS, Targets, targets_in
from recollect.language.texts import collapsed, shortened
from recollect.relevance.identifiers import identifiers
from recollect.tools.contract import SUMMARY_FIELDS
from recollect.tools.memory_context import MEMORY_CONTEXT

_MOST_VALUES: Final = 200
_MOST_CHARACTERS: Final = 8_000
# What one value may take of them, so that a long log does not hide the namespace behind it.
_LONGEST_VALUE: Final = 2_000
_LONGEST_NAME: Final = 64
_LONGEST_WORDS: Final = 256
_LONGEST_TOOL: Final = 128
_MOST_FACETS: Final = 24
_LONGEST_TEXT: Final = 1_000
_LAST_EXIT_CODE: Final = 255
_NAME = r"[A-Za-z][A-Za-z0-9_.-]{0,31}"
_WORD = r"[^\W_][\w./:@+-]{0,63}"

_DOMAINS: Final = (
    (("oc_", "openshift_"), "openshift"),
    (("k8s_", "kubectl_"), "kubernetes"),
    (("microsoft",), "microsoft"),
)
# What these name is never asked for, whatever it looks like.
_CREDENTIALS: Final = words(
    "pass pwd secret token credential authorization bearer kennwort contraseña senha apikey "
    "accesskey privatekey accountkey signingkey encryptionkey authkey"
)
_HINT: Final = "hint:"
_SHARED: Final = ("tool:", "domain:", "kind:", "resource:")
_KINDS: Final = ("kind:tool_exec", "kind:operational")

NamedText = tuple[str, str]
"""The name of an argument, and what was read of its value."""


@dataclass(frozen=True, slots=True)
class ToolQuery:
    """A query for memories: their domain, the tokens that they are tagged with, and a text."""

    domain: str
    tokens: tuple[str, ...]
    text: str
    named: tuple[str, ...] = ()
    """What the arguments name of the case besides targets: errors, and what has a code."""
    targets: Targets = NO_TARGETS
    """What they name that a memory must be of, or not be known to be of another."""
    has_details: bool = True
    """Whether the text is about the case, and not only about the tool."""


def query_for(tool: str, arguments: Mapping[str, JsonValue]) -> ToolQuery:
    """The query of a tool with these arguments; the text has at most 1,000 characters."""
    domain, texts = domain_of(tool, arguments), _texts_of(arguments)
    build = _BUILDERS.get(tool, _general)
    tokens = _without_secrets(build(shortened(tool, _LONGEST_TOOL), domain, texts))
    short = (value for _, value in texts if len(value) <= _LONGEST_WORDS)
    named = distinguishing(tokens)
    details = dict.fromkeys((*named, *(word for value in short for word in value.split())))
    text = masked(shortened(" ".join(details or tokens), _LONGEST_TEXT))
    targets = targets_in(_without_secrets(_facets(texts)))
    specific = (each for each in tokens if each.startswith(_HINT) or _has_code(each, targets))
    return ToolQuery(
        domain,
        tokens,
        shortened(text, _LONGEST_TEXT),
        distinguishing(specific),
        targets,
        bool(details),
    )


def _has_code(token: str, targets: Targets) -> bool:
    """Whether an argument names something by a code, such as an error, that is no target."""
    value = token.partition(":")[2]
    return value.lower() not in targets.all and bool(identifiers(value))


def distinguishing(tokens: Iterable[str]) -> tuple[str, ...]:
    """The values of tokens, without those that all memories of a tool share.

    Their names, such as `namespace`, stand in all of them, too, and would make them alike.
    """
    kept = (token for token in tokens if not token.startswith(_SHARED))
    return tuple(dict.fromkeys(token.partition(":")[2].replace("_", " ") for token in kept))


def domain_of(tool: str, arguments: Mapping[str, JsonValue]) -> str:
    """The domain of a tool: the argument `domain`, or by its name."""
    given = arguments.get("domain")
    if isinstance(given, str) and fullmatch(SLUG_PATTERN, given):
        return given
    for prefixes, domain in _DOMAINS:
        if tool.startswith(prefixes):
            return domain
    return "servicenow" if tool in SUMMARY_FIELDS else "general"


def _pod_health(tool: str, domain: str, texts: Sequence[NamedText]) -> Iterator[str]:
    yield from (f"tool:{tool}", "resource:pod")
    yield from (f for f in _facets(texts) if f.startswith("namespace:"))
    yield from (f"domain:{domain}", *_KINDS, *hints_in(texts))


def _general(tool: str, domain: str, texts: Sequence[NamedText]) -> Iterator[str]:
    yield from (f"tool:{tool}", f"domain:{domain}", *_KINDS)
    yield from (f for f in _facets(texts) if not f.startswith("domain:"))
    yield from hints_in(texts)


_BUILDERS: Final[Mapping[str, Callable[[str, str, Sequence[NamedText]], Iterator[str]]]] = {
    "oc_diagnostic_pod_health": _pod_health,
}


def _facets(texts: Iterable[NamedText]) -> Iterator[str]:
    """Arguments of one word, as `name:value`."""
    bare = ((name, value.removeprefix("#")) for name, value in texts)
    pairs = ((name, value) for name, value in bare if fullmatch(_WORD, value))
    yield from islice((f"{n}:{v}" for n, v in pairs if fullmatch(_NAME, n)), _MOST_FACETS)


def _without_secrets(tokens: Iterable[str]) -> tuple[str, ...]:
    distinct = tuple(dict.fromkeys(tokens))
    together = "\n".join(distinct)
    if masked(together) == together:
        return distinct
    return tuple(token for token in distinct if masked(token) == token)


def _texts_of(arguments: Mapping[str, JsonValue]) -> list[NamedText]:
    """Texts, names of what is true and codes of exits, within the bounds of values and length."""
    texts, room = [], _MOST_CHARACTERS
    for name, value in islice(_values(arguments), _MOST_VALUES):
        name_read = collapsed(name[:_LONGEST_NAME])
        read = _read(name_read, value, min(room - len(name_read), _LONGEST_VALUE))
        if read is not None:
            texts.append((name_read, read))
            room -= len(name_read) + len(read)
        if room <= _LONGEST_NAME:
            break
    return _without_credentials(texts)


def _read(name: str, value: JsonValue, room: int) -> str | None:
    if isinstance(value, str):
        return collapsed(value[: max(room, 0)])
    if value is True:
        return ""
    # Other numbers are settings: a timeout of 30 is no hint that anything timed out.
    if isinstance(value, int) and "exit" in name.lower() and 0 < value <= _LAST_EXIT_CODE:
        return str(value)
    return None


def _without_credentials(texts: list[NamedText]) -> list[NamedText]:
    """The texts without those whose names are of credentials; mostly all of them."""
    if not _names_credential(" ".join(name for name, _ in texts)):
        return texts
    return [(name, value) for name, value in texts if not _names_credential(name)]


def _names_credential(name: str) -> bool:
    called = name.lower().replace("_", "").replace("-", "").replace(" ", "")
    return any(word in called for word in _CREDENTIALS)


def _values(arguments: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """Every value with the name that it stands under, level by level; nothing is copied."""
    levels = deque([_members("", arguments, outermost=True)])
    while levels:
        for name, value in levels.popleft():
            yield name, value
            if isinstance(value, dict | list):
                levels.append(_members(name, value))


def _members(
    name: str,
    value: Mapping[str, JsonValue] | Sequence[JsonValue],
    *,
    outermost: bool = False,
) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, Mapping):
        skipped = MEMORY_CONTEXT if outermost else None
        return (each for each in value.items() if each[0] != skipped)
    return ((name, each) for each in value)
