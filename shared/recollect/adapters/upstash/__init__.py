"""Upstash Vector, which holds what is searched, and Upstash Redis, for what is counted or decided.

`vector` and `redis` are the clients, over our own HTTP. `coalescing` has variants of them that send
concurrent requests of several tasks as one.

- Vector: `vector_memories`, `vector_evidence` with its `vector_answers` and `vector_walk`,
  `vector_knowledge`, `vector_cases`, `vector_experience` (solved cases), `vector_exemplars` and
  `vector_tools` each hold one kind of record. `vector_filters` writes filters.
- The ledger of memories is `redis_memories`. It consists of parts that read memories
  (`redis_memory_reading`), store them (`redis_memory_storing`), judge them (`redis_memory_judging`)
  and end them (`redis_memory_ending`). `redis_memory_part` is the base class of these parts;
  `redis_memory_format` writes the arguments of Lua scripts and reads their answers.
- Evidence and knowledge: `redis_evidence`, `redis_knowledge`, `redis_owners`,
  `redis_business_contexts`, `redis_threads`, `redis_run_cases`. `redis_sums` reads many hashes at
  once, from the copy of each that is kept in one text.
- Keys that expire: `redis_answers`, `redis_packs`, `redis_claims`, `redis_throttle`, and the counts
  of `redis_validation`. Those of `redis_api_keys` do not expire.
- All keys: `redis_backup` reads and writes them whole. `redis_keyspace` walks through them for
  erasures, and `redis_kept` says what each may tell of a person. `redis_keys` and
  `redis_evidence_keys` name the keys, `lua` has the Lua scripts.
"""
