"""Questions: what a message asks, whether it is a mail, a chat, a prompt or a model's conversation."""
