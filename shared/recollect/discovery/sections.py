"""The sections of a pack: what each asks the sources for, and the rule that makes it from that."""

from collections.abc import Coroutine, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from recollect.core.concurrency import gather_all, gather_both
from recollect.core.timestamps import iso
from recollect.discovery.cmdb import cmdb_hits
from recollect.discovery.exemplars import relevant_exemplars, similar_exemplars
from recollect.discovery.inputs import Customer, PackInputs
from recollect.discovery.mentions import mentions_in
from recollect.discovery.policy_alerts import Concern, policy_alerts
from recollect.discovery.schema import (
    BusinessContextSummary,
    CaseContextSummary,
    CmdbHits,
    Exemplars,
    PolicyAlert,
    SimilarCases,
    SlackRecent,
)
from recollect.discovery.slack import slack_recent
from recollect.discovery.sources import DiscoveryRules
from recollect.discovery.threads import SeenThread, ThreadMessage, moment_of
from recollect.language.abridging import lines_of_both_ends
from recollect.questions.messages import extract_question
from recollect.servicedesk.items import ItemSearch, Mentions
from recollect.servicedesk.tickets import Change, TaskSla, Ticket

Section = BaseModel | tuple[BaseModel, ...] | None

_MAX_ALIASES = 5
_MAX_FOUND = 50
_MAX_QUERY_CHARS = 4_000


