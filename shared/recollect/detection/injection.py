"""Prompt injection: sentences that give orders to a model that reads them.

Runbooks are full of imperatives, and those are knowledge: "Restart the service", "Do not restart
node 3 before draining". An injection speaks of the answer, of its reader, or of the reader's
earlier instructions: "Ignore all previous instructions", "Do not tell the user". No single word
distinguishes the two, so signs are weighed, alone and in pairs: the words of a sentence (see
`injection_signs`), and how it is built. The weights (`injection_weights.txt`) were learned from
examples (`tests.security.learn_injections`).
"""

import re
from functools import cache
from importlib.resources import files
from itertools import chain, takewhile
from typing import Final

from pydantic import JsonValue

from recollect.detection.encoded import decoded_in
from recollect.detection.injection_words import BITS, signs_of
from recollect.detection.pressing import presses
from recollect.language.folding import fold
from recollect.language.sentences import split_sentences
from recollect.language.tags import stripped
from recollect.language.texts import texts_of
from recollect.language.wrapping import unwrapped

_WEIGHTS: Final = files(__package__) / "injection_weights.txt"
_MAX_READ_CHARS = 16_384
# In thousandths of log-odds. More than even odds (0): a false alarm costs summaries what is known.
_MIN_WEIGHT = 350
# Of 1,022 injections that were split among fields at random, it finds 911; the fields alone show
# 476.
_MIN_RECORD_WEIGHT = 1_000

_A_MODEL: Final = (
    r"(?:a\.?i\.?s?(?:[ -](?:agent|assistant|bot|model|reader|system|tool)s?)?"
    r"|(?:large )?language[ -]models?|llms?|chat[ -]?bots?|copilots?|(?:chat)?gpt"
    r"|ki-(?:agent|assistent|modell|system)(?:en?)?|sprachmodelle?n?"
    r"|(?:(?:agent|asistent|assistant|assistent|model|mod\u00e8l|modell)[eio]?s?"
    r" (?:d[aei] |d['\u2019])?)?(?-i:IAs?)|mod[e\u00e8]l[eo]s? de (?:langage|lenguaje)"
    r"|modelos? de linguagem|modell[io] linguistic[io]|taalmodel(?:len)?)"
)
_ANY: Final = r"(?:all|any|each|every|whatever|whichever|alle|jedes)"
_A_NOTE: Final = (
    r"(?:(?:important|urgent|special) )?(?:attention|hint|important|information|instructions?|memo"
    r"|message|note|notice|reminder|urgent|warning|word) (?:for|to)"
    r"|(?:anweisung|hinweis|nachricht|wichtig) (?:an|fur|f\u00fcr)|achtung"
    r"|(?:aviso|importante?|instructions?|istruzioni|instrucciones|mensaje|message|messaggio"
    r"|bericht|nota|note) (?:pour|para|per|voor|al?|\u00e0|aan)"
)
# Matches "Note to AI assistants:" or "To any language model that reads this:", but not "Note to the
# AI team:", "To AI-made texts", "Note to AI, data and web teams:" or "Hi chatbot, where is it".
# `IA` counts in capitals only: Ia is a name.
_ADDRESS: Final = re.compile(
    rf"(?:^|[.!?:\n])[^\w.!?:\n]{{0,5}}(?:(?:{_A_NOTE}|attention|(?P<hi>dear|hello|hey|hi))"
    rf" (?:(?:{_ANY}|our|the|your|die|l[aeo]s?|gli|os?|as?|i) |l['\u2019])?|(?:to|an) {_ANY} )"
    rf"{_A_MODEL}"
    r"(?: (?:answering|processing|reading|reads|summari[sz]ing|that|using|which|who)\b"
    r"[^.,:!?\n]{0,60})?(?: ?[:!\u2013\u2014]| - "
    r"|,(?![^.:!?\n]{0,60}\b(?:colleague|department|group|team|user)s?\b))"
    r"(?(hi)(?! ?(?:are|do|does|how|i|is|my|our|we|what|when|where|who|why"
    r"|(?:can|could) (?:i|we|you help))\b))",
    re.IGNORECASE,
)

