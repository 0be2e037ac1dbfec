"""Language: texts as they are shown, sentences and words, of whatever comes from outside."""
