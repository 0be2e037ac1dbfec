"""Business contexts: a directory of customers, found by name, alias or Slack channel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Annotated, Final, Literal, Protocol, get_args
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, StringConstraints, ValidationError

from recollect.core.customers import NO_CUSTOMERS, Customers
from recollect.core.errors import FieldError, Forbidden, InvalidRequest, NotFound, OwnedByAnother
from recollect.core.field_errors import field_errors
from recollect.core.messages import CamelMessage, ChannelId, Name, Note, Omittable, Tags, Word
from recollect.core.shapes import CLOCK_PATTERN, TIME_ZONE_PATTERN
from recollect.core.writer import Writer
from recollect.detection.mask import masked
from recollect.knowledge.folded_names import folded_name

# The most aliases, and channels, of an entity, so that one cannot claim the whole directory.
_MAX_POINTERS = 32

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_WEEKDAYS: Final = get_args(Weekday)
ClockTime = Annotated[str, StringConstraints(pattern=CLOCK_PATTERN)]


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (OSError, LookupError, ValueError) as error:  # a folder of zones is an OSError
        raise ValueError("must be a time zone of the IANA database") from error
    return name


TimeZone = Annotated[
    str,
    StringConstraints(max_length=64, pattern=TIME_ZONE_PATTERN),
    AfterValidator(_known_zone),
]


class BusinessHours(CamelMessage):
    """When an entity can be reached. An `end` that is not after `start` is on the next day."""

    time_zone: TimeZone
    days: Annotated[tuple[Weekday, ...], Field(min_length=1, max_length=7)]
    start: ClockTime
    end: ClockTime

    def are_now(self, now: datetime) -> bool:
        """Whether `now` is within the hours, which end just before `end`."""
        local = now.astimezone(ZoneInfo(self.time_zone))
        start, end, at = time.fromisoformat(self.start), time.fromisoformat(self.end), local.time()
        today, yesterday = (
            _WEEKDAYS[day] in self.days for day in (local.weekday(), local.weekday() - 1)
        )
        if start < end:
            return today and start <= at < end
        return (today and at >= start) or (yesterday and at < end)


class NewBusinessContext(CamelMessage):
    """What is known about an entity; omitted fields are unknown."""

    entity_type: Word
    industry: Omittable[Name] = None
    aliases: Annotated[tuple[Name, ...], Field(max_length=_MAX_POINTERS)] = ()
    technology_portfolio: Omittable[Note] = None
    service_details: Omittable[Note] = None
    notes: Omittable[Note] = None
    tags: Tags = ()
    slack_channels: Annotated[tuple[ChannelId, ...], Field(max_length=_MAX_POINTERS)] = ()
    business_hours: Omittable[BusinessHours] = None


class BusinessContext(NewBusinessContext):
    """What is known about an entity, with its name."""

    entity_name: str

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the entity: its own name and its aliases."""
        return (self.entity_name, *self.aliases)

    def is_of(self, customers: Customers) -> bool:
        """Whether the entity is one of these customers, by its name or an alias."""
        return customers.allow(*self.names)


@dataclass(frozen=True, slots=True)
class BusinessContextEntry:
    """An entry of the directory, with the folded names and the channels that lead to it."""

    entity: str
    aliases: Sequence[str]
    channels: Sequence[str]
    context: BusinessContext


@dataclass(frozen=True, slots=True)
class ForeignEntry:
    """An entry that somebody else wrote, and the requested name or channel that leads to it."""

    name: str
    writer: str
    context: BusinessContext


class BusinessContexts(Protocol):
    """The directory in which discovery looks a customer up."""

    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        """Look up by the Slack channel, else by the company's name, else by an alias."""


class BusinessContextRepository(BusinessContexts, Protocol):
    """The store of the directory; names are folded."""

    async def put(self, entry: BusinessContextEntry, writer: Writer) -> ForeignEntry | None:
        """Store an entry in place of the former one; names that led only to that lead nowhere now.

        An alias or channel of another entity leads to this one from now on. Does nothing and
        answers the foreign entry if the former entry, or one that the name, an alias or a channel
        leads to, is somebody else's and the writer may not take over.
        """

    async def get(self, entity: str) -> BusinessContext | None:
        """The context of an entity, by its own name only, not by an alias."""


