"""`python -m infra.aws.redrive --stage prod`: dead letters to the functions that gave them up.

Each event is sent as it was, with the id that makes it count once, by Lambda's asynchronous call;
its message is deleted when Lambda has accepted it. What fails again comes back into the queue, and
is no matter of the same run.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, get_args

from botocore.exceptions import BotoCoreError, ClientError

from infra.aws.dead_letters import DeadLetter, DeadLetterQueue, queues_of, read_letter
from infra.aws.held_queue import HeldMessage, HeldQueue, NoQueueError
from infra.aws.names import ALIAS, Names, Stage
from infra.routes import EVENTS
from recollect.adapters.aws.clients import new_client

_ACCEPTED: Final = 202
_TIMEOUT: Final = 20.0
"""Seconds, of which SQS waits two for messages."""
_STRANGE: Final = "not a dead letter"
_YOUNGER: Final = "younger than this run"


# What AWS answers is JSON.
class _Lambda(Protocol):
    """What we use of boto3's client, which has no types."""

    def invoke(self, **given: object) -> Mapping[str, Any]: ...


@dataclass(slots=True)
class Tally:
    """What became of the messages of a queue, counted by kind of reason."""

    found: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    left: Counter[str] = field(default_factory=Counter)

    def line(self, queue: str, *, dry_run: bool) -> str:
        """Say it on one line."""
        found = self.found.total()
        sent = f"{self.sent} {'to send' if dry_run else 'sent'} again"
        left = f"{found - self.sent} left{_reasons(self.left)}"
        return f"{queue}: {found} found{_reasons(self.found)}, {sent}, {left}"


def _reasons(kinds: Counter[str]) -> str:
    reasons = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return f" ({reasons})" if reasons else ""


def _redrive(queue: HeldQueue, functions: _Lambda, began: float, tally: Tally) -> None:
    with queue.messages(began) as messages:
        for message in messages:
            letter = _read(queue.definition, message, began, tally)
            if letter is None:
                continue
            refusal = _send(functions, queue.definition.function, letter)
            if refusal:
                tally.left[refusal] += 1
            else:
                queue.delete(message)
                tally.sent += 1


def _show(queue: HeldQueue, began: float, tally: Tally) -> None:
    with queue.messages(began) as messages:
        for message in messages:
            letter = _read(queue.definition, message, began, tally)
            if letter is not None:
                tally.sent += 1
                what = (letter.event_id, letter.detail_type, letter.time, letter.reason)
                sys.stdout.write("\t".join((queue.definition.name, *what)) + "\n")


def _read(
    queue: DeadLetterQueue, message: HeldMessage, began: float, tally: Tally
) -> DeadLetter | None:
    if message.sent_at >= began:
        # It came back, or came meanwhile; or the clock here is behind that of SQS.
        tally.found[_YOUNGER] += 1
        tally.left[_YOUNGER] += 1
        return None
    letter = read_letter(queue, message.body, message.attributes)
    tally.found[letter.kind if letter else _STRANGE] += 1
    if letter is None:
        tally.left[_STRANGE] += 1
        sys.stderr.write(f"redrive: {queue.name}: message {message.id} is {_STRANGE}\n")
    return letter


def _send(functions: _Lambda, function: str, letter: DeadLetter) -> str:
    """Have a function take the event in; why Lambda does not want it, if so."""
    try:
        answer = functions.invoke(
            FunctionName=function,
            # What it fails on again goes to the queue of the alias, and nowhere else.
            Qualifier=ALIAS,
            InvocationType="Event",
            Payload=letter.payload.encode(),
        )
    except ClientError as error:
        return str(error.response["Error"]["Code"])
    return "" if answer["StatusCode"] == _ACCEPTED else "not accepted"


def redrive(stage: Stage, only: str | None, *, dry_run: bool) -> bool:
    """Send what is dead again, or only show it. Says whether nothing was, or would be, left.

    Raises NoQueueError, and what botocore raises when a queue cannot be used.
    """
    began = time.time()
    # boto3 knows AWS_DEFAULT_REGION only; all other tools of AWS know this one, too.
    region = os.environ.get("AWS_REGION")
    sqs, functions = (new_client(each, _TIMEOUT, region) for each in ("sqs", "lambda"))
    nothing_left = True
    # All of them are looked up before anything is sent.
    for queue in [HeldQueue(sqs, each) for each in queues_of(Names(stage), only)]:
        tally = Tally()
        try:
            if dry_run:
                _show(queue, began, tally)
            else:
                _redrive(queue, functions, began, tally)
        finally:
            sys.stdout.write(tally.line(queue.definition.name, dry_run=dry_run) + "\n")
        nothing_left = nothing_left and not tally.left
    return nothing_left


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    names = sorted({name for rule in EVENTS for name in (rule.detail_type, rule.function)})
    parser = argparse.ArgumentParser(
        "redrive", description="Send the dead letters of a stage again."
    )
    parser.add_argument("--stage", required=True, choices=get_args(Stage))
    parser.add_argument("--dry-run", action="store_true", help="show them, and leave them there")
    parser.add_argument("--only", choices=names, metavar="NAME", help=", ".join(names))
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Redrive as the command line says: 0 when all was sent, 1 when something was left."""
    asked = _arguments(given)
    try:
        return 0 if redrive(asked.stage, asked.only, dry_run=asked.dry_run) else 1
    except (NoQueueError, BotoCoreError, ClientError) as error:
        sys.stderr.write(f"redrive: {' '.join(str(error).split())}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
