"""The names of people that an object itself gives to ids, as exports of chats do."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import JsonValue

_LISTS: Final = ("users", "members", "participants", "people")
"""The members of an object that list people, each with an id, or that map ids to names."""

_PATHS: Final = (
    ("profile", "display_name"),
    ("profile", "real_name"),
    ("display_name",),
    ("displayName",),
    ("real_name",),
    ("name",),
)
# A rota has its people by days, which are no ids.
_ID: Final = re.compile(r"(?=[^\W_]*\d)(?!\d{4}-\d\d-\d\d)[A-Za-z0-9_-]{6,40}")
_MENTION_OR_WORD: Final = re.compile(
    r"<@(?P<mentioned>[A-Za-z0-9_-]{6,40})(?:\|[^<>]{0,80})?>|(?<![\w-])[A-Za-z0-9_-]{6,40}(?![\w-])"
)
_MAX_NAME_CHARS: Final = 80


def people_in(content: JsonValue) -> Mapping[str, str]:
    """The names of people by their ids, as far as an object or a list of messages has both.

    A list of people has them, or a message has its author's profile beside the id (`user` and
    `user_profile`, as in Slack).
    """
    members = content if isinstance(content, dict) else {"": content}
    named = [pair for each in members.values() for pair in _authors(each)]
    named += [pair for each in _LISTS for pair in _people(members.get(each))]
    return {
        key: name
        for key, name in named
        if isinstance(key, str) and _ID.fullmatch(key) and name and len(name) <= _MAX_NAME_CHARS
    }


def with_names(text: str, people: Mapping[str, str]) -> str:
    """The text with the names of people in place of their ids, with a mention as `@Ann`."""
    if not people:
        return text

    def name_of(found: re.Match[str]) -> str:
        if mentioned := found["mentioned"]:
            return f"@{people[mentioned]}" if mentioned in people else found[0]
        return people.get(found[0], found[0])

    return _MENTION_OR_WORD.sub(name_of, text)


def _people(listed: JsonValue) -> Iterator[tuple[JsonValue, str]]:
    if isinstance(listed, dict):
        for key, value in listed.items():
            yield key, value if isinstance(value, str) else _name_of(value)
    elif isinstance(listed, list):
        yield from ((each.get("id"), _name_of(each)) for each in listed if isinstance(each, dict))


def _authors(messages: JsonValue) -> Iterator[tuple[JsonValue, str]]:
    for each in messages if isinstance(messages, list) else ():
        if isinstance(each, dict) and "user_profile" in each:
            yield each.get("user"), _name_of(each["user_profile"])


def _name_of(person: JsonValue) -> str:
    for path in _PATHS:
        value = person
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""