async def put_business_context(
    name: str,
    new: NewBusinessContext,
    writer: Writer,
    *,
    sees: Customers = NO_CUSTOMERS,
    business_contexts: BusinessContextRepository,
    customers: Customers,
) -> BusinessContext:
    """Store what is known about an entity, masked, in place of what was known.

    Raises
    - Forbidden if the entity, or a new alias, is not one of these `customers`. Stored aliases count
      as names of the entity; those in the request give no right, and must not take a name from a
      customer that has no entry yet. Also if a writer adds a channel that may neither take over nor
      see all customers: whoever may see the entity reads the channel's threads.
    - OwnedByAnother if the entity, or one that a name or channel leads to, was written by somebody
      else; the error names the writer if it is about a customer that this writer `sees`.
    - InvalidRequest if the name or an alias holds a credential or personal data, or a text is too
      long once it is masked.
    """
    _refuse_private(name, new.aliases)
    await _require_right(name, new, writer, business_contexts, customers)
    context = BusinessContext(entity_name=" ".join(name.split()), **dict(_masked(new)))
    entity = _entity(name)
    # The entity's own name leads to it anyway, and must still do so after an alias is removed.
    aliases = [
        each for each in dict.fromkeys(map(folded_name, new.aliases)) if each not in {"", entity}
    ]
    channels = list(dict.fromkeys(new.slack_channels))
    foreign = await business_contexts.put(
        BusinessContextEntry(entity, aliases, channels, context), writer
    )
    if foreign is not None:
        is_seen = bool(sees) and foreign.context.is_of(sees)
        what = f"the business context that {foreign.name} leads to"
        raise OwnedByAnother(what, foreign.writer if is_seen else None)
    return context


async def read_business_context(
    name: str, *, business_contexts: BusinessContexts, customers: Customers
) -> BusinessContext:
    """What is known about an entity, by its name or else an alias.

    NotFound if nothing is known, or if the entity is not one of these customers.
    """
    found = await business_contexts.look_up(None, _entity(name))
    if found is None or not found.is_of(customers):
        raise NotFound("there is no business context of this name")
    return found


async def _require_right(
    name: str,
    new: NewBusinessContext,
    writer: Writer,
    business_contexts: BusinessContextRepository,
    customers: Customers,
) -> None:
    """Raise Forbidden if the writer may not write the entity, or add these aliases or channels."""
    if customers.all:
        return
    known = await business_contexts.get(_entity(name))
    if known is None:
        customers.require(name)
    else:  # its name may be spelt differently: the directory compares more loosely than rights do
        customers.require(*known.names)
    for each in _added(
        map(folded_name, new.aliases), map(folded_name, known.aliases if known else ())
    ):
        customers.require(each)
    channels = _added(new.slack_channels, known.slack_channels if known else ())
    if channels and not writer.takes_over:
        raise Forbidden("to say whose a Slack channel is needs knowledge:admin or all customers")


def _added(now: Iterable[str], before: Iterable[str]) -> set[str]:
    return set(now) - set(before)


def _masked(new: NewBusinessContext) -> NewBusinessContext:
    texts = ("industry", "technology_portfolio", "service_details", "notes")
    values = {name: getattr(new, name) for name in texts}
    hidden = {name: masked(text) for name, text in values.items() if text}
    try:
        return NewBusinessContext.model_validate(
            {**dict(new), **hidden, "tags": tuple(map(masked, new.tags))}
        )
    except ValidationError as error:  # a mask may be longer than what it hides
        raise InvalidRequest(field_errors(error)) from None


def _refuse_private(name: str, aliases: Sequence[str]) -> None:
    """Refuse private names: names are compared and shown as they are, so they cannot be masked."""
    given = (("entity_name", name), *(("aliases", each) for each in aliases))
    for field, text in given:
        if masked(text) != text:
            raise InvalidRequest([FieldError(field, "must not hold secrets or personal data")])


def _entity(name: str) -> str:
    entity = folded_name(name)
    if not entity:
        raise InvalidRequest([FieldError("entity_name", "must hold more than white space")])
    return entity
