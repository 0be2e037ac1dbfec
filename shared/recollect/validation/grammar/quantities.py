"""Amounts: so many of something, or so long."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Final, Literal, NamedTuple

from recollect.validation.grammar.lexicon import Lexicon, values_of_all
from recollect.validation.grammar.words import NOTHING, Word

Bound = Literal["", "about", "over", "under", "just over", "just under"]
_BARELY: Final = frozenset(["just", "little", "slightly", "bit", "barely", "kurz", "etwas"])
_GERMAN: Final[Mapping[str, Bound]] = {"gut": "just over", "knapp": "just under"}
_SPAN: Final = 0.25
"""The share of a number that `just over` and `just under` it leave out at most."""

_MINUTES: Final = {
    "second": 1 / 60,
    "minute": 1.0,
    "hour": 60.0,
    "day": 1_440.0,
    "week": 10_080.0,
    "month": 43_200.0,
    "year": 525_600.0,
}
TIME: Final = "time"
"""The concept of durations, whose values are minutes."""

_LIMITS: Final = frozenset(["to", "bis", "auf", "a", "tot", "ate", "until"])
_GAP: Final = len(" and ")
_NEAR: Final = 3
_FAR: Final = 40
_BROKEN: Final = re.compile(r"[,;:()|\n\d/]")
_FOLLOWING: Final = re.compile(r"[^\W\d_]+")
_PRECEDING: Final = re.compile(r"([^\W\d_]+)(:?\s{1,2})$")
_ENDS: Final = frozenset(("share", "determiner", "be", "been", "and", "but", "if", "when"))
_MEASURES: Final = frozenset({"ms", "kb", "mb", "gb", "tb", "kbit", "mbit", "gbit", "mbps", "gbps"})
_PERCENT: Final = frozenset({"percent", "prozent", "procent"})
_RESTARTED: Final = ("restart", "reboot", "reinici", "redemarr", "riavvi", "herstart", "gestart")
_RESTART: Final = "restart"
_RATES: Final = frozenset(["km", "miles", "per", "pro", "par", "por"])
"""What is so much an hour, and no time: `68 km/h`, `3,100 parcels per hour`."""

_HALVES: Final = frozenset(["halbe", "halben", "half", "media", "meia", "demi", "mezza"])
_STEM: Final = 5
_SHORTEST: Final = 4
_TOLERANCE: Final = 0.1
_ROUGHLY: Final = 0.01
_MANY: Final = 1_000
_TEN: Final = 10
_EXACT: Final = 0.005
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[., ]\d{3})+[.,]\d\d")
_NO_DIGIT: Final = re.compile(r"\D")


class Amount(NamedTuple):
    """A number and what it counts: `user`, `thing:site`, `time`, `%`, or the stem of a noun.

    "" where it counts nothing that is named. `end` is behind what it counts.
    """

    value: float
    concept: str
    noun: str
    bound: Bound = ""
    start: int = 0
    end: int = 0
    is_word: bool = False
    place: int = 0
    number: float = 0.0
    is_share: bool = False
    """Whether it is so many of a greater number."""

    def agrees(self, known: float) -> bool:
        """Whether this may be said where the result has that number."""
        if self.bound == "about":
            return abs(self.value - known) <= max(known, self.value) * _TOLERANCE
        if self.bound.startswith("just"):
            low, high = (1, 1 + _SPAN) if self.bound == "just over" else (1 - _SPAN, 1)
            return self.value * low <= known <= self.value * high
        if self.bound == "over":
            return known >= self.value
        if self.bound == "under":
            return known <= self.value
        unit = self.value / self.number if self.number else 1.0
        return abs(self.value - known) < _EXACT or rounds(self.number, known / unit)


def rounds(said: float, known: float) -> bool:
    """Whether a number is what another is roughly, to as many figures as are said: 2,300 for 2,312.

    907 is not what 900 is roughly; and what has three figures may be a code: HTTP 503.
    Decimals that are said are meant, however much of a small number they leave out: 1.2 for 1.2345.
    """
    is_exact = abs(known) < _MANY and known == int(known)
    if not said or is_exact:
        return False
    if abs(said - known) >= 1 and _ROUGHLY < said % _TEN < _TEN - _ROUGHLY:
        return False  # a number that does not end in a nought leaves out less than one
    text = f"{said:.2f}".rstrip("0").rstrip(".")
    decimals = len(text.partition(".")[2])
    if not decimals and abs(said - known) >= _ROUGHLY * abs(known):
        return False
    place = decimals or len(text.rstrip("0")) - len(text)
    return abs(round(known, place) - said) < _EXACT


def amounts_in(words: Sequence[Word]) -> Iterator[Amount]:
    """The amounts that words tell of; `1 h 20 min` is one."""
    limits = [word.start for word in words if word.says("to")]
    return _joined(_each_in(words), lambda one, other: any(one <= at < other for at in limits))


def _joined(amounts: Iterable[Amount], is_apart: Callable[[int, int], bool]) -> Iterator[Amount]:
    """The amounts, with durations in several units as one: 80 minutes for `1 hour 20 minutes`.

    What stands between two places may part them: `7 days to 8 hours`.
    """
    before: Amount | None = None
    for each in amounts:
        goes_on = before is not None and _goes_on(before, each)
        if before is not None and goes_on and not is_apart(before.end, each.start):
            before = before._replace(value=before.value + each.value, end=each.end)
            continue
        if before is not None:
            yield before
        before = each
    if before is not None:
        yield before


def durations(amounts: Iterable[Amount], apart: int) -> list[Amount]:
    """The durations, with those that are told in several units as one: `3 days, 7 hours`.

    Between two of them are no more than so many characters.
    """
    found: list[Amount] = []
    last: Amount | None = None
    for each in (one for one in amounts if one.concept == TIME):
        is_near = last is not None and 0 < each.start - last.end <= apart
        if last is not None and is_near and each.value < last.value / max(last.number, 1.0):
            whole = found[-1]
            found[-1] = whole._replace(value=whole.value + each.value, end=each.end)
        else:
            found.append(each)
        last = each
    return found


def duration_of(said: Amount, wholes: Sequence[Amount]) -> Amount:
    """The one of several durations in their order that one is a part of; else itself."""
    place = bisect_right(wholes, said.start, key=lambda each: each.start) - 1
    return wholes[place] if place >= 0 and said.start < wholes[place].end else said


def _goes_on(one: Amount, other: Amount) -> bool:
    """Whether a duration in a smaller unit stands right behind one in a greater unit."""
    if one.concept != TIME or other.concept != TIME or other.start - one.end > _GAP:
        return False
    return other.value < one.value / max(one.number, 1.0) and not other.bound


def _each_in(words: Sequence[Word]) -> Iterator[Amount]:
    for place, word in enumerate(words):
        number = number_of(word) if word.means or word.form == "number" else None
        if number is None:
            continue
        concept, noun, end = _counted(words, place)
        if number == 1 and any(each.text in _HALVES for each in words[place + 1 : place + 2]):
            number = 0.5  # `einer halben Stunde`
        if not concept and place > 1 and words[place - 1].text == ":":
            concept, noun = _concept(words[place - 2])
        elif not concept and place:
            concept = _numbered(words[place - 1])
        value = number
        if concept.startswith("unit:"):
            value = number * _MINUTES[concept.removeprefix("unit:")]
            concept = TIME
        elif word.text.endswith("%"):
            concept = "%"
        yield Amount(
            value,
            concept,
            noun,
            _bound(words[max(0, place - 2) : place]),
            word.start,
            end,
            is_word=word.form != "number",
            place=place,
            number=number,
            is_share=_is_share(words, place),
        )


def written_amounts(fold: str, lexicon: Lexicon) -> Iterator[Amount]:
    """The amounts in a folded text of a result: as `amounts_in`, read less closely and faster."""
    return _joined(
        _each_written(fold, lexicon), lambda one, other: fold[one:other].strip() in _LIMITS
    )


def _each_written(fold: str, lexicon: Lexicon) -> Iterator[Amount]:
    for match in lexicon.number.finditer(fold):
        figure = match["figure"]
        if figure:
            value = _parsed(figure.rstrip("%"))
        else:
            numbers = Word(match["word"], 0, 0, "word", lexicon.words[match["word"]]).of("number:")
            value = float(min(numbers)) if numbers else None
        if value is None:
            continue
        concept, end = _written(fold, match, lexicon)
        if figure and figure.endswith("%"):
            concept = "%"
        factor = _MINUTES.get(concept.removeprefix("unit:"), 0.0) if concept else 0.0
        yield Amount(
            value * factor if factor else value,
            TIME if factor else concept,
            "",
            start=match.start(),
            end=end,
            number=value,
        )


def _written(fold: str, match: re.Match[str], lexicon: Lexicon) -> tuple[str, int]:
    """What a number of a result counts, and where that ends."""
    first = ""
    following = islice(_FOLLOWING.finditer(fold, match.end(), match.end() + _FAR), _NEAR)
    for found in following:
        if not _is_gap(fold, match.end(), found.start()):
            break
        text = found.group()
        if text in _RATES:
            break
        word = Word(text, 0, 0, "word", lexicon.words.get(text, NOTHING))
        if word.says("times"):
            before = fold[max(0, match.start() - _FAR) : match.start()]
            is_restart = any(begin in before for begin in _RESTARTED)
            return ("thing:restart" if is_restart else ""), found.end()
        if concept := _thing(word):
            return concept, found.end()
        if not word.means.isdisjoint(_ENDS):
            break
        if len(text) >= _SHORTEST and not word.means:
            first = first or text
    if first:
        return first[:_STEM], match.end()
    return _labelled(fold, match.start(), lexicon), match.end()


def _is_gap(fold: str, start: int, end: int) -> bool:
    """Whether nothing but words stands between: no comma, bracket or other number."""
    return _BROKEN.search(fold, start, end) is None


def _labelled(fold: str, at: int, lexicon: Lexicon) -> str:
    """What the label or noun before a number makes of it: `Restarts: 42`, `room 4`."""
    found = _PRECEDING.search(fold, max(0, at - _FAR), at)
    if not found:
        return ""
    before = Word(found[1], 0, 0, "word", lexicon.words.get(found[1], NOTHING))
    return _concept(before)[0] if ":" in found[2] else _numbered(before)


def number_of(word: Word) -> float | None:
    """The number that a word is, in figures or letters; None if it is none."""
    if word.form == "number":
        return _parsed(word.text.rstrip("%"))
    return _number_meant(word.means) if word.means else None


@cache
def _number_meant(means: frozenset[str]) -> float | None:
    numbers = [each for each in means if each.startswith("number:")]
    return float(numbers[0].removeprefix("number:")) if numbers else None


def plain_number(word: str) -> float:
    """The number that a folded word is, in figures or letters; 0 if it is none."""
    if word[:1].isdigit():
        return _parsed(word) or 0.0
    numbers = values_of_all("number:").get(word)
    return float(min(numbers)) if numbers else 0.0


def _parsed(text: str) -> float | None:
    """1,200, 1.200, 1'200 and 1,200.00 are thousands, 1.5 and 1,5 are not."""
    text = text.strip().replace("'", " ").replace("\u2019", " ")
    if _THOUSANDS.fullmatch(text):
        whole, point, rest = text[:-3], text[-3], text[-2:]
        if point not in whole:
            return float(f"{_NO_DIGIT.sub('', whole)}.{rest}")
    parts = text.replace(",", ".").replace(" ", ".").split(".")
    if len(parts) > 1 and all(len(part) == 3 for part in parts[1:]):  # noqa: PLR2004  # thousands
        return float("".join(parts))
    if len(parts) > 2:  # noqa: PLR2004  # a whole and a fraction
        return None
    return float(".".join(parts))


