"""Finds what a caller did, from what is kept under keys: to undo it when its token has leaked."""

from typing import Literal

from recollect.erasure.kept import KeptCase, KeptEntity, KeptTraces, KeptUnderKey
from recollect.erasure.masking import texts_of_json

Act = Literal["wrote", "ran", "touched"]
"""What a caller did to a record or a run.

It wrote the record, ran the run, or did anything else that is kept with its name: it voted, told an
outcome, corrected, validated, cited, archived, or stored what others have stored, too.
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
    told = {each.name: each.text for each in kept.fields}
    if told.get("writer") == subject or list(kept.members) == [subject]:
        return "wrote"
    if told.get("opened by") == subject:
        return "ran"
    judges = (each.names for each in kept.fields if each.form != "words")
    actors = (texts_of_json(each.actor) for each in kept.entries)
    return (
        "touched" if any(subject in names for names in (*judges, *actors, kept.members)) else None
    )
