"""Which signs of a prompt injection a sentence has; see `injection_signs` for the words.

Everything here takes linear time: the sentence is read word by word, and each word is looked up.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from recollect.detection.injection_signs import SIGNS
from recollect.language.folding import fold

_WORD = re.compile(r"[^\W_]+")
_MARK = re.compile("[\u0300-\u036f]+")
_UNSPACED_SCRIPT = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_WORDS_AFTER = 6
_PREFIX_LETTERS = 3
# The words of these signs are also recognized in rot13, backwards, and in spaced letters.
_DISGUISED: Final = ("override", "prompt_noun", "answer", "user", "secret", "say", "hide", "model")
_MIN_DISGUISED_LETTERS = 5
_LEET = str.maketrans("0134578@$", "oieastbas")
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_][\s._*-]{1,3}){6,}[^\W\d_](?![^\W_])")
_MIN_SINGLE_LETTERS = 7

_MARKS = re.compile(
    r"<\|(?:im_start|im_end|im_sep|system|assistant|user|end|endoftext|eot_id|start_header_id)\|>"
    r"|\[/?(?:inst|system|assistant|developer)\b[^\]]{0,40}\]|<</?sys>>"
    r"|#{2,6} ?(?:system )?(?:instructions?|response|assistant):"
    r"|</?(?:system|assistant|developer|instructions?|document|context|evidence"
    r"|tool_(?:call|use|calls|result|response)|function_calls?|invoke|search_results?)>"
    r"|<(?:invoke|function)(?: name)?=|</?system[- ]\w{1,20}>"
    r"|[=-]{3} ?(?:begin|end|start)(?: of)? (?:\w{1,12} ){0,2}(?:system|prompt|instructions?|data"
    r"|context|evidence|input|document)\b"
)
_CALL = re.compile(
    r"\{\s*[\"'](?:tool|tool_name|name|function|action)[\"']\s*:\s*[\"'][\w.-]{1,64}[\"']\s*,"
    r"\s*[\"'](?:arguments|parameters|args|input|tool_input|action_input)[\"']\s*:"
)
_HEADER = re.compile(r"(?:^\W*|[.!?\n] *)(?:system|assistant|developer) ?:|, agent:|\bagent:")
_QUOTES = re.compile('["\u201c\u201d\u201e\u00ab\u300c]')
_QUESTION = re.compile(r"[?\uff1f]\W{0,3}$")
_VERSION = re.compile(r"\bv?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?\b")
_CODE = re.compile(r"[={}]|::|--\w|^\w{1,30}: \S{1,20}$")
_IMAGE = re.compile(r"!\[|\?\w{1,20}=")
_LINK = re.compile(r"https?:|\w@\w|\bwww\.")

_SHAPES: Final = (
    ("mark", ("<", "[", "#", "==", "--"), _MARKS),
    ("call", ("{",), _CALL),
    ("header", ("system:", "assistant:", "developer:", "agent:", "system :"), _HEADER),
    ("version", (".",), _VERSION),
    ("code", ("=", "{", "}", "::", "--", ": "), _CODE),
    ("image", ("![", "?"), _IMAGE),
    ("link", ("http", "@", "www."), _LINK),
    ("question", ("?", "\uff1f"), _QUESTION),
)
# The signs that are not words: how the sentence is built.
SHAPES: Final = (
    "mark", "call", "header", "version", "code", "image", "link", "quoted", "question",
    "opens", "then", "disguised",
)  # fmt: skip
NAMES: Final = (*SIGNS, *SHAPES)
BITS: Final = {name: 1 << place for place, name in enumerate(NAMES)}
_ACTS: Final = sum(
    BITS[each]
    for each in (
        "say hide override rank trust memory tool send role recommend answering grant threat"
        " instead"
    ).split()
)
_COURTESY = BITS["please"]


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a sign: words that follow one another, or with a gap between them."""

    parts: tuple[str, ...]
    gap: bool
    signs: int

    def follows(self, read_words: list[str], place: int) -> bool:
        """Whether the other parts of the entry follow the word at `place`."""
        if self.gap:
            return all(
                any(_is(part, word) for word in read_words[place + 1 : place + 1 + _WORDS_AFTER])
                for part in self.parts[1:]
            )
        following = read_words[place + 1 : place + len(self.parts)]
        return len(following) == len(self.parts) - 1 and all(map(_is, self.parts[1:], following))


