"""Slack's export: the messages of people and programs in public channels."""

import json
import unicodedata
from pathlib import Path

import pytest
from pydantic import JsonValue

from infra.cli.importing.formats import rows_of
from infra.cli.importing.rows import FileRow, UnknownFormat, WrongRow
from infra.cli.importing.slack import slack_root, slack_rows
from tests.cases import each_case

USERS: list[JsonValue] = [
    {"id": "U1", "name": "ann.k", "profile": {"display_name": "Ann", "real_name": "Ann Kay"}},
    {"id": "U2", "name": "bob", "profile": {"display_name": "", "real_name": "Bob <Boss> Gone"}},
]
CHANNELS: list[JsonValue] = [{"id": "C1", "name": "help-it"}]


def export(place: Path, *day: JsonValue, **lists: JsonValue) -> Path:
    files: dict[str, JsonValue] = {"users": USERS, "channels": CHANNELS, **lists}
    for name, listed in files.items():
        (place / f"{name}.json").write_text(json.dumps(listed))
    (place / "help-it").mkdir()
    (place / "help-it" / "2026-03-02.json").write_text(json.dumps(day))
    return place


def row_of(place: Path, message: dict[str, JsonValue]) -> FileRow:
    (row,) = slack_rows(export(place, {"ts": "1772409700.000200", **message}))
    assert isinstance(row, FileRow)
    return row


DISK: JsonValue = {
    "fallback": "[FIRING] DiskFull",
    "title": "<https://m.example/1|DiskFull> on db-88",
    "text": "97 % of db-88",
    "fields": [{"title": "Severity", "value": "critical"}],
}
HEADER: JsonValue = {"type": "header", "text": {"type": "plain_text", "text": "Deploy finished"}}
SECTION: JsonValue = {"type": "section", "fields": [{"type": "mrkdwn", "text": "env &amp; prod"}]}
PREVIEW: JsonValue = {"from_url": "https://a.example/x", "title": "A page", "text": "of elsewhere"}


@each_case(
    ("message", "content"),
    [
        ({"text": "<@U2> see <#C1|> and <#C9>"}, "@Bob <Boss> Gone see #help-it and #C9"),
        ({"text": "<!here> ask <!subteam^S1|@oncall>"}, "@here ask @oncall"),
        ({"text": "since <!date^1772410600^{date}|2 March>"}, "since 2 March"),
        ({"text": "", "attachments": [DISK]}, None),
        ({"text": "Alarm", "attachments": [{"fallback": "Disk full"}]}, "Alarm\nDisk full"),
        ({"text": "see https://a.example/x", "attachments": [PREVIEW]}, "see https://a.example/x"),
        ({"text": "", "blocks": [HEADER, SECTION]}, "Deploy finished\nenv & prod"),
        ({"text": "Deploy finished", "blocks": [HEADER, SECTION]}, "Deploy finished"),
    ],
)
def test_a_message_becomes_the_text_that_slack_shows(
    tmp_path_factory: pytest.TempPathFactory, message: dict[str, JsonValue], content: str | None
) -> None:
    alarm = "DiskFull (https://m.example/1) on db-88\n97 % of db-88\nSeverity: critical"
    row = row_of(tmp_path_factory.mktemp("export"), {"subtype": "bot_message", **message})
    assert row.fields["content"] == (content or alarm)


@each_case(
    ("who", "author", "source"),
    [
        ({"user": "U2"}, "Bob <Boss> Gone", "human"),
        ({"user": "U9"}, "U9", "human"),
        ({"user": "U1", "bot_id": "B1"}, "Ann", "system"),
        ({"bot_id": "B1", "username": "PagerDuty"}, "PagerDuty", "system"),
        ({"bot_id": "B1"}, None, "system"),
    ],
)
def test_the_author_has_the_name_that_slack_shows(
    tmp_path_factory: pytest.TempPathFactory,
    who: dict[str, JsonValue],
    author: str | None,
    source: str,
) -> None:
    row = row_of(tmp_path_factory.mktemp("export"), {"text": "The relay is slow.", **who})
    assert (row.fields.get("author"), row.fields["source"]) == (author, source)


