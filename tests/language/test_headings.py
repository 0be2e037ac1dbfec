"""Headings that are not marked as in Markdown."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.headings import in_markdown
from tests.cases import each_case


@each_case(
    ("text", "marked"),
    [
        ("Scout\n=====\nIt scans.", "# Scout\nIt scans."),
        ("Rollout\n-------\nTilburg first.", "## Rollout\nTilburg first."),
        ("Rollout\n~~~~~~~\nTilburg first.", "## Rollout\nTilburg first."),
        ("a\n\n**8.6 (22 June)**\n* faster", "a\n\n###### **8.6 (22 June)**\n* faster"),
        ("2.0   2026-04-02\n  - port 8884", "###### 2.0   2026-04-02\n  - port 8884"),
        ("alarm:\n  delay: 12\nntp:\n  on: 1", "###### alarm:\n  delay: 12\n###### ntp:\n  on: 1"),
        ("2) **Supplier**\n  Lockwerk", "###### 2) **Supplier**\n  Lockwerk"),
        ("h2. Cause\nA leak.", "## Cause\nA leak."),
        ("== Cause ==\nA leak.", "## Cause\nA leak."),
        ("OPENING HOURS\n7 to 19 h", "###### OPENING HOURS\n7 to 19 h"),
        ("In Ulm:\n```\ndelay = 8\n```", "###### In Ulm:\n```\ndelay = 8\n```"),
        ("---\n**8.3**\n* dry ice", "---\n###### **8.3**\n* dry ice"),
        ("```ls -l```\nScout\n=====\nIt scans.", "```ls -l```\n# Scout\nIt scans."),
        ("Ulm\n~~~\nIt opens.\n\nBonn\n~~~~\nNot yet.", "## Ulm\nIt opens.\n\n## Bonn\nNot yet."),
        ("# Scout\nIt scans.", "# Scout\nIt scans."),
    ],
)
def test_a_heading_is_rewritten_as_markdown(text: str, marked: str) -> None:
    assert in_markdown(text) == marked


@each_case(
    ("text", "marked"),
    [
        (
            "2.0  April\n  - port 8884\nAsk Ada.",
            "###### 2.0  April\n  - port 8884\n######\nAsk Ada.",
        ),
        ("**8.4**\n* by badge\n\nAsk Ada.", "###### **8.4**\n* by badge\n\n######\nAsk Ada."),
        ("In Ulm:\n- 8 h\nAsk Ada.", "###### In Ulm:\n- 8 h\n######\nAsk Ada."),
        ("In Ulm:\n- 8 h of\nwork", "###### In Ulm:\n- 8 h of\nwork"),
        ("**8.4**\n* by badge\n\n* dear", "###### **8.4**\n* by badge\n\n* dear"),
        ("In Ulm:\n```\n8\n```\nAsk Ada.", "###### In Ulm:\n```\n8\n```\n######\nAsk Ada."),
        ("**Hours**\n7 to 19 h.\n\nAsk Ada.", "###### **Hours**\n7 to 19 h.\n\nAsk Ada."),
    ],
)
def test_text_after_a_group_is_not_under_its_heading(text: str, marked: str) -> None:
    assert in_markdown(text) == marked


@each_case(
    ("text",),
    [
        ("Restart it.\n  Then wait.",),
        ("- Restart it\n  - Then wait",),  # an entry of a list, and what belongs to it
        ("**Never reboot db-1!**\nRing Ada.",),
        ("**Owner** Ada\nRing her.",),
        ("It is slow and\n**very dear**\nthese days.",),
        ("```\ndef restart():\n    wait()\n```",),
        ("Regards\n--\nAda",),
        ("a | b\n--- | ---\n1 | 2",),
        ("**8.6**",),
        ("We looked at three of them:\nall were broken.",),
        ("OK\nA leak.",),
        ("決済サーバーのポートは九四四三\n担当は田中さん",),  # without capitals
    ],
)
def test_a_text_without_headings_stays_as_it_is(text: str) -> None:
    assert in_markdown(text) == text


@given(st.text(alphabet="ab *-=#\n`0.", max_size=200))
def test_no_text_loses_a_word(text: str) -> None:
    words = [each for each in in_markdown(text).split() if each.strip("-=#")]
    assert words == [each for each in text.split() if each.strip("-=#")]
