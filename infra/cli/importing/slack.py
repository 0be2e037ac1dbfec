"""Rows of Slack's export: a message is an item, and those of a thread are its turns."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
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
    field,
    is_said,
    objects,
    text,
)
from recollect.adapters.slack.text import plain
from recollect.core.invisible import composed

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}\.json")
_TS: Final = re.compile(r"\d{1,12}\.\d{1,6}")
_NAMED: Final = re.compile(r"<([@#])([A-Z0-9]+)(?:\|([^<>]*))?>")
_FOR_SOME: Final = ("groups.json", "mpims.json", "dms.json")
"""Private channels and direct messages, which only an owner of the workspace can export."""
_PRIVATE: Final = ("is_private", "is_group", "is_im", "is_mpim")
"""The same by what a channel says of itself, where one list has all of them."""
_PREVIEWS: Final = frozenset({"from_url", "original_url", "app_unfurl_url"})
_OF_PEOPLE: Final = frozenset({None, "thread_broadcast", "file_share", "me_message", "bot_message"})
OF_MACS: Final = frozenset({"__MACOSX"})
"""Folders of a .zip in which macOS keeps what nobody wrote."""
_OBJECTS: Final = TypeAdapter(list[dict[str, JsonValue]])


def slack_root(folder: Traversable) -> Traversable | None:
    """Where the files are that every export has: in a folder, or in the only one that is in it."""
    seen = (each for each in folder.iterdir() if each.name not in OF_MACS)
    shown = [each for each in seen if not each.name.startswith(".")]
    inner = shown if len(shown) == 1 and shown[0].is_dir() else []
    return next((each for each in (folder, *inner) if _is_slack(each)), None)


def _is_slack(folder: Traversable) -> bool:
    return (folder / "channels.json").is_file() or (folder / "users.json").is_file()


def slack_rows(folder: Traversable) -> FileRows:
    """The messages of all channels, by channel and day; joins, leaves and the like are none.

    Channels that are not for everybody are wrong. Raises UnknownFormat where it cannot be told who
    wrote the messages, or which channels these are.
    """
    names = {str(each.get("id")): _name(each) for each in _listed(folder, "users.json")}
    channels = _listed(folder, "channels.json")
    names |= {str(each.get("id")): text(each.get("name")) for each in channels}
    some = [each for name in _FOR_SOME for each in _listed(folder, name)]
    some += [each for each in channels if any(is_said(each.get(flag)) for flag in _PRIVATE)]
    for_some = {composed(text(each.get(name))) for each in some for name in ("id", "name")}
    for channel in sorted(folder.iterdir(), key=lambda each: each.name):
        name = composed(channel.name)  # macOS parts letters from their marks
        if name in for_some:
            yield WrongRow(name, "is not for everybody: whoever reads here would see it")
        elif channel.is_dir():
            days = [each for each in channel.iterdir() if _DAY.fullmatch(each.name)]
            for day in sorted(days, key=lambda each: each.name):
                yield from _messages(name, day, names)


def _listed(folder: Traversable, name: str) -> list[dict[str, JsonValue]]:
    file = folder / name
    if not file.is_file():
        return []
    try:
        return _objects(file)
    except ValidationError as error:
        raise UnknownFormat(f"has a {name} that is no list of people or channels") from error


def _name(user: Fields) -> str:
    """The name that Slack shows: who has chosen none is shown by the real one."""
    paths = ("profile.display_name", "profile.real_name", "real_name", "name")
    return next(filter(None, (text(field(user, path)) for path in paths)), "somebody")


def _objects(file: Traversable) -> list[dict[str, JsonValue]]:
    with file.open("rb") as opened:
        return _OBJECTS.validate_json(opened.read(MOST_BYTES))


def _messages(channel: str, day: Traversable, names: Mapping[str, str]) -> FileRows:
    place = f"{channel}/{day.name}"
    try:
        messages = _objects(day)
    except ValidationError:
        yield WrongRow(place, "is no list of messages")
        return
    for number, message in enumerate(messages, start=1):
        if message.get("subtype") not in _OF_PEOPLE:
            continue
        told, written_at = _told(message, names), _moment(message.get("ts"))
        if written_at is None:
            yield WrongRow(f"{place}, message {number}", "has no time (`ts`)")
        elif told:
            item = _item(channel, written_at, told, message, names)
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
    channel: str, written_at: datetime, told: str, message: Fields, names: Mapping[str, str]
) -> dict[str, JsonValue]:
    thread = message.get("thread_ts")
    user = text(message.get("user"))
    item: dict[str, JsonValue] = {
        "id": f"slack-{channel}-{message.get('ts')}",
        "content": told,
        "created_at": written_at.isoformat(),
        "channel": channel,
        "source": "human" if user and not message.get("bot_id") else "system",
    }
    if author := names.get(user, user) or text(message.get("username")):
        item["author"] = author
    if isinstance(thread, str) and _TS.fullmatch(thread):
        item["thread"] = f"slack-{channel}-{thread}"
    return item


def _told(message: Fields, names: Mapping[str, str]) -> str:
    """What a message says: its text, or else its blocks, and what programs attach to it."""
    written = text(message.get("text")) or "\n".join(_texts(message.get("blocks")))
    attached = (each for each in objects(message.get("attachments")) if _PREVIEWS.isdisjoint(each))
    lines = (written, *(line for each in attached for line in _attached(each)))
    return "\n".join(_plain(line, names) for line in dict.fromkeys(lines) if line)


def _attached(attachment: Fields) -> list[str]:
    told = (text(attachment.get(name)) for name in ("pretext", "title", "text"))
    fields = map(_field, objects(attachment.get("fields")))
    said = [*filter(None, told), *filter(None, fields), *_texts(attachment.get("blocks"))]
    return said or [text(attachment.get("fallback"))]


def _field(one: Fields) -> str:
    return ": ".join(filter(None, (text(one.get(name)) for name in ("title", "value"))))


def _texts(value: JsonValue) -> list[str]:
    """The texts of blocks, however deep they lie in them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [each for inner in value if isinstance(inner, dict) for each in _texts(inner)]
    if not isinstance(value, dict):
        return []
    return [each for name in ("text", "fields", "elements") for each in _texts(value.get(name))]


def _plain(written: str, names: Mapping[str, str]) -> str:
    """What was written, as people see it, with names for ids."""
    return plain(_NAMED.sub(lambda found: _named(found, names), written))


def _named(found: re.Match[str], names: Mapping[str, str]) -> str:
    name = escape(names.get(found[2], ""), quote=False) or found[3] or found[2]
    return f"<{found[1]}{found[2]}|{name}>"