def test_people_of_other_workspaces_have_the_names_that_their_messages_bring(
    tmp_path: Path,
) -> None:
    asked: JsonValue = {"ts": "1.0", "user": "U1", "text": "<@U8> is the relay down? <@U9>"}
    guest: JsonValue = {"display_name": "", "real_name": "Zoe Guest", "name": "zoe"}
    told: JsonValue = {"ts": "2.0", "user": "U8", "user_profile": guest, "text": "Yes."}
    ours: JsonValue = {
        "ts": "3.0",
        "user": "U1",
        "user_profile": {"real_name": "Other"},
        "text": "Thanks.",
    }
    rows = [
        row for row in slack_rows(export(tmp_path, asked, told, ours)) if isinstance(row, FileRow)
    ]
    assert [row.fields["author"] for row in rows] == ["Ann", "Zoe Guest", "Ann"]
    assert rows[0].fields["content"] == "@Zoe Guest is the relay down? @U9"


def test_private_conversations_are_left_out_and_named(tmp_path: Path) -> None:
    place = export(
        tmp_path,
        {"ts": "1772409700.000200", "text": "for all"},
        groups=[{"id": "G1", "name": "board"}],
        dms=[{"id": "D1", "members": ["U1", "U2"]}],
        mpims=[{"id": "G2", "name": "mpdm-ann--bob-1"}],
        channels=[
            *CHANNELS,
            {"id": "C2", "name": "merger", "is_private": True},
            {"id": "C3", "name": "fusión", "is_group": True},
            {"id": "D2", "is_im": True},
        ],
    )
    # Some file systems part letters from their marks.
    some = [
        "D1",
        "D2",
        "board",
        unicodedata.normalize("NFD", "fusión"),
        "merger",
        "mpdm-ann--bob-1",
    ]
    for name in some:
        (place / name).mkdir()
        (place / name / "2026-03-02.json").write_text('[{"ts": "1.0", "text": "secret"}]')

    rows = list(slack_rows(place))

    why = "is not for everybody: whoever reads here would see it"
    assert [row for row in rows if isinstance(row, WrongRow)] == [
        WrongRow(unicodedata.normalize("NFC", name), why, is_private=True) for name in some
    ]
    assert [row.fields["content"] for row in rows if isinstance(row, FileRow)] == ["for all"]


def test_an_export_in_a_subfolder_is_found(tmp_path: Path) -> None:
    (tmp_path / "Acme Slack export").mkdir()
    (tmp_path / "__MACOSX").mkdir()
    inner = export(tmp_path / "Acme Slack export", {"ts": "1772409700.000200", "text": "for all"})
    assert slack_root(tmp_path) == inner == slack_root(inner)
    for requested in (None, "slack"):
        assert list(rows_of(str(tmp_path), None, requested)) == list(slack_rows(inner)) != []
    (tmp_path / "README.md").write_text("Of the export.")
    assert [row for row in rows_of(str(tmp_path), None, None) if isinstance(row, FileRow)] == [
        FileRow("README.md#top", {"id": "README.md#top", "content": "Of the export."})
    ]


def test_an_export_that_does_not_say_which_channels_are_private_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat, match=r"groups\.json"):
        list(slack_rows(export(tmp_path, groups={"ok": False})))


def test_links_of_an_export_to_outside_of_it_are_named_and_not_read(tmp_path: Path) -> None:
    given, own = tmp_path / "given", tmp_path / "own"
    for place in (given, own):
        place.mkdir()
        export(place, {"ts": "1772409700.000200", "text": "ours"})
    (given / "help-it" / "2026-03-02.json").unlink()
    (given / "help-it" / "2026-03-02.json").symlink_to(own / "help-it" / "2026-03-02.json")
    (given / "more").symlink_to(own / "help-it")
    reason = "is a link to outside of the folder, which is not read"
    assert list(slack_rows(given)) == [
        WrongRow("help-it/2026-03-02.json", reason),
        WrongRow("more", reason),
    ]
    (given / "groups.json").symlink_to(own / "channels.json")
    with pytest.raises(UnknownFormat, match=r"has a groups\.json that is a link to outside"):
        list(slack_rows(given))
    around = tmp_path / "around"
    around.mkdir()
    (around / "export").symlink_to(own)
    assert slack_root(around) is None