class Gathering:
    """The sections of one pack, made from its `inputs`."""

    def __init__(self, inputs: PackInputs, rules: DiscoveryRules) -> None:
        self._inputs, self._rules = inputs, rules
        self._request, self._sources, self._now = inputs.request, inputs.sources, inputs.now

    def sections(self) -> Mapping[str, Coroutine[Any, Any, Section]]:
        """The coroutine of each section by the section's name; none has started."""
        return {
            "businessContext": self._business_context(),
            "caseContext": self._case_context(),
            "slackRecent": self._slack_recent(),
            "similarCases": self._similar_cases(),
            "cmdbHits": self._cmdb_hits(),
            "policyAlerts": self._policy_alerts(),
            "muscleMemoryExemplars": self._exemplars(),
        }

    async def _business_context(self) -> BusinessContextSummary | None:
        customer = await self._inputs.context.answer()
        if customer is None:
            return None
        return BusinessContextSummary(
            entity_name=customer.entity_name,
            entity_type=customer.entity_type,
            industry=customer.industry,
            aliases=customer.aliases[:_MAX_ALIASES] or None,
            technology_portfolio=customer.technology_portfolio,
            service_details=customer.service_details,
        )

    async def _case_context(self) -> CaseContextSummary | None:
        asked = self._request
        if not asked.channel_id or not asked.thread_ts:
            return None
        messages = await self._inputs.messages.answer_or(())
        cases = await self._inputs.cases.answer_or(self._inputs.request_cases)
        number = cases.first.number if cases.first else next(iter(cases.numbers), None)
        channel, thread, owner = asked.channel_id, asked.thread_ts, self._inputs.owner
        seen = SeenThread(channel, thread, self._now, len(messages), number, owner)
        known = await self._sources.threads.touch(seen)
        if known.case_number is None:
            return None
        moments = [*_moments(thread, messages)]
        return CaseContextSummary(
            case_number=known.case_number,
            channel_id=known.channel_id,
            thread_ts=known.thread_ts,
            detected_at=iso(min(moments, default=known.detected_at)),
            last_updated=iso(max(moments, default=known.last_updated)),
            message_count=known.message_count,
        )

    async def _slack_recent(self) -> SlackRecent | None:
        return slack_recent(await self._inputs.messages.answer(), self._rules.message_limit)

    async def _similar_cases(self) -> SimilarCases | None:
        text = await self._what_users_wrote()
        if not text:
            return None
        cases = await self._inputs.cases.answer_or(self._inputs.request_cases)
        names, limit = await self._inputs.names(), self._rules.similar_cases
        # A closed case that somebody only mentions may well be a similar one, so it is kept.
        own = {*self._request.case_numbers, *(each.number for each in cases.known if each.active)}
        found = await self._sources.cases.find(text, names, own, limit)
        shown = tuple(each.shown() for each in found)
        return SimilarCases(total=len(shown), cases=shown) if shown else None

    async def _what_users_wrote(self) -> str:
        messages = await self._inputs.messages.answer_or(())
        written = [each.text for each in messages if each.role == "user" and each.says_something]
        if not written:
            cases = await self._inputs.cases.answer_or(self._inputs.request_cases)
            written = [f"{case.short_description}\n{case.description}" for case in cases.existing]
        text = "\n".join(each.strip() for each in written if each.strip())
        return lines_of_both_ends(text, _MAX_QUERY_CHARS)

    async def _cmdb_hits(self) -> CmdbHits | None:
        cmdb = self._sources.cmdb
        mentions = mentions_in(await self._texts()) if cmdb else Mentions()
        if cmdb is None or mentions == Mentions():
            return None
        search = ItemSearch(mentions=mentions, limit=_MAX_FOUND)
        items, relations = await gather_both(
            cmdb.items(search), cmdb.relations(mentions, _MAX_FOUND)
        )
        return cmdb_hits(items, relations, mentions, await self._inputs.customers())

    async def _texts(self) -> list[str]:
        """All texts that may name items: messages, journal, and the cases' own texts and notes."""
        texts = [each.text for each in await self._inputs.messages.answer_or(())]
        cases = await self._inputs.cases.answer_or(self._inputs.request_cases)
        fields = [
            text
            for case in cases.existing
            for text in (case.configuration_item, case.short_description, case.description)
        ]
        notes = (await self._inputs.notes.answer_or({})).values()
        noted = [each.value for entries in notes for each in entries]
        return [*texts, self._request.journal_text or "", *fields, *noted]

    async def _policy_alerts(self) -> tuple[PolicyAlert, ...]:
        concerned = await self._inputs.concerned()
        customers = tuple(dict.fromkeys(customer for _, customer in concerned))
        slas, (changes, contexts) = await gather_both(
            gather_all(self._slas(case) for case, _ in concerned),
            gather_both(
                gather_all(self._changes(each) for each in customers),
                gather_all(self._inputs.context_of(each) for each in customers),
            ),
        )
        under_way = dict(zip(customers, changes, strict=True))
        hours = {
            customer: context.business_hours if context else None
            for customer, context in zip(customers, contexts, strict=True)
        }
        return policy_alerts(
            [
                Concern(case, running, under_way[customer], hours[customer])
                for (case, customer), running in zip(concerned, slas, strict=True)
            ],
            self._now,
        )

    async def _slas(self, case: Ticket | None) -> Sequence[TaskSla]:
        desk = self._sources.desk
        return () if desk is None or case is None else await desk.slas(case.number)

    async def _changes(self, customer: Customer) -> Sequence[Change]:
        desk = self._sources.desk
        if desk is None or not customer:
            return ()
        name = "" if customer.sys_id else await self._inputs.name_of(customer)
        return await desk.changes_under_way(customer.sys_id, name, self._now)

    async def _exemplars(self) -> Exemplars | None:
        text = await self._what_users_wrote() if self._sources.exemplars else ""
        if self._sources.exemplars is None or not text:
            return None
        asked, rules = extract_question(text), self._rules
        found = await self._sources.exemplars.similar(asked, _MAX_FOUND)
        relevant = relevant_exemplars(
            asked, found, rules.calibration, rules.least, rules.min_quality
        )
        return similar_exemplars(relevant, rules.exemplars)


def _moments(thread_ts: str, messages: Sequence[ThreadMessage]) -> Iterator[datetime]:
    """When the thread began, and when each of its messages was sent, as far as known."""
    moments = (moment_of(thread_ts), *(each.at for each in messages))
    return (each for each in moments if each is not None)
