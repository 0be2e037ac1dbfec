"""Extracts what a message asks, without what belongs to its form.

Callers paste messages as they came in: a mail with greeting and signature, a reply with quotation
marks, a form, a piece of HTML or JSON, a message of a chat. Nobody searches for these parts, yet
all of them would be compared with what is stored, and would make a question of five words a report.
Left out are:

- Tags of HTML, if a line begins with one; Slack's forms of mentions and links; marks of Markdown
  and of quotations.
- In JSON with a field such as `question`, everything but that field and fields such as `error`; a
  line of a log stays whole.
- What a model or an agent said in a conversation (`recollect.questions.conversations`), and what is
  said to one (`recollect.questions.prompts`).
- The head of a mail but its subject, and lines of a form that say how urgent it is, who opened it
  and how.
- Greetings, thanks and other courtesies (`recollect.language.courtesies` says in which languages),
  and phrases that only lead to a question: "could you please tell me".
- A closing such as "Best regards", with the signature behind it: up to ten short lines that are no
  sentences; a quoted mail below it does not count among them.

In disguised words, letters of other scripts that look like Latin ones are read as these
(`recollect.language.folding.identity_form`). A message with nothing else stays as it is, and so
does a long one of which nearly everything would be left: the little that is left out would not
matter.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from recollect.language.courtesies import CLOSING, GREETING, THANKS, above_signature, is_courtesy
from recollect.language.folding import identity_form
from recollect.language.mail_threads import SUBJECT, mails_in, without_heads
from recollect.language.terms import STOP_WORDS, words
from recollect.language.texts import without_emphasis
from recollect.questions.conversations import users_text
from recollect.questions.prompts import LABEL, is_for_a_model, unwrapped

_TAG: Final = re.compile(
    r"</?(?:a|b|blockquote|body|br|code|div|em|font|h[1-6]|head|hr|html|i|img|li|ol|p|pre|s|small"
    r"|span|strong|style|table|tbody|td|th|thead|title|tr|u|ul)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_ENTITY: Final = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,6});", re.IGNORECASE)
# <@U024BE7LH> and <!here> are left out; <#C02|help> and <https://a.example|the page> have a label.
_MENTION: Final = re.compile(r"<(?:@U\w{1,20}|![a-z]{1,20})(?:\|[^<>|]{0,80})?>")
_LINK: Final = re.compile(r"<(?:#C\w{1,20}|https?://[^\s<>|]{1,500})\|([^<>|]{1,200})>")
_SMILEY: Final = re.compile(r"(?<![\w:]):[a-z]{2,20}(?:[_-][a-z]{1,20}){0,4}:(?![\w:])")

_MARKS: Final = re.compile(r"\s*(?:>+ ?|#{1,6} |[-*•] )*")
_FORM_LINE: Final = re.compile(
    r"(?:priority|impact|urgency|channel|contact type|requester|requested by|reporter"
    r"|reported by|caller|opened(?: by| at)?|created(?: by| at)?|assigned to|assignment group"
    r"|assignee|priorität|gemeldet von|session[ _]?id|timestamp): \S"
    r"|(?:(?:language|locale): [a-z]{2}(?:[-_][a-z]{2})?|role: (?:user|human)"
    r"|(?:limit|top_k): \d+)$"
    r"|ticket (?:opened|created|raised) (?:by|via|from)\b"
    r"|\W{0,4}please (?:type|write|enter) your (?:reply|answer) above|ticket #?\d+ \|"
    r"|(?:sub)?category: (?:general|other|misc\w*|question|inquiry)\b",
    re.IGNORECASE,
)
_SOMEBODY: Final = r"(?:you|u|(?:any|some)(?:one|body))"
_ME: Final = r"(?:me|us)"
_OPENING: Final = re.compile(
    r"\s*(?:"
    rf"{GREETING}"
    r"|(?:hi|hello|hey)(?: there| all| team)? (?=(?:can|could|do|does|how|is|please|what|when|where"
    r"|which|who|why)\b)|(?:sorry|(?:just )?(?:a )?quick) (?:question|one) ?[,:-]"
    r"|sorry (?:to|for) (?:bother|disturb)[^,.:!?]{0,40}[,:]"
    rf"|(?:please )?(?:can|could|will|would) {_SOMEBODY}"
    rf"(?: (?:please|kindly|maybe|possibly)){{0,2}} (?:tell|remind|show) {_ME}(?: please)?\b"
    r"(?: about\b)?"
    r"|(?:(?:i|we)(?: (?:was|were|am|are)|['’](?:m|re)) )?(?:just )?(?:looking for\b"
    rf"|wondering(?: (?:if|whether) {_SOMEBODY}"
    rf" (?:can|could|would)(?: please)?(?: (?:tell|help) {_ME}(?: out)?)?)?\b)"
    r"|(?:i|we)(?: would|['’]d) like to (?:know|ask)\b"
    rf"|(?:do|does) {_SOMEBODY}(?: happen to)? know\b(?! (?:how|of)\b)"
    rf"|please (?:tell {_ME}|let {_ME} know)\b|tell {_ME}(?: about)?\b"
    r"|(?:the |a )?(?:user|customer|caller) (?:asks|is asking|wants to know)"
    r"(?: ?:| (?=(?:how|if|what|when|where|whether|which|who|why)\b))"
    r"|(?:q|question|query|pregunta|domanda|description|details|frage|beschreibung"
    rf"|{SUBJECT}|re|fw|fwd|aw|wg) ?:"
    r"|(?:können|könnten|kannst|könntest) (?:sie|du|ihr)(?: (?:mir|uns|bitte)){0,2}"
    r" (?:sagen|helfen)\b|wei(?:ß|ss) (?:jemand|einer)\b"
    r"|(?:ich|wir) (?:wüssten? gerne?|möchten? (?:gerne? )?wissen)\b|(?:please|bitte|danke),"
    rf"|{LABEL})[,:]?\s*",
    re.IGNORECASE,
)
_MAX_OPENINGS: Final = 8
_ENDING: Final = re.compile(
    rf"(?:\s|(?<=\w)[,.!?;-])\s*(?:(?:{THANKS}|please|bitte)\b[ ,!.]*){{1,2}}$", re.IGNORECASE
)
_MIN_LONG_WORDS: Final = 40
_NEARLY_ALL_SHARE: Final = 0.7
# A subject, or a line above the question, that says nothing.
_SAYS_NOTHING: Final = re.compile(
    r"(?:a |quick |urgent |another )?(?:question|query|request|help|urgent|issue|problem"
    r"|description|frage|anfrage|beschreibung)[.!:?]*",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


def extract_question(message: str) -> str:
    """The part of a message that asks, without greetings, signatures, quotes and instructions.

    The message itself if nothing else would be question.
    """
    folded = identity_form(message)
    user_text = unwrapped(users_text(unwrapped(folded)))
    text = user_text if user_text.strip() else folded
    whole = message if text == folded else text
    if "</" in text and any(_TAG.match(each.lstrip("> \t")) for each in text.splitlines()):
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), _TAG.sub("\n", text))
    text = _SMILEY.sub(" ", _LINK.sub(r"\1", _MENTION.sub(" ", text)))
    text = without_emphasis(text)
    question = "\n".join(
        filter(None, map(_without_courtesies, _meaningful_lines(text.splitlines())))
    )
    is_other = question.split() != whole.split() and not STOP_WORDS.issuperset(words(question))
    return question if is_other and not _is_nearly_all(question, whole) else whole


def _is_nearly_all(left: str, message: str) -> bool:
    count = len(left.split())
    return count > _MIN_LONG_WORDS and count > _NEARLY_ALL_SHARE * len(message.split())


def _meaningful_lines(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a message without marks, and without mail heads, form lines and signatures.

    The earlier mails of a thread stay: the last one may only say "any news?".
    """
    for part in chain.from_iterable(map(_parts, mails_in(lines))):
        for place, line in enumerate(above_signature(part)):
            if not place or not CLOSING.match(line):
                yield line


def _parts(mail: Iterable[str]) -> Iterator[Sequence[str]]:
    """The lines of a mail above and below each head that is quoted, or of which a part is left."""
    # Spaces are collapsed, since the time of the patterns grows with their square.
    bare = [" ".join(_MARKS.sub("", line, count=1).split()) for line in mail]
    for part in without_heads(bare):
        yield [each for each in part if each and not _FORM_LINE.match(each)]


def _without_courtesies(line: str) -> str:
    sentences = (_without_openings(each) for each in _SENTENCE.split(line))
    content = (each for each in sentences if each and not is_for_a_model(each))
    question = " ".join(each for each in content if not is_courtesy(each))
    question = _ENDING.sub("", question)
    return "" if _SAYS_NOTHING.fullmatch(question) else question


def _without_openings(sentence: str) -> str:
    for _ in range(_MAX_OPENINGS):
        opening = _OPENING.match(sentence)
        if opening is None or not opening.end():
            break
        sentence = sentence[opening.end() :]
    return sentence
