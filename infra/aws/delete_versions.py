"""`python -m infra.aws.delete_versions --stage prod`: delete versions that no rollback needs.

Each release keeps the previous version of a function for a rollback, and AWS bills the snapshot of
every version that is kept.
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

_TIMEOUT_SECONDS: Final = 20.0
_UNPUBLISHED: Final = "$LATEST"


# `Any`, because boto3's answers are untyped JSON.
class _Pages(Protocol):
    def paginate(self, **given: object) -> Iterable[Mapping[str, Any]]: ...


class _Lambda(Protocol):
    """The methods that are used of boto3's client, which has no types."""

    def get_paginator(self, operation: str) -> _Pages: ...

    def delete_function(self, **given: object) -> object: ...


def unneeded(versions: Iterable[int], live: Collection[int]) -> list[int]:
    """The versions that are older than the previous one, which is the last before the live ones.

    Newer versions than the live ones stay: a release may be under way to them.
    """
    before = sorted(each for each in versions if each < min(live, default=0))
    return before[:-1]


def delete_versions(stage: Stage, *, dry_run: bool) -> None:
    """Delete the unneeded versions of each function of a stage, or in a dry run only list them.

    Raises botocore's errors, for example if the stage does not exist.
    """
    # boto3 reads only AWS_DEFAULT_REGION; all other AWS tools also read AWS_REGION.
    functions = new_client("lambda", _TIMEOUT_SECONDS, os.environ.get("AWS_REGION"))
    for function in FUNCTIONS:
        name = Names(stage).function(function.name)
        versions = list(_versions(functions, name))
        old = unneeded(versions, set(_live_versions(functions, name)))
        if not dry_run:
            for version in old:
                functions.delete_function(FunctionName=name, Qualifier=str(version))
        what = f"{'to delete' if dry_run else 'deleted'} {', '.join(map(str, old)) or 'none'}"
        sys.stdout.write(f"{name}: {len(versions)} versions, {what}\n")


def _versions(functions: _Lambda, name: str) -> Iterator[int]:
    for page in functions.get_paginator("list_versions_by_function").paginate(FunctionName=name):
        yield from _published(each["Version"] for each in page["Versions"])


def _live_versions(functions: _Lambda, name: str) -> Iterator[int]:
    """The versions that the function's aliases lead to, also those that get a part of requests."""
    for page in functions.get_paginator("list_aliases").paginate(FunctionName=name):
        for alias in page["Aliases"]:
            parts = (alias.get("RoutingConfig") or {}).get("AdditionalVersionWeights") or {}
            yield from _published([alias["FunctionVersion"], *parts])


def _published(versions: Iterable[str]) -> Iterator[int]:
    return (int(each) for each in versions if each != _UNPUBLISHED)


def main(given: Sequence[str] | None = None) -> int:
    """Delete as the command line says. Returns the exit status: 0 if that was done, else 1."""
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
