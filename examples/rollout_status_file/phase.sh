#!/bin/sh
# Prints how far the rollout is, and ends with a status for the pipeline:
#   0  the rollout is complete
#   2  it goes on: run again, at next_change at the latest
#   3  it has stopped or returns to an earlier revision: someone has to decide; run again, too, while it is RollingBack
#   1  this script has failed
set -eu
rollout=$("${TERRAFORM:-terraform}" output -json rollout)
echo "$rollout" | jq -r '"\(.phase): \(.waits_for // "complete")", "next change without a new status: \(.next_change // "none")"'
case $(echo "$rollout" | jq -r .phase) in
Succeeded) exit 0 ;;
Progressing | Paused) exit 2 ;;
*) exit 3 ;; # PartiallyFailed, Stuck, Breached, RollingBack, RolledBack
esac
