"""The sections of a pack: what each needs to know, and the rule that makes it of that."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime, time
from typing import Any

from pydantic import BaseModel

from recollect.core.concurrency import both
from recollect.core.timestamps import iso
from recollect.discovery.cmdb import cmdb_hits
from recollect.discovery.exemplars import close_exemplars, similar_exemplars
from recollect.discovery.mentions import mentions_in
from recollect.discovery.policy import policy_alerts
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import (
    BusinessContextSummary,
    CaseContextSummary,
    CmdbHits,
    Exemplars,
    PolicyAlert,
    SimilarCases,
    SlackRecent,
)
from recollect.discovery.shared_answers import SharedAnswer
from recollect.discovery.slack import slack_recent
from recollect.discovery.sources import DiscoveryRules, PackSources
from recollect.discovery.threads import SeenThread, ThreadMessage
from recollect.discovery.working_hours import WorkingHours
from recollect.knowledge.business_contexts import BusinessContext
from recollect.servicedesk.items import ItemSearch, Mentions
from recollect.servicedesk.tickets import Change, TaskSla, Ticket

Section = BaseModel | tuple[BaseModel, ...] | None

_MOST_ALIASES = 5
_MOST_FOUND = 50
_LONGEST_QUERY = 4_000
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Gathering:
    """Everything that is asked for one pack. `close` ends what is still under way.

    `timeout` is in seconds: how long a section waits for what it can do without. `owner` is whose
    thread it is about.
    """

    def __init__(
        self,
        request: DiscoveryRequest,
        now: datetime,
        sources: PackSources,
        rules: DiscoveryRules,
        timeout: float,
        owner: str = "",
    ) -> None:
        self._owner = owner
        self._request, self._now, self._sources, self._rules = request, now, sources, rules
        named = sources.directory.look_up(request.channel_id, request.company_name)
        self._named = SharedAnswer.begin(named, timeout)
        self._said = SharedAnswer.begin(self._messages(), timeout)
        self._case = SharedAnswer.begin(self._first_case(), timeout)
        self._customer = SharedAnswer.begin(self._customer_of_all(), timeout)
        self._shared = (self._named, self._said, self._case, self._customer)

    @property
    def hurried(self) -> bool:
        """Whether a section did without something that may have come later."""
        return any(each.missed for each in self._shared)

    def sections(self) -> Mapping[str, Coroutine[Any, Any, Section]]:
        """Each section by its name, not yet begun."""
        return {
            "businessContext": self._business_context(),
            "caseContext": self._case_context(),
            "slackRecent": self._slack_recent(),
            "similarCases": self._similar_cases(),
            "cmdbHits": self._cmdb_hits(),
            "policyAlerts": self._policy_alerts(),
            "muscleMemoryExemplars": self._exemplars(),
        }

    async def company_name(self) -> str | None:
        """The customer's name: as the directory, else the case, else the request has it."""
        customer = await self._customer.answer_or(None)
        return customer.entity_name if customer else await self._company()

    async def _company(self) -> str | None:
        """The same as far as it is known after one round trip."""
        named = await self._named.answer_or(None)
        if named is not None:
            return named.entity_name
        case = await self._case.answer_or(None)
        return (case.account if case else "") or self._request.company_name

    async def close(self) -> None:
        """End what is still under way."""
        for each in self._shared:
            each.task.cancel()
        await asyncio.gather(*(each.task for each in self._shared), return_exceptions=True)

    async def _messages(self) -> Sequence[ThreadMessage]:
        asked = self._request
        if asked.messages:
            return asked.spoken
        if self._sources.conversations is None or not asked.channel_id or not asked.thread_ts:
            return ()
        return await self._sources.conversations.messages(asked.channel_id, asked.thread_ts)

    async def _first_case(self) -> Ticket | None:
        numbers = self._request.case_numbers
        if self._sources.desk is None or not numbers:
            return None
        return await self._sources.desk.ticket("case", numbers[0])

    async def _customer_of_all(self) -> BusinessContext | None:
        """The customer whom the request names, else the case."""
        customer = await self._named.answer()
        if customer is None and (case := await self._case.answer_or(None)) and case.account:
            customer = await self._sources.directory.look_up(None, case.account)
        return customer

    async def _business_context(self) -> BusinessContextSummary | None:
        customer = await self._customer.answer()
        if customer is None:
            return None
        return BusinessContextSummary(
            entity_name=customer.entity_name,
            entity_type=customer.entity_type,
            industry=customer.industry,
            aliases=customer.aliases[:_MOST_ALIASES] or None,
            technology_portfolio=customer.technology_portfolio,
            service_details=customer.service_details,
        )

    async def _case_context(self) -> CaseContextSummary | None:
        asked = self._request
        if not asked.channel_id or not asked.thread_ts:
            return None
        said = await self._said.answer_or(())
        seen = SeenThread(
            asked.channel_id,
            asked.thread_ts,
            self._now,
            len(said),
            asked.case_numbers[0] if asked.case_numbers else None,
            self._owner,
        )
        known = await self._sources.threads.touch(seen)
        if known.case_number is None:
            return None
        return CaseContextSummary(
            case_number=known.case_number,
            channel_id=known.channel_id,
            thread_ts=known.thread_ts,
            detected_at=iso(known.detected_at),
            last_updated=iso(known.last_updated),
            message_count=known.message_count,
        )

    async def _slack_recent(self) -> SlackRecent | None:
        return slack_recent(await self._said.answer(), self._rules.message_limit)

    async def _similar_cases(self) -> SimilarCases | None:
        text = await self._what_users_wrote()
        if not text:
            return None
        found = await self._sources.cases.find(
            text, await self._company(), self._request.case_numbers, self._rules.similar_cases
        )
        cases = tuple(each.shown() for each in found)
        return SimilarCases(total=len(cases), cases=cases) if cases else None

    async def _what_users_wrote(self) -> str:
        said = await self._said.answer_or(())
        written = [each.text for each in said if each.role == "user"]
        if not written and (case := await self._case.answer_or(None)) is not None:
            written = [case.short_description, case.description]
        return "\n".join(filter(None, written))[-_LONGEST_QUERY:]

    async def _cmdb_hits(self) -> CmdbHits | None:
        cmdb = self._sources.cmdb
        mentions = await self._mentions()
        if cmdb is None or mentions == Mentions():
            return None
        search = ItemSearch(mentions=mentions, limit=_MOST_FOUND)
        items, relations = await both(cmdb.items(search), cmdb.relations(mentions, _MOST_FOUND))
        return cmdb_hits(items, relations, mentions)

    async def _mentions(self) -> Mentions:
        said = [each.text for each in await self._said.answer_or(())]
        return mentions_in([*said, self._request.journal_text or ""])

    async def _policy_alerts(self) -> tuple[PolicyAlert, ...]:
        (case, slas), (changes, customer) = await both(
            self._case_and_slas(), both(self._changes(), self._customer.answer_or(None))
        )
        return policy_alerts(case, slas, changes, hours_of(customer), self._now)

    async def _case_and_slas(self) -> tuple[Ticket | None, Sequence[TaskSla]]:
        desk, numbers = self._sources.desk, self._request.case_numbers
        if desk is None or not numbers:
            return None, ()
        return await both(self._case.answer(), desk.slas(numbers[0]))

    async def _changes(self) -> Sequence[Change]:
        desk, case = self._sources.desk, await self._case.answer_or(None)
        sys_id = case.account_sys_id if case else ""
        company = "" if sys_id else await self._company()
        if desk is None or not (sys_id or company):
            return ()
        return await desk.changes_under_way(sys_id, company or "", self._now)

    async def _exemplars(self) -> Exemplars | None:
        text = await self._what_users_wrote() if self._sources.exemplars else ""
        if self._sources.exemplars is None or not text:
            return None
        found = await self._sources.exemplars.similar(text, _MOST_FOUND)
        rules = self._rules
        close = close_exemplars(found, rules.calibration, rules.least)
        return similar_exemplars(close, rules.min_quality, rules.exemplars)


def hours_of(customer: BusinessContext | None) -> WorkingHours | None:
    """When somebody is there at a customer's, if that is known."""
    if customer is None or customer.business_hours is None:
        return None
    known = customer.business_hours
    return WorkingHours(
        time_zone=known.time_zone,
        days=frozenset(map(_WEEKDAYS.index, known.days)),
        start=time.fromisoformat(known.start),
        end=time.fromisoformat(known.end),
    )
