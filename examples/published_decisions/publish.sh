#!/bin/sh
# Writes the PlacementDecisions with their status, and deletes those that are no longer
# needed.
set -eu
terraform output -json placement_decisions >decisions.json
kubectl apply --namespace decisions -f decisions.json \
  --prune --selector cluster.open-cluster-management.io/placement=web \
  --prune-allowlist cluster.open-cluster-management.io/v1beta1/PlacementDecision
kubectl replace --subresource status -f decisions.json
