"""Rows of Slack's export: a message is an item, and those of a thread are its turns."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources.abc import Traversable
from typing import Final

from pydantic import JsonValue, TypeAdapter, ValidationError

from infra.cli.importing.rows import (
    MOST_BYTES,
    Fields,
    FileRow,
    FileRows,
    UnknownFormat,
    WrongRow,
)

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}\.json")
_TS: Final = re.compile(r"\d{1,12}\.\d{1,6}")
_PERSON: Final = re.compile(r"<@([A-Z0-9]+)(?:\|([^>]*))?>")
_CHANNEL: Final = re.compile(r"<#[A-Z0-9]+\|([^>]*)>")
_LINK: Final = re.compile(r"<((?:https?|mailto):[^|>]*)(?:\|([^>]*))?>")
_OF_PEOPLE: Final = frozenset({None, "thread_broadcast", "file_share", "me_message", "bot_message"})
_OBJECTS: Final = TypeAdapter(list[dict[str, JsonValue]])


def is_slack(folder: Traversable) -> bool:
    """Whether a folder has the files that every export has."""
    return (folder / "channels.json").is_file() or (folder / "users.json").is_file()


def slack_rows(folder: Traversable) -> FileRows:
    """The messages of all channels, by channel and day; joins, leaves and the like are none.

    Raises UnknownFormat where it cannot be told who wrote them.
    """
    people = _people(folder)
    for channel in sorted(folder.iterdir(), key=lambda each: each.name):
        if channel.is_dir():
            days = [each for each in channel.iterdir() if _DAY.fullmatch(each.name)]
            for day in sorted(days, key=lambda each: each.name):
                yield from _messages(channel.name, day, people)


def _people(folder: Traversable) -> dict[str, str]:
    users = folder / "users.json"
    if not users.is_file():
        return {}
    try:
        return {str(user.get("id")): _name(user) for user in _objects(users)}
    except ValidationError as error:
        raise UnknownFormat("has a users.json that is no list of people") from error


def _name(user: Fields) -> str:
    profile = user.get("profile")
    names = profile if isinstance(profile, dict) else {}
    shown = (names.get("display_name"), user.get("real_name"), user.get("name"))
    return next((each for each in shown if isinstance(each, str) and each), "somebody")


def _objects(file: Traversable) -> list[dict[str, JsonValue]]:
    with file.open("rb") as opened:
        return _OBJECTS.validate_json(opened.read(MOST_BYTES))


def _messages(channel: str, day: Traversable, people: Mapping[str, str]) -> FileRows:
    place = f"{channel}/{day.name}"
    try:
        messages = _objects(day)
    except ValidationError:
        yield WrongRow(place, "is no list of messages")
        return
    for number, message in enumerate(messages, start=1):
        if message.get("subtype") not in _OF_PEOPLE:
            continue
        text, written_at = message.get("text"), _moment(message.get("ts"))
        if written_at is None:
            yield WrongRow(f"{place}, message {number}", "has no time (`ts`)")
        elif isinstance(text, str) and text.strip():
            item = _item(channel, written_at, text, message, people)
            yield FileRow(f"{place}, message {number}", item)


def _moment(ts: JsonValue) -> datetime | None:
    """When a message was written; None for what is no time, or none that a calendar has."""
    if not isinstance(ts, str) or not _TS.fullmatch(ts):
        return None
    try:
        return datetime.fromtimestamp(float(ts), UTC)
    except ValueError:
        return None


def _item(
    channel: str, written_at: datetime, text: str, message: Fields, people: Mapping[str, str]
) -> dict[str, JsonValue]:
    thread = message.get("thread_ts")
    user = message.get("user")
    item: dict[str, JsonValue] = {
        "id": f"slack-{channel}-{message.get('ts')}",
        "content": _plain(text, people),
        "created_at": written_at.isoformat(),
        "channel": channel,
        "source": "human" if isinstance(user, str) else "system",
    }
    if isinstance(user, str):
        item["author"] = people.get(user, user)
    if isinstance(thread, str) and _TS.fullmatch(thread):
        item["thread"] = f"slack-{channel}-{thread}"
    return item


def _plain(text: str, people: Mapping[str, str]) -> str:
    """What was written, as people see it: names for ids, links as links, no entities."""
    text = _PERSON.sub(lambda found: f"@{people.get(found[1]) or found[2] or found[1]}", text)
    text = _CHANNEL.sub(r"#\1", text)
    text = _LINK.sub(lambda found: f"{found[2]} ({found[1]})" if found[2] else found[1], text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
