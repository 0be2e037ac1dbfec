"""Rules for the state of a thing.

`statuses`, given in `status_phrases`; `priorities`; `service_levels`;
`attributes` such as an environment or a cause; and `dependences` between items.
"""
