"""Turns Slack's markup into plain text.

Slack writes links, mentions and commands between `<` and `>`, and the characters `<`, `>` and `&`
themselves as entities (https://docs.slack.dev/messaging/formatting-message-text).
"""

import re

_SPECIAL = re.compile(r"<([^<>]*)>|&(amp|lt|gt);")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">"}
_ENTITY = re.compile("&(amp|lt|gt);")


def plain(text: str) -> str:
    """The text as people see it. A link becomes its label, with its address if that says more."""
    # In a single pass, so that a `<` that comes out of an entity is not read as markup.
    return _SPECIAL.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    if found[2]:
        return _ENTITIES[found[2]]
    target, _, label = _unescaped(found[1]).partition("|")
    if target.startswith("@"):
        return f"@{label or target[1:]}"
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("!"):
        return _command(target[1:], label)
    return _link(target.removeprefix("mailto:"), label)


def _command(command: str, label: str) -> str:
    name = command.partition("^")[0]
    if name == "date":
        return label
    return f"@{(label or name).removeprefix('@')}"


def _link(address: str, label: str) -> str:
    # Slack itself turns names such as `example.com` into links; their label is a part of the
    # address.
    if not label or label in address:
        return label or address
    return f"{label} ({address})"


def _unescaped(text: str) -> str:
    return _ENTITY.sub(lambda found: _ENTITIES[found[1]], text)
