"""Whether the API for machines lets a caller in: who shows a key that counts, with its claims."""

from recollect.serving.authorizer import Authorizer
from recollect.wiring.access import admit
from recollect.wiring.process import process

authorizer = Authorizer("authorize_key", process, admit)

lambda_handler = authorizer.handle
