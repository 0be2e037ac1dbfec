"""Upstash Vector and Upstash Redis: what is searched, and what is counted, decided or kept.

`vector` and `redis` are the clients, over our own HTTP; `coalescing` sends together what meets.

- Vector: `vector_memories`, `vector_evidence` with its `vector_answers` and `vector_walk`,
  `vector_knowledge`, `vector_cases`, `vector_experience` (solved cases), `vector_exemplars` and
  `vector_tools` hold one kind of record each. `vector_filters` writes filters.
- The ledger of memories is `redis_memories`, made of what reads (`redis_memory_reading`), begins
  (`redis_memory_storing`), judges (`redis_memory_judging`) and ends (`redis_memory_ending`) them;
  `redis_memory_part` is what these share, `redis_memory_format` how scripts are spoken to.
- Evidence and knowledge: `redis_evidence`, `redis_knowledge`, `redis_owners`,
  `redis_business_contexts`, `redis_threads`, `redis_run_cases`. `redis_sums` reads hashes that are
  kept as one text, too.
- What expires: `redis_answers`, `redis_packs`, `redis_claims`, `redis_throttle`, and what
  `redis_validation` counts; `redis_api_keys` do not.
- All keys: `redis_backup`, and for erasures `redis_keyspace`, of which `redis_kept` says what it
  holds. Keys are named in `redis_keys` and `redis_evidence_keys`, Lua scripts stand in `lua`.
"""
