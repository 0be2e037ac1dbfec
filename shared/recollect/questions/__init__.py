"""Questions: what a message asks, be it a mail, a chat, a conversation with a model or prompt."""
