"""What type of answer a question wants, and which texts can give it.

A text without any time does not answer a question for a length of time, nor one without money a
question for a price, nor one without a number a question for a number: "how much did the fibre
cost" is about the fibre, but a text that only mentions the fibre does not answer it. In judged
questions and answers of teams (docs/quality.md) the answer hardly ever lacks what the question
wants. The module is long because it lists, for each type, the patterns and words of its answers and
of the questions for it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.language.calendar_names import FULL_WEEKDAY, MONTH
from recollect.relevance.intents import MAX_QUESTION_WORDS, asks_for_a_way


@dataclass(frozen=True, slots=True)
class AnswerType:
    """A type of answer: a text must match its pattern or have one of its words to give it."""

    pattern: str
    words: frozenset[str]

    def is_in(self, text: str) -> bool:
        """Whether a text can give such an answer; a text that is longer than a fact always can."""
        return (
            len(text) > _MAX_FACT_CHARS
            or _compiled(self.pattern).search(text) is not None
            or not self.words.isdisjoint(_WORD.findall(text.lower()))
        )


def _type(pattern: str, words: str) -> AnswerType:
    # A pattern matches a number only from its first digit, so that a long one is not tried at each.
    return AnswerType(pattern, frozenset(words.split()))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when first needed: all of them together take 10 ms and more."""
    return re.compile(pattern, re.IGNORECASE)


