#!/bin/sh
# Plans, writes the comment for the pull request to comment.md, and exits with 1 if the policy refuses the plan.
set -eu
terraform=${TERRAFORM:-terraform}

"$terraform" plan -input=false -out=plan.out "$@"
"$terraform" show -json plan.out >plan.json
jq --raw-output .planned_values.outputs.explanation.value plan.json >comment.md
jq --raw-output --from-file policy.jq plan.json >denied.txt
if [ -s denied.txt ]; then
  cat denied.txt >&2
  exit 1
fi
