#!/bin/sh
# One step of the rollout: plan, apply, and how far it is. A schedule runs it, never two
# at a time, and ends when it ends with 0:
#   0  the rollout is complete
#   2  it goes on: run again
#   3  it has stopped or returns to an earlier revision: someone has to decide; run again, too
#   1  a command has failed
set -eu
terraform=${TERRAFORM:-terraform}
"$terraform" plan -input=false -out=plan.out
"$terraform" apply -input=false plan.out
case $("$terraform" output -raw phase) in
Succeeded) exit 0 ;;
Progressing | Paused) exit 2 ;;
*) exit 3 ;; # PartiallyFailed, Stuck, Breached, RollingBack, RolledBack
esac
