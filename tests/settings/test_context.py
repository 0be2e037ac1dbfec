from traceback import format_exception

import pytest

from recollect.core.errors import ConfigurationError
from recollect.relevance.calibration import calibration_of
from recollect.retrieval.ranking import RankingRules
from recollect.retrieval.weights import Weights
from recollect.settings.context import ContextSettings, PolicySettings
from recollect.settings.sources import (
    FurtherSources,
    Neo4jSettings,
    PostgresSettings,
    QdrantSettings,
)
from recollect.slicing.budget import Budget


def test_every_variable_is_read() -> None:
    settings = ContextSettings.read(
        {
            "H4R_WEIGHT_RECENCY": "0.3",
            "H4R_WEIGHT_FREQUENCY": "0.1",
            "H4R_WEIGHT_RELEVANCE": "0",
            "H4R_RECENCY_DECAY_LAMBDA": "0.05",
            "H4R_MIN_SCORE": "0.5",
            "RELEVANCE_CALIBRATION": "hashed",
            "H4R_CANDIDATE_LIMIT": "20",
            "H4R_DEADLINE_MS": "1500",
            "H4R_CACHE_TTL_MS": "0",
            "SCS_MAX_BYTES_DEFAULT": "1000",
            "SCS_MAX_TOKENS_DEFAULT": "200",
            "SCS_MAX_ITEMS_DEFAULT": "7",
            "SCS_OPA_URL": "http://localhost:8181/",
            "SCS_OPA_TIMEOUT_MS": "250",
            "SCS_OPA_CACHE_TTL_MS": "0",
            "SCS_OPA_FALLBACK_LOCAL": "false",
            "CONTEXT_PACK_TLDR_SENTENCES": "3",
            "CONTEXT_PACK_INCLUDE_GRAPH": "true",
            "SOMETHING_ELSE": "does not matter",
        }
    )
    weights = Weights(recency=0.3, frequency=0.1, relevance=0)
    assert settings.h4r.rules == RankingRules(weights, 0.05, 0.5, calibration_of("hashed"))
    assert settings.budget == Budget(1000, 200, 7)
    assert settings == ContextSettings(
        h4r=settings.h4r,
        candidate_limit=20,
        deadline=1.5,
        cache_ttl_ms=0,
        max_bytes=1000,
        max_tokens=200,
        max_items=7,
        policy=PolicySettings(
            opa_url="http://localhost:8181", opa_timeout=0.25, cache_ttl_ms=0, fallback_local=False
        ),
        tldr_sentences=3,
        include_graph=True,
        sources=FurtherSources(),
    )


def test_the_variables_of_further_sources_are_read() -> None:
    assert ContextSettings.read(
        {
            "DATABASE_URL": "postgresql://me:secret@host/db",
            "QDRANT_URL": "https://qdrant.example.com",
            "QDRANT_API_KEY": "key",
            "QDRANT_COLLECTION": "items",
            "QDRANT_MODEL": "other",
            "NEO4J_URL": "https://neo4j.example.com",
            "NEO4J_USER": "me",
            "NEO4J_PASSWORD": "secret",
            "NEO4J_DATABASE": "graph",
        }
    ).sources.active == (
        PostgresSettings(url="postgresql://me:secret@host/db"),
        QdrantSettings(
            url="https://qdrant.example.com", api_key="key", collection="items", model="other"
        ),
        Neo4jSettings(
            url="https://neo4j.example.com", user="me", password="secret", database="graph"
        ),
    )


def test_neo4j_needs_a_password_and_only_neo4j_does() -> None:
    with pytest.raises(ConfigurationError, match=r"^NEO4J_PASSWORD is not set$"):
        ContextSettings.read({"NEO4J_URL": "https://neo4j.example.com"})
    assert ContextSettings.read({"NEO4J_PASSWORD": "secret"}).sources.active == ()


def test_weights_that_sum_to_about_one_pass() -> None:
    cases: list[str] = ["0.24", "0.25", "0.26", "0.2400000001", "0.2599999999", "0.245"]
    for recency in cases:
        weights = ContextSettings.read({"H4R_WEIGHT_RECENCY": recency}).h4r.rules.weights
        assert weights.recency == float(recency)


def test_other_weights_are_refused_naming_their_sum() -> None:
    cases: list[tuple[str, str]] = [
        ("0.2389", "0.9889"),
        ("0.2611", "1.011"),
        ("0", "0.75"),
        ("1", "1.75"),
    ]
    for recency, together in cases:
        with pytest.raises(
            ConfigurationError, match=rf"^H4R_WEIGHT_\*: .* sum to {together}, not to 1"
        ):
            ContextSettings.read({"H4R_WEIGHT_RECENCY": recency})


def test_the_weight_of_relevance_is_not_one_of_the_seven() -> None:
    for relevance in ("0", "0.35", "1"):
        settings = ContextSettings.read({"H4R_WEIGHT_RELEVANCE": relevance})
        assert settings.h4r.rules.weights.relevance == float(relevance)


def test_a_garbled_variable_is_named_and_its_value_never_shown() -> None:
    cases: list[tuple[str, str]] = [
        ("H4R_WEIGHT_TRUST", "-0.1"),
        ("H4R_WEIGHT_TRUST", "nan"),
        ("H4R_WEIGHT_RELEVANCE", "1.1"),
        ("H4R_WEIGHT_RELEVANCE", "sekret"),
        ("H4R_RECENCY_DECAY_LAMBDA", "-1"),
        ("H4R_MIN_SCORE", "2"),
        ("RELEVANCE_CALIBRATION", "sekret"),
        ("RELEVANCE_CALIBRATION", '{"model": "sekret"'),
        ("H4R_CANDIDATE_LIMIT", "0"),
        ("H4R_CANDIDATE_LIMIT", "2.5"),
        ("H4R_CANDIDATE_LIMIT", "1001"),
        ("H4R_CANDIDATE_LIMIT", "nan"),
        ("H4R_DEADLINE_MS", "0"),
        ("H4R_CACHE_TTL_MS", "-1"),
        ("SCS_MAX_BYTES_DEFAULT", "0"),
        ("SCS_MAX_TOKENS_DEFAULT", "1e9"),
        ("SCS_MAX_ITEMS_DEFAULT", "101"),
        ("SCS_OPA_URL", "localhost:8181"),
        ("SCS_OPA_TIMEOUT_MS", "never"),
        ("SCS_OPA_CACHE_TTL_MS", "-1"),
        ("SCS_OPA_FALLBACK_LOCAL", "sekret"),
        ("CONTEXT_PACK_TLDR_SENTENCES", "-1"),
        ("CONTEXT_PACK_INCLUDE_GRAPH", "2"),
        ("DATABASE_URL", "postgresql://me:sekret word@host"),
        ("DATABASE_URL", "mysql://me:sekret@host/db"),
        ("DATABASE_URL", "host=db user=me password=sekret"),
        ("QDRANT_URL", "qdrant://sekret"),
        ("QDRANT_COLLECTION", "two words"),
        ("NEO4J_URL", "bolt://sekret"),
    ]
    for name, value in cases:
        with pytest.raises(ConfigurationError) as caught:
            ContextSettings.read({"QDRANT_URL": "https://qdrant.example.com", name: value})
        shown = "".join(format_exception(caught.value))
        assert f"ConfigurationError: {name} " in shown
        assert "sekr" not in shown
