#!/bin/sh
# One step of the rollout: report, plan, apply. A schedule runs it, and never two at a
# time.
set -eu
terraform=${TERRAFORM:-terraform}
./report.sh >status.tfvars.json
# The saved plan keeps the statuses that it was made with.
"$terraform" plan -input=false -var-file=status.tfvars.json -out=plan.out
"$terraform" apply -input=false plan.out
exec ./phase.sh
