"""Questions: what a message asks, be it a mail, a chat, a prompt or a conversation with a model."""
