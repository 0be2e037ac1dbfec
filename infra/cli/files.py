"""Files that appear whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path, *, mode: int = 0o666, new: bool = False) -> Iterator[BinaryIO]:
    """What is written takes the place of the file once the block ends well; `mode` as `os.open`.

    With `new` it takes nobody's place: FileExistsError where there is a file by then. A device or a
    pipe keeps its place, and is written to as it is.
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
    except OSError:  # no links here, as on many memory sticks and shares
        with path.open("xb") as file:
            file.write(partial.read_bytes())
