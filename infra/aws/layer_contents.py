"""Decide which files go into a Lambda layer, and make the archive of them.

Nothing here touches the disk: `infra.aws.layer` reads the files and writes the archive.
"""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

TOP: Final = "python"
"""The folder of a layer that is on Python's path in Lambda, as /opt/python."""

MEGABYTE: Final = 1_000_000
SIZE_LIMIT: Final = 11_000_000
"""The most bytes of an archive, because each cold start fetches it."""

_NAMED_PACKAGES = 5
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can contain
_BEST_COMPRESSION: Final = 9
_FILE_MODE = 0o100644
_UNIX = 3

_SOURCES_OF_BINARIES = frozenset({".c", ".cpp", ".h", ".pxd", ".pxi", ".pyi", ".pyx"})
_TESTS = frozenset({"tests", "_testbase"})
_LICENCES = ("LICENSE", "LICENCE", "NOTICE", "COPYING", "AUTHORS")

# Two megabytes of archive that our code never loads. It uses only logs and metrics of Powertools,
# no models of pydantic 1, only HTTP/1.1, no files and processes of anyio, time zones by name and
# not their tables, and host names as they are (UTS 46 maps them, which httpx never asks for). The
# client is for callers. A test imports all the rest of `recollect` without these files.
_NEVER_LOADED: Final = frozenset(
    {
        "annotated_types/test_cases.py",
        "aws_lambda_powertools/event_handler",
        "aws_lambda_powertools/logging/formatters/datadog.py",
        "aws_lambda_powertools/metrics/provider/datadog",
        "aws_lambda_powertools/middleware_factory",
        "aws_lambda_powertools/shared/cookies.py",
        "aws_lambda_powertools/shared/dynamodb_deserializer.py",
        "aws_lambda_powertools/shared/headers_serializer.py",
        "aws_lambda_powertools/utilities/auth_alpha",
        "aws_lambda_powertools/utilities/batch",
        "aws_lambda_powertools/utilities/circuit_breaker",
        "aws_lambda_powertools/utilities/data_classes",
        "aws_lambda_powertools/utilities/data_masking",
        "aws_lambda_powertools/utilities/feature_flags",
        "aws_lambda_powertools/utilities/idempotency",
        "aws_lambda_powertools/utilities/kafka",
        "aws_lambda_powertools/utilities/metadata",
        "aws_lambda_powertools/utilities/parameters",
        "aws_lambda_powertools/utilities/parser",
        "aws_lambda_powertools/utilities/streaming",
        "aws_lambda_powertools/utilities/validation",
        "anyio/_backends/_trio.py",
        "anyio/_core/_asyncio_selector_thread.py",
        "anyio/_core/_fileio.py",
        "anyio/_core/_subprocesses.py",
        "anyio/_core/_tempfile.py",
        "anyio/from_thread.py",
        "anyio/functools.py",
        "anyio/itertools.py",
        "anyio/pytest_plugin.py",
        "anyio/streams/buffered.py",
        "anyio/streams/file.py",
        "anyio/streams/text.py",
        "anyio/to_interpreter.py",
        "anyio/to_process.py",
        "httpcore/_async/http2.py",
        "httpcore/_async/socks_proxy.py",
        "httpcore/_backends/trio.py",
        "httpcore/_sync/http2.py",
        "httpcore/_sync/socks_proxy.py",
        "httpx/_main.py",
        "idna/cli.py",
        "idna/codec.py",
        "idna/uts46data.py",
        "pydantic/color.py",
        "pydantic/deprecated/decorator.py",
        "pydantic/deprecated/parse.py",
        "pydantic/deprecated/tools.py",
        "pydantic/experimental",
        "pydantic/mypy.py",
        "pydantic/v1",
        "recollect/client",
        "sniffio/_tests",
        "tzdata/zoneinfo/iso3166.tab",
        "tzdata/zoneinfo/leapseconds",
        "tzdata/zoneinfo/tzdata.zi",
        "tzdata/zoneinfo/zone.tab",
        "tzdata/zoneinfo/zone1970.tab",
        "tzdata/zoneinfo/zonenow.tab",
    }
)


class LayerError(Exception):
    """A layer cannot be built; the message is one line for the person who wanted it."""


def belongs(path: PurePosixPath) -> bool:
    """Whether Lambda needs an installed file; its path is relative to the folder of packages."""
    top = path.parts[0]
    if top.endswith(".dist-info"):
        return path.name == "METADATA" or path.name.upper().startswith(_LICENCES)
    if path.name.startswith("."):  # uv's lock
        return False
    if top == "bin" or path.suffix in _SOURCES_OF_BINARIES or not _TESTS.isdisjoint(path.parts):
        return False
    return _NEVER_LOADED.isdisjoint(map(str, (path, *path.parents)))


def needed(path: PurePosixPath, content: bytes) -> bytes:
    """The part of a file's content that is needed: of METADATA the fields, of JSON no blanks.

    Other packages read the fields of a package's METADATA, but not the description after the first
    empty line.
    """
    if path.suffix == ".json":
        return json.dumps(json.loads(content), separators=(",", ":"), ensure_ascii=False).encode()
    is_metadata = path.name == "METADATA" and path.parent.suffix == ".dist-info"
    return content.partition(b"\n\n")[0] + b"\n" if is_metadata else content


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files, sorted by name; the same files give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as zipped:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = _UNIX
            entry.external_attr = _FILE_MODE << 16
            zipped.writestr(entry, files[name], compresslevel=_BEST_COMPRESSION)
    return target.getvalue()


def require_small(name: str, zipped: bytes, limit: int = SIZE_LIMIT) -> None:
    """Refuse an archive of more than `limit` bytes, and name its biggest packages.

    Raises `LayerError`.
    """
    if len(zipped) > limit:
        biggest = ", ".join(
            f"{package} {size / MEGABYTE:.2f}"
            for package, size in sizes(zipped).most_common(_NAMED_PACKAGES)
        )
        raise LayerError(
            f"{name} has {len(zipped) / MEGABYTE:.2f} MB and may have {limit / MEGABYTE:.2f};"
            f" its biggest packages: {biggest}"
        )


def sizes(zipped: bytes) -> Counter[str]:
    """The compressed bytes of each package in an archive."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(io.BytesIO(zipped)) as opened:
        for entry in opened.infolist():
            found[PurePosixPath(entry.filename).parts[1]] += entry.compress_size
    return found
