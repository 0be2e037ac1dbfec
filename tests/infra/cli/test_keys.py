"""`recollect keys`: keys are made, listed and revoked in the stores of a guarded platform."""

import json

import httpx

from tests.cases import each_case
from tests.infra.cli.commands import recollect


def search(url: str, key: str) -> int:
    return httpx.post(
        f"{url}/apps/epic-web/memories/search",
        headers={"Authorization": f"Bearer {key}"},
        json={"query": "refund"},
        trust_env=False,
        timeout=30,
    ).status_code


def test_a_key_is_printed_once_works_for_its_rights_and_not_after_revocation(
    guarded_url: str,
) -> None:
    rights = ("--scope", "memory:read", "--apps", "epic-web", "--url", guarded_url)
    made = recollect("keys", "create", "--subject", "desk-bot", *rights)
    key = made.stdout.strip()
    assert made.stdout == f"{key}\n"
    key_id = key.split("_")[1]
    assert f"key {key_id} of desk-bot counts until" in made.stderr
    assert search(guarded_url, key) == 200

    listed = recollect("keys", "list", "--url", guarded_url)
    records = json.loads(recollect("keys", "list", "--json", "--url", guarded_url).stdout)
    assert key_id in listed.stdout
    assert [each["claims"]["sub"] for each in records if each["id"] == key_id] == ["desk-bot"]
    secret = key.split("_", 2)[2]
    assert secret not in listed.stdout + json.dumps(records)

    revoked = recollect("keys", "revoke", key, "--url", guarded_url)
    assert (revoked.returncode, revoked.stderr) == (0, f"key {key_id} is revoked\n")
    assert search(guarded_url, key) == 403
    again = recollect("keys", "revoke", key_id, "--url", guarded_url)
    assert (again.returncode, again.stderr) == (1, f"recollect: there is no key {key_id}\n")


@each_case(
    ("options", "message"),
    [
        (("--subject", "bot", "--scope", "memory:rule", "--apps", "*"), "memory:rule"),
        (("--subject", "bot", "--scope", "memory:read"), "--apps"),
        (("--scope", "memory:read", "--apps", "*"), "--subject"),
        (("--subject", "bot", "--scope", "memory:read", "--apps", "*", "--ttl", "soon"), "30m"),
        (("--subject", "bot", "--scope", "memory:read", "--apps", "*", "--ttl", "0d"), "from 1 on"),
        (("--subject", " ", "--scope", "memory:read", "--apps", "*"), "needs a subject"),
    ],
)
def test_a_key_without_usable_rights_or_a_subject_is_not_made(
    options: tuple[str, ...], message: str
) -> None:
    refused = recollect("keys", "create", *options)
    assert refused.returncode != 0
    assert message in refused.stderr
    assert refused.stdout == ""
