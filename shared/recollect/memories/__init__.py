"""Support memories: decisions that are stored, found again, corrected, and judged by outcomes.

Its own modules are what comes in and goes out: `requests` are what callers send; `model`,
`receipts`, `search_result` and `learned` are what they get back; `events` are what the event bus
delivers, and `confidence_settings` say how fast belief fades and how much votes weigh.

Its rooms, each of which may use those before it: `stored` (a memory in its stores), `known` (what
is known and believed of one), `finding`, side by side `judging` and `lifecycle`, and `browsing`.
"""
