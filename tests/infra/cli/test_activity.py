"""`recollect activity`: all that a caller did is found in the stores, to undo it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recollect.client import AppClient, Recollect
from tests.infra.cli.commands import recollect


@contextmanager
def calling(url: str, place: Path, subject: str) -> Iterator[tuple[Recollect, AppClient]]:
    scopes = "memory:read memory:write memory:judge context:read knowledge:write"
    rights = ("--scope", scopes, "--apps", "leaks", "--tenants", "default")
    token = recollect("token", "--subject", subject, *rights, "--data-dir", str(place)).stdout
    with Recollect(url, token=token.strip()) as api:
        yield api, api.app("leaks")


def test_what_a_caller_wrote_ran_and_touched_is_listed(
    guarded_url: str, secret_place: Path, tmp_path: Path
) -> None:
    imported = {"situation": "The gate jams", "decision": "Grease it", "stage": "draft"}
    (tmp_path / "memories.jsonl").write_text(json.dumps(imported))
    file = str(tmp_path / "memories.jsonl")
    assert recollect("import", file, "--app", "leaks", "--url", guarded_url).returncode == 0
    with calling(guarded_url, secret_place, "bob") as (_, app):
        honest = app.remember(situation="The door jams", decision="Oil it", stage="draft").id
    with calling(guarded_url, secret_place, "leaky:1") as (api, app):
        wrong = app.remember(situation="The safe jams", decision="Drill it", stage="draft").id
        api.store_evidence([{"id": "note:1", "content": "Drill every safe."}])
        app.cite(run_id="r:1", memory_ids=[honest])
        app.vote(honest, "downvote")
        again = app.remember(situation="The gate jams", decision="Grease it", stage="draft").id

    asked = ("activity", "leaky:1", "--url", guarded_url)
    listed = recollect(*asked)
    assert listed.stdout.splitlines() == [
        "wrote    evidence:default:default  note:1",
        f"wrote    support:leaks  {wrong}",
        "ran      run:support:leaks  r:1",
        *(f"touched  support:leaks  {each}" for each in sorted((honest, again))),
    ]
    assert listed.stderr == "leaky:1 wrote 2, ran 1, touched 2\n"
    told = json.loads(recollect(*asked, "--json").stdout)
    assert told[0] == {"act": "wrote", "in": "evidence:default:default", "id": "note:1"}
    nobody = recollect("activity", "nobody", "--url", guarded_url)
    assert (nobody.stdout, nobody.stderr) == ("", "nobody wrote 0, ran 0, touched 0\n")


def test_nobody_has_no_activity(guarded_url: str) -> None:
    done = recollect("activity", " ", "--url", guarded_url)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "recollect: the subject is empty: say whose activity is meant\n"
