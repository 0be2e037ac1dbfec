"""Rules for what an answer names by a number, a code or an address.

`names` of tickets, versions and mailboxes, with `item_names`, `hosts`, `links` and
`codes`, and `other_names` that should stand in place of wrong ones.
"""
