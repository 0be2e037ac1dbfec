"""The output of the rules: findings, and what becomes of them.

A finding has one of the `verdicts`. `judging` compares a claim with the values of records,
`overlaps` decides which findings count where several rules find something at one place, and
`checked_facts` are the findings as the caller gets them.
"""
