"""No index reveals what its searcher may not read: not by words, by filters or by neighbours."""

import json
from dataclasses import replace

import httpx
import pytest

from tests.cases import each_case
from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import Project, new_project
from tests.functions.guarded import Issue
from tests.functions.stores import Stores

ABOUT = "The door of the server room in Amarillo"
# Long ago, so that the age does not affect any score.
LONG_AGO = "2020-01-15T09:00:00Z"
PINS = [f"{number:04}" for number in range(4_600, 4_800)]
PIN, OTHER_PIN = "4711", "9999"
# The ¦ keeps this made-up secret from looking like a real one in this file.
KEY = "AKIA¦Q3EXK7LPZ2MWN5TR".replace("¦", "")


@pytest.fixture
def project(door: httpx.AsyncClient, issue: Issue) -> Project:
    """A project, through a caller that may do and see everything."""
    headers = issue(tenants=["*"], groups=["*"], security_level="restricted", max_trust=1)
    return new_project(door).as_(headers)


@pytest.fixture
def public(issue: Issue) -> dict[str, str]:
    """The header of a caller that may see only public items."""
    return issue(tenants=["*"], security_level="public", scopes=["context:read"])


def item(item_id: str, content: object, **fields: object) -> Json:
    return {"id": item_id, "content": content, "created_at": LONG_AGO, **fields}


def hidden_in_every_way(pin: str) -> list[Json]:
    """Items that contain the pin, which nobody may read."""
    return [
        item("open", f"{ABOUT} opens with a pin. Jane knows it."),
        item("credentials", f"{ABOUT}: {pin}", hasCredentials=True),
        item("field", {"about": ABOUT, "code": pin}, piiFields=["$.content.code"]),
        item("number", {"about": ABOUT, "code": int(pin)}, piiFields=["$.content.code"]),
        item("element", {"about": [ABOUT, f"It is {pin}."]}, piiFields=["$.content.about[1]"]),
        item("whole", f"{ABOUT}: {pin}", containsPII=True),
        item("found", f"{ABOUT}. Mail jane.{pin}@example.com, who knows it."),
        item("named", {"about": ABOUT, "password": f"vT9#x{pin}q2!mWz7"}),
        item("beside", ABOUT, code=int(pin), piiFields=["$.metadata.code"]),
        item("tagged", ABOUT, tags=[pin, "door"], piiFields=["$.metadata.tags[0]"]),
        item("turn", f"{ABOUT}: {pin}", thread="t", piiFields=["$.content"]),
        item("neighbour", "Thank you.", thread="t"),
    ]  # fmt: skip


def comparable(payload: Json) -> Json:
    """An answer without durations, its numbers rounded so that a second of age does not show."""
    explained = {**payload["explainability"], "timings": None}
    written = json.dumps({**payload, "query_duration_ms": None, "explainability": explained})
    read_again: Json = json.loads(written, parse_float=lambda each: round(float(each), 9))
    return read_again


async def answers(project: Project, *queries: tuple[str, Json]) -> list[Json]:
    return [
        comparable(await project.payload(text, query=query, include_explain=True, limit=50))
        for text, query in queries
    ]


async def test_two_hundred_guesses_reveal_nothing_about_a_pin(
    project: Project, public: dict[str, str]
) -> None:
    guesses: list[tuple[str, Json]] = [
        (" ".join(PINS[at : at + 40]), {"type": "keyword"}) for at in range(0, len(PINS), 40)
    ]
    guesses += [
        (text, {"type": kind, "filters": filters})
        for text in (PIN, f"{ABOUT}: {PIN}", f"jane.{PIN}@example.com", f"vT9#x{PIN}q2!mWz7")
        for kind, filters in (
            ("keyword", {}),
            ("semantic", {}),
            ("hybrid", {}),
            ("hybrid", {"code": int(PIN)}),
            ("hybrid", {"tags": PIN}),
        )
    ]
    elsewhere = replace(project, tenant="other")
    await project.stored(*hidden_in_every_way(PIN))
    await elsewhere.stored(*hidden_in_every_way(OTHER_PIN))

    with_it = await answers(project.as_(public), *guesses)
    without = await answers(elsewhere.as_(public), *guesses)
    for guess, one, other in zip(guesses, with_it, without, strict=True):
        assert one == other, guess
        assert PIN not in json.dumps(one["results"]), guess


