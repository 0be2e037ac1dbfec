"""What users said in what an agent passes on: a call, a conversation with a model, its prompt.

An agent hands over what it has: the arguments of its call, messages of a model's API, a transcript
with who speaks before each turn, a prompt with the marks of a model's template. What the user said
is asked. What a model or another agent said is not: it may be wrong, and it is about something
else as soon as the user is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from pydantic import JsonValue, TypeAdapter, ValidationError

_ASKING_FIELDS: Final = "question query user_query user_message utterance prompt input".split()
# Beside such a field these tell what it is about.
_TELLING_FIELDS: Final = "title subject description error".split()
_ARGUMENTS: Final = "arguments args parameters params kwargs input".split()
_USERS: Final = frozenset({"user", "human", "customer", "caller"})
_MODELS: Final = frozenset({"assistant", "ai", "bot", "chatbot"})
_FENCED: Final = re.compile(r"\s*```(?:json)?\s*\n([\s\S]{1,100000}?)\n```\s*")
_MARK: Final = re.compile(
    r"\[/?INST\]|<</?SYS>>|<\|(?:im_end|eot_id|end|begin_of_text)\|>|^\s*<s>|</s>\s*$"
)
_ROLE: Final = re.compile(
    r"<\|(?:im_start|start_header_id)\|>(\w{1,20})(?:<\|end_header_id\|>)?[ \t]*\n?"
)
_TURN: Final = re.compile(
    r"^[>*\s]{0,4}(?:\[[^\[\]\n]{1,30}\] ?)?"
    r"(user|human|customer|caller|assistant|ai|bot|chatbot|agent|support|system"
    r"|(?:[a-z]{3,12}[ -]){0,2}(?:question|query))\*{0,2}:\*{0,2} ?",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK: Final = re.compile(r"\n\s*\n")


def said_by_users(text: str) -> str:
    """What users say of a text: the fields that ask, or their turns; another text as it is."""
    fenced = _FENCED.fullmatch(text)
    bare = fenced[1] if fenced else text
    if bare.lstrip().startswith(("{", "[")):
        return _of_json(bare) or _of_prompt(text)
    return _of_prompt(text)


def _of_json(text: str) -> str:
    try:
        found = _json().validate_json(text)
    except ValidationError:
        return ""
    fields = found if isinstance(found, dict) else {}
    nested = (fields.get(each) for each in _ARGUMENTS)
    for each in (fields, *(each for each in nested if isinstance(each, dict))):
        if any(asked := _texts_of(each, _ASKING_FIELDS)):
            return "\n".join((*asked, *_texts_of(each, _TELLING_FIELDS)))
    return "\n".join(_of_messages(fields.get("messages", found)))


@cache
def _json() -> TypeAdapter[JsonValue]:
    return TypeAdapter(JsonValue)


def _texts_of(fields: Mapping[str, JsonValue], names: Iterable[str]) -> list[str]:
    found = (fields.get(each) for each in names)
    return [each for each in found if isinstance(each, str)]


def _of_messages(messages: JsonValue) -> Iterator[str]:
    """What users say in messages of a model's API, whole or in parts."""
    for each in messages if isinstance(messages, list) else ():
        if isinstance(each, dict) and each.get("role") in _USERS:
            said = each.get("content")
            parts = said if isinstance(said, list) else [{"text": said}]
            yield from (
                text
                for part in parts
                if isinstance(part, dict) and isinstance(text := part.get("text"), str)
            )


def _of_prompt(text: str) -> str:
    """What users say in a prompt or a transcript; another text as it is."""
    bare = _MARK.sub("\n", text) if "[" in text or "<" in text else text
    bare = _ROLE.sub(_turn_of, bare)
    turns = list(_TURN.finditer(bare))
    speakers = [each[1].lower() for each in turns]
    answered = {each for each in speakers if not _asks(each)}
    # "User: jdoe" and "Agent: 5.2" alone may be fields of a form.
    is_one = len(set(speakers)) < len(speakers) or not _MODELS.isdisjoint(answered)
    if not (answered and is_one and any(map(_asks, speakers))):
        return bare if bare == text else bare.strip()
    ends = [*(each.start() for each in turns[1:]), len(bare)]
    said = [bare[each.end() : end] for each, end in zip(turns, ends, strict=True)]
    of_users = [each for speaker, each in zip(speakers, said, strict=True) if _asks(speaker)]
    # Who asks ends with what is asked, also where nobody is named before it.
    last = _BLANK.split(said[-1].strip())
    behind = last[-1:] if not _asks(speakers[-1]) and len(last) > 1 else []
    return "".join((bare[: turns[0].start()], *of_users, *behind)).strip() or text


def _turn_of(role: re.Match[str]) -> str:
    return f"\n{'user' if role[1] in _USERS else 'assistant'}: "


def _asks(speaker: str) -> bool:
    return speaker in _USERS or speaker.endswith(("question", "query"))
