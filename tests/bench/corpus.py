"""Made-up decisions for measuring: any number of them, and always the same."""

import random
from collections.abc import Iterator
from typing import get_args

from recollect.memories.lifecycle.transfer import Line
from recollect.memories.model import Outcome, Stage

_SEED = 20_260_101
_SUBJECTS = (
    *("customer", "student", "user", "team", "partner", "company", "admin", "developer"),
    *("buyer", "teacher", "vendor", "colleague"),
)
_PROBLEMS = (
    *("cannot log in", "was charged twice", "asks for a refund", "lost access", "wants to cancel"),
    *(
        "needs an invoice",
        "sees an error",
        "reports packet loss",
        "cannot download",
        "has no sound",
    ),
    *(
        "gets no email",
        "hit a rate limit",
        "forgot the password",
        "needs a discount",
        "lost a parcel",
    ),
)
_PLACES = (
    *("checkout", "portal", "gateway", "mailbox", "course", "workshop", "firewall", "database"),
    *("printer", "tunnel", "calendar", "app", "dashboard", "warehouse", "network", "laptop"),
    *("phone", "invoice", "certificate", "newsletter", "forum", "player"),
)
_CAUSES = (
    *("after the update", "since Monday", "because of a medical emergency", "on the new laptop"),
    *("in Safari", "when the token expired", "during the migration", "behind the proxy"),
    *("after changing the address", "with an old license", "on a slow connection"),
)
_ACTIONS = (
    *("Approved an immediate refund", "Reset the account", "Escalated to the network team"),
    *("Sent a new link", "Merged the accounts", "Opened a ticket with the carrier"),
    *("Reissued the document", "Raised the limit", "Rolled back the change", "Replaced the device"),
)
_CATEGORIES = ("refund", "access", "technical", "billing", "network", "shipping")


def decisions(count: int) -> Iterator[Line]:
    """`count` decisions, no two the same."""
    chance = random.Random(_SEED)  # noqa: S311  # made-up text, not secrets
    for number in range(count):
        pick = chance.choice
        yield Line(
            situation=(
                f"The {pick(_SUBJECTS)} {pick(_PROBLEMS)} at the {pick(_PLACES)} {pick(_CAUSES)}, "
                f"and the {pick(_PLACES)} of the {pick(_SUBJECTS)} {pick(_PROBLEMS)} too."
            ),
            decision=f"{pick(_ACTIONS)} for order {100_000 + number}, {pick(_ACTIONS).lower()}.",
            stage=pick(get_args(Stage)),
            outcome=pick(get_args(Outcome)),
            category=pick(_CATEGORIES),
            conversation_id=f"cnv_{number // 3}",
            tags=(pick(_PLACES),),
        )


def questions(count: int) -> Iterator[str]:
    """`count` questions about such decisions."""
    chance = random.Random(_SEED + 1)  # noqa: S311  # made-up text, not secrets
    for _ in range(count):
        pick = chance.choice
        yield f"{pick(_SUBJECTS)} {pick(_PROBLEMS)} {pick(_CAUSES)} {pick(_PLACES)}"
