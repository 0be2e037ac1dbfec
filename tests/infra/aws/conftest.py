"""The stages, whose descriptions the app writes once for all tests of a run."""

import fcntl
import os
import tempfile
from pathlib import Path

import pytest

from tests.infra.aws.stages import DEV, MACHINES, PROD, Described, describe, read_described

_STAGES = {"prod": PROD, "dev": DEV}
_DESCRIBED = {**_STAGES, "machines": MACHINES}


@pytest.fixture(scope="session")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one folder for each stage, which holds the files that the app wrote."""
    ours = tmp_path_factory.getbasetemp()
    # The processes of pytest-xdist have one folder together: the first to come does the work.
    shared = ours.parent if "PYTEST_XDIST_WORKER" in os.environ else ours
    made = shared / "stages"
    with (shared / "stages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            project = Path(tempfile.mkdtemp(dir=shared))
            describe(project, _DESCRIBED)
            project.rename(made)
    return made


@pytest.fixture(scope="session")
def prod(described: Path) -> Described:
    """The stage that sets every option but those for machines."""
    return read_described(described / "prod", PROD)


@pytest.fixture(scope="session")
def dev(described: Path) -> Described:
    """The open stage, without integrations."""
    return read_described(described / "dev", DEV)


@pytest.fixture(scope="session")
def machines(described: Path) -> Described:
    """The stage with an API for machines and a user pool of its own."""
    return read_described(described / "machines", MACHINES)


@pytest.fixture(scope="session", params=sorted(_STAGES))
def stage(request: pytest.FixtureRequest, described: Path) -> Described:
    """The stages `prod` and `dev`, one after the other."""
    return read_described(described / request.param, _STAGES[request.param])