async def test_hidden_values_are_in_no_index_but_are_available_to_the_policy(
    project: Project, door: httpx.AsyncClient
) -> None:
    await project.stored(*hidden_in_every_way(PIN))
    body = {"cursor": "0", "limit": 100, "includeData": True, "includeMetadata": True}
    for namespace in (project.namespace, f"{project.namespace}:turns"):
        for record in (await Stores(door).vector(f"range/{namespace}", body))["vectors"]:
            assert PIN not in record["data"], record["id"]
            apart = {"content", "kept-apart"}
            assert PIN not in json.dumps(
                [value for name, value in record["metadata"].items() if name not in apart]
            )
            if record["id"] not in {"open", "neighbour"}:
                assert PIN in json.dumps(record["metadata"]), record["id"]


async def test_an_item_with_a_hidden_part_is_found_by_the_rest(
    project: Project, public: dict[str, str]
) -> None:
    await project.stored(*hidden_in_every_way(PIN))

    found = await project.as_(public).found("Amarillo", query={"type": "keyword"}, limit=50)
    assert {"open", "field", "number", "element", "found", "beside", "tagged"} <= set(found)


async def test_a_filter_matches_no_field_that_its_caller_may_not_see(
    project: Project, public: dict[str, str]
) -> None:
    await project.stored(*hidden_in_every_way(PIN), item("of ops", ABOUT)
                         | {"id": "of-ops", "restrictedToGroups": ["ops"]})  # fmt: skip
    asks = project.as_(public)

    filters: list[tuple[str, object]] = [
        ("hasCredentials", True),
        ("hasCredentials", False),
        ("piiFields", "$.content.code"),
        ("restrictedToGroups", "ops"),
        ("created_at_ms", 1579078800000),
        ("code", int(PIN)),
        ("tags", PIN),
        ("kept_apart", PIN),
    ]
    for name, value in filters:
        for wanted in (value, [value]):
            assert await asks.found(ABOUT, query={"filters": {name: wanted}}) == [], name


async def test_a_filter_matches_the_visible_elements_of_a_list(
    project: Project, public: dict[str, str]
) -> None:
    await project.stored(*hidden_in_every_way(PIN))

    found = await project.as_(public).found(ABOUT, query={"filters": {"tags": "door"}})
    assert found == ["tagged"]


async def neighbourhoods(project: Project) -> dict[str, str]:
    """The text by which each turn is searched."""
    body = {"cursor": "0", "limit": 100, "includeData": True}
    found = await Stores(project.client).vector(f"range/{project.namespace}:turns", body)
    return {each["id"]: each["data"] for each in found["vectors"]}


RESTRICTIONS: list[Json] = [
    {"sensitivity": 0.9},
    {"hasCredentials": True},
    {"trust": 0.1},
    {"restrictedToGroups": ["ops"]},
]


@each_case("restriction", RESTRICTIONS)
async def test_a_turn_is_not_found_by_the_words_of_a_more_restricted_neighbour(
    project: Project, restriction: Json
) -> None:
    await project.stored(
        item("a", "Which word? zyxel", thread="t"),
        item("b", "That one: quokka", thread="t", **restriction),
        item("c", "Thanks. waffle", thread="t"),
    )

    turns = await neighbourhoods(project)
    assert "quokka" not in turns["a"] + turns["c"]
    assert "waffle" in turns["a"]
    # A caller that may see the middle turn may see those beside it.
    assert "zyxel" in turns["b"]
    assert "waffle" in turns["b"]


@each_case("restriction", RESTRICTIONS)
async def test_restricting_a_turn_removes_its_words_from_its_neighbours(
    project: Project, restriction: Json
) -> None:
    turns = [item(each, f"says quokka-{each}", thread="t") for each in "abc"]
    await project.stored(*turns)
    assert "quokka-b" in (await neighbourhoods(project))["a"]
    await project.stored(turns[1] | restriction)
    raised = await neighbourhoods(project)
    assert "quokka-b" not in raised["a"] + raised["c"]

    await project.stored(turns[1])
    assert "quokka-b" in (await neighbourhoods(project))["a"]


