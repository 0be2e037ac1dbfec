"""Rules for times.

`dates` of fields (`date_fields`), of lines of journals and of other texts, with `derived_dates`
that follow from others, and `other_moments` that should stand in their place;
`lifespans` of tickets and `time_spans` between two times of a sentence, by `stated_durations`.
"""
