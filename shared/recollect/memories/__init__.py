"""Support memories: decisions that are stored, found again, corrected, and judged by outcomes.

A memory consists of a searchable `record` in the index and of counts in the ledger. `identity`
derives its id from its content; `private` masks its text and decides who may see it. `requests` are
what callers send, `model` is what they get back, and `events` are what the event bus delivers. Use
cases receive their `stores`: `index` and `ledger` are the ports of the two, and `ledger_data` is
what passes through the latter. A third port, `judged_cases`, is for the cases of runs: what a run
needed besides memories.

- `finding` searches memories, in this order: `screening` makes the filters and drops candidates
  that are not relevant enough; `scored` joins each candidate with its counts (`as_of` with those of
  an earlier time) and its `confidence`, computed by the `confidence_settings`; `successors` looks
  up the memories that supersede it; `ranking` sorts, removes superseded memories and duplicates
  (`settling`), reorders by agreement (`agreeing`) and keeps as many as an answer has room for
  (`fitting`). `refilling` decides whether to search for more, and `presenting` builds the answer.
  `trials` decide which memories a run is shown, and `uplifts` report what showing them achieves.
- `storing` and `batches` store decisions. `successor_names` writes into a record the names of the
  memories that supersede it. `transfer` exports and imports memories.
- `feedback` and `citations` judge memories (`moments` decides when a judgement happened),
  `record_sync` updates the record accordingly, and `retracting` undoes what a memory led to.
- `archiving` and `deletion` remove memories; `maintenance` walks whole collections.
- `reading` joins a memory with its counts, `together` finds how it relates to others, and `listing`
  lists memories.
"""
