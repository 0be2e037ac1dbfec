"""A model in a process of its own, beside the one that serves everything else.

There the number of its threads can be limited without limiting others, and requests are answered
while it computes. Texts are embedded in small portions, and the caller with the fewest portions
left goes first, so that a query does not wait behind a hundred documents. Texts are sent to the
process as JSON after its length, vectors come back as raw numbers; it ends when its input ends.
"""

import heapq
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from threading import Condition
from typing import IO, Final

import numpy as np

from infra.local.emulators.vector.embedder_names import ModelName
from infra.local.emulators.vector.embedders import Matrix
from infra.local.emulators.vector.models import MODELS

# One thread, because the threads of a multiplication wait for each other busily: on few cores with
# other work on them, two threads take three times as long as one.
_ENVIRONMENT: Final = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
# Characters of texts that are embedded together: about as much as the model reads of one text, and
# 0.2 s of work, which is the longest that a query waits.
_PORTION_CHARACTERS: Final = 1_200
_LENGTH_BYTES: Final = 4


class EmbeddingProcessError(RuntimeError):
    """The process ended without answering."""


class EmbeddingProcess:
    """A model as a thread-safe `Embedder`.

    The constructor raises `EmbedderMissingError` if the model's packages are not installed, and
    does not wait until the process has loaded the weights. A process that has died is replaced at
    the next call.
    """

    def __init__(self, model: ModelName) -> None:
        described = MODELS[model]
        described.folder()
        self.name, self.dimension = described.name, described.dimension
        self._model = model
        self._turns = Turns()
        self._process = _start(model)

    @property
    def pid(self) -> int:
        """The id of the current process."""
        return self._process.pid

    def close(self) -> None:
        """End the process."""
        with self._turns.turn(0):
            _end(self._process)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row for each text. Raises `EmbeddingProcessError`."""
        rows = np.zeros((len(texts), self.dimension), np.float32)
        portions = list(portions_of(texts))
        for done, portion in enumerate(portions):
            with self._turns.turn(len(portions) - done):
                rows[portion] = self._ask([texts[at] for at in portion])
        return rows

    def _ask(self, texts: Sequence[str]) -> Matrix:
        if self._process.poll() is not None:
            _end(self._process)
            self._process = _start(self._model)
        requests, answers = _pipes(self._process)
        try:
            _write(requests, json.dumps(texts).encode())
            raw = _read(answers)
        except (BrokenPipeError, EOFError) as error:
            # The pipes may close a moment before `poll` reports the end.
            _end(self._process)
            raise EmbeddingProcessError("the embedder's process has ended") from error
        return np.frombuffer(raw, np.float32).reshape(len(texts), self.dimension)


class Turns:
    """A lock that goes to the waiting caller with the least left to do, then to who came first."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting = list[tuple[int, int]]()
        self._numbers = count()
        self._taken = False

    @property
    def waiting(self) -> int:
        """How many callers wait."""
        return len(self._waiting)

    @contextmanager
    def turn(self, left: int) -> Iterator[None]:
        """Wait for a turn, and hold it until the block ends."""
        with self._changed:
            ticket = (left, next(self._numbers))
            heapq.heappush(self._waiting, ticket)
            self._changed.wait_for(lambda: not self._taken and self._waiting[0] == ticket)
            heapq.heappop(self._waiting)
            self._taken = True
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()


def portions_of(texts: Sequence[str]) -> Iterator[list[int]]:
    """The positions of the texts, in portions of little work each; short texts come first."""
    portion, size = list[int](), 0
    for at in sorted(range(len(texts)), key=lambda at: len(texts[at])):
        work = min(len(texts[at]), _PORTION_CHARACTERS)
        if portion and size + work > _PORTION_CHARACTERS:
            yield portion
            portion, size = [], 0
        portion.append(at)
        size += work
    if portion:
        yield portion


def _start(model: ModelName) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - this module
        [sys.executable, "-m", __name__, model],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **_ENVIRONMENT},
        process_group=0,  # Ctrl-C is for the platform, which ends this process in order
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()  # it keeps nothing
    process.wait()
    for pipe in _pipes(process):
        with suppress(BrokenPipeError):  # data that was not sent yet is not needed any more
            pipe.close()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise EmbeddingProcessError("the embedder's process has no pipes")
    return process.stdin, process.stdout


def _write(pipe: IO[bytes], content: bytes) -> None:
    pipe.write(len(content).to_bytes(_LENGTH_BYTES, "big") + content)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes:
    """Read the next content. Raises EOFError if there is none, or it is not complete."""
    length = int.from_bytes(_exactly(pipe, _LENGTH_BYTES), "big")
    return _exactly(pipe, length)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    return content


def main(model: ModelName) -> None:
    """Embed texts until the input ends."""
    embedder = MODELS[model]()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            texts = json.loads(_read(requests))
        except EOFError:
            return
        _write(answers, embedder.embed(texts).tobytes())


if __name__ == "__main__":
    main(next(name for name in MODELS if name == sys.argv[1]))
