"""Finds what users said in what an agent passes on: a call, a model's conversation, its prompt.

An agent passes on what it has: JSON (`recollect.questions.envelopes`), a transcript with labels
before the turns, a prompt with sections or the marks of a model's template. What the user said is
the question. What a model or another agent said is not: it may be wrong, and its topic changes with
the user's.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.questions.envelopes import question_in_json
from recollect.questions.prompts import instructs, sentences
from recollect.questions.speaking import ANSWERING, MODELS, TURN, USERS, Turn, of_users

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
_ABOUT_A_USER: Final = re.compile(
    rf"(?:the |this |our )?(?:{'|'.join(sorted(USERS))})(?:['\u2019]s [\w ]{{1,40}})?"
    r" (?:is|has|uses|runs|owns|bought|gets|sees|reports|works|cannot|can['\u2019]t)\b",
    re.IGNORECASE,
)
_BLANK: Final = re.compile(r"\n\s*\n")


def users_text(text: str) -> str:
    """The part of a text that users wrote: the asking fields of JSON, or the users' turns.

    A text that is neither stays as it is; "" for a conversation in which no user says anything.
    """
    return question_in_json(text) or _users_turns(text)


def _users_turns(text: str) -> str:
    """What users say in a prompt or a transcript; another text as it is."""
    unmarked = _MARK.sub("\n", text) if "[" in text or "<" in text else text
    bare = _SECTION.sub(_heading_of, _TAGGED.sub(r"\n\1: \2\n", _roles_named(unmarked)))
    first = TURN.search(bare)
    before = bare[: first.start() if first else None]
    turns = list(_turns(bare[len(before) :]))
    if not _is_conversation(turns):
        return text if bare.split() == text.split() else unmarked.strip()
    questions = [each.text for each in turns if each.asks and each.text]
    # Questions before the last one are examples, or were asked already.
    asked = (*of_users(turns), *questions[-1:], *_behind_last_answer(turns))
    return "\n".join((*_about_users(before), *asked)).strip()


def _about_users(lead: str) -> Iterable[str]:
    """The text before the first turn; if it instructs a model, only what it says of the user."""
    return filter(_ABOUT_A_USER.match, sentences(lead)) if instructs(lead) else (lead,)


def _turns(text: str) -> Iterator[Turn]:
    _, *parts = TURN.split(text)
    for label, name, words in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield Turn((label or name).lower(), words.strip())


def _is_conversation(turns: Sequence[Turn]) -> bool:
    """Whether somebody asks and somebody else answers, or it is a prompt for a model.

    "User: jdoe" and "Output: none" may be fields of a form. A prompt has a question, and orders to
    a model or an empty turn for it.
    """
    speakers = [each.speaker for each in turns]
    others = [each for each in turns if not (each.is_of_user or each.asks)]
    is_repeated = len(set(speakers)) < len(speakers)
    answering = (ANSWERING if is_repeated else MODELS).intersection(speakers)
    is_asked = any(each.asks and each.text for each in turns)
    is_prompt = is_asked and any(not each.text or instructs(each.text) for each in others)
    return len(others) < len(turns) and (bool(answering) or is_prompt)


def _behind_last_answer(turns: Iterable[Turn]) -> Iterator[str]:
    """The last paragraph behind a model's answer that is the last turn: the user's question."""
    for last in [each for each in turns if each.text][-1:]:
        _, *further = _BLANK.split(last.text)
        if last.speaker in MODELS:
            yield from further[-1:]


def _heading_of(section: re.Match[str]) -> str:
    name = section[1].strip()
    return f"{'question' if name.lower() == 'input' else name}:"


def _roles_named(text: str) -> str:
    """A text with a label for each speaker whom the marks of a template or tags name."""
    return _ROLE_OF_TAG.sub(r"\n\1: \2\n", _ROLE.sub(_label_of, text))


def _label_of(role: re.Match[str]) -> str:
    return f"\n{'user' if role[1] in USERS else 'assistant'}: "
