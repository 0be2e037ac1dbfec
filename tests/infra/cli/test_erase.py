"""`recollect erase`: what it announces, the confirmation that it asks for, and the receipt."""

import json

import httpx

from tests.infra.cli.commands import recollect

SITUATION = "Wilhelmina Ostrander cannot log in."


def test_a_person_is_erased_only_after_confirmation(url: str) -> None:
    path = f"{url}/apps/erasing/memories"
    memory = {"situation": SITUATION, "decision": "Reset it.", "stage": "draft"}
    stored = httpx.post(path, json=memory, trust_env=False).json()["id"]
    asked = ("erase", "--name", "Ostrander, Wilhelmina", "--url", url)

    dry = recollect(*asked, "--dry-run")
    assert dry.returncode == 0
    assert "would go: 1 memories" in dry.stderr
    assert json.loads(dry.stdout)["removed"]["memories"] == 1

    refused = recollect(*asked, stdin=b"n\n")
    assert refused.returncode == 1
    assert "{" not in refused.stdout
    assert "nothing was erased" in refused.stderr
    assert httpx.get(f"{path}/{stored}", trust_env=False).status_code == 200

    done = recollect(*asked, stdin=b"y\n")
    assert done.returncode == 0
    receipt = json.loads(done.stdout.splitlines()[-1])
    assert (receipt["removed"]["memories"], receipt["proof"]["found"]) == (1, 0)
    assert httpx.get(f"{path}/{stored}", trust_env=False).status_code == 404
    again = json.loads(recollect(*asked).stdout)
    assert (again["dry_run"], again["proof"]["found"]) == (False, 0)


def test_erasing_a_tenant_counts_its_evidence_and_says_what_was_not_looked_at(url: str) -> None:
    items = {"tenant": "ended", "items": [{"content": "The reader fails."}, {"content": "Again."}]}
    assert httpx.post(f"{url}/evidence", json=items, trust_env=False).status_code == 200
    asked = ("erase", "--tenant", "ended", "--url", url)
    assert "would go: 2 evidence" in recollect(*asked, "--project", "default", "--dry-run").stderr
    assert "would go: nothing" in recollect(*asked, "--project", "other", "--dry-run").stderr
    done = recollect(*asked, "--yes")
    assert done.returncode == 0
    assert "not looked at: memories and runs" in done.stderr
    receipt = json.loads(done.stdout.splitlines()[-1])
    assert (receipt["removed"]["evidence"], receipt["proof"]["found"]) == (2, 0)


def test_an_erasure_that_names_nobody_is_refused() -> None:
    assert recollect("erase").returncode == 2
    assert recollect("erase", "--project", "p").returncode == 2
    wrong = recollect("erase", "--email", "nobody")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 1)
