"""What users said in what an agent passes on: a call, a conversation with a model, its prompt.

An agent hands over what it has: JSON (`recollect.relevance.envelopes`), a transcript with who
speaks before each turn, a prompt with sections or the marks of a model's template. What the user
said is asked. What a model or another agent said is not: it may be wrong, and it is about
something else as soon as the user is.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from recollect.relevance.envelopes import asked_in_json
from recollect.relevance.prompts import instructs
from recollect.relevance.speaking import MODELS, TURN, USERS, is_question

_MARK: Final = re.compile(
    r"\[/?INST\]|<</?SYS>>|<\|(?:im_end|eot_id|end|begin_of_text)\|>|^\s*<s>|</s>\s*$"
)
_ROLE: Final = re.compile(
    r"<\|(?:im_start|start_header_id)\|>(\w{1,20})(?:<\|end_header_id\|>)?[ \t]*\n?"
)
_SECTION: Final = re.compile(r"^#{1,6} ([^\n:#]{2,40}):?[ \t]*$", re.MULTILINE)
_ROLE_OF_TAG: Final = re.compile(
    r"<\w{1,20}\b[^<>]{0,80}\brole=[\"'](\w{1,20})[\"'][^<>]{0,80}>([^<]{0,20000})</\w{1,20}>"
)
_TAGGED: Final = re.compile(r"<([a-z]\w{2,20})>([^<]{0,20000})</\1>", re.IGNORECASE)
_BLANK: Final = re.compile(r"\n\s*\n")


class _Turn(NamedTuple):
    speaker: str
    said: str

    @property
    def is_of_user(self) -> bool:
        return self.speaker in USERS

    @property
    def asks(self) -> bool:
        return is_question(self.speaker)


def said_by_users(text: str) -> str:
    """What users say of a text: the fields that ask, or their turns; another text as it is."""
    return asked_in_json(text) or _of_prompt(text)


def _of_prompt(text: str) -> str:
    """What users say in a prompt or a transcript; another text as it is."""
    bare = _MARK.sub("\n", text) if "[" in text or "<" in text else text
    bare = _SECTION.sub(_heading_of, _TAGGED.sub(r"\n\1: \2\n", _roles_named(bare)))
    first = TURN.search(bare)
    before = bare[: first.start() if first else None]
    turns = list(_turns(bare[len(before) :]))
    if not _is_conversation(turns):
        return text if bare.split() == text.split() else _MARK.sub("\n", text).strip()
    questions = [each.said for each in turns if each.asks and each.said]
    of_users = [each.said for each in turns if each.is_of_user]
    # Of several questions the ones before the last are examples, or asked already.
    told = [each for each in turns if each.said]
    said = (*of_users, *questions[-1:], *_behind(told[-1]))
    return "\n".join(said if instructs(before) else (before, *said)).strip() or text


def _turns(text: str) -> Iterator[_Turn]:
    _, *parts = TURN.split(text)
    for label, name, said in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield _Turn((label or name).lower(), said.strip())


def _is_conversation(turns: Sequence[_Turn]) -> bool:
    """Whether somebody asks and somebody else answers: "User: jdoe" may be a field of a form."""
    speakers = [each.speaker for each in turns]
    answered = {each.speaker for each in turns if not (each.is_of_user or each.asks)}
    is_answered = len(set(speakers)) < len(speakers) or not MODELS.isdisjoint(answered)
    is_prompt = any(each.asks and each.said for each in turns)
    return len(answered) < len(set(speakers)) and bool(answered) and (is_answered or is_prompt)


def _behind(last: _Turn) -> Sequence[str]:
    """What stands behind the answer of a model: who asks ends with that."""
    paragraphs = _BLANK.split(last.said)
    is_answer = last.speaker in MODELS and len(paragraphs) > 1
    return paragraphs[-1:] if is_answer else ()


def _heading_of(section: re.Match[str]) -> str:
    name = section[1].strip()
    return f"{'question' if name.lower() == 'input' else name}:"


def _roles_named(text: str) -> str:
    """A text with who speaks named where marks of a template or tags say so."""
    return _ROLE_OF_TAG.sub(r"\n\1: \2\n", _ROLE.sub(_turn_of, text))


def _turn_of(role: re.Match[str]) -> str:
    return f"\n{'user' if role[1] in USERS else 'assistant'}: "