@each_case("moved", [{}, {"thread": "elsewhere"}, {"content": "long " * 1_000, "thread": "t"}])
async def test_a_turn_that_leaves_its_thread_takes_its_words_from_its_neighbours(
    project: Project, moved: Json
) -> None:
    await project.stored(*(item(each, f"says quokka-{each}", thread="t") for each in "abc"))
    await project.stored(item("b", "says nothing") | {"sensitivity": 0.9} | moved)

    left = await neighbourhoods(project)
    assert "quokka-b" not in left["a"] + left["c"]
    assert "quokka-c" in left["a"]


async def test_a_turn_that_moves_in_time_takes_its_words_from_its_neighbours(
    project: Project,
) -> None:
    days = [f"2020-01-{day:02}T09:00:00Z" for day in range(1, 11)]
    turns = [
        item(f"turn-{at}", f"says quokka-{at}", thread="t", created_at=day)
        for at, day in enumerate(days)
    ]
    await project.stored(*turns)
    await project.stored(turns[2] | {"created_at": "2021-01-01T09:00:00Z", "sensitivity": 0.9})

    moved = await neighbourhoods(project)
    assert [each for each, words in moved.items() if "quokka-2" in words] == ["turn-2"]
    assert "quokka-4" in moved["turn-3"]


async def test_a_restricted_turn_contains_only_neighbours_that_all_its_readers_may_see(
    project: Project,
) -> None:
    await project.stored(
        item("a", "zyxel", thread="t", restrictedToGroups=["ops"], sensitivity=0.9),
        item("b", "quokka", thread="t", restrictedToGroups=["ops", "web"], sensitivity=0.9),
    )

    turns = await neighbourhoods(project)
    # Members of ops may read both turns; members of web may not read the first.
    assert "quokka" in turns["a"]
    assert "zyxel" not in turns["b"]


@each_case(
    ("fields", "field"),
    [
        ({"id": f"case-{KEY}"}, "items.0.id"),
        ({"id": "mail:jane.roe@example.com"}, "items.0.id"),
        ({"caused_by": ["a", KEY]}, "items.0.caused_by.1"),
        ({"derived_from": [KEY]}, "items.0.derived_from.0"),
        ({"tags": [KEY]}, "items.0.tags.0"),
        ({"thread": KEY}, "items.0.thread"),
        ({KEY: "x"}, "items.0"),
    ],
)
async def test_a_name_or_an_id_with_a_secret_in_it_is_refused(
    project: Project, fields: Json, field: str
) -> None:
    answer = await project.send({"content": ABOUT, **fields})

    assert assert_problem(answer, 422)["errors"][0]["field"] == field
    assert KEY not in answer.text
    assert "jane.roe" not in answer.text


async def test_personal_data_in_references_and_tags_is_redacted(
    project: Project, public: dict[str, str]
) -> None:
    named = {"caused_by": ["jane.roe@example.com"], "tags": ["jane.roe@example.com"]}
    await project.stored(item("a", ABOUT, **named))

    (result,) = (await project.as_(public).payload(ABOUT))["results"]
    assert result["metadata"]["caused_by"] == result["metadata"]["tags"] == ["[REDACTED:email]"]


async def test_flags_of_detection_cannot_be_denied_away(
    project: Project, public: dict[str, str]
) -> None:
    denied = {"containsPII": False, "hasCredentials": False, "piiFields": []}
    await project.stored(
        item("mail", {"about": ABOUT, "mail": "jane.roe@example.com"}, **denied),
        item("key", f"{ABOUT}: {KEY}", **denied),
    )

    answer = read(await project.as_(public).ask(ABOUT))["payload"]
    assert [each["content"] for each in answer["results"]] == [
        {"about": ABOUT, "mail": "[REDACTED:email]"}
    ]
    assert KEY not in json.dumps(answer)
    assert "jane.roe" not in json.dumps(answer)


async def test_a_text_with_too_much_to_hide_is_refused_as_a_whole(project: Project) -> None:
    answer = await project.send(item("a", "x" * 100_000, hasCredentials=True))
    assert assert_problem(answer, 422)["errors"][0]["field"] == "items.0.content"

    await project.stored(item("b", "x " * 50_000 + " jane.roe@example.com"))