_ROLE: Final = r"(?:assistant|developer|ipython|model|system|tool|user)\b"
# The markup with which a turn of a model's conversation begins: an injection, whatever the turn
# says. A text about such marks ("the tokenizer adds <|im_start|>") has no role behind them.
_TURN: Final = re.compile(
    rf"<\|(?:im_start|start|start_header_id)\|>\s{{0,9}}{_ROLE}|<start_of_turn>\s{{0,9}}{_ROLE}"
    rf"|(?:^|\n)\s{{0,9}}<\|{_ROLE}\|>|<<SYS>>|\[/INST\]|</?system-reminder>"
    r"|<(?:antml:)?invoke name=",
    re.IGNORECASE,
)


def is_injection(sentence: str) -> bool:
    """Whether a sentence tells its reader what to answer, hide or forget, or addresses a model.

    Whoever addresses a model ("Note to AI assistants:"), or writes a turn of its conversation,
    wants it to obey. The sentence is read without disguise (`recollect.language.folding.fold`), and
    what base64 hides is read, too.

    Each field of a record (`state: New; priority: 2`) is read as a sentence. An injection may also
    be split among its fields, so its values are read in a row as well. These have more words than
    any sentence that the weights were learned from, so they need a larger weight.
    """
    fields = sentence.split("; ")
    named = [each for each in fields if ": " in each]
    # Not every field of a record needs a name: a long one comes in pieces, whose ends may be cut.
    if len(fields) == 1 or 2 * len(named) <= len(fields):
        return _reads_as_injection(sentence)
    values = " ".join(each.split(": ", 1)[-1] for each in fields)
    return any(map(_reads_as_injection, fields)) or _weight(values) > _MIN_RECORD_WEIGHT


def _reads_as_injection(statement: str) -> bool:
    plain = fold(statement).text
    if _ADDRESS.search(plain) or _TURN.search(plain):
        return True
    return _weight(statement) > _MIN_WEIGHT or any(
        _weight(hidden) > _MIN_WEIGHT for hidden in decoded_in(statement)
    )


def without_injections(text: str) -> str:
    """The text without its injections; unchanged if it has none.

    All sentences from the beginning of a turn (`<|im_start|>system`) on are left out: they are what
    the turn says.
    """
    sentences = list(split_sentences(unwrapped(text)))
    before = takewhile(lambda each: _TURN.search(fold(each).text) is None, sentences)
    kept = [each for each in before if not is_injection(each)]
    return text if len(kept) == len(sentences) else " ".join(kept)


def is_instruction_like(content: JsonValue) -> bool:
    """Whether any text of a content holds an injection, or presses its reader to believe it.

    Each text is read as it is, and without tags and breaks of lines, which could hide an injection.
    """
    stored = [*texts_of(content)]
    shown = (stripped(text) for text in stored)
    # Only the beginning: each further sentence of a long text is a further chance of a false alarm.
    begun = [text[:_MAX_READ_CHARS] for text in dict.fromkeys((*stored, *shown))]
    texts = dict.fromkeys((*begun, *map(unwrapped, begun)))
    # A sentence that occurs thousands of times is weighed once.
    sentences = dict.fromkeys(chain.from_iterable(map(split_sentences, texts)))
    return any(map(presses, texts)) or any(map(is_injection, sentences))


def _weight(sentence: str) -> int:
    """The sum of the weights of a sentence's signs and pairs of signs, in thousandths.

    The higher, the more likely is an injection.
    """
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
    """The weight without any sign; for each sign its bit, its weight, and those of its pairs.

    So are the lines of the file, in thousandths: `call 1842 code 714` is the weight of `call`,
    and what is added if the sentence also has `code`.
    """
    first, *lines = _WEIGHTS.read_text(encoding="ascii").splitlines()
    table = []
    for line in lines:
        name, alone, *pairs = line.split()
        weights = zip(pairs[::2], map(int, pairs[1::2]), strict=True)
        table.append((BITS[name], int(alone), [(BITS[other], both) for other, both in weights]))
    return int(first.removeprefix("bias ")), table
