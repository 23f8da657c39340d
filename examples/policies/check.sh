#!/bin/sh
# Plans, writes the comment for the pull request to comment.md, and exits with 1 if a
# policy denies the plan.
set -eu
terraform=${TERRAFORM:-terraform}

"$terraform" plan -input=false -out=plan.out "$@"
"$terraform" show -json plan.out >plan.json
jq --raw-output .planned_values.outputs.explanation.value plan.json >comment.md
conftest test --policy placements.rego --namespace multicluster plan.json
