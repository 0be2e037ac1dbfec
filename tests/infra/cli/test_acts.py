"""What a caller did is read from the keys that name it as a whole."""

from infra.cli.acts import Act, act_of, record_of
from recollect.erasure.kept import (
    HistoryEntry,
    KeptCase,
    KeptEntity,
    KeptField,
    KeptThread,
    KeptTraces,
    KeptUnderKey,
)
from tests.cases import each_case

SUPPORT = "support:epic-web"
ALBUM = "mem:support:epic-web:mem_1"


def traces(
    *fields: KeptField, members: tuple[str, ...] = (), actor: str = "", kind: str = ""
) -> KeptTraces:
    entries = [HistoryEntry("1-0", actor, kind=kind)] if actor else []
    return KeptTraces("mem:support:epic-web:m1", SUPPORT, fields, members, entries)


def field(name: str, text: str, *names: str) -> KeptField:
    return KeptField(name, text, names or (name, text), "count")


@each_case(
    ("kept", "act"),
    [
        (traces(field("writer", "ann"), actor="ann"), "wrote"),
        (traces(actor="ann", kind="stored"), "wrote"),
        (traces(actor="ann", kind="stored_again"), "touched"),
        (traces(members=("ann",)), "touched"),
        (traces(field("opened by", "ann")), "ran"),
        (traces(field("vote ann", "2026-01-31 upvote 0", "ann")), "touched"),
        (traces(actor="ann"), "touched"),
        (traces(field("writer", "anna"), actor="anna"), None),
        (traces(KeptField("correction", "ann", ("ann",), "words")), None),
        (KeptEntity("business:altus", "", "altus", "{}", "ann"), "wrote"),
        (KeptEntity("business:altus", "", "altus", '{"notes": "ann"}', "bob"), None),
        (KeptCase("case:support:a:r", SUPPORT, (SUPPORT, "r"), "", "ann"), "ran"),
        (
            KeptCase("case:support:a:r", SUPPORT, (SUPPORT, "r"), "", "bob", (field("j", "ann"),)),
            "touched",
        ),
        (KeptThread("thread:ann:C1:1", "", "ann"), None),
    ],
)
def test_an_act_is_told_by_the_field_that_names_the_caller(
    kept: KeptUnderKey, act: Act | None
) -> None:
    assert act_of(kept, "ann") == act


@each_case(
    ("key", "kept_in", "name"),
    [
        (f"{ALBUM}:influence", "support:epic-web", "mem_1"),
        ("run:support:epic-web:r:1", "run:support:epic-web", "r:1"),
        ("mem:evidence:t:p:i%3A1 %253A", "evidence:t:p", "i:1 %3A"),
        ("mem:cases:CS1", "cases", "CS1"),
        ("business:q%3Ar", "business", "q:r"),
    ],
)
def test_a_key_tells_of_which_record_or_run_it_is(key: str, kept_in: str, name: str) -> None:
    assert record_of(key) == (kept_in, name)
