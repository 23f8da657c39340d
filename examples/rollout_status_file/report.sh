#!/bin/sh
# Run before every plan: prints what runs on the clusters of the rollout, as variables for
# the plan.
#
# The revision of a status is the one that was observed on the cluster, never the one that
# the rollout wants: if a deployment fails, the earlier one stays healthy, and says
# nothing about the new revision. A cluster on which nothing is observed has no status.
set -eu
"${TERRAFORM:-terraform}" output -json | jq -r '.revisions.value // {} | keys[]' | while read -r cluster; do
  if deployment=$(kubectl --context "$cluster" --request-timeout=10s get deployment web --output json </dev/null); then
    echo "$deployment" | jq --arg cluster "$cluster" --from-file status.jq
  else
    echo "$cluster: nothing was observed" >&2
  fi
done | jq --slurp '{ cluster_status: (add // {}) }'
