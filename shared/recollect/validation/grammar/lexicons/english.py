"""English words by their meanings, with an explanation of the meanings."""

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    # States of tickets, of configuration items, and of pods.
    "status:new": "new, newly opened",
    "status:open": "open, active, reopened, re opened, unresolved, outstanding",
    "status:in_progress": "in progress, work in progress, in process, wip, being worked on,"
    " under investigation, being investigated",
    "status:pending": "pending, on hold, awaiting, waiting, awaits info, awaits information,"
    " awaits customer info, awaiting info, awaiting caller, awaiting vendor, awaiting customer,"
    " awaiting user info, waiting for customer, paused",
    "status:resolved": "resolved, fixed, solved",
    "status:closed": "closed, closed complete, closed incomplete",
    "status:cancelled": "cancelled, canceled, withdrawn",
    "status:operational": "operational, in service, up and running, online",
    "status:down": "non operational, nonoperational, not operational, out of service, offline,"
    " down, unreachable",
    "status:retired": "retired, decommissioned",
    "status:maintenance": "in maintenance, under maintenance, repair in progress, under repair,"
    " in repair",
    "status:healthy": "healthy, ready, running normally, running fine, running well, fine, ok,"
    " okay, running",
    "status:unhealthy": "unhealthy, failing, failed, crashing, degraded, not ready, broken,"
    " having problems, having issues, in trouble, sick, has a problem, have a problem,"
    " has problems, have problems",
    "cause:oom": "out of memory, oom, oomkilled, oom killed",
    "cause:crash_loop": "crash loop, crash looping, crashlooping, crashloopbackoff, crash loops,"
    " crashloop, in a crash loop, in crash loops",
    "cause:evicted": "evicted",
    "cause:image_pull": "image pull failure, image pull failures, image pull error,"
    " image pull errors, imagepullbackoff, errimagepull",
    "cause:config": "configuration error, configuration errors, createcontainerconfigerror",
    "cause:scheduling": "not scheduled, unschedulable, unscheduled, cannot be scheduled,"
    " can't be scheduled, could not be scheduled",
    "cause:probe": "failing probe, failing probes, readiness probe, liveness probe,"
    " readiness probes, liveness probes",
    "cause:timeout": "timeout, timeouts",
    # Levels of priority; digits are read besides.
    "priority:1": "critical",
    "priority:2": "high",
    "priority:3": "moderate, medium, normal",
    "priority:4": "low",
    "priority:5": "planning, very low",
    # Names of fields.
    "label:status": "status, state, current status, current state, case status, ticket status,"
    " incident status, operational status",
    "label:priority": "priority, prio",
    "label:assignee": "assignee, assigned to, assigned, handled by, owner, owned by, handler,"
    " engineer, responsible",
    "label:group": "assignment group, assigned group, group, team, support group, assigned team,"
    " queue",
    "label:customer": "customer, client, account, company",
    "label:sla": "agreed time, time agreed, sla, slas, service level",
    "label:opened": "opened, opened at, opened on, created, created at, created on, reported on,"
    " logged on, raised on, dates from",
    "label:updated": "updated, updated at, updated on, last updated, last update, last updated on",
    "label:closed": "closed at, closed on, closed, resolved at, resolved on, resolved, closed date",
    "label:number": "case number, ticket number, incident number, number",
    "label:item": "affected item, configuration item, affected ci, affected server, affected host,"
    " affected device, item concerned",
    "label:address": "ip, ip address, address",
    "label:contact": "contact, contact person, customer contact",
    "label:other": "category, impact, urgency, severity, location, environment, caller, type,"
    " cause, root cause, resolution, description, dependencies, ci, reporter, reported by,"
    " opened by, requested by, escalated to, escalation, phase, stage",
    # What states are of.
    "case": "case, cases, ticket, tickets, incident, incidents, issue, issues, request, requests,"
    " record, records",
    "pod": "pod, pods, replica, replicas",
    "item": "item, items, server, servers, device, devices, ci, cis, host, hosts, firewall,"
    " firewalls, switch, switches, router, routers",
    "user": "user, users, people, persons, employees, employee, staff, colleagues, staff members,"
    " team members, workers",
    "thing:customer": "customers, clients",
    "thing:site": "sites, site, locations, offices, branches, office",
    "thing:mailbox": "mailboxes, mailbox",
    "thing:restart": "restarts, restart, reboots",
    "thing:attempt": "attempts, attempt, tries",
    "thing:device": "devices, computers, laptops, machines, workstations",
    "thing:server": "servers",
    "thing:printer": "printers",
    "thing:error": "errors, failures",
    "times": "times",
    "thing:day": "business days, working days",
    # What a sentence is made of.
    "be": "is, are, isn't, aren't, it's, that's, they're, he's, remains, remain, stays, stay,"
    " stands, shows, shows as, appears, looks, sits",
    "been": "has not been, have not been, had not been, has not yet been, has never been, has been,"
    " have been, has now been, have now been, was, were, got, hasn't been, haven't been, wasn't,"
    " weren't, had been, has already been, has since been",
    "was": "was, were, had been, wasn't, weren't",
    "not": "not, isn't, aren't, hasn't been, haven't been, wasn't, weren't, never, neither,"
    " no longer, not yet, far from, yet to be, doesn't, don't, didn't, hasn't, haven't, hadn't,"
    " cannot, nor, has not been, have not been, had not been, has not yet been, has never been",
    "not_be": "isn't, aren't, wasn't, weren't, hasn't been, haven't been, has not been,"
    " have not been, had not been, has not yet been, has never been",
    "if": "if, unless, whether, in case, assuming, provided that, should it, suppose, as long as",
    "when": "when, once, until, as soon as, before, till, by the time, whenever",
    "maybe": "would, could, should, may, might, will, must, shall, probably, likely, possibly,"
    " perhaps, maybe, seems, expected, to be, needs to, need to, going to, i'll, we'll, it'll,"
    " won't, wouldn't, please, let me, expect, hopefully, supposed to, scheduled, planned, plan to,"
    " aims to, want, wants, wanted, hope, unclear, aim, ready to, want me to, you can, feel free,"
    " eta, unknown if, soon",
    "said": "you said, you mentioned, you wrote, you asked, you told, you say, you think,"
    " you believe, you reported, you thought, you assumed, user said, user says, user claims,"
    " user thinks, user asked, user wrote, user mentioned, customer says, customer said,"
    " customer thinks, customer claims, caller says, as you, your message, your question,"
    " your assumption, according to you, you were told, you described, you noted, you quoted,"
    " you call, you called, contrary to, not true, incorrect, wrong, rather than, instead of,"
    " reportedly",
    "formerly": "previously, formerly, originally, initially, earlier, used to, used to be,"
    " at first, before that, at that time, back then, last week, in the past, at the time, prior,"
    " changed from, moved from, went from, so far, no longer than, history, past, previous,"
    " similar, other, another, others, older, related",
    "adverb": "dropped to, lowered to, raised to, downgraded to, upgraded to, changed to, went to,"
    " currently, now, still, already, presently, today, also, actually, fully, indeed, both, all,"
    " each, just, only, recently, finally, marked, marked as, listed, listed as, set, set to, as,"
    " again, successfully, since, therefore, thus, so, yes, no, officially, simply, in, at, the, a,"
    " an, very, rather, quite, definitely, at present, at the moment, right now, considered,"
    " classified as, rated, rated as, reported as, tracked as, recorded as, of, with, to, been,"
    " being, in state, in status, flagged as, however, in fact, here, there",
    "determiner": "the, this, that, these, those, your, our, its, a, an, my, their, his, her, case,"
    " here, there, yes, no, so, and, also, as, of, currently, overall, for, in, thanks, hi, hello,"
    " sure, ok, okay, well, regarding, about, note, update, result, answer, according, per,"
    " summary, right, both, correct",
    "which": "which, who",
    "it": "it's with, that's with, it's assigned to, it's, that's, they're, he's, it, this, that,"
    " they, these, those, he, she, everything",
    "every": "all, every, each, all of, all the, all of the, every one of, every single, entire",
    "none": "no, none, none of, none of the, not one of, not a single, zero, neither of, not any",
    "both": "both, both of, both of the",
    "half": "half, half of, half of the, half the",
    "fraction": "half, quarter, quarters",
    "most": "most, most of, most of the, the majority of, majority of",
    "some": "some, some of, several, several of",
    "not_all": "not all, not all of, not every",
    "everything": "everything, everybody",
    "share": "of, out of, of the, out of the, of all, of those, of these",
    "total": "found, total, in total, matching, matched, there are, there is, there were, returned,"
    " altogether, overall",
    "number:1": "one, a single",
    "number:100": "hundred, a hundred, one hundred",
    "about": "about, around, approximately, roughly, some, circa, approx, nearly, almost, close to,"
    " an estimated",
    "over": "over, more than, above, at least, upwards of, in excess of",
    "under": "under, less than, fewer than, below, up to, at most, no more than",
    "unit:second": "second, seconds, sec, secs, s",
    "unit:minute": "minute, minutes, min, mins",
    "unit:hour": "hour, hours, hr, hrs, h",
    "unit:day": "day, days",
    "unit:week": "week, weeks",
    "unit:month": "month, months",
    "unit:year": "year, years",
    "remaining": "remaining, left, remain, remains, to go, until breach, before breach,"
    " runs out in, run out in, expires in, ends in, due in, before the sla",
    "breached": "breached, violated, missed, exceeded, overdue, expired, in breach, breach,"
    " past the sla, past its sla, past our sla, over the sla, outside the sla, out of sla,"
    " beyond the sla",
    "kept": "within sla, on track, within the sla, met, in time, not at risk, inside the sla,"
    " within target, within the target, inside target, within its sla, within their sla,"
    " inside its sla, within our sla, within service level, kept, honored, honoured, fulfilled,"
    " on time",
    "pm": "pm, p m",
    "am": "am, a m",
    # Who has a case; the name stands behind `assigned` and before `handles`.
    "assigned": "assigned to, reassigned to, handled by, owned by, being handled by, managed by,"
    " being worked on by, worked on by, being worked by, worked by, in the hands of, assignee is,"
    " owner is, belongs to, is assigned to, are assigned to, has been assigned to, was assigned to,"
    " now assigned to, currently assigned to, looked after by, is with, it's with, that's with,"
    " been with, now with, sits with, it's assigned to, being looked after by, assigned agent is,"
    " taken by, picked up by",
    "handles": "is working on, is assigned, is handling, handles, owns, is responsible for,"
    " is the assignee, is assigned to, is the owner, works on, is looking after, has the case,"
    " has the ticket, has this case, has been assigned, is in charge of, is taking care of,"
    " is currently assigned, is currently working on, is now working on, was assigned,"
    " has the incident, has it, is on it, took over, has taken it, has got it, has picked it up,"
    " has taken over, took it, picked it up, has them, has both, had it, handled it, dealt with it,"
    " looked after it",
    "nobody": "nobody, no one, unassigned, not assigned, not been assigned, not yet assigned,"
    " not been assigned yet, no assignee, not assigned to anyone, not assigned to anybody,"
    " isn't assigned, hasn't been assigned, not currently assigned, without an assignee",
    "team": "team, group, department, desk, queue, squad, unit, support, engineering, operations",
    "resolves": "resolved the, closed the, resolved this, closed this, fixed the, solved the,"
    " has resolved, has closed, cancelled the, canceled the",
    "from": "from",
    "to": "to",
    "but": "but, although, though, whereas, while, however, yet, because, since",
    "and": "and, or",
}
"""Phrases, separated by commas, by their meaning.

A word with the meaning `be` states what is so, and so does `been` with a participle; `was` with an
adjective states what was so. Behind `if` the sentence states nothing, behind `when` the rest of its
clause; a clause with `maybe`, `said` or `formerly` states nothing at all. A clause about a ticket
begins with `determiner`s, then a `case`, `pod`, `item` or `it`. Only `adverb`s may stand between
`be` and a state. `user` and `thing:` are for what is counted, by the same names in all languages.
"""

NUMBERS: Final = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
"""The words for 2, 3 and so on; a comma separates two for the same."""

TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
"""The words for 20, 30 and so on."""

MONTHS: Final = (
    "january,jan february,feb march,mar april,apr may june,jun july,jul august,aug"
    " september,sep,sept october,oct november,nov december,dec"
)
"""The names of the months in their order, with short ones."""

COMMON: Final = (
    "the is are was of to and in for with by it this that has have been on at from not be an as"
    " both about nobody a isn aren wasn doesn don hasn"
)
"""Words that distinguish this language from the others."""

NOTHING: Final = (
    "no cases, no tickets, no incidents, no results, no matches, nothing, none, no case,"
    " no ticket, no incident, no matching, not find any, couldn't find any, found 0, 0 cases,"
    " no records, no items, no articles, no open, no entries, no similar, no pods, empty,"
    " not match, didn't find any, any cases, any matching, any results, zero cases"
)
"""Phrases that say that a search found nothing."""
