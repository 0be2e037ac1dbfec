"""Upstash Vector, which holds what is searched, and Upstash Redis, for what is counted or decided.

`vector` and `redis` have a room each, with a client over our own HTTP. `coalescing` has variants of
the clients that send concurrent requests of several tasks as one.
"""
