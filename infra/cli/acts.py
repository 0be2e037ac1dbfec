"""What a caller did, from what is kept under the keys of Redis: to undo it if its token leaked."""

from typing import Literal

from recollect.erasure.kept import KeptCase, KeptEntity, KeptTraces, KeptUnderKey
from recollect.erasure.masking import texts_of_json

Act = Literal["wrote", "ran", "touched"]
"""What a caller did to a record or a run.

It wrote the record, ran the run, or did anything else that is kept with its name: it voted,
reported an outcome, corrected, validated, cited, archived, or stored what others have stored, too.
"""


def act_of(kept: KeptUnderKey, subject: str) -> Act | None:
    """What the key says that `subject` did; None if it does not name it."""
    match kept:
        case KeptEntity():
            return "wrote" if kept.writer == subject else None
        case KeptCase() if kept.opener == subject:
            return "ran"
        case KeptCase():
            return "touched" if any(subject in each.names for each in kept.judges) else None
        case KeptTraces():
            return _act_of_traces(kept, subject)
        case _:
            return None


def _act_of_traces(kept: KeptTraces, subject: str) -> Act | None:
    texts = {each.name: each.text for each in kept.fields}
    did = {each.kind for each in kept.entries if subject in texts_of_json(each.actor)}
    # Of what the operator stored first only the history has the subject.
    if texts.get("writer") == subject or "stored" in did:
        return "wrote"
    if texts.get("opened by") == subject:
        return "ran"
    judges = (each.names for each in kept.fields if each.form != "words")
    return "touched" if did or any(subject in names for names in (*judges, kept.members)) else None


def record_of(key: str) -> tuple[str, str]:
    """The record or run that a key is about: where it is kept, and its id as callers know it.

    A run has `run:` before the name of its collection, which a memory has not.
    """
    match [each.replace("%3A", ":").replace("%25", "%") for each in key.split(":")]:
        case ["mem", "evidence", tenant, project, item, *_]:
            return f"evidence:{tenant}:{project}", item
        case ["mem", "support", app, memory, *_]:
            return f"support:{app}", memory
        case ["run" | "exposures" | "case", "support", app, *run]:
            return f"run:support:{app}", ":".join(run)
        case [_, *name] if key.startswith("mem:"):
            return name[0], ":".join(name[1:])
        case [kind, *name]:
            return kind, ":".join(name)
    return key, ""
