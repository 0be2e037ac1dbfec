"""A memory as it is stored, and the ports of what stores it.

A memory consists of a searchable `record` in the index and of `counts` in the ledger; `record_sync`
makes the record follow the counts. `identity` derives its id from its content; `private` masks its
text and decides who may see it. Use cases receive their `stores`: `index` and `ledger` are the
ports of the two, and `ledger_data` is what passes through the latter. A third port, `judged_cases`,
is for the cases of runs: what a run needed besides memories.
"""