def _bound(before: Sequence[Word]) -> Bound:
    """How exactly a number is meant behind words: `a little under four hours`."""
    if not before:
        return ""
    if before[-1].text in _GERMAN:
        return _GERMAN[before[-1].text]
    is_barely = before[0].text in _BARELY
    if before[-1].says("about"):
        return "about"
    if before[-1].says("over"):
        return "just over" if is_barely else "over"
    if before[-1].says("under"):
        return "just under" if is_barely else "under"
    return ""


def _counted(words: Sequence[Word], place: int) -> tuple[str, str, int]:
    """What a number counts, the noun, and where it ends: the next unit or thing, near by."""
    first = ""
    if _is_share(words, place) and not _is_share(words, place + 2):
        concept, noun, _ = _counted(words, place + 2)
        return concept, noun, words[place].end
    if place + 1 < len(words) and words[place + 1].says("remaining"):
        place += 1
    for word in words[place + 1 : place + 1 + _NEAR]:
        if word.form != "word" or word.text in _RATES or _is_genitive(words[place], word):
            break
        if word.says("times"):
            return _repeated(words, place), word.text, word.end
        if word.text == _RESTART and number_of(words[place]) != 1:
            break  # terminals 7 and 11 restart
        if concept := _thing(word):
            return concept, word.text, word.end
        if not word.means.isdisjoint(_ENDS):
            break
        if len(word.text) >= _SHORTEST and not word.means:
            first = first or word.text
    return first[:_STEM], first, words[place].end


