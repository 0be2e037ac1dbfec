"""Support memories: decisions that are stored, found again, corrected, and judged by outcomes.

A memory is a `record`, which is searched, and counts, which a ledger keeps; its id is its
`identity`, what of it is `private` is masked. `requests` are what callers send, `model` what they
get, `events` what the bus brings. The stores of a use case are `stores`: what the index promises,
and the data of both, are `ports`; what the ledger promises, by role, is `ledger`.

- A find is `finding`: `screening` asks and drops what is not relevant enough, each candidate is
  `scored` with its `confidence` (`beliefs`; as of a time, `as_of`), `succession` looks up what
  supersedes it, `ranking` puts all in order: what holds (`settling`), what agrees (`agreeing`),
  what there is `room` for. `refilling` says whether more is asked for, `presenting` answers.
  `trials` are what runs are shown or not, `uplifts` what that brings.
- `storing` and `batches` store decisions, `superseding` names in records what took their place;
  `transfer` brings memories out and in, `renewal` those of an earlier release.
- `feedback` and `citations` judge memories (`moments` says when), `record_sync` lets the record
  follow, `retracting` takes back what one did.
- `archiving` and `deletion` end memories; `maintenance` walks them all.
- `reading` puts one together, `together` says how it stands to others, `listing` lists them.
"""
