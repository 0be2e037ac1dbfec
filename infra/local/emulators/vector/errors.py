"""The errors of a request to the vector store, with the HTTP status of the answer."""


class VectorRequestError(Exception):
    """A request that the store refuses; the message is for the caller."""

    status = 400


class UnreadableRequestError(VectorRequestError):
    """A request that cannot be read: invalid JSON, shape, filter or cursor."""


class NamespaceNotFoundError(VectorRequestError):
    """The namespace does not exist."""

    status = 404


class RecordTooLargeError(VectorRequestError):
    """A record whose metadata or data are over their limit."""

    status = 413


class UnprocessableError(VectorRequestError):
    """A request that can be read but not fulfilled, such as one for too many records."""

    status = 422
