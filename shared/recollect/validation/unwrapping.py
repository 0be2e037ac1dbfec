"""Extract the text for the reader from what a model sent.

A model thinks aloud before it answers, wraps its answer in JSON, a fence, a tag or a label, and
puts "Sure! Here's what I found:" before it. None of that states a fact about a ticket. But if it
stayed, a guess that the model later drops, or the day on which it wrote, would be checked as a
fact.
"""

import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from recollect.validation.grammar.words import word_set

_THOUGHT: Final = re.compile(
    r"[<\[\u25c1](?:\|begin_of_)?(think|thinking|thought|reasoning|analysis|scratchpad|reflection)"
    r"(?:\|>|[>\]\u25b7])[\s\S]*?(?:[<\[\u25c1](?:/|\|end_of_)\1(?:\|>|[>\]\u25b7])|\Z)"
    r"|<\|channel\|>analysis<\|message\|>[\s\S]*?(?:<\|end\|>|\Z)",
    re.IGNORECASE,
)
_THOUGHT_FIRST: Final = re.compile(
    r"[^<]{1,10000}</think(?:ing)?>"
    r"|[\s#*_]*(?:thought|thinking|reasoning|analysis|i now know)\b[\s\S]*?\n[ #*_]*(?:final )?"
    r"answer:?[*_]*:?[*_]*(?=\s)",
    re.IGNORECASE,
)
_OPENED: Final = re.compile(
    r"\s*(?:```[a-z]*[ \t]*\n|data:(?=\s*\{)|<(?:final_?)?(?:answer|response|output|result)>"
    r"|(?:# )?(?:agent: [^\n]{1,60}\n)?(?:## )?(?:final )?(?:answer|response):(?!\*)"
    r"|\w{1,30} \(to \w{1,30}\):)",
    re.IGNORECASE,
)
_CLOSED: Final = re.compile(
    r"(?:\n```|\bdata: \[DONE\]|</(?:final_?)?(?:answer|response|output|result)>)\s*\Z",
    re.IGNORECASE,
)
_MARK: Final = re.compile(
    r"<\|\w{1,30}\|>(?:assistant\b|final\b)?|\x1b\[[\d;]{0,8}m", re.IGNORECASE
)
# Only lines that state no fact: "Hi Jane, it is closed." and "Here is the status: Closed" stay.
_GREETING: Final = (
    r"(?:hi|hello|hey|dear|hallo|guten (?:tag|morgen)|sehr geehrte\w*|bonjour|\xa1?hola|ciao"
    r"|buongiorno)\b[^\n\d.:,;]{0,40}[,!]?[^\w\n]{0,6}\n\s*"
)
_LEAD: Final = (
    r"(?:(?:sure|certainly|of course|absolutely|gerne)\b[!,.]?(?: [^\n\d.,;:]{0,100}:)?"
    r"|(?:here['\u2019]s|here (?:is|are)|hier (?:ist|sind)|gerne|voici|esto es|ecco"
    r"|i(?:['\u2019]ve| have) (?:looked|checked|found))\b[^\n\d.,;:]{0,100}:"
    r"|(?:thanks|thank you|danke|vielen dank|merci|gracias|grazie)\b[^\n\d.,;:]{0,100}[.!,:])"
    r"[^\w\n]{0,6}\n\s*"
)
_SIGNED: Final = (
    r"(?:(?:best|kind|warm) regards|sincerely|mit freundlichen|(?:viele|beste) gr\xfc\xdfe"
    r"|cordialement|saludos|cordiali)\b[^\n\d.:]{0,30}(?:\n[^\n\d.:]{1,60}){0,2}"
)
_CLOSING: Final = (
    r"(?:(?:please |just )?(?:let me know|feel free)|i? ?hope (?:this|that) helps|happy to help"
    r"|if (?:you (?:have|need|want|would)|there(?:['\u2019]s| is) anything)|is there anything"
    r"|would you like me|was this helpful|have a (?:great|good|nice)|(?:thanks|cheers|terminate)$"
    r"|disclaimer|this (?:e-?mail|message)|bei (?:weiteren )?(?:fragen|r\xfcckfragen)"
    r"|diese (?:antwort|nachricht)|n['\u2019]h\xe9sitez|\xbf|\xa1que|ihr digitaler"
    r"|l['\u2019]assistant)"
    r"[^\n\d]{0,300}"
)
_BEFORE: Final = re.compile(
    r"\s*(?:(?:from|to|cc|date|sent|subject|reply-to|message-id|content-type): [^\n]*\n\s*){0,9}"
    rf"(?:{_GREETING})?(?:{_LEAD}){{0,3}}"
    r"(?:(?:based on|according to) (?:(?:the|all|provided|available|retrieved) ){0,3}(?:information"
    r"|results?|data|tools?|outputs?|context)(?: (?:provided|returned|available|from|by|the|tools?)"
    r"){0,6}[,:] ?)?",
    re.IGNORECASE,
)
_MAX_ENDING_LENGTH: Final = 1_500
_LAST: Final = rf"[^\w\n]{{0,6}}_?(?:{_SIGNED}|{_CLOSING})"
# Both patterns begin with rare characters, which the engine finds fast.
_BEHIND: Final = re.compile(
    r"\n(?:-- ?\n[\s\S]{1,800}\Z|On [^\n]{4,100} wrote:\s*(?:\n>[^\n]*)+\s*\Z"
    rf"|{_LAST}(?:\n{_LAST}){{0,5}}\s*\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_FOOTER: Final = re.compile(
    r"\n[^\w\n]{0,6}_?"
    r"(?:(?:generated|created|written|drafted|prepared|produced|summari[sz]ed|answered)\b"
    r"[^\n]{0,40}\b(?:ai|assistant|bot|copilot|gpt\S*|llm|model|automatically)\b[^\n]{0,120}$"
    r"|(?:confidence(?: score| level)?: ?[\w.%]+"
    r"|(?:sources|tools (?:used|called)): [\w, ]+|model: [^\n]{1,200}\btokens\b[^\n]{0,200})"
    r"[^\w\n]{0,6}_?$)",
    re.IGNORECASE | re.MULTILINE,
)
_MARK_SIGNS: Final = ("<", "[", "\u25c1", "\x1b")
"""Each thought and each mark of a template has one of these."""

