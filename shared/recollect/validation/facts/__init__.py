"""The facts of an answer, each looked up in what is known of the results (ADR 0046).

`clause_rules` lists the rules, and `gates` says which a clause needs. The input of a rule is a
clause in its `context`: its sentence, the records that it may be about, and the index of the
results. Its output are `findings`. The rules are grouped by what they read:

- `states`: statuses, priorities, service levels, environments, causes, dependences
- `people`: who has a record, whose it is, who did what
- `amounts`: numbers of things, durations and sums
- `lists`: several records, pods or objects at once
- `times`: dates, lengths of time, how often
- `names`: tickets, hosts, versions, mailboxes, links, codes
- `repetitions`: sentences that repeat one of a result with something else in it

Nothing is guessed: a clause that is not understood has no facts.
"""
