"""The authorizer of the API for machines: lets callers with a valid API key in, with its claims."""

from recollect.serving.authorizer import Authorizer
from recollect.wiring.access import admit
from recollect.wiring.process import process

authorizer = Authorizer("authorize_key", process, admit)

lambda_handler = authorizer.handle
