"""What words mean, one file a language: what they mean, and the phrases that mean it.

Meanings are the same in all of them, `english` explains them. Phrases are parted by commas,
and compared in lower case and without accents.
"""
