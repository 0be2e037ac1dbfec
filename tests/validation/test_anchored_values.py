"""What stands beside the name of an object, its times or its acts, in answers of any length."""

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked

_RELEASES: JsonValue = [
    {
        "id": "rel-4471",
        "service": "ledger",
        "status": "rolled_back",
        "started_by": "Tomas Zelnik",
        "rolled_back_at": "2027-05-11T13:58:00Z",
        "rolled_back_by": "Mira Solano",
    },
    {
        "id": "rel-4488",
        "service": "notifier",
        "status": "waiting_for_approval",
        "started_by": "Tomas Zelnik",
        "approvers": ["Mira Solano"],
    },
    {"id": "rel-4490", "service": "mailer", "status": "cancelled", "started_by": "Ada Brandt"},
]
_LEAVE: JsonValue = [
    {"id": "LR-3120", "state": "approved", "decided_by": "Saoirse Nolan", "on": "2027-05-27"},
    {"id": "LR-3149", "state": "rejected", "decided_by": "Niamh Galvin", "on": "2027-06-14"},
]
_DISPUTES: JsonValue = [
    {"id": "DSP-8765", "status": "won", "handler": "Hanne Wouters"},
    {"id": "DSP-8741", "status": "lost", "handler": "Joris Damme"},
]
_LINES: JsonValue = [
    {"sku": "TBL-160", "name": "Oak worktable 160 cm", "state": "backordered", "city": "Truro"},
    {"sku": "BLB-27", "name": "LED bulb warm white", "state": "cancelled", "city": "Swansea"},
]
_CONTRACT: dict[str, JsonValue] = {"number": "CT-20418", "auto_renew": False, "notice_days": 60}
_LONG = (
    "\n\nThe rest of this answer is about the week as a whole, which was calm in all respects." * 3
)


def _lists() -> ToolCall:
    return call(
        "get_overview", releases=_RELEASES, requests=_LEAVE, disputes=_DISPUTES, lines=_LINES
    )


def _wrong(answer: str) -> list[str]:
    found = checked(answer, _lists(), call("get_contract", **_CONTRACT))
    return [fact.text for fact in found.facts if fact.verdict == "contradicted"]


@each_case(
    ("true", "false", "what"),
    [
        (
            "Mira Solano rolled it back at 13:58 UTC.",
            "Tomas Zelnik rolled it back at 13:58 UTC.",
            "Tomas Zelnik",
        ),
        (
            "rel-4471 was rolled back by Mira Solano.",
            "rel-4471 was rolled back by Ada Brandt.",
            "Ada Brandt",
        ),
        (
            "Niamh Galvin rejected that on June 14.",
            "Saoirse Nolan rejected that on June 14.",
            "Saoirse Nolan",
        ),
        (
            "DSP-8765 was won, DSP-8741 was lost.",
            "DSP-8765 was lost, and we'll see what follows.",
            "lost",
        ),
        (
            "rel-4488 was started by Tomas Zelnik and is waiting for approval.",
            "rel-4488 was started by Tomas Zelnik and has been approved.",
            "approved",
        ),
        (
            "| Item | State |\n|---|---|\n| Oak worktable | backordered |",
            "| Item | State |\n|---|---|\n| Oak worktable | cancelled |",
            "cancelled",
        ),
        (
            "- rel-4490 \u2013 mailer, cancelled, Ada Brandt",
            "- rel-4490 \u2013 mailer, cancelled, Tomas Zelnik",
            "Tomas Zelnik",
        ),
        ("TBL-160 in Truro is late.", "TBL-160 in Swansea is late.", "Swansea"),
        ("It doesn't renew automatically.", "After that it renews automatically.", "renews"),
    ],
)
def test_what_stands_beside_an_anchor_is_compared_in_answers_of_any_length(
    true: str, false: str, what: str
) -> None:
    for end in ("", _LONG):
        assert _wrong(true + end) == []
        assert what in [text[: len(what)] for text in _wrong(false + end)]


@each_case(
    "answer",
    [
        # Other acts of the same person, and what is only planned, asked or denied.
        "Tomas Zelnik started rel-4471, which Mira Solano rolled back at 13:58.",
        "Tomas Zelnik could have rolled it back himself at 13:58.",
        "Saoirse Nolan has not rejected LR-3149.",
        "The budget was approved by Niamh Galvin.",
        # Several objects in one line, and values that they have had or that something else has.
        "DSP-8765 and DSP-8741, won and lost.",
        "rel-4488 (notifier, not cancelled)",
        "Unlike rel-4490, which is cancelled, rel-4488 is waiting.",
    ],
)
def test_other_acts_and_several_objects_are_not_compared(answer: str) -> None:
    assert _wrong(answer + _LONG) == []
