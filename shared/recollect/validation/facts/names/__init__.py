"""Rules for what an answer names by a number, a code or an address.

`names` of tickets, versions, mailboxes and items, `hosts`, `codes`, and `other_names` that should
stand in place of wrong ones.
"""
