"""A model in a process of its own: small requests wait little, and a dead process is replaced."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from infra.local.emulators.vector.embedder_names import EmbedderMissingError
from infra.local.emulators.vector.embedding_process import (
    EmbeddingProcess,
    EmbeddingProcessError,
    Turns,
    portions_of,
)

QUESTION = "How do I reset my password?"


@pytest.fixture(scope="module")
def process() -> Iterator[EmbeddingProcess]:
    """One process for all tests, since it takes a while to load a model."""
    try:
        opened = EmbeddingProcess("minilm")
    except EmbedderMissingError as missing:
        pytest.skip(str(missing))
    with closing(opened):
        yield opened


def test_texts_are_embedded_in_small_portions() -> None:
    texts = ["x" * 8_000, "short", "y" * 700, "z" * 600, "brief", "w" * 8_000]
    portions = list(portions_of(texts))
    assert portions == [[1, 4, 3], [2], [0], [5]]
    assert list(portions_of([])) == []
    assert list(portions_of([""])) == [[0]]


def test_the_job_with_the_least_left_goes_first_and_among_equals_the_earliest() -> None:
    turns, went = Turns(), list[str]()

    def go(name: str, left: int) -> None:
        with turns.turn(left):
            went.append(name)

    threads = list[threading.Thread]()
    with turns.turn(0):
        for waiting, (name, left) in enumerate(
            (("documents", 9), ("query", 1), ("later query", 1)), start=1
        ):
            threads.append(threading.Thread(target=go, args=(name, left)))
            threads[-1].start()
            while turns.waiting < waiting:
                pass
    for thread in threads:
        thread.join()
    assert went == ["query", "later query", "documents"]


@pytest.mark.minilm
def test_a_query_does_not_wait_for_many_documents(process: EmbeddingProcess) -> None:
    documents = [f"{number} restarted pods ran out of memory. " * 40 for number in range(12)]
    ended = list[str]()

    def embed_documents() -> None:
        process.embed(documents)
        ended.append("documents")

    thread = threading.Thread(target=embed_documents)
    process.embed([QUESTION])
    thread.start()
    process.embed([QUESTION])
    ended.append("query")
    thread.join()
    assert ended == ["query", "documents"]


@pytest.mark.minilm
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how many threads there are")
def test_the_process_computes_in_one_thread(process: EmbeddingProcess) -> None:
    process.embed([QUESTION * 20] * 4)
    status = Path(f"/proc/{process.pid}/status").read_text()
    assert "Threads:\t1\n" in status


@pytest.mark.minilm
def test_a_dead_process_is_replaced(process: EmbeddingProcess) -> None:
    before, first = process.embed([QUESTION]), process.pid
    os.kill(first, signal.SIGSTOP)
    thread = threading.Timer(0.2, os.kill, (first, signal.SIGKILL))
    thread.start()
    with pytest.raises(EmbeddingProcessError, match="has ended"):
        process.embed([QUESTION])
    assert np.array_equal(process.embed([QUESTION]), before)
    assert process.pid != first
