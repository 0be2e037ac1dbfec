"""Support memories: decisions that are stored, found again, corrected, and judged by outcomes.

A memory is a `record`, which is searched, and counts, which a ledger keeps; its id is its
`identity`, what of it is `private` is masked. `requests` are what callers send, `model` what they
get, `events` what the bus brings. The stores of a use case are `stores`: what the index promises,
and the data of both, are `ports`; what the ledger promises, by role, is `ledger`.

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
