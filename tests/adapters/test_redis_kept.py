"""What the keys of Redis hold about a person, and what is left once the person is erased."""

import json
from collections.abc import Mapping

from recollect.adapters.upstash.redis.kept import kept_under, reading_of
from recollect.erasure.kept import HistoryEntry, KeptUnderKey
from recollect.erasure.keys import scrub_of
from recollect.erasure.masking import MARK
from recollect.erasure.person_names import named
from recollect.erasure.reach import OF_ANY
from recollect.erasure.subject_spellings import identified
from tests.cases import each_case

ADA = named("Ada Lovelace")
ANN = identified("ann")
ALBUM = "mem:support:epic-web:mem_1"


def kept(key: str, answer: object) -> KeptUnderKey:
    reading = reading_of(key)
    assert reading is not None
    return kept_under(key, reading, answer)


def fields(key: str, told: Mapping[str, str]) -> KeptUnderKey:
    """The contents of a hash, which Redis returns as a list of names and values."""
    return kept(key, [word for pair in told.items() for word in pair])


@each_case(
    ("key", "namespace"),
    [
        (ALBUM, "support:epic-web"),
        (f"{ALBUM}:voters", "support:epic-web"),
        ("run:support:epic-web:r:1", "support:epic-web"),
        ("exposures:support:epic-web:r1", "support:epic-web"),
        ("case:support:epic-web:r1", "support:epic-web"),
        ("mem:evidence:t:p:i", "evidence:t:p"),
        ("mem:cases:CS1", "cases"),
        ("business:altus", ""),
        ("thread:ann:C1:1", ""),
        ("once:1f", OF_ANY),
        ("h4r:1f", OF_ANY),
        ("pack:1f", OF_ANY),
    ],
)
def test_a_key_belongs_to_the_namespace_of_its_record(key: str, namespace: str) -> None:
    assert kept(key, []).namespace == namespace


@each_case(
    "name",
    ["mem:support:epic-web:mem_1:claim", "once:op:1f", "once:claim:x", "listed:support:epic-web",
     "tombstones:support:epic-web", "business:alias:ada", "validation:2026-01-01", "thread:C1:1",
     "turns:evidence:t:p:x", "knowledge:evidence:t:p", "trials:support:epic-web"],
)  # fmt: skip
def test_keys_that_name_nobody_are_not_read(name: str) -> None:
    assert reading_of(name) is None


def test_a_voter_is_erased_from_votes_and_judgements_but_their_counts_stay() -> None:
    voters = scrub_of(fields(f"{ALBUM}:voters", {"ann": "upvote", "anna": "upvote"}), ANN)
    assert voters is not None
    assert list(voters.fields) == ["ann"]
    told = {"run 2026-01-01 ann": "1", "runs bob": "2", "run 2026-01-01 bob": "1"}
    told |= {"vote bob": "2026-01-01 upvote 001767225600000 "}
    told |= {"vote desk": "2026-01-01 upvote 001767225600000 ann"}
    told |= {"said ann": "001767225600000", "said bob": "001767225600000"}
    told |= {
        f"voter {each}": "001767225600000 upvote beyond" for each in ("ann\nx", "x\nann", "x\nbob")
    }
    influence = scrub_of(fields(f"{ALBUM}:influence", told), ANN)
    assert influence is not None
    assert list(influence.fields) == [
        "run 2026-01-01 ann",
        "vote desk",
        "said ann",
        "voter ann\nx",
        "voter x\nann",
    ]
    writers = scrub_of(kept(f"{ALBUM}:writers", ["ann", "bob"]), ANN)
    assert writers is not None
    assert list(writers.members) == ["ann"]
    counts = {"upvotes": "2", "writer": "ann", "correction": "ann", "listed": "ann"}
    memory_hash = scrub_of(fields(ALBUM, counts), ANN)
    assert memory_hash is not None
    assert list(memory_hash.fields) == ["writer"]
    assert memory_hash.reworded == {"correction": ("ann", MARK)}


def test_a_judge_of_a_run_is_erased_but_the_believed_outcome_stays() -> None:
    run = "run:support:epic-web:r1"
    judges = f"ended {run} success judge"
    told = {
        f"ended {run} success": "001767225600000",
        judges: "ann\nbob\n",
        "voter v\nann": "001767225600000 upvote beyond",
    }
    influence = scrub_of(fields(f"{ALBUM}:influence", told), ANN)
    assert influence is not None
    assert list(influence.fields) == ["voter v\nann"]
    assert influence.reworded == {judges: ("ann\nbob\n", f"{MARK}\nbob\n")}
    judges = f"{ALBUM} success judge"
    told = {"opened by": "bob", f"{ALBUM} success": "001767225600000", judges: "ann\n"}
    shown = scrub_of(fields("exposures:support:epic-web:r1", told), ANN)
    assert shown is not None
    assert shown.reworded == {judges: ("ann\n", f"{MARK}\n")}


def test_a_judge_of_a_case_is_erased_but_still_counted() -> None:
    told = {"opened by": "bob", "situation": "A lost card, says Ann Lee"}
    told["ended failure judge"] = "eve\nann\n"
    scrub = scrub_of(fields("case:support:epic-web:r1", told), ANN)
    assert scrub is not None
    assert not scrub.is_removed
    assert scrub.reworded == {"ended failure judge": ("eve\nann\n", f"eve\n{MARK}\n")}


@each_case(
    ("key", "name"),
    [
        (f"{ALBUM}:influence", "runs maria judge"),
        (f"{ALBUM}:influence", "run 2026-01-31 maria judge"),
        (f"{ALBUM}:influence", "said maria judge"),
        (ALBUM, "in context successes draft\nmaria judge"),
        (ALBUM, "bounded in context draft\nmaria judge"),
    ],
)
def test_a_name_that_ends_like_a_field_of_judges_is_erased_with_its_field(
    key: str, name: str
) -> None:
    scrub = scrub_of(fields(key, {name: "1"}), named("maria judge"))
    assert scrub is not None
    assert list(scrub.fields) == [name]
    assert not scrub.reworded


def test_an_entry_of_a_history_stays_without_its_actor() -> None:
    entries = [
        ["1-0", ["at", "x", "actor", "ann", "details", '{"voter_id": "ann"}']],
        ["2-0", ["at", "x", "actor", "bob", "details", "{}"]],
    ]
    scrub = scrub_of(kept(f"{ALBUM}:log", entries), ANN)
    assert scrub is not None
    assert list(scrub.entries) == [HistoryEntry("1-0", MARK, json.dumps({"voter_id": MARK}))]


def test_a_judge_is_counted_without_a_name_and_a_category_that_names_the_person_is_erased() -> None:
    told = {"supporters": "ann\nbob\n", "opponents": "ann-lee\n", "in context successes \nann": "2"}
    scrub = scrub_of(fields(ALBUM, told), ANN)
    assert scrub is not None
    assert scrub.reworded == {"supporters": ("ann\nbob\n", f"{MARK}\nbob\n")}
    assert scrub.fields == ["in context successes \nann"]

    run = fields("run:support:epic-web:r1", {"at work in": "\nRefunds of Ada Lovelace"})
    scrub = scrub_of(run, ADA)
    assert scrub is not None
    assert scrub.reworded["at work in"][1] == f"\nRefunds of {MARK}"
