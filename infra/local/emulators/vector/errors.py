"""What can be wrong with a request to the vector store.

VectorRequestError
├── MalformedRequestError      cannot be read: JSON, shape, filter, cursor
├── TooLargeError              a record's metadata or data are over their limit
├── UnprocessableError         can be read, and cannot be done: dimension, counts
└── NamespaceNotFoundError
"""


class VectorRequestError(Exception):
    """A request that the store refuses; the message is for the caller."""


class MalformedRequestError(VectorRequestError):
    """A request that cannot be read."""


class TooLargeError(VectorRequestError):
    """A record that is over a limit."""


class UnprocessableError(VectorRequestError):
    """A request that makes no sense for this index."""


class NamespaceNotFoundError(VectorRequestError):
    """A namespace that is not there."""
