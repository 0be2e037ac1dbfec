"""An alert as it is published."""

from recollect.validation.models import ContradictedFact, ResponseValidationAlert

ALERT = ResponseValidationAlert(
    validation_id="val_1",
    response_type="overview",
    response_length=812,
    missing_elements=("Summary", "Current State"),
    tools_with_unused_summaries=("getCase", "検索"),
    contradictions=(ContradictedFact(tool_name="getCase", kind="status", count=1),),
)
