"""What a message asks, without what belongs to its form.

Who asks pastes what came in: a mail with greeting and signature, a reply with its quotation marks,
a form, a piece of HTML or JSON, a message of a chat. Nothing of that is looked for, all of it would
be compared with what is stored, and it makes a report of a question of five words. What is left
out:

- Tags of HTML where a line begins with one, and what Slack makes of mentions and links; signs of
  Markdown and of quotations.
- Of JSON that has a field such as `question` all but what that and fields such as `error` hold; a
  line of a log stays.
- What a model or an agent said in a conversation (`recollect.questions.conversations`), and
  what is said to one (`recollect.questions.prompts`).
- Lines of a mail's head, and those of a form that say how urgent it is, who opened it and how.
- Greetings, thanks and other courtesies, in English and German, and what only leads to a question:
  "could you please tell me".
- A closing, such as "Best regards", with up to ten short lines behind it, if none of them asks or
  is a postscript; a mail that is quoted below it is none of them.

Letters of other scripts that look like Latin ones are these in words that are disguised so
(`recollect.language.folding.identity_form`). A message of nothing else stays as it is, and a long
one of which nearly all would be left: so little of it tells nothing else.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.language.courtesies import (
    CLOSING,
    GREETING,
    LEADS_TO_A_MAIL,
    THANKS,
    is_courtesy,
    is_signature,
)
from recollect.language.folding import identity_form
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
# <@U024BE7LH>, <!here>; <#C02|help> and <https://a.example|the page> are called by what follows.
_MENTION: Final = re.compile(r"<(?:@U\w{1,20}|![a-z]{1,20})(?:\|[^<>|]{0,80})?>")
_LINK: Final = re.compile(r"<(?:#C\w{1,20}|https?://[^\s<>|]{1,500})\|([^<>|]{1,200})>")
_SMILEY: Final = re.compile(r"(?<![\w:]):[a-z]{2,20}(?:[_-][a-z]{1,20}){0,4}:(?![\w:])")

_MARKS: Final = re.compile(r"\s*(?:>+ ?|#{1,6} |[-*•] )*")
_HEAD: Final = re.compile(
    r"(?:from|to|cc|sent|date|von|an|gesendet|datum|reply-to|message-id): \S"
    rf"|{LEADS_TO_A_MAIL}",
    re.IGNORECASE,
)
_OF_A_FORM: Final = re.compile(
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
    r"|which|who|why)\b)"
    r"|(?:sorry|(?:just )?(?:a )?quick) (?:question|one) ?[,:-]"
    r"|sorry (?:to|for) (?:bother|disturb)[^,.:!?]{0,40}[,:]"
    rf"|(?:please )?(?:can|could|will|would) {_SOMEBODY}"
    rf"(?: (?:please|kindly|maybe|possibly)){{0,2}} (?:tell|remind|show) {_ME}(?: please)?\b"
    r"(?: about\b)?"
    rf"|(?:i|we)(?: (?:was|were|am|are)|['’]m)(?: just)? wondering(?: (?:if|whether) {_SOMEBODY}"
    rf" (?:can|could|would)(?: please)?(?: (?:tell|help) {_ME}(?: out)?)?)?\b"
    r"|(?:i|we)(?: would|['’]d) like to (?:know|ask)\b"
    rf"|(?:do|does) {_SOMEBODY}(?: happen to)? know\b(?! (?:how|of)\b)"
    rf"|please (?:tell {_ME}|let {_ME} know)\b|tell {_ME}(?: about)?\b"
    r"|(?:the |a )?(?:user|customer|caller) (?:asks|is asking|wants to know)"
    r"(?: ?:| (?=(?:how|if|what|when|where|whether|which|who|why)\b))"
    r"|(?:q|question|query|pregunta|domanda|description|details|subject|betreff|frage"
    r"|beschreibung|re|fw|fwd|aw|wg) ?:"
    r"|(?:können|könnten|kannst|könntest) (?:sie|du|ihr)(?: (?:mir|uns|bitte)){0,2}"
    r" (?:sagen|helfen)\b|(?:please|bitte|danke),"
    rf"|{LABEL})[,:]?\s*",
    re.IGNORECASE,
)
_MOST_OPENINGS: Final = 8
_ENDING: Final = re.compile(
    rf"(?:\s|(?<=\w)[,.!?;-])\s*(?:(?:{THANKS}|please|bitte)\b[ ,!.]*){{1,2}}$", re.IGNORECASE
)
_LONG: Final = 40
_NEARLY: Final = 0.7
# Of a subject, or above what is asked.
_SAYS_NOTHING: Final = re.compile(
    r"(?:a |quick |urgent |another )?(?:question|query|request|help|urgent|issue|problem"
    r"|description|frage|anfrage|beschreibung)[.!:?]*",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


def extract_question(message: str) -> str:
    """The part of a message that asks, without greetings, signatures, quotes and instructions.

    The message itself where nothing else would be left.
    """
    folded = identity_form(message)
    said = unwrapped(users_text(unwrapped(folded)))
    text = said if said.strip() else folded
    whole = message if text == folded else text
    if "</" in text and any(_TAG.match(each.lstrip("> \t")) for each in text.splitlines()):
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), _TAG.sub("\n", text))
    text = _SMILEY.sub(" ", _LINK.sub(r"\1", _MENTION.sub(" ", text)))
    text = without_emphasis(text)
    left = "\n".join(filter(None, map(_without_courtesies, _said(text.splitlines()))))
    is_other = left.split() != whole.split() and not STOP_WORDS.issuperset(words(left))
    return left if is_other and not _is_nearly_all(left, whole) else whole


def _is_nearly_all(left: str, message: str) -> bool:
    count = len(left.split())
    return count > _LONG and count > _NEARLY * len(message.split())


def _said(lines: Iterable[str]) -> Iterator[str]:
    """The lines that say something, without marks; none of the head, the form and the signature."""
    for mail in _mails(lines):
        for place, line in enumerate(mail):
            if not place or not CLOSING.match(line):
                yield line
            elif is_signature(mail[place + 1 :]):
                break


def _mails(lines: Iterable[str]) -> Iterator[Sequence[str]]:
    """The lines of each mail of a thread: where a head is, another one begins."""
    mail = list[str]()
    for line in lines:
        # Of many spaces one is left: looking for what ends a line takes the square of them.
        bare = " ".join(_MARKS.sub("", line, count=1).split())
        if _HEAD.match(bare) and not bare.endswith("?"):
            yield mail
            mail = []
        elif bare and not _OF_A_FORM.match(bare):
            mail.append(bare)
    yield mail


def _without_courtesies(line: str) -> str:
    sentences = (_without_openings(each) for each in _SENTENCE.split(line))
    told = (each for each in sentences if each and not is_for_a_model(each))
    left = " ".join(each for each in told if not is_courtesy(each))
    left = _ENDING.sub("", left)
    return "" if _SAYS_NOTHING.fullmatch(left) else left


def _without_openings(sentence: str) -> str:
    for _ in range(_MOST_OPENINGS):
        opening = _OPENING.match(sentence)
        if opening is None or not opening.end():
            break
        sentence = sentence[opening.end() :]
    return sentence
