"""The route table and the handlers agree."""

import importlib
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import get_args

from infra import routes
from infra.routes import (
    EVENTS,
    EVIDENCE_SOURCES,
    FUNCTIONS,
    KEY_AUTHORIZER,
    ROUTES,
    SCHEDULES,
    Integration,
)
from recollect.serving.authorizer import Authorizer
from recollect.serving.events import EventConsumer
from recollect.serving.http import Api
from recollect.settings.sources import FurtherSources
from tests.cases import each_case

NAMES = [function.name for function in FUNCTIONS]
FOLDER = Path(routes.__file__).parents[1] / "functions"


def handler_part(function: str, part: str) -> object:
    module = importlib.import_module(f"functions.{function}.handler")
    return getattr(module, part, None)


def registered(function: str) -> set[tuple[str, str, str | None]]:
    api = handler_part(function, "api")
    endpoints = list(api.endpoints.values()) if isinstance(api, Api) else []
    return {(each.method, each.path, each.scope) for each in endpoints}


def consumed(function: str) -> set[str]:
    consumer = handler_part(function, "consumer")
    return set(consumer.details) if isinstance(consumer, EventConsumer) else set()


def test_every_function_has_a_folder_and_every_folder_is_a_function() -> None:
    folders = {each.parent.name for each in FOLDER.glob("*/handler.py")}
    assert folders == set(NAMES)
    assert len(NAMES) == len(folders)


@each_case("function", NAMES)
def test_a_handler_registers_the_routes_of_the_table_and_no_others(function: str) -> None:
    table = {(each.method, each.path, each.scope) for each in ROUTES if each.function == function}
    assert registered(function) == table


@each_case("function", NAMES)
def test_a_handler_consumes_the_events_of_the_table_and_no_others(function: str) -> None:
    assert consumed(function) == {each.detail_type for each in EVENTS if each.function == function}


@each_case("function", NAMES)
def test_a_handler_knows_itself_by_the_name_of_its_folder(function: str) -> None:
    for part in (handler_part(function, "api"), handler_part(function, "consumer")):
        if isinstance(part, Api | EventConsumer):
            assert part.function == function
    assert callable(handler_part(function, "lambda_handler"))


def test_nothing_is_routed_twice_or_nowhere() -> None:
    routed = Counter((each.method, each.path) for each in ROUTES)
    ruled = Counter((each.source, each.detail_type) for each in EVENTS)
    assert set((routed | ruled).values()) == {1}
    reached = {each.function for each in (*ROUTES, *EVENTS, *SCHEDULES)}
    assert reached | {KEY_AUTHORIZER} == set(NAMES)
    assert KEY_AUTHORIZER not in reached


def test_every_further_source_of_evidence_can_have_a_secret() -> None:
    assert tuple(each.name for each in fields(FurtherSources)) == EVIDENCE_SOURCES


def test_every_integration_is_used_by_some_function() -> None:
    used = {each for function in FUNCTIONS for each in function.integrations}
    assert used == set(get_args(Integration))


def test_the_key_authorizer_knows_its_name_and_ends_before_the_gateway_gives_up() -> None:
    authorizer = handler_part(KEY_AUTHORIZER, "authorizer")
    assert isinstance(authorizer, Authorizer)
    assert authorizer.function == KEY_AUTHORIZER
    # API Gateway waits for an authorizer for ten seconds.
    assert next(each for each in FUNCTIONS if each.name == KEY_AUTHORIZER).timeout < 10


def test_a_schedule_sends_what_its_function_consumes() -> None:
    for schedule in SCHEDULES:
        consumer = handler_part(schedule.function, "consumer")
        assert isinstance(consumer, EventConsumer)
        detail = consumer.details[schedule.detail_type].model_validate({"task": schedule.task})
        assert detail.model_dump()["task"] == schedule.task


def test_functions_that_only_read_have_no_routes_that_write() -> None:
    readers = {function.name for function in FUNCTIONS if function.stores != "write"}
    scopes = {each.scope for each in ROUTES if each.function in readers}
    assert scopes <= {None, "memory:read"}
    assert readers.isdisjoint(each.function for each in EVENTS)


def test_only_the_description_of_the_api_and_its_readiness_are_open_to_everybody() -> None:
    others = {each for each in ROUTES if each.scope is None and each.function != "describe_api"}
    assert [(each.method, each.path) for each in others] == [("GET", "/ready")]


def test_get_and_delete_of_mcp_need_no_scope() -> None:
    open_to = {each.method for each in ROUTES if each.path == "/mcp" and each.scope is None}
    assert open_to == {"GET", "DELETE"}


def test_a_function_that_answers_http_ends_before_its_gateway_gives_up() -> None:
    served = {each.function for each in ROUTES}
    assert all(function.timeout <= 29 for function in FUNCTIONS if function.name in served)
