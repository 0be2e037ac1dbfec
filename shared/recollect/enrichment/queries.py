"""Build queries for the memories of a tool from its name and its arguments (seed 003).

One table has a builder for each special tool; a general builder serves all others. However large or
deep the arguments are, only their first values are read, those of the outermost level first.
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
from recollect.enrichment.error_signs import hints_in
from recollect.enrichment.targets import Targets, targets_in
from recollect.language.texts import collapsed, shortened
from recollect.relevance.identifiers import identifiers
from recollect.tools.contract import SUMMARY_FIELDS
from recollect.tools.memory_context import MEMORY_CONTEXT

_MAX_VALUES: Final = 200
_MAX_CHARACTERS: Final = 8_000
# The characters of one value that are read, so that a long log does not hide the namespace behind.
_MAX_VALUE_LENGTH: Final = 2_000
_MAX_NAME_LENGTH: Final = 64
_MAX_DETAIL_LENGTH: Final = 256
_MAX_TOOL_LENGTH: Final = 128
_MAX_FACETS: Final = 24
_MAX_TEXT_LENGTH: Final = 1_000
_MAX_EXIT_CODE: Final = 255
_NAME = r"[A-Za-z][A-Za-z0-9_.-]{0,31}"
_WORD = r"[^\W_][\w./:@+-]{0,63}"

_DOMAINS: Final = (
    (("oc_", "openshift_"), "openshift"),
    (("k8s_", "kubectl_"), "kubernetes"),
    (("microsoft",), "microsoft"),
)
# Arguments with one of these in their name are never part of a query.
_CREDENTIALS: Final = (
    "pass pwd secret token credential authorization bearer kennwort contraseña senha apikey"
    " accesskey privatekey accountkey signingkey encryptionkey authkey"
).split()
_HINT: Final = "hint:"
_SHARED: Final = ("tool:", "domain:", "kind:", "resource:")
_KINDS: Final = ("kind:tool_exec", "kind:operational")

NamedText = tuple[str, str]
"""The name of an argument, and the part of its value that was read."""


@dataclass(frozen=True, slots=True)
class ToolQuery:
    """A query for memories: their domain, the tokens that they are tagged with, and a text."""

    domain: str
    tokens: tuple[str, ...]
    text: str
    named: tuple[str, ...]
    """The errors and codes that the arguments name, without the targets."""
    targets: Targets
    """The things that the arguments name; a memory of other targets does not count."""
    has_details: bool
    """Whether the text is about this call, and not only about the tool."""


def query_for(tool: str, arguments: Mapping[str, JsonValue]) -> ToolQuery:
    """The query for a tool with these arguments; its text has at most 1,000 characters."""
    domain, texts = domain_of(tool, arguments), _texts_of(arguments)
    build = _BUILDERS.get(tool, _general)
    tokens = _without_secrets(build(shortened(tool, _MAX_TOOL_LENGTH), domain, texts))
    short = (value for _, value in texts if len(value) <= _MAX_DETAIL_LENGTH)
    named = distinguishing(tokens)
    details = dict.fromkeys((*named, *(word for value in short for word in value.split())))
    text = masked(shortened(" ".join(details or tokens), _MAX_TEXT_LENGTH))
    targets = targets_in(_without_secrets(_facets(texts)))
    specific = (each for each in tokens if each.startswith(_HINT) or _has_code(each, targets))
    return ToolQuery(
        domain,
        tokens,
        shortened(text, _MAX_TEXT_LENGTH),
        distinguishing(specific),
        targets,
        bool(details),
    )


def _has_code(token: str, targets: Targets) -> bool:
    """Whether an argument has a code, such as that of an error, that is no target."""
    value = token.partition(":")[2]
    return value.lower() not in targets.all and bool(identifiers(value))


def distinguishing(tokens: Iterable[str]) -> tuple[str, ...]:
    """The values of tokens, without the tokens that all memories of a tool share.

    The names of tokens, such as `namespace`, are in all memories, too, and would make them alike.
    """
    kept = (token for token in tokens if not token.startswith(_SHARED))
    return tuple(dict.fromkeys(token.partition(":")[2].replace("_", " ") for token in kept))


def domain_of(tool: str, arguments: Mapping[str, JsonValue]) -> str:
    """The domain of a tool: the argument `domain`, else the one that its name implies."""
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
    """The arguments whose value is one word, as `name:value`."""
    bare = ((name, value.removeprefix("#")) for name, value in texts)
    pairs = ((name, value) for name, value in bare if fullmatch(_WORD, value))
    yield from islice((f"{n}:{v}" for n, v in pairs if fullmatch(_NAME, n)), _MAX_FACETS)


def _without_secrets(tokens: Iterable[str]) -> tuple[str, ...]:
    distinct = tuple(dict.fromkeys(tokens))
    joined = "\n".join(distinct)
    if masked(joined) == joined:
        return distinct
    return tuple(token for token in distinct if masked(token) == token)


def _texts_of(arguments: Mapping[str, JsonValue]) -> list[NamedText]:
    """The texts, names of flags that are true, and exit codes, up to a number and total length."""
    texts, room = [], _MAX_CHARACTERS
    for name, value in islice(_values(arguments), _MAX_VALUES):
        name_read = collapsed(name[:_MAX_NAME_LENGTH])
        read = _read(name_read, value, min(room - len(name_read), _MAX_VALUE_LENGTH))
        if read is not None:
            texts.append((name_read, read))
            room -= len(name_read) + len(read)
        if room <= _MAX_NAME_LENGTH:
            break
    return _without_credentials(texts)


def _read(name: str, value: JsonValue, room: int) -> str | None:
    if isinstance(value, str):
        return collapsed(value[: max(room, 0)])
    if value is True:
        return ""
    # Other numbers are settings: a timeout of 30 does not mean that anything timed out.
    if isinstance(value, int) and "exit" in name.lower() and 0 < value <= _MAX_EXIT_CODE:
        return str(value)
    return None


def _without_credentials(texts: list[NamedText]) -> list[NamedText]:
    """The texts without those of credentials, by their names; mostly all of them."""
    if not _names_credential(" ".join(name for name, _ in texts)):
        return texts
    return [(name, value) for name, value in texts if not _names_credential(name)]


def _names_credential(name: str) -> bool:
    plain_name = name.lower().replace("_", "").replace("-", "").replace(" ", "")
    return any(word in plain_name for word in _CREDENTIALS)


def _values(arguments: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """Every value with its name, level by level; nothing is copied."""
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
