"""Upstash Redis on a laptop: its REST API in front of fakeredis, or of a real Redis.

`app` speaks HTTP, `wire` turns bodies into commands and replies into JSON, `commands` decides which
commands a token may run, `stores` runs them, and `journal` keeps the in-process store on disk.
`bill` counts what Upstash would bill, `key_locks` refuses scripts access to keys they do not lock.
"""