_WORD: Final = re.compile(r"[a-z]+")
_MAX_FACT_CHARS: Final = 1_000
_OFTEN: Final = "hourly daily nightly weekly monthly quarterly yearly annually"
_NUMERALS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    " hundred hundreds thousand thousands million millions billion billions dozen dozens half"
    " couple pair both few several"
)
_TIME: Final = _type(
    r"(?<![\d.,:])\d{1,4}(?:[:.]\d\d\b|-\d\d-\d\d|[x/]7\b|[.,]?\d{0,4} ?-?"
    r"(?:ms|s|secs?|m|mins?|h|hrs?|d|w|wks?|y|yrs?|am|pm|may)\b)"
    r"|_(?:ms|s|sec|min|h|hours|days)\W{1,4}\d|\b(?:(?:right|straight) away|at once)\b",
    "second seconds minute minutes hour hours day days night nights overnight morning mornings"
    " midday afternoon afternoons evening evenings week weeks weekday weekdays weekend weekends"
    " fortnight fortnights month months quarter quarters year years decade decades monday tuesday"
    " wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays"
    " saturdays sundays mon tue wed thu fri sat sun yesterday today tomorrow tonight noon midnight"
    " january february march april june july august september october november december jan feb mar"
    " apr jun jul aug sep sept oct nov dec forever never immediately"
    f" instantly permanently indefinitely clock {_OFTEN}",
)
_MONEY: Final = _type(
    r"[$€£¥]|(?<![\d.,])\d{1,9}(?:[.,]\d{1,3})? ?(?:%|k\b)|(?<![\d.,])\d{1,6}[.,]\d\d(?![\d.,])"
    r"|(?<![\d.,])\d{1,3}(?:[.,'\u2019]\d{3}){1,3}(?:[.,]\d\d)?(?![\d.,])|\d[.,]-"
    r"|(?<![\d.,])\d{1,9} ?(?:/ ?[a-z]|(?:per|an?|each|weekly|monthly|yearly)\b)",
    "eur euro euros usd dollar dollars bucks gbp pound pounds quid chf franc francs cent cents"
    " pence sek nok dkk pln nothing included gratis free fee fees price prices cost costs charge"
    " charges grand",
)
_NUMBER: Final = _type(
    r"\d|\[REDACTED",
    f"{_NUMERALS} {_OFTEN} each every once twice double single none no nobody any all unlimited",
)
# A number that counts things: no time of day, no date, no part of a name, and no unit behind it.
_COUNT: Final = _type(
    r"(?<![\w.,/#-])(?<!\d:)(?:\d{1,3}(?:[.,' ]\d{3})+|\d{1,6}(?:[.,]\d)?)"
    r"(?:[-\u2013]\d{1,6})?[kx]?"
    r"(?![\d:/]|[.,-]\d|\w| ?-?(?:%|\u00b0|(?:ms|s|secs?|mins?|h|hrs?|d|wks?|y|yrs?|[ap]m|[mck]?m"
    r"|[km]?g|k?[vaw]|[kmgt]b|eur|usd|gbp|chf|seconds?|minutes?|hours?|days?|nights?|weeks?|months?"
    rf"|years?|o'clock|degrees?|{MONTH})\b))|\[REDACTED",
    f"{_NUMERALS.replace(' half', '')} each zero double single none nobody unlimited",
)
_YEAR: Final = _type(
    r"(?<!\d)(?:19|20)\d\d(?!\d| ?(?:kg|g|l|m|mm|km|k?w|v|mb|gb|eur|euros?|usd|gbp|rpm)\b)",
    "year years",
)
# A day or a time of day, but no length of time: "until 30 June", "at 17:00", not "for 30 days".
_DAY: Final = _type(
    rf"\b{MONTH}\b|(?<!\d)\d{{1,2}}\.\d{{1,2}}(?!\d)|\d\d-\d\d|\d/\d|(?<!\d)(?:19|20)\d\d(?!\d)"
    rf"|\d ?(?:st|nd|rd|th)\b|\b{FULL_WEEKDAY}s?\b"
    r"|\b(?:cw|kw|q|weeks?) ?\d|\b(?:end of|next|this|last) [a-z]"
    rf"|(?<!\d)\d\d?:\d\d|\d ?[ap]m\b|\bat (?:\d|(?:{_NUMERALS.replace(' ', '|')})\b)"
    r"|\b(?:end|expire)(?:s|ed)? when\b",
    "today tomorrow yesterday tonight noon midnight christmas easter spring summer autumn winter"
    " daily weekly monthly quarterly yearly annually every never once until after before year",
)
_CODE: Final = _type(r"(?<![\w./-])(?=[\w/-]{0,12}\d)[^\W_][\w/-]{2,}|\[REDACTED", "")
_DIGITS: Final = _type(r"\d|\[REDACTED", "")
_QUANTITY: Final = r"(?<![\d.,])\d{1,9}(?:[.,]\d{1,3})? ?-?"
# A number without a unit that is said of something may measure anything: "Oven: 180.", "she is 84",
# but not "belt 2", "opens at 9" or "has 40 seats for 2 h".
_WITHOUT_UNIT: Final = (
    r"|(?=\d)(?:(?<=[:=(+<>~/] )|(?<=[:=(+<>~/])(?<!\d:)|(?<=\b(?:be|is|of|to) )"
    r"|(?<=\b(?:are|has|max|was) )|(?<=\b(?:have|most|only|over|than) )|(?<=\b(?:about|least) ))"
    r"(?!(?:19|20)\d\d\b)\d{1,9}(?:[.,]\d{1,3}){0,3}"
    r"(?![\d:]|[.,]\d| ?-?(?:[mck]?m|ft|[km]?g|t|lbs?|[mch]?l|k?[vaw]|kva"
    r"|ms|s|secs?|mins?|h|hrs?|d|y|yrs?|[ap]m|\u00b0|[kmgt]b|eur|usd|[$\u20ac\u00a3]"
    r"|(?:second|minute|hour|day|night|week|month|year|met(?:re|er)|lit(?:re|er)|euro|dollar|kilo"
    rf"|ton|tonne|volt|watt|amp|degree)s?|{MONTH})\b)"
)
_LENGTH: Final = _type(
    rf"{_QUANTITY}(?:[mck]?m|ft|yd|mi)\b|\d ?['\u2032\u2033\"]{_WITHOUT_UNIT}",
    "metre metres meter meters kilometre kilometres kilometer kilometers centimetre centimetres"
    " centimeter centimeters mile miles foot feet inch inches yard yards level storey deep shallow",
)
_WEIGHT: Final = _type(
    rf"{_QUANTITY}(?:[km]?gs?|t|lbs?|oz|st|cwt)\b{_WITHOUT_UNIT}",
    "gram grams kilo kilos kilogram kilograms kilogramme kilogrammes ton tons tonne tonnes pound"
    " pounds stone ounces light heavy",
)
_VOLUME: Final = _type(
    rf"{_QUANTITY}(?:[mch]?l|ltrs?|m3|m\u00b3|gal|\u2113)(?!\w){_WITHOUT_UNIT}",
    "litre litres liter liters gallon gallons pint pints barrel barrels bottle bottles",
)
_ELECTRIC: Final = _type(
    rf"{_QUANTITY}[mk]?(?:v(?:a|ac|dc)?|a|w)\b{_WITHOUT_UNIT}",
    "volt volts amp amps ampere amperes watt watts kilowatt kilowatts",
)
_TEMPERATURE: Final = _type(
    rf"{_QUANTITY}(?:\u00b0|[cfk]\b){_WITHOUT_UNIT}",
    "degree degrees celsius fahrenheit frozen freezing chilled cold cool mild lukewarm warm hot"
    " boiling ambient",
)
_COLOUR: Final = _type(
    r"\[REDACTED|#[\da-f]{3,8}\b|\b(?:ral|pantone) ?\d",
    "amber beige black blue bronze brown burgundy colour color colours colors coloured colored"
    " colourless colorless copper coral cream crimson cyan dark fluorescent gold golden green grey"
    " gray indigo ivory khaki lavender light lilac lime magenta maroon mauve mint navy neon ochre"
    " olive orange peach pink purple red rose salmon sand scarlet silver striped tan teal"
    " transparent turquoise violet white yellow",
)
_AGE: Final = _type(
    rf"{_YEAR.pattern}|{_QUANTITY}(?:yrs?|mo|d)\b|['\u2019]\d\d\b|\b\d\d?[./]\d\d\b"
    rf"|\d\.? ?{MONTH}\b|\b{MONTH} \d{_WITHOUT_UNIT}",
    "year years month months week weeks day days decade decades century new brandnew since age aged"
    " old older ago yesterday today last sixties seventies eighties nineties",
)
_SIZE: Final = _type(
    r"(?<![\d.,])\d{1,9}(?:[.,]\d{1,3})? ?[kmgt]i?b?\b", "byte bytes unlimited limit"
)
# In a direct question a verb follows: "how long is it", not "to see how long it is".
_VERB: Final = (
    r"(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had"
    r"|until|till|before|after|ago)"
)
# Things whose length is no time.
_WRITTEN: Final = (
    "(?:are|can|is|may|must|should) .{0,40}"
    "\\b(?:codes?|comments?|messages?|names?|pass(?:phrase|word|code)s?|pins?|texts?|titles?)"
)
_BY_QUESTION: Final = (
    (
        re.compile(
            r"\bhow much\b.{0,60}\b(?:costs?|pay|paid|owe|owed|earn|charged?|spend|spent|worth)\b"
            r"|\bwhat (?:do|does|did)\b.{0,60}\b(?:costs?|earn|owe)\b"
            r"|\bwhat (?:do|does|did) (?:i|we|they|you) pay\b(?! (?:with|by)\b)"
            r"|\b(?:costs?|fees?|price|rent|salary) (?:for|of)\b"
            r"|\bhow much (?:are|is|was|were)\b(?!.{0,60}\b(?:allowances?|data|load|output|traffic"
            r"|usage|volume|waste|water)\b).{0,60}\b(?:an?|each|every|per)"
            r" (?:day|hour|month|night|person|week|year)\b",
            re.IGNORECASE,
        ),
        _MONEY,
    ),
    (re.compile(r"\b(?:what|which) year\b(?![ -]end)", re.IGNORECASE), _YEAR),
    (
        re.compile(
            rf"\bwhen {_VERB}\b.{{0,80}}"
            r"\b(?:due|end|expire|inspected|inspection|lapse|renewed|run out)\b",
            re.IGNORECASE,
        ),
        _DAY,
    ),
    (
        re.compile(
            r"^(?!(?:who|where)\b).*\b(?:serial|model|part|asset|inventory|licen[cs]e|contract)"
            r" number\b",
            re.IGNORECASE,
        ),
        _CODE,
    ),
    (
        re.compile(
            rf"\bhow (?:soon|quickly|late|early|long(?! {_WRITTEN}\b)) {_VERB}\b"
            rf"|\bhow many (?:seconds|minutes|hours|days|nights|weeks|months|years)\b"
            r"|\b(?:until|till|by|since) when\b|\bdeadline (?:for|of|to)\b"
            rf"|\bwhat time {_VERB}\b"
            r"|\b(?:response|reaction|recovery|waiting|lead) times?\b",
            re.IGNORECASE,
        ),
        _TIME,
    ),
    (
        re.compile(
            r"\b(?:phone|mobile|telephone|cell|fax|account|acct|room|extension|ext|hotline|support"
            r"|desk|pager|emergency|duty) numbers?\b|\bextension (?:of|for)\b"
            r"|\bhotline\W*$|(?:^|, )number (?:of|for)\b"
            r"|\b(?:which|what) (?:port|extension|vlan)\b",
            re.IGNORECASE,
        ),
        _DIGITS,
    ),
    (
        re.compile(
            r"\b(?:biggest|largest|max(?:imum|imal)?|how (?:big|large)|sizes?)\b.{0,20}"
            r"\b(?:attachments?|files?|uploads?|mails?|mailbox(?:es)?|disks?|volumes?|payloads?)\b"
            r"|\b(?:disk|file|upload|attachment|mailbox|payload) sizes?\b",
            re.IGNORECASE,
        ),
        _SIZE,
    ),
    (
        re.compile(rf"\bhow (?:deep|tall|wide) {_VERB}\b", re.IGNORECASE),
        _LENGTH,
    ),
    (
        re.compile(rf"\bhow heavy {_VERB}\b|\bhow much\b.{{0,40}}\bweighs?\b", re.IGNORECASE),
        _WEIGHT,
    ),
    (re.compile(r"\bhow many (?:lit(?:re|er)|gallon)s\b", re.IGNORECASE), _VOLUME),
    (
        re.compile(r"\b(?:what|which) voltage\b|\bhow many (?:volt|amp|watt)s\b", re.IGNORECASE),
        _ELECTRIC,
    ),
    (
        re.compile(
            rf"\b(?:what|which) temperature\b|\bhow (?:cold|hot|warm) {_VERB}\b", re.IGNORECASE
        ),
        _TEMPERATURE,
    ),
    (re.compile(r"\b(?:what|which) colou?r\b(?! codes?\b)", re.IGNORECASE), _COLOUR),
    (re.compile(r"\bhow old (?:is|are|was|were)\b", re.IGNORECASE), _AGE),
    (re.compile(r"\bhow many (?!times\b|percent\b)", re.IGNORECASE), _COUNT),
    (
        re.compile(
            rf"\bhow (?:many|much|often)\b|\bhow (?:big|large|heavy|high|wide) {_VERB}\b",
            re.IGNORECASE,
        ),
        _NUMBER,
    ),
)
_ASKING: Final = re.compile(r"\b(?:who|whom|whose|which|what|when|where|why|how)\b", re.IGNORECASE)
_UNANSWERING_FACTOR: Final = 0.05


def answer_type_of(question: str) -> AnswerType | None:
    """The type of answer that a question wants, if it shows one, and only one."""
    if len(question.split()) > MAX_QUESTION_WORDS or asks_for_a_way(question):
        return None
    if len(_ASKING.findall(question)) > 1:
        return None
    return next((wanted for asks, wanted in _BY_QUESTION if asks.search(question)), None)


def by_answer_type(
    question: str, texts: Sequence[str], relevance: Sequence[float], among: Sequence[int]
) -> list[float]:
    """The relevance of texts; a twentieth of it for those `among` them that cannot answer.

    Turns of a conversation are not among these: "my kids are off to school" tells a person who
    knows the speaker how many kids there are.
    """
    found, wanted = list(relevance), answer_type_of(question)
    if wanted is not None:
        for place in among:
            if not wanted.is_in(texts[place]):
                found[place] *= _UNANSWERING_FACTOR
    return found
