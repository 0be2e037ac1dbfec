"""Write files that appear whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path, *, mode: int = 0o666, new: bool = False) -> Iterator[BinaryIO]:
    """Write to a temporary file that replaces `path` when the block ends without an exception.

    `mode` is as in `os.open`. With `new`, raises FileExistsError if `path` exists by then, instead
    of replacing it. A device or a pipe is written to directly.
    """
    if path.exists() and not path.is_file() and not new:
        with path.open("wb") as file:
            yield file
        return
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.touch(mode=mode)
        with partial.open("wb") as file:
            yield file
        if new:
            _put_new(partial, path)
        else:
            partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _put_new(partial: Path, path: Path) -> None:
    try:
        path.hardlink_to(partial)
    except FileExistsError:
        raise
    except OSError:  # no hard links here, as on many memory sticks and shares
        with path.open("xb") as file:
            file.write(partial.read_bytes())
