"""Erasing a person: what holds somebody is found, removed or masked, and asked after.

A `subject` is who is to be erased, `spelling` and `naming` find the places of a text that name
them, `involvement` says what an item has to do with them, `masking` masks them, `reach` says where
an erasure looks. The `walk` goes through repositories, page by page: of `memories`, of `evidence`,
of other `records`, and the `keys` beside them, of which `kept` says what they hold and how it is
reached. A `customer` is found by fields, and a `partition`, a tenant or a project, by its names.
"""