def signs_of(text: str) -> int:
    """The signs of a text as bits, in the order of `NAMES`."""
    read = normal(text)
    read_words = _WORD.findall(read)
    found = 0
    following = iter(read_words[1:])
    for place, word in enumerate(read_words):
        signs, exact, others = _signs_of_word(word)
        found |= signs
        after = next(following, "")
        if exact and after in exact:
            others += exact[after]
        for entry in others:
            if entry.follows(read_words, place):
                found |= entry.signs
    if list(map(len, read_words)).count(1) >= _MIN_SINGLE_LETTERS:
        found |= _spaced(read)
    if not read.isascii() and _UNSPACED_SCRIPT.search(read):
        for piece, signs in _unspaced_entries():
            if piece in read:
                found |= signs
    if found & _ACTS:
        found |= _opening(read_words) | _then(read)
    return found | _shapes(read)


def _opening(read_words: list[str]) -> int:
    """The sign `opens` if the sentence begins with an act, perhaps after a courtesy; else 0."""
    for word in read_words[:3]:
        signs = _signs_of_word(word)[0]
        if signs & _ACTS:
            return BITS["opens"]
        if not signs & _COURTESY:
            break
    return 0


def normal(text: str) -> str:
    """The text in the form in which words are looked up: without disguise, case and accents."""
    read = fold(text).text.casefold()
    if not read.isascii():
        read = _MARK.sub("", unicodedata.normalize("NFD", read.replace("\u2019", "'")))
    return read.replace("n't", " not")


def _shapes(read: str) -> int:
    found = BITS["quoted"] if _QUOTES.search(read) else 0
    for name, hints, pattern in _SHAPES:
        if any(hint in read for hint in hints) and pattern.search(read):
            found |= BITS[name]
    return found


def _then(read: str) -> int:
    """The sign `then` if an act follows a comma or a colon ("When you answer, say"); else 0."""
    for match in _AFTER.finditer(read):
        if _signs_of_word(match[1])[0] & _ACTS:
            return BITS["then"]
    return 0


_AFTER = re.compile(r"[,:;>\u2013-] (?:please |just |simply |bitte |then |always )?([^\W_]+)")


def _spaced(read: str) -> int:
    found = 0
    for run in _SPACED.finditer(read):
        joined = "".join(_WORD.findall(run.group()))
        for word, signs in _disguisable():
            if word in joined:
                found |= signs | BITS["disguised"]
    return found


@lru_cache(8192)
def _signs_of_word(word: str) -> tuple[int, dict[str, tuple[_Entry, ...]], tuple[_Entry, ...]]:
    """The signs of a word alone, and the entries of several words that it may begin.

    Phrases are listed by their second word; the others have a gap or a stem as second part.
    """
    known = _matching(word)
    if not known and not word.isalpha() and not word.isdigit() and len(word) > _PREFIX_LETTERS:
        known = [
            _Entry(each.parts, each.gap, each.signs | BITS["disguised"])
            for each in _matching(word.translate(_LEET))
        ]
    signs = 0
    exact: dict[str, tuple[_Entry, ...]] = {}
    others: list[_Entry] = []
    for each in known:
        if len(each.parts) == 1:
            signs |= each.signs
        elif each.gap or each.parts[1][-1] == "*":
            others.append(each)
        else:
            exact[each.parts[1]] = (*exact.get(each.parts[1], ()), each)
    return signs, exact, tuple(others)


def _matching(word: str) -> list[_Entry]:
    return [each for each in _entries().get(word[:_PREFIX_LETTERS], ()) if _is(each.parts[0], word)]


def _is(part: str, word: str) -> bool:
    return word.startswith(part[:-1]) if part[-1] == "*" else word == part


def _listed() -> Iterator[tuple[str, str]]:
    for name, listed in SIGNS.items():
        for entry in normal_list(listed):
            yield name, entry


def normal_list(listed: str) -> list[str]:
    """The entries of a sign in the form in which they are looked up."""
    return normal(listed).split()


@cache
def _entries() -> dict[str, list[_Entry]]:
    table: dict[str, list[_Entry]] = {}

    def put(parts: tuple[str, ...], gap: bool, signs: int) -> None:
        table.setdefault(parts[0].rstrip("*")[:_PREFIX_LETTERS], []).append(
            _Entry(parts, gap, signs)
        )

    for name, entry in _listed():
        if not _UNSPACED_SCRIPT.search(entry):
            gap = "~" in entry
            put(tuple(re.split("[~_]", entry)), gap, BITS[name])
    for word, signs in _disguisable():
        for hidden in (word[::-1], codecs.encode(word, "rot13")):
            put((hidden,), False, signs | BITS["disguised"])
    return table


@cache
def _unspaced_entries() -> tuple[tuple[str, int], ...]:
    return tuple((entry, BITS[name]) for name, entry in _listed() if _UNSPACED_SCRIPT.search(entry))


@cache
def _disguisable() -> tuple[tuple[str, int], ...]:
    return tuple(
        (entry, BITS[name])
        for name, entry in _listed()
        if name in _DISGUISED
        and entry.isascii()
        and entry.isalpha()
        and len(entry) >= _MIN_DISGUISED_LETTERS
    )
