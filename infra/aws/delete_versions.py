"""`python -m infra.aws.delete_versions --stage prod`: versions that no release goes back to.

Each release keeps the former version of a function, so that it can go back there, and AWS bills the
snapshot of every version that is kept.
"""

import argparse
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, get_args

from botocore.exceptions import BotoCoreError, ClientError

from infra.aws.names import Names, Stage
from infra.routes import FUNCTIONS
from recollect.adapters.aws.clients import new_client

_TIMEOUT: Final = 20.0
_UNPUBLISHED: Final = "$LATEST"


# What AWS answers is JSON.
class _Pages(Protocol):
    def paginate(self, **given: object) -> Iterable[Mapping[str, Any]]: ...


class _Lambda(Protocol):
    """What we use of boto3's client, which has no types."""

    def get_paginator(self, operation: str) -> _Pages: ...

    def delete_function(self, **given: object) -> object: ...


def unneeded(versions: Iterable[int], live: Collection[int]) -> list[int]:
    """Those older than the former version, which is the one before what is called.

    What came after that stays: a release may be on its way to it.
    """
    before = sorted(each for each in versions if each < min(live, default=0))
    return before[:-1]


def delete_versions(stage: Stage, *, dry_run: bool) -> None:
    """Delete what is not needed of each function of a stage, or only say so.

    Raises what botocore raises, as where there is no such stage.
    """
    # boto3 knows AWS_DEFAULT_REGION only; all other tools of AWS know this one, too.
    functions = new_client("lambda", _TIMEOUT, os.environ.get("AWS_REGION"))
    for function in FUNCTIONS:
        name = Names(stage).function(function.name)
        versions = list(_versions(functions, name))
        old = unneeded(versions, set(_called(functions, name)))
        if not dry_run:
            for version in old:
                functions.delete_function(FunctionName=name, Qualifier=str(version))
        what = f"{'to delete' if dry_run else 'deleted'} {', '.join(map(str, old)) or 'none'}"
        sys.stdout.write(f"{name}: {len(versions)} versions, {what}\n")


def _versions(functions: _Lambda, name: str) -> Iterator[int]:
    for page in functions.get_paginator("list_versions_by_function").paginate(FunctionName=name):
        yield from _published(each["Version"] for each in page["Versions"])


def _called(functions: _Lambda, name: str) -> Iterator[int]:
    """What its aliases lead to, also a part of the requests only."""
    for page in functions.get_paginator("list_aliases").paginate(FunctionName=name):
        for alias in page["Aliases"]:
            parts = (alias.get("RoutingConfig") or {}).get("AdditionalVersionWeights") or {}
            yield from _published([alias["FunctionVersion"], *parts])


def _published(versions: Iterable[str]) -> Iterator[int]:
    return (int(each) for each in versions if each != _UNPUBLISHED)


def main(given: Sequence[str] | None = None) -> int:
    """Delete as the command line says: 0 when that was done, else 1."""
    parser = argparse.ArgumentParser(
        "delete-versions", description="Delete versions of functions that no release goes back to."
    )
    parser.add_argument("--stage", required=True, choices=get_args(Stage))
    parser.add_argument("--dry-run", action="store_true", help="say which, and delete none")
    asked = parser.parse_args(given)
    try:
        delete_versions(asked.stage, dry_run=asked.dry_run)
    except (BotoCoreError, ClientError) as error:
        sys.stderr.write(f"delete-versions: {' '.join(str(error).split())}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
