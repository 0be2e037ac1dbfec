"""Each mistake in a request is reported once, in words of the API, at the field concerned."""

from typing import Annotated, Self

import pytest
from pydantic import AfterValidator, Field, JsonValue, StrictBool, ValidationError, model_validator

from recollect.core.errors import InvalidRequest
from recollect.core.field_errors import field_errors
from recollect.core.messages import ChannelId, ItemId, Message, Slug, Word, without_nul
from tests.cases import each_case

_Text = Annotated[str, Field(min_length=1), AfterValidator(without_nul)]
_Value = StrictBool | Annotated[float, Field(strict=True, le=10)] | _Text


class Item(Message):
    """An item with a content of two kinds."""

    content: Annotated[dict[str, JsonValue] | str, AfterValidator(lambda given: given)]


class Asked(Message):
    """A request with fields of the kinds that requests have."""

    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=2)] = (Item(content="a"),)
    filters: dict[str, _Value | Annotated[tuple[_Value, ...], Field(max_length=2)]] = Field(
        default_factory=dict
    )
    at: int | str = 0
    app: Word | None = None
    slug: Slug = "a"
    channel: ChannelId = "C1"
    item: ItemId = "e1"
    needs_app: bool = False

    @model_validator(mode="after")
    def _has_app(self) -> Self:
        if self.needs_app and self.app is None:
            raise ValueError("app is needed")
        return self


def mistakes(given: JsonValue) -> ValidationError:
    with pytest.raises(ValidationError) as raised:
        Asked.model_validate(given)
    return raised.value


def errors_of(given: JsonValue) -> list[tuple[str, str]]:
    return [(each.field, each.message) for each in field_errors(mistakes(given))]


_SCALAR = "must be true or false, a number or a text"
_SLUG = "must be 1 to 64 lower-case letters, digits, - and _, a letter or digit first"
_CHANNEL = "must be an id such as C0123ABCD, 1 to 32 capital letters and digits, and not a name"
_ITEM = "must be 1 to 256 characters, no white space, control characters, quotes or backslashes"
_ANY = "must be true or false, a number, a text or a list"


@each_case(
    ("given", "errors"),
    [
        ({"items": [{"content": 5}]}, [("items.0.content", "must be an object or a text")]),
        ({"items": [{}]}, [("items.0.content", "Field required")]),
        ({"items": []}, [("items", "must have at least 1 item")]),
        ({"items": [{"content": ""}] * 3}, [("items", "must have at most 2 items")]),
        ({"items": 5}, [("items", "must be a list")]),
        ({"items": ["a"]}, [("items.0", "must be an object")]),
        ({"filters": {"x": None}}, [("filters.x", _ANY)]),
        ({"filters": {"x": ["a", {}]}}, [("filters.x.1", _SCALAR)]),
        ({"filters": {"x": ""}}, [("filters.x", "String should have at least 1 character")]),
        ({"filters": {"x": 11}}, [("filters.x", "Input should be less than or equal to 10")]),
        ({"filters": {"x": None, "str": {}}}, [("filters.x", _ANY), ("filters.str", _ANY)]),
        ({"at": None}, [("at", "must be a number or a text")]),
        ({"app": "a\0"}, [("app", "must not contain NUL characters")]),
        ({"slug": "Bad Slug"}, [("slug", _SLUG)]),
        ({"channel": "#altus"}, [("channel", _CHANNEL)]),
        ({"channel": "C" * 33}, [("channel", _CHANNEL)]),
        ({"item": "a\x01"}, [("item", _ITEM)]),
        ({"needs_app": True}, [("", "app is needed")]),
        (5, [("", "must be an object")]),
    ],
)
def test_each_mistake_is_reported_once_and_in_words_of_the_api(
    given: JsonValue, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(given) == errors


def test_a_field_inside_another_is_named_with_its_prefix() -> None:
    (error,) = field_errors(mistakes({"x": 1}), "arguments")
    assert error.field == "arguments.x"
    (error,) = field_errors(mistakes({"needs_app": True}), "arguments")
    assert error.field == "arguments"


def test_without_a_field_the_detail_is_the_message() -> None:
    assert str(InvalidRequest(field_errors(mistakes({"needs_app": True})))) == "app is needed"


def test_at_most_twenty_mistakes_are_reported() -> None:
    errors = errors_of({"filters": {f"x{number}": None for number in range(1_000)}})
    assert [field for field, _ in errors] == [f"filters.x{number}" for number in range(20)]


@each_case(
    ("given", "meant"),
    [
        ({"needsApp": True}, "; did you mean needs_app?"),
        ({"app_slug": "a"}, "; did you mean app?"),
        ({"Filter": {}}, "; did you mean filters?"),
        ({"colour": "red"}, ""),
        ({"": 1}, ""),
        ({"items": [{"content": "a", "contents": "b"}]}, ""),
    ],
)
def test_an_unknown_field_is_answered_with_the_one_that_may_be_meant(
    given: JsonValue, meant: str
) -> None:
    (wrong,) = field_errors(mistakes(given), model=Asked)
    assert wrong.message == f"Extra inputs are not permitted{meant}"
