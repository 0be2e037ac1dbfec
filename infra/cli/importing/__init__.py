"""`recollect import`: read files, also the exports of other systems, as items for Recollect.

A file's format gives its rows, a row's fields become an item, and items are sent in batches, into
the stores or over the API.
"""
