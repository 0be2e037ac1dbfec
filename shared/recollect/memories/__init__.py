"""Support memories: decisions that are stored, found again, corrected, and judged by outcomes.

A memory is a `record`, which is searched, and counts, which a ledger keeps; its id is its
`identity`, what of it is `private` is masked. `requests` are what callers send, `model` what they
get, `events` what the bus brings. A use case is given its `stores`: the port of one is `index`, of
the other `ledger`, with what goes in and comes out (`ledger_data`); a third port, of what runs
needed besides memories, is `judged_cases`.

- To find memories is `finding`, in this order: `screening` makes the filters and drops what is
  not relevant enough; `scored` joins each candidate with its counts (`as_of` for an earlier time)
  and its `confidence`, by the `confidence_settings`; `successors` looks up what supersedes it;
  `ranking` sorts, removes what is superseded or duplicate (`settling`), prefers what agrees
  (`agreeing`) and takes what is `fitting` into an answer. `refilling` says whether to search for
  more, `presenting` makes the answer. `trials` decide what runs are shown or not, `uplifts` tell
  what that brings.
- `storing` and `batches` store decisions, `successor_names` names in records what took their place;
  `transfer` brings memories out and in, `renewal` those of an earlier release.
- `feedback` and `citations` judge memories (`moments` says when), `record_sync` lets the record
  follow, `retracting` takes back what one did.
- `archiving` and `deletion` end memories; `maintenance` walks them all.
- `reading` joins one with its counts, `together` says how it relates to others, `listing` lists
  them.
"""
