#!/bin/sh
# Prints what the plan destroys or replaces, and fails if there is any.
set -eu
terraform plan -input=false -out=plan.out >/dev/null
destroyed=$(terraform show -json plan.out |
  jq -r '.resource_changes[] | select(.change.actions | index("delete")) | .address')
[ -z "$destroyed" ] || { echo "$destroyed"; exit 1; }
