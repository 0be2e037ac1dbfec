"""Upstash Redis: what is counted, decided or listed.

`client` sends commands and the scripts of `lua/`, in which every change happens at once. `keys` and
`evidence_keys` name the keys.

- The ledger of memories is `memories`. It consists of parts that read memories (`memory_reading`),
  store them (`memory_storing`), judge them (`memory_judging`) and end them (`memory_ending`).
  `memory_part` is the base class of these parts; `memory_format` writes the arguments of scripts
  and reads their answers.
- Evidence and knowledge: `evidence`, `knowledge`, `owners`, `business_contexts`, `threads`,
  `run_cases`. `sums` reads many hashes at once, from the copy of each that is kept in one text.
- Keys that expire: `answers`, `packs`, `claims`, `throttle`, and the counts of `validation`. Those
  of `api_keys` do not expire.
- All keys: `backup` reads and writes them whole. `keyspace` walks through them for erasures, and
  `kept` says what each may tell of a person.
"""
