"""Read Slack's export as rows: a message is one item; messages of a thread share `thread`."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources.abc import Traversable
from typing import Final

from pydantic import JsonValue, TypeAdapter, ValidationError

from infra.cli.importing.folders import LEADS_OUT, entries, leads_out
from infra.cli.importing.rows import (
    MAX_FILE_BYTES,
    Fields,
    FileRow,
    FileRows,
    PrivateRow,
    UnknownFormat,
    WrongRow,
    field,
    is_true,
    left_out,
    objects,
    text,
)
from recollect.adapters.slack.text import plain
from recollect.core.invisible import composed

_DAY_FILE: Final = re.compile(r"\d{4}-\d{2}-\d{2}\.json")
_TS: Final = re.compile(r"\d{1,12}\.\d{1,6}")
_MENTION: Final = re.compile(r"<([@#])([A-Z0-9]+)(?:\|([^<>]*))?>")
_PRIVATE_LISTS: Final = ("groups.json", "mpims.json", "dms.json")
"""The lists of private channels and direct messages, which only a workspace owner can export."""
_PRIVATE_FLAGS: Final = ("is_private", "is_group", "is_im", "is_mpim")
"""The flags of private channels and direct messages, where one list has all channels."""
_PREVIEW_FIELDS: Final = frozenset({"from_url", "original_url", "app_unfurl_url"})
_IMPORTED_SUBTYPES: Final = frozenset(
    {None, "thread_broadcast", "file_share", "me_message", "bot_message"}
)
_OBJECTS: Final = TypeAdapter(list[dict[str, JsonValue]])


def slack_root(folder: Traversable) -> Traversable | None:
    """The root of an export: the folder itself, or the only folder in it. None if it is neither."""
    shown = entries(folder)
    inner = [each for each in shown if each.is_dir() and not leads_out(each, folder)]
    alone = inner if len(shown) == 1 else []
    return next((each for each in (folder, *alone) if _is_slack(each)), None)


def _is_slack(folder: Traversable) -> bool:
    return (folder / "channels.json").is_file() or (folder / "users.json").is_file()


def slack_rows(folder: Traversable) -> FileRows:
    """The messages of all channels, by channel and day, without joins, leaves and the like.

    Channels that are not for everybody are private rows. Raises UnknownFormat if the lists of
    people or of channels cannot be read.
    """
    names = {str(each.get("id")): _name(each) for each in _listed(folder, "users.json")}
    channels = _listed(folder, "channels.json")
    names |= {str(each.get("id")): text(each.get("name")) for each in channels}
    private = [each for name in _PRIVATE_LISTS for each in _listed(folder, name)]
    private += [
        each for each in channels if any(is_true(each.get(flag)) for flag in _PRIVATE_FLAGS)
    ]
    private_names = {composed(text(each.get(name))) for each in private for name in ("id", "name")}
    for channel in entries(folder):
        name = composed(channel.name)  # macOS separates letters and their accents
        if name in private_names:
            yield left_out(name, PrivateRow("is not for everybody"))
        elif leads_out(channel, folder):
            yield WrongRow(name, LEADS_OUT)
        elif channel.is_dir():
            for day in [each for each in entries(channel) if _DAY_FILE.fullmatch(each.name)]:
                if leads_out(day, folder):
                    yield WrongRow(f"{name}/{day.name}", LEADS_OUT)
                else:
                    yield from _messages(name, day, names)


def _listed(folder: Traversable, name: str) -> list[dict[str, JsonValue]]:
    file = folder / name
    if not file.is_file():
        return []
    if leads_out(file, folder):
        raise UnknownFormat(f"has a {name} that {LEADS_OUT}")
    try:
        return _objects(file)
    except ValidationError as error:
        raise UnknownFormat(f"has a {name} that is no list of people or channels") from error


def _name(user: Fields) -> str:
    """The name that Slack shows: the display name, or the real name of people without one."""
    paths = ("profile.display_name", "profile.real_name", "display_name", "real_name", "name")
    return next(filter(None, (text(field(user, path)) for path in paths)), "somebody")


def _objects(file: Traversable) -> list[dict[str, JsonValue]]:
    with file.open("rb") as opened:
        return _OBJECTS.validate_json(opened.read(MAX_FILE_BYTES))


def _messages(channel: str, day: Traversable, names: Mapping[str, str]) -> FileRows:
    place = f"{channel}/{day.name}"
    try:
        messages = _objects(day)
    except ValidationError:
        yield WrongRow(place, "is no list of messages")
        return
    names = {**_names_beside(messages), **names}
    for number, message in enumerate(messages, start=1):
        if message.get("subtype") not in _IMPORTED_SUBTYPES:
            continue
        content, written_at = _content(message, names), _moment(message.get("ts"))
        if written_at is None:
            yield WrongRow(f"{place}, message {number}", "has no time (`ts`)")
        elif content:
            item = _item(channel, written_at, content, message, names)
            yield FileRow(f"{place}, message {number}", item)


def _names_beside(messages: Sequence[Fields]) -> dict[str, str]:
    """The names of people that stand beside their messages.

    The list of people lacks those of other workspaces.
    """
    profiles = ((text(each.get("user")), each.get("user_profile")) for each in messages)
    return {user: _name(known) for user, known in profiles if user and isinstance(known, dict)}


def _moment(ts: JsonValue) -> datetime | None:
    """When a message was written; None if `ts` is no time, or one beyond the calendar."""
    if not isinstance(ts, str) or not _TS.fullmatch(ts):
        return None
    try:
        return datetime.fromtimestamp(float(ts), UTC)
    except ValueError:
        return None


def _item(
    channel: str, written_at: datetime, content: str, message: Fields, names: Mapping[str, str]
) -> dict[str, JsonValue]:
    thread = message.get("thread_ts")
    user = text(message.get("user"))
    item: dict[str, JsonValue] = {
        "id": f"slack-{channel}-{message.get('ts')}",
        "content": content,
        "created_at": written_at.isoformat(),
        "channel": channel,
        "source": "human" if user and not message.get("bot_id") else "system",
    }
    if author := names.get(user, user) or text(message.get("username")):
        item["author"] = author
    if isinstance(thread, str) and _TS.fullmatch(thread):
        item["thread"] = f"slack-{channel}-{thread}"
    return item


def _content(message: Fields, names: Mapping[str, str]) -> str:
    """The content of a message: its text, or else its blocks, then what programs attached to it."""
    written = text(message.get("text")) or "\n".join(_texts(message.get("blocks")))
    attached = (
        each for each in objects(message.get("attachments")) if _PREVIEW_FIELDS.isdisjoint(each)
    )
    lines = (written, *(line for each in attached for line in _attached(each)))
    return "\n".join(_plain(line, names) for line in dict.fromkeys(lines) if line)


def _attached(attachment: Fields) -> list[str]:
    texts = (text(attachment.get(name)) for name in ("pretext", "title", "text"))
    fields = map(_field, objects(attachment.get("fields")))
    lines = [*filter(None, texts), *filter(None, fields), *_texts(attachment.get("blocks"))]
    return lines or [text(attachment.get("fallback"))]


def _field(attached_field: Fields) -> str:
    return ": ".join(filter(None, (text(attached_field.get(name)) for name in ("title", "value"))))


def _texts(value: JsonValue) -> list[str]:
    """The texts in blocks, at any depth."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [each for inner in value if isinstance(inner, dict) for each in _texts(inner)]
    if not isinstance(value, dict):
        return []
    return [each for name in ("text", "fields", "elements") for each in _texts(value.get(name))]


def _plain(written: str, names: Mapping[str, str]) -> str:
    """A text as people see it, with the names of people and channels in place of their ids."""
    return plain(_MENTION.sub(lambda found: _with_name(found, names), written))


def _with_name(found: re.Match[str], names: Mapping[str, str]) -> str:
    name = escape(names.get(found[2], ""), quote=False) or found[3] or found[2]
    return f"<{found[1]}{found[2]}|{name}>"
