"""The code that a user pool asks which claims its tokens have."""
