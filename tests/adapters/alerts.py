"""An alert as it is published."""

from recollect.validation.models import ResponseValidationAlert

ALERT = ResponseValidationAlert(
    validationId="val_1",
    responseType="overview",
    responseLength=812,
    missingElements=("Summary", "Current State"),
    toolsWithUnusedSummaries=("getCase", "検索"),
)