def _is_genitive(number: Word, word: Word) -> bool:
    """Whether an `s` stands behind a number in letters: `that one's done`."""
    return word.text == "s" and number.form == "word"


def _is_share(words: Sequence[Word], place: int) -> bool:
    behind = words[place + 1 : place + 3]
    return len(behind) > 1 and behind[0].says("share") and behind[1].form == "number"


def _thing(word: Word) -> str:
    """The unit or thing that a word is, by the same name in all languages; "" if none."""
    if word.text in _MEASURES:
        return word.text
    if word.text in _PERCENT:
        return "%"
    if not word.means:
        return ""
    if units := word.of("unit:"):
        return f"unit:{min(units)}"
    if things := word.of("thing:"):
        return f"thing:{min(things)}"
    return next((each for each in ("user", "pod", "case") if each in word.means), "")


def _numbered(before: Word) -> str:
    """What a number is the name of: the room of `room 4`."""
    if before.form != "word" or before.means or len(before.text) < _SHORTEST:
        return ""
    return f"#{before.text[:_SHORTEST]}"


def _repeated(words: Sequence[Word], place: int) -> str:
    """What happened so many times: restarts, if it is that."""
    before = words[max(0, place - _NEAR) : place]
    is_restart = any(word.text.startswith(_RESTARTED) for word in before)
    return "thing:restart" if is_restart else ""


def _concept(noun: Word) -> tuple[str, str]:
    """What a label counts: the restarts of `Restarts: 42`."""
    if things := noun.of("thing:"):
        return f"thing:{min(things)}", noun.text
    if noun.form != "word" or noun.of("label:") or len(noun.text) < _SHORTEST:
        return "", ""
    return noun.text[:_STEM], noun.text
