"""`python -m infra.aws.redrive --stage prod`: send dead letters to their functions again.

Each event is sent unchanged, with the id that makes it count only once, by an asynchronous call of
Lambda; its message is deleted when Lambda has accepted it. An event that fails again comes back
into the queue, but is not sent again in the same run.
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

_ACCEPTED_STATUS: Final = 202
_TIMEOUT_SECONDS: Final = 20.0
"""Includes the two seconds for which SQS waits for messages."""
_STRANGE: Final = "not a dead letter"
_YOUNGER: Final = "younger than this run"


# `Any`, because boto3's answers are untyped JSON.
class _Lambda(Protocol):
    """The method that is used of boto3's client, which has no types."""

    def invoke(self, **given: object) -> Mapping[str, Any]: ...


@dataclass(slots=True)
class Tally:
    """The numbers of messages of a queue that were found, sent and left, by kind of reason."""

    found: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    left: Counter[str] = field(default_factory=Counter)

    def line(self, queue: str, *, dry_run: bool) -> str:
        """The numbers in one line."""
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
        # The event failed again or is new; or the local clock is behind that of SQS.
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
    """Send the event to a function. Returns why Lambda refused it, "" if it was accepted."""
    try:
        answer = functions.invoke(
            FunctionName=function,
            # The alias has the on-failure queue, so that events that fail again come back there.
            Qualifier=ALIAS,
            InvocationType="Event",
            Payload=letter.payload.encode(),
        )
    except ClientError as error:
        return str(error.response["Error"]["Code"])
    return "" if answer["StatusCode"] == _ACCEPTED_STATUS else "not accepted"


def redrive(stage: Stage, only: str | None, *, dry_run: bool) -> bool:
    """Send dead letters again, or in a dry run only list them. Returns whether none were left.

    Raises NoQueueError, and botocore's errors if a queue cannot be used.
    """
    began = time.time()
    # boto3 reads only AWS_DEFAULT_REGION; all other AWS tools also read AWS_REGION.
    region = os.environ.get("AWS_REGION")
    sqs, functions = (new_client(each, _TIMEOUT_SECONDS, region) for each in ("sqs", "lambda"))
    nothing_left = True
    # All queues are looked up before anything is sent.
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
    """Redrive as the command line says. Returns the exit status: 0 if nothing was left, else 1."""
    asked = _arguments(given)
    try:
        return 0 if redrive(asked.stage, asked.only, dry_run=asked.dry_run) else 1
    except (NoQueueError, BotoCoreError, ClientError) as error:
        sys.stderr.write(f"redrive: {' '.join(str(error).split())}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
