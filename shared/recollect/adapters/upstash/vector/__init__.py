"""Upstash Vector: what is searched.

`client` sends requests, and `filters` writes filters. The other modules each hold one kind of
record: `memories`, `evidence` with its `answers` and `walk`, `knowledge`, `cases`, `experience`
(solved cases), `exemplars` and `tools`.
"""
