from traceback import format_exception

import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.enrichment import EnrichmentSettings
from tests.cases import each_case


def test_every_variable_is_read() -> None:
    assert EnrichmentSettings.read(
        {
            "ENABLE_ORCH_CONTEXT": "true",
            "MEM_CTX_TOOLS": "getCase, oc.check:routes@2 ,,getCase",
            "ORCH_CONTEXT_MODE": " tool ",
            "CONTEXT_TOPK": "5",
            "CONTEXT_TIMEOUT_MS": "250",
            "CONTEXT_SUMMARY_BYTES": "4096",
        }
    ) == EnrichmentSettings(
        enabled=True,
        tools=frozenset({"getCase", "oc.check:routes@2"}),
        mode="tool",
        top_k=5,
        timeout=0.25,
        summary_bytes=4_096,
    )


@each_case("text", ["", " ", ",", " , ,"])
def test_an_empty_list_of_tools_names_no_tool(text: str) -> None:
    assert EnrichmentSettings.read({"MEM_CTX_TOOLS": text}).tools == frozenset()


@each_case("mode", ["tool", "conversation", "hybrid"])
def test_there_are_three_modes(mode: str) -> None:
    assert EnrichmentSettings.read({"ORCH_CONTEXT_MODE": mode}).mode == mode


@each_case(
    ("name", "least", "most"),
    [
        ("CONTEXT_TOPK", 1, 20),
        ("CONTEXT_TIMEOUT_MS", 1, 5_000),
        ("CONTEXT_SUMMARY_BYTES", 100, 64_000),
    ],
)
def test_numbers_have_bounds(name: str, least: int, most: int) -> None:
    for inside in (least, most):
        assert EnrichmentSettings.read({name: str(inside)}) is not None
    for outside in (least - 1, most + 1):
        with pytest.raises(ConfigurationError, match=name):
            EnrichmentSettings.read({name: str(outside)})


@each_case(
    ("name", "value"),
    [
        ("ENABLE_ORCH_CONTEXT", "perhaps"),
        ("ENABLE_ORCH_CONTEXT", "12"),
        ("MEM_CTX_TOOLS", "two words"),
        ("MEM_CTX_TOOLS", "getCase;getIncident"),
        ("MEM_CTX_TOOLS", "getCase,-x"),
        ("MEM_CTX_TOOLS", "x" * 129),
        ("MEM_CTX_TOOLS", "*"),
        ("ORCH_CONTEXT_MODE", "both"),
        ("ORCH_CONTEXT_MODE", "Tool"),
        ("CONTEXT_TOPK", "many"),
        ("CONTEXT_TOPK", "2.5"),
        ("CONTEXT_TOPK", "-17"),
        ("CONTEXT_TIMEOUT_MS", "soon"),
        ("CONTEXT_TIMEOUT_MS", "NaN"),
        ("CONTEXT_TIMEOUT_MS", "Infinity"),
        ("CONTEXT_SUMMARY_BYTES", "1 KB"),
        ("CONTEXT_SUMMARY_BYTES", "1e9"),
    ],
)
def test_an_error_names_the_variable_and_not_its_value(name: str, value: str) -> None:
    with pytest.raises(ConfigurationError, match=name) as raised:
        EnrichmentSettings.read({name: value})

    told = "".join(format_exception(raised.value)[-1:])
    assert value not in told.replace(name, "")
