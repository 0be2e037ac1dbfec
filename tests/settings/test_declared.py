"""How variables of each kind are read, and that an error never shows a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from traceback import format_exception
from typing import Annotated

import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.declared import (
    Choice,
    Flag,
    Group,
    Milliseconds,
    Number,
    Settings,
    Text,
    Token,
    Url,
    Variable,
    Whole,
    require,
)

DEFAULT = object()


def read(variable: Variable, text: str) -> object:
    return variable.read({variable.name: text}, DEFAULT)


def problem(variable: Variable, text: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read(variable, text)
    shown = "".join(format_exception(caught.value))
    assert len(text) < 3 or text not in shown
    return str(caught.value).removeprefix(f"{variable.name} ")


def test_a_missing_or_blank_variable_takes_its_default() -> None:
    for variable in (
        *(Token("X"), Url("X"), Flag("X"), Number("X"), Whole("X"), Milliseconds("X")),
        Choice("X", ("a", "b")),
    ):
        environments: tuple[Mapping[str, str], ...] = ({}, {"X": ""}, {"X": " \n"})
        assert all(variable.read(each, DEFAULT) is DEFAULT for each in environments)


def test_the_space_around_a_word_is_not_part_of_it() -> None:
    assert read(Token("X"), " word\n") == "word"
    assert read(Url("X"), " https://host/path/ ") == "https://host/path"
    assert read(Choice("X", ("a", "b")), " b ") == "b"


def test_a_token_is_one_word_of_ascii() -> None:
    for text in ("sekret token", "sekret\nsekret", "sekrét"):
        assert problem(Token("X"), text) == "does not hold one word of ASCII"


def test_a_password_is_any_text_except_an_empty_one() -> None:
    assert read(Text("X"), " pass wörd ") == " pass wörd "
    assert read(Text("X"), "") is DEFAULT


def test_a_url_names_a_host_and_perhaps_a_port() -> None:
    for url in (
        "https://eu1-x.upstash.io",
        "HTTP://localhost:8080/path",
        "http://[::1]:8080",
        "https://user:word@opa_1.internal",
    ):
        assert read(Url("X"), url) == url
    for text in (
        *("sekret.upstash.io", "ftp://sekret", "https://", "https://?sekret", "https://[sekret"),
        *("https://sekret:port", "https://sekret:65536", "https://sekret:0", "https://<sekret>"),
        *("https://default:token@", "rediss://default:sekret@host:6379"),
    ):
        assert problem(Url("X"), text) == "is not an http or https URL"
    assert problem(Url("X"), "https://sekret.upstash.io /") == "does not hold one word of ASCII"


def test_a_flag_accepts_a_few_spellings() -> None:
    for text in ("true", "True", "1", "yes", " YES\n"):
        assert read(Flag("X"), text) is True
    for text in ("false", "FALSE", "0", "no"):
        assert read(Flag("X"), text) is False
    for text in ("2", "maybe", "truefalse", "none", "-1"):
        assert problem(Flag("X"), text) == "is neither true nor false"


def test_a_whole_number_is_accepted_in_any_notation() -> None:
    variable = Whole("X", 1, 10)
    for text, expected in (("7", 7), ("7.0", 7), ("1e1", 10), (" 8 ", 8), ("1", 1), ("10", 10)):
        assert read(variable, text) == expected
    for text in ("0", "11", "nan", "inf"):
        assert problem(variable, text) == "is not between 1 and 10"
    assert problem(variable, "7.5") == "is not a whole number"
    assert problem(variable, "seven") == "is not a number"


def test_numbers_have_bounds_and_milliseconds_become_seconds() -> None:
    assert read(Number("X"), "0.5") == 0.5
    assert problem(Number("X", 0.01, 2), "2.1") == "is not between 0.01 and 2"
    assert read(Milliseconds("X", 1, 5_000), "250") == 0.25
    assert problem(Milliseconds("X", 1, 5_000), "5001") == "is not between 1 and 5000"


def test_a_choice_is_one_of_its_words() -> None:
    assert problem(Choice("X", ("a", "b", "c")), "B") == "is not a, b or c"
    assert read(Choice("X", ("A", "B"), ignore_case=True), "b") == "B"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner(Settings):
    user: Annotated[str | None, Token("INNER_USER")] = None
    url: Annotated[str, Url("INNER_URL")]

    def __post_init__(self) -> None:
        require(INNER_USER=self.user)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer(Settings):
    size: Annotated[int, Whole("SIZE", 1, 9)] = 3
    token: Annotated[str, Token("TOKEN")]
    inner: Annotated[Inner | None, Group(Inner, when="INNER_URL")] = None


GOOD = {"TOKEN": "word", "INNER_URL": "http://inner", "INNER_USER": "ann"}


def test_settings_are_read_together_with_nested_settings() -> None:
    assert Outer.read({"TOKEN": "word"}) == Outer(token="word")
    inner = Inner(url="http://inner", user="ann")
    assert Outer.read(GOOD | {"SIZE": "4"}) == Outer(token="word", size=4, inner=inner)


def test_an_error_names_the_first_mistake_and_mistakes_lists_all() -> None:
    wrong = {"SIZE": "big", "INNER_URL": "inner"}
    assert Outer.mistakes(wrong) == [
        "SIZE is not a number",
        "TOKEN is not set",
        "INNER_URL is not an http or https URL",
    ]
    with pytest.raises(ConfigurationError, match=r"^SIZE is not a number$"):
        Outer.read(wrong)
    assert Outer.mistakes(GOOD) == []


def test_a_missing_variable_that_another_one_requires_is_a_mistake() -> None:
    without_user = {name: value for name, value in GOOD.items() if name != "INNER_USER"}
    assert Outer.mistakes(without_user | {"SIZE": "0"}) == [
        "SIZE is not between 1 and 9",
        "INNER_USER is not set",
    ]


def test_all_variables_are_declared_with_their_defaults() -> None:
    assert [variable.name for variable, _ in Outer.variables()] == [
        *("SIZE", "TOKEN", "INNER_USER", "INNER_URL")
    ]
    assert next(Outer.variables())[1] == 3
