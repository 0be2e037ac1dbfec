"""What kind of answer a question wants, and which texts can give it.

A question for a length of time is not answered by a text without any time, one for a price not
without any money, one for a number not without a number: "how much did the fibre cost" is about the
fibre, and what only speaks of it does not say. Of judged questions and answers of teams
(docs/quality.md) the answer hardly ever lacks what the question wants. Who asks for a way to find
it out ("where can I see how long it is") wants a way and no number, as does who asks what to do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_UNIT: Final = (
    r"(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|months?|quarters?"
    r"|y|yrs?|years?|nights?|evenings?|mornings?)"
)
_SMALL_NUMBER: Final = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
    r"|forty|fifty|sixty|ninety|hundred|thousand|dozen|half)"
)
_DAY: Final = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun|today|tomorrow"
    r"|tonight|noon|midnight|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?"
    r"|aug(?:ust)?|(?:sept?|octo?|nov|dec)(?:em)?(?:ber)?|\d\d? may|may \d\d?)"
)
_TIMES: Final = re.compile(
    rf"\d[\d.,]*(?: ?-?| (?:working|business|calendar|full) ){_UNIT}\b|\b\d\d?[:.]\d\d\b"
    r"|\b\d{4}-\d\d-\d\d|\b\d\d? ?(?:am|pm|o['’]clock)\b"
    r"|_(?:ms|s|sec|min|h|hours|days)\W{1,4}\d"
    rf"|\b(?:{_SMALL_NUMBER}|an?|each|every|per|next|same)(?: (?:working|business|calendar|full))?"
    rf" {_UNIT}\b|\b{_DAY}\b|\b24[x/]7\b|\bround the clock\b"
    r"|\b(?:immediate|instant|permanent|indefinite|hour|dai|night|week|month|quarter|year|annual)ly\b"
    r"|\b(?:at once|straight away|right away|forever|for good|never)\b",
    re.IGNORECASE,
)
_MONEY: Final = re.compile(
    r"[$€£¥]|\b(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|cents?|pence|sek|nok|dkk|pln)\b"
    r"|\d ?%|\d ?k\b|\b(?:free|fees?|prices?|costs?|charges?|grand)\b",
    re.IGNORECASE,
)
_NUMBERS: Final = re.compile(
    rf"\d|\b{_SMALL_NUMBER}s?\b|\[REDACTED|\b(?:twice|once|double|single|none|no|nobody|every|each"
    r"|any|all|unlimited|(?:hour|dai|night|week|month|quarter|year|annual)ly)\b",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"\d|\[REDACTED")
# Asked straight, a verb follows: "how long is it", not "to see how long it is".
_VERB: Final = (
    r"(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had"
    r"|until|till|before|after|ago)"
)
_KINDS: Final = (
    (
        re.compile(
            r"\bhow much\b.{0,60}\b(?:costs?|pay|paid|owe|owed|earn|charged?|spend|spent|worth)\b"
            r"|\bwhat (?:do|does|did)\b.{0,60}\b(?:costs?|earn|owe)\b|\b(?:price|cost|salary) of\b",
            re.IGNORECASE,
        ),
        _MONEY,
    ),
    (
        re.compile(
            rf"\bhow (?:long|soon|quickly|late|early) {_VERB}\b"
            rf"|\bhow many (?:seconds|minutes|hours|days|nights|weeks|months|years)\b"
            r"|\b(?:until|till|by|since) when\b|\bdeadline (?:for|of|to)\b|\bwhat time {_VERB}\b"
            r"|\b(?:response|reaction|recovery|waiting|lead) times?\b",
            re.IGNORECASE,
        ),
        _TIMES,
    ),
    (
        re.compile(
            r"\b(?:phone|mobile|telephone|cell|fax|account|acct|room|extension|ext) numbers?\b"
            r"|\bextension (?:of|for)\b|\b(?:which|what) (?:port|extension|vlan)\b",
            re.IGNORECASE,
        ),
        _DIGITS,
    ),
    (
        re.compile(
            rf"\bhow (?:many|much|often)\b|\bhow (?:big|large|heavy|high|wide) {_VERB}\b",
            re.IGNORECASE,
        ),
        _NUMBERS,
    ),
)
_WAY: Final = re.compile(
    r"\b(?:how|where) (?:do|can|could|should|would|might|shall|does) (?:i|we|you|one|she|he|they)\b"
    r"|\bhow to\b|\bwhat (?:now|next|to do)\b"
    r"|\bwhat (?:do|can|should|must|shall) (?:i|we|you|she|he|they) (?:now )?(?:do|try)\b"
    r"|\b(?:find(?:ing)? out|figure out|way to)\b"
    r"|\b(?:see|know|tell|measure|check) how\b",
    re.IGNORECASE,
)
_ASKING: Final = re.compile(r"\b(?:who|whom|whose|which|what|when|where|why|how)\b", re.IGNORECASE)
_MOST_WORDS: Final = 20
_OF_ANOTHER_KIND: Final = 0.05


@dataclass(frozen=True, slots=True)
class Wanted:
    """A kind of answer, by what a text must have to give it."""

    sign: re.Pattern[str]

    def is_in(self, text: str) -> bool:
        """Whether a text can give such an answer."""
        return self.sign.search(text) is not None


def wanted_by(question: str) -> Wanted | None:
    """The kind of answer that a question wants, where it can be told and there is only one."""
    if len(question.split()) > _MOST_WORDS or asks_for_a_way(question):
        return None
    if len(_ASKING.findall(question)) > 1:
        return None
    return next((Wanted(sign) for asks, sign in _KINDS if asks.search(question)), None)


def asks_for_a_way(question: str) -> bool:
    """Whether a question asks how to do something, or what to do."""
    return _WAY.search(question) is not None


def answering(
    question: str, texts: Sequence[str], judged: Sequence[float], among: Sequence[int]
) -> list[float]:
    """The relevance of texts, a twentieth of it for those `among` them that cannot answer.

    Turns of a conversation take no part: "my kids are off to school" tells how many she has to whom
    knows them.
    """
    found, wanted = list(judged), wanted_by(question)
    if wanted is not None:
        for place in among:
            if not wanted.is_in(texts[place]):
                found[place] *= _OF_ANOTHER_KIND
    return found
