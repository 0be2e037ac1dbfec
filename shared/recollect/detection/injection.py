"""Prompt injection: sentences that give orders to a model that reads them.

Runbooks are full of imperatives, and those are knowledge: "Restart the service", "Do not restart
node 3 before draining". An injection speaks of the answer, of the one who reads, or of what that
one was told before: "Ignore all previous instructions", "Do not tell the user". No word
tells the two apart, so signs are weighed: what words a sentence has, alone and in pairs (see
`injection_signs`), and how it is built. The weights (`injection_weights`) were learned from
examples.
"""

import re
from functools import cache
from itertools import chain, takewhile
from typing import Final

from pydantic import JsonValue

from recollect.detection.encoded import decoded_in
from recollect.detection.injection_weights import WEIGHTS
from recollect.detection.injection_words import NAMES, signs_of
from recollect.detection.pressing import presses
from recollect.language.folding import fold
from recollect.language.markup import stripped
from recollect.language.sentences import split_sentences
from recollect.language.texts import texts_of

_MOST_READ = 16_384
# In thousandths. Above the even odds: a flag that cries wolf takes what is known out of summaries.
_ENOUGH = 400
# Of 1,022 injections parted among fields at random it finds 911; each field alone tells of 476.
_SURELY = 1_000

_A_MODEL: Final = (
    r"(?:a\.?i\.?s?(?:[ -](?:agent|assistant|bot|model|reader|system|tool)s?)?"
    r"|(?:large )?language[ -]models?|llms?|chat[ -]?bots?|copilots?|(?:chat)?gpt"
    r"|ki-(?:agent|assistent|modell|system)(?:en?)?|sprachmodelle?n?)"
)
_ANY: Final = r"(?:all|any|each|every|whatever|whichever|alle|jedes)"
_A_NOTE: Final = (
    r"(?:(?:important|urgent|special) )?(?:attention|hint|important|information|instructions?|memo"
    r"|message|note|notice|reminder|urgent|warning|word) (?:for|to)"
    r"|(?:anweisung|hinweis|nachricht|wichtig) (?:an|fur|f\u00fcr)|achtung"
)
# That is "Note to AI assistants:" or "To any language model that reads this:", but no "Note to the
# AI team:", "To AI-made texts", "Note to AI, data and web teams:" or "Hi chatbot, where is it".
_ADDRESS: Final = re.compile(
    rf"(?:^|[.!?:\n])[^\w.!?:\n]{{0,5}}(?:(?:{_A_NOTE}|attention|(?P<hi>dear|hello|hey|hi))"
    rf" (?:(?:{_ANY}|our|the|your|die) )?|(?:to|an) {_ANY} ){_A_MODEL}"
    r"(?: (?:answering|processing|reading|reads|summari[sz]ing|that|using|which|who)\b"
    r"[^.,:!?\n]{0,60})?(?: ?[:!\u2013\u2014]| - "
    r"|,(?![^.:!?\n]{0,60}\b(?:colleague|department|group|team|user)s?\b))"
    r"(?(hi)(?! ?(?:are|do|does|how|i|is|my|our|we|what|when|where|who|why"
    r"|(?:can|could) (?:i|we|you help))\b))",
    re.IGNORECASE,
)

_ROLE: Final = r"(?:assistant|developer|ipython|model|system|tool|user)\b"
# What begins a turn where models are told whose each is: an injection, whatever the turn says. Who
# only tells of such marks ("the tokenizer adds <|im_start|>") has no turn behind them.
_TURN: Final = re.compile(
    rf"<\|(?:im_start|start|start_header_id)\|>\s{{0,9}}{_ROLE}|<start_of_turn>\s{{0,9}}{_ROLE}"
    rf"|(?:^|\n)\s{{0,9}}<\|{_ROLE}\|>|<<SYS>>|\[/INST\]|</?system-reminder>"
    r"|<(?:antml:)?invoke name=",
    re.IGNORECASE,
)


def is_injection(sentence: str) -> bool:
    """Whether a sentence tells its reader what to answer, to hide or to forget, or calls a model.

    Who calls a model by that name ("Note to AI assistants:") means it to obey, and so does who
    writes a turn of its conversation. It is read as `recollect.language.folding.fold` reads it, and
    what base64 hides is read too: no disguise helps. Of a record (`state: New; priority: 2`) each
    field is a sentence of its own: together they have more words than any sentence that the weights
    were learned from. So the row of its values, among which an injection may be parted, has to have
    more of one.
    """
    fields = sentence.split("; ")
    named = [each for each in fields if ": " in each]
    # Of a long record the first and the last field of a piece may be cut.
    if len(fields) == 1 or 2 * len(named) <= len(fields):
        return _reads_as_injection(sentence)
    values = " ".join(each.split(": ", 1)[-1] for each in fields)
    return any(map(_reads_as_injection, fields)) or _weight(values) > _SURELY


def _reads_as_injection(statement: str) -> bool:
    plain = fold(statement).text
    if _ADDRESS.search(plain) or _TURN.search(plain):
        return True
    return _weight(statement) > _ENOUGH or any(
        _weight(hidden) > _ENOUGH for hidden in decoded_in(statement)
    )


def without_injections(text: str) -> str:
    """The text as it is where none of its sentences is an injection, else its other sentences.

    None of those behind the beginning of a turn, either: they are what is said in it.
    """
    sentences = list(split_sentences(text))
    before = takewhile(lambda each: _TURN.search(fold(each).text) is None, sentences)
    kept = [each for each in before if not is_injection(each)]
    return text if len(kept) == len(sentences) else " ".join(kept)


def is_instruction_like(content: JsonValue) -> bool:
    """Whether any text of a content holds an injection, or presses it to believe.

    It is read as it is, and as it is shown: without tags, which would hide one.
    """
    as_kept = [*texts_of(content)]
    shown = (stripped(text) for text in as_kept)
    # Not more: each sentence may be taken for an injection that is none, and a long text has many.
    texts = [text[:_MOST_READ] for text in dict.fromkeys((*as_kept, *shown))]
    # A sentence that is said thousands of times is weighed once.
    sentences = dict.fromkeys(chain.from_iterable(map(split_sentences, texts)))
    return any(map(presses, texts)) or any(map(is_injection, sentences))


def _weight(sentence: str) -> int:
    """How far a sentence's signs, alone and in pairs, speak for an injection, in thousandths."""
    signs = signs_of(sentence)
    weight, table = _table()
    for sign, alone, pairs in table:
        if signs & sign:
            weight += alone
            for other, together in pairs:
                if signs & other:
                    weight += together
    return weight


@cache
def _table() -> tuple[int, list[tuple[int, int, list[tuple[int, int]]]]]:
    """The weight of no sign at all; each sign, its weight, and what it adds with which others."""
    bias = 0
    bits = {name: 1 << place for place, name in enumerate(NAMES)}
    alone = dict.fromkeys(bits.values(), 0)
    pairs: dict[int, list[tuple[int, int]]] = {bit: [] for bit in alone}
    for line in WEIGHTS.split("\n")[1:-1]:
        *names, weight = line.split()
        if names == ["bias"]:
            bias = int(weight)
        elif len(names) == 1:
            alone[bits[names[0]]] = int(weight)
        else:
            pairs[bits[names[0]]].append((bits[names[1]], int(weight)))
    return bias, [(bit, alone[bit], pairs[bit]) for bit in alone]
