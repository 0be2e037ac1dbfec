"""From the moment when a memory is stored to the moment when nothing is left of it.

`storing` and `batches` store decisions, and `successor_names` writes into a record the names of the
memories that supersede it. `transfer` exports and imports memories. `retracting` undoes what a
memory led to, `archiving` and `deletion` remove memories, and `maintenance` walks whole
collections.
"""
