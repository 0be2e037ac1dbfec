"""Language: how texts are shown, and how they are split into sentences and words."""
