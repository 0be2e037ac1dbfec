"""The function that tells a user pool which claims to put into its tokens."""
