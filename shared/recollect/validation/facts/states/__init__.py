"""Rules for the state of a thing.

`statuses`, given in `status_phrases`; `priorities`; `service_levels`, with `service_level_times`;
`attributes` such as an environment or a cause; and `dependences` between items.
"""