_CLOSING_SIGNS: Final = ("`", "]", ">")
"""Each wrapper around an answer ends with one of these."""

_SPACES: Final = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
_ANSWER_FIELDS: Final = frozenset(
    "answer response final_answer finalanswer output reply content text message body action_input"
    " antwort respuesta r\xe9ponse".split()
)
_MAX_LENGTH_AROUND_JSON: Final = 200
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(:?)')
_PIECE: Final = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|[^\\]+", re.DOTALL)
_TAG: Final = re.compile(
    r"</?(p|br|div|li|ul|ol|h[1-6]|tr|td|th|table|b|strong|em|i|span)\b[^<>]*>"
)
_LINE_TAGS: Final = word_set("p br div li ul ol h1 h2 h3 h4 h5 h6 tr table")


class UnwrappedAnswer(NamedTuple):
    """The text for the reader, with the offset in `sent` of each of its characters and its end."""

    text: str
    offsets: Sequence[int]


def unwrap(sent: str) -> UnwrappedAnswer:
    """Drop thoughts, wrappers, greetings and footers, unless nothing else would be left."""
    whole = UnwrappedAnswer(sent, range(len(sent) + 1))
    text = _without_marked(_THOUGHT, _without_lead(_THOUGHT_FIRST, sent.translate(_SPACES)))
    text, offsets = _of_json(_unwrapped(text))
    text = _unwrapped(text)
    if "\n" not in text and "\\n" in text:
        text = text.replace("\\n", " \n")
    if "</" in text:
        text = _TAG.sub(_line_of, text)
    text = _without_lead(_BEFORE, _without(_FOOTER, f"\n{text}")[1:])
    text = _without_end(_BEHIND, text)
    if text == sent or not text.strip():
        return whole
    begins = len(text) - len(text.lstrip())
    ends = len(text.rstrip())
    return UnwrappedAnswer(text[begins:ends], offsets[begins : ends + 1])


def _unwrapped(text: str) -> str:
    """Blank out the wrapper that opens and closes a text, and the marks of a model's template."""
    text = _without_marked(_MARK, _without_lead(_OPENED, text))
    return _without_end(_CLOSED, text) if text.rstrip().endswith(_CLOSING_SIGNS) else text


def _without_lead(pattern: re.Pattern[str], text: str) -> str:
    """Blank out what `pattern` matches at the beginning; to search all places would be slow."""
    found = pattern.match(text)
    return _blank(found) + text[found.end() :] if found else text


def _without_end(pattern: re.Pattern[str], text: str) -> str:
    """Blank out what `pattern` matches near the end; only the last characters are searched."""
    begins = max(0, len(text.rstrip()) - _MAX_ENDING_LENGTH)
    return text[:begins] + _without(pattern, text[begins:])


def _without_marked(pattern: re.Pattern[str], text: str) -> str:
    """Blank out what `pattern` matches, if the text has one of the signs; most texts have none."""
    return _without(pattern, text) if any(map(text.__contains__, _MARK_SIGNS)) else text


def _without(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(_blank, text)


def _blank(found: re.Match[str]) -> str:
    """Spaces of the same length, with the same line ends, so that offsets stay the same."""
    return re.sub(r"[^\n]", " ", found.group())


def _line_of(tag: re.Match[str]) -> str:
    """Blanks of the same length as a tag, with a line end if the tag begins a line or a block."""
    end = "\n" if tag[1] in _LINE_TAGS else " "
    return " " * (len(tag.group()) - 1) + end


def _of_json(text: str) -> UnwrappedAnswer:
    """The values of the fields of JSON that hold an answer, one a line; other text unchanged."""
    begins, ends = _json_in(text)
    texts, offsets, name = list[str](), list[int](), ""
    for found in _STRING.finditer(text, begins, ends):
        if found[2]:
            name = found[1]
        elif name.lower() in _ANSWER_FIELDS:
            name = ""
            for piece in _PIECE.finditer(text, found.start(1), found.end(1)):
                plain = _unescaped(piece.group())
                texts.append(plain)
                is_plain = len(plain) == len(piece.group())
                offsets += range(*piece.span()) if is_plain else [piece.start()] * len(plain)
            texts.append("\n")
            offsets.append(found.end(1))
    if not texts:
        return UnwrappedAnswer(text, range(len(text) + 1))
    return UnwrappedAnswer("".join(texts), [*offsets, ends])


def _json_in(text: str) -> tuple[int, int]:
    """Where the JSON begins and ends that makes up nearly all of a text; (0, 0) if none does."""
    begins = min((at for each in "{[" if (at := text.find(each)) >= 0), default=0)
    ends = max(text.rfind(each) + 1 for each in "}]")
    if ends - begins < len(text.strip()) - _MAX_LENGTH_AROUND_JSON:
        return 0, 0
    try:
        json.loads(text[begins:ends])
    except (ValueError, RecursionError):
        return 0, 0
    return begins, ends


def _unescaped(piece: str) -> str:
    """The text of a piece of a JSON string; half of an emoji becomes a replacement character."""
    plain = str(json.loads(f'"{piece}"')) if piece[0] == "\\" else piece
    return "\ufffd" if "\ud800" <= plain <= "\udfff" else plain
