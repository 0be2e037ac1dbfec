"""Finds the question in JSON: arguments of a call, a chat event, messages of a model's API."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final

from pydantic import JsonValue, TypeAdapter, ValidationError

from recollect.questions.speaking import Turn, of_users

_ASKING: Final = (("question", "query"), ("utterance", "prompt", "input", "usermessage"))
"""The endings of names of fields with a question, the surest first."""

_MESSAGE_FIELDS: Final = ("message", "text", "content", "body")
# Endings of names of fields beside it that say what the question is about.
_DESCRIBING: Final = (
    *("title", "subject", "summary", "description", "product", "version"),
    *("problem", "issue", "symptom", "reason", "error", "message"),
)
# An object with one of these fields is an event of a chat, and not another record.
_CHAT_FIELDS: Final = frozenset(
    """
    channel channelid chatid conversationid from lang language locale sender sessionid threadid
    userid
    """.split()
)
# An object with one of these fields is a line of a log or an alert: any of its fields may matter.
_LOG_FIELDS: Final = frozenset(
    "level severity logger exception stack stacktrace service host hostname code errorcode".split()
)
_FENCED: Final = re.compile(r"\s*```(?:json)?\s*\n([\s\S]{1,100000}?)\n```\s*")
_MAX_DEPTH: Final = 6
_PAIR: Final = 2


def question_in_json(text: str) -> str:
    """The text of the fields that ask; "" if there are none, or the text is no JSON."""
    fenced = _FENCED.fullmatch(text)
    bare = fenced[1] if fenced else text
    if not bare.lstrip().startswith(("{", "[")):
        return ""
    try:
        found = _json().validate_json(bare)
    except ValidationError:
        return ""
    objects = list(_objects(found, _MAX_DEPTH))
    turns = (turn for each in objects for turn in _turn_of(each))
    return "\n".join(list(of_users(turns)) or _asked(objects))


@cache
def _json() -> TypeAdapter[JsonValue]:
    return TypeAdapter(JsonValue)


def _objects(value: JsonValue, deepest: int) -> Iterator[Mapping[str, JsonValue]]:
    if isinstance(value, dict):
        yield value
    if isinstance(value, list) and len(value) == _PAIR and isinstance(value[0], str):
        yield {"role": value[0], "content": value[1]}
    if isinstance(value, dict | list) and deepest:
        for each in value.values() if isinstance(value, dict) else value:
            yield from _objects(each, deepest - 1)


def _turn_of(message: Mapping[str, JsonValue]) -> Iterator[Turn]:
    """The turn in a message of a model's API, whole or in parts."""
    # LangChain's messages have a `type`, of which only "human" is a role here.
    role = message.get("role", "user" if message.get("type") == "human" else None)
    content = message.get("content", message.get("parts"))
    parts = content if isinstance(content, list) else [{"text": content}]
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    lines = [each for each in texts if isinstance(each, str)]
    if isinstance(role, str) and lines:
        yield Turn(role.lower(), "\n".join(lines))


def _asked(objects: Sequence[Mapping[str, JsonValue]]) -> list[str]:
    names = {_plain(name) for each in objects for name in each}
    is_of_a_chat = not _CHAT_FIELDS.isdisjoint(names) and _LOG_FIELDS.isdisjoint(names)
    for endings in (*_ASKING, *((_MESSAGE_FIELDS,) if is_of_a_chat else ())):
        asking = [each for each in objects if any(_texts(each, endings))]
        if asking:
            found = [_texts(each, those) for those in (endings, _DESCRIBING) for each in asking]
            return list(dict.fromkeys(chain.from_iterable(found)))
    return []


def _texts(fields: Mapping[str, JsonValue], endings: tuple[str, ...]) -> Iterator[str]:
    for name, value in fields.items():
        if _plain(name).endswith(endings):
            yield from _strings(value)


def _plain(name: str) -> str:
    """The letters of a field's name, however it is written: `userId` like `user_id`."""
    return re.sub(r"[^a-z]", "", name.lower())


def _strings(value: JsonValue, deepest: int = 2) -> Iterator[str]:
    """A string, or the `text` of an object."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and deepest:
        yield from _strings(value.get("text"), deepest - 1)
